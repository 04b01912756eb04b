"""Names of cards and piles."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.core import BASES, Card, FaceDown, Laid, variant, view_of
from game.words.cards import COLOURS, PILES, PLAY, STAR_TAKES, held, label, owned, pile_label
from tests.core.positions import playing

CLASSIC, EXTREME = variant("classic"), variant("extreme")


def test_every_colour_of_every_variant_has_names() -> None:
    keys = {pile.colour for base in BASES.values() for pile in base.piles}
    assert keys - {""} == {*COLOURS} == {*PILES} - {""}


@pytest.mark.parametrize(("game", "card", "called"), [("classic", 37, "37"), ("extreme", 12, "white 12")])
def test_a_card_is_named_by_its_number_and_colour(game: str, card: Card, called: str) -> None:
    played = variant(game)
    assert label(played, card) == called
    assert PLAY(card=label(played, card)) == f"Play {called}"
    assert STAR_TAKES(card=label(played, card)) == f"Star takes {called}"


def test_a_red_card_is_named_by_its_printed_number() -> None:
    assert label(EXTREME, 90) == "red 40"


@pytest.mark.parametrize(
    ("game", "hands", "said"),
    [
        ("classic", "12 40 77 | 3", "12, 40 and 77"),
        ("classic", "- | 3", ""),
        ("extreme", "w3 w12 r40 | w1", "white 3, 12 and red 40"),
        ("extreme", "r40 | w1", "red 40"),
        ("extreme", "- | w1", ""),
    ],
)
def test_a_hand_is_listed_pile_by_pile(game: str, hands: str, said: str) -> None:
    assert held(view_of(playing(hands.replace("-", ""), game=game), 0)) == said


def test_cards_are_listed_with_their_owners() -> None:
    assert owned([Laid(1, 12), Laid(2, 25)], CLASSIC, ["You", "Yousef", "McFly"]) == "12 (Yousef), 25 (McFly)"
    assert owned([], CLASSIC, ["You"]) == ""


NAMES = ("You", "Ada")


def test_a_pile_label_names_the_top_cards_and_their_players() -> None:
    view = view_of(playing("30 | 40"), 0)
    assert pile_label(view, 0, [], NAMES) == "Pile, empty"
    assert pile_label(view, 0, [Laid(0, 2)], NAMES) == "Pile: 2 (You) on top"
    laid = [Laid(0, 2), Laid(1, 5), Laid(0, 9), Laid(1, 20)]
    assert pile_label(view, 0, laid, NAMES) == "Pile: 5 (Ada), 9 (You), 20 (Ada) on top"


def test_with_two_piles_the_label_names_the_colour() -> None:
    view = view_of(playing("w30 | w40", game="extreme"), 0)
    assert [pile_label(view, index, [], NAMES) for index in (0, 1)] == ["White pile, empty", "Red pile, empty"]
    assert pile_label(view, 1, [Laid(0, 100), Laid(1, 90)], NAMES) == "Red pile: 50 (You), 40 (Ada) on top"
    hidden = replace(view, face_down=frozenset({0}))
    assert pile_label(hidden, 0, [FaceDown(1)], NAMES) == "White pile, face down, 1 card"


def test_the_label_of_a_face_down_pile_gives_only_its_height() -> None:
    view = replace(view_of(playing("30 | 40"), 0), face_down=frozenset({0}))
    assert pile_label(view, 0, [FaceDown(1)], NAMES) == "Pile, face down, 1 card"
    assert pile_label(view, 0, [FaceDown(1), Laid(0, 7)], NAMES) == "Pile, face down, 2 cards"
