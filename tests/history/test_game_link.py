"""Games in links: short, without names unless shared, and an invalid link raises only BadGame."""

from __future__ import annotations

from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.core import LayHand, LiftHand, variant
from game.core.record import Move
from game.history.errors import BadGame, GameFault
from game.history.game_link import LONGEST, SharedGame, parsed, shown_names, spelled
from game.history.played_game import DealtLevel, PlayedGame, of_record
from game.history.stored_game import encoded
from game.teammates.characters import CHARACTERS
from tests.history.games import any_game, simulated, won_game

WHO = ("", "Ada", "Ben", "")
PEOPLE = [f"Player {seat}" for seat in range(1, 9)]
names = st.text(max_size=14).filter(lambda name: name.isprintable())


@settings(max_examples=30)
@given(any_game, st.data())
def test_every_shared_game_round_trips(game: PlayedGame, data: st.DataObject) -> None:
    seats = game.seats
    characters = data.draw(st.tuples(*[st.sampled_from(["", *CHARACTERS])] * seats))
    seat = data.draw(st.none() | st.integers(0, seats - 1))
    told = data.draw(st.just(()) | st.tuples(*[names] * seats))
    again = parsed(spelled(SharedGame(game, characters, seat, told)))
    assert (again.characters, again.seat, again.names) == (characters, seat, told)
    assert again.game.end() == game.end()


@pytest.mark.thorough
def test_links_of_won_games_of_four_have_at_most_620_characters() -> None:
    whole = ("Maximiliane-12", "Ada", "Iris", "Juno")
    lengths = []
    for record in islice(simulated(variant("classic")), 8):
        shared = SharedGame(of_record(record), ("", "Ada", "Ada", "Ada"), 0, whole)
        lengths.append(len("#game=" + spelled(shared)))
    assert max(lengths) <= 620


@pytest.mark.parametrize(("name", "seats"), [("extreme", 2), ("fifty", 3), ("tens", 8), ("classic", 8)])
def test_other_games_fit_as_well(name: str, seats: int) -> None:
    game = won_game(name, seats)
    assert len(spelled(SharedGame(game, ("",) * seats, 0))) <= 900


def test_a_game_of_long_pauses_can_be_too_long_for_a_link_and_for_the_history() -> None:
    flaps = tuple(Move(600.0 * at, 0, (LayHand(), LiftHand())[at % 2]) for at in range(2500))
    game = PlayedGame(variant("classic"), 2, (DealtLevel(((3,), (7,)), flaps),))
    for write in (encoded, lambda game: spelled(SharedGame(game, ("", "")))):
        with pytest.raises(BadGame) as refused:
            write(game)
        assert refused.value.fault is GameFault.TOO_LONG


def test_names_are_in_a_link_only_if_they_are_shared() -> None:
    quiet = parsed(spelled(SharedGame(won_game(), WHO, 0)))
    assert quiet.names == ()
    assert shown_names(quiet, PEOPLE) == ("Player 1", "Ada", "Ben", "Player 4")


def test_all_shown_names_are_different() -> None:
    assert shown_names(SharedGame(won_game(), ("Ada",) * 4), PEOPLE) == ("Ada", "Ada 2", "Ada 3", "Ada 4")
    counted = SharedGame(won_game(), ("",) * 4, names=("Ben 3", "Ben", "Ben", "ben 4"))
    assert shown_names(counted, PEOPLE) == ("Ben 3", "Ben", "Ben 4", "ben 4 4")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", GameFault.DAMAGED),
        ("1", GameFault.DAMAGED),
        ("1AAAA", GameFault.DAMAGED),
        ("1%20", GameFault.DAMAGED),
        ("1ÄÖÜ", GameFault.DAMAGED),
        ("2AAAA", GameFault.VERSION),
        ("xAAAA", GameFault.VERSION),
        ("#AAAA", GameFault.DAMAGED),
        ("1" + "A" * LONGEST, GameFault.TOO_LONG),
        ("1" * 10_000_000, GameFault.TOO_LONG),
    ],
)
def test_an_invalid_game_is_refused(text: str, fault: GameFault) -> None:
    with pytest.raises(BadGame) as refused:
        parsed(text)
    assert refused.value.fault is fault


def test_half_a_link_is_damaged() -> None:
    whole = spelled(SharedGame(won_game(), WHO, 0))
    for part in (whole[:-1], whole[: len(whole) // 2], whole + "AAAA", whole[0] + whole[2:]):
        with pytest.raises(BadGame):
            parsed(part)


@given(st.text(max_size=100))
def test_random_text_is_refused(text: str) -> None:
    with pytest.raises(BadGame):
        parsed(text)


@pytest.mark.parametrize(
    ("told", "shown"),
    [
        ("\u202eanA", "anA"),
        ("Ana\u2028Ben", "Ana Ben"),
        ("YOU", "Player 1"),
        ("Ｙｏｕ", "Player 1"),
        ("\u200b", "Player 1"),
    ],
)
def test_a_shared_name_can_neither_reverse_the_text_nor_impersonate_the_reader(told: str, shown: str) -> None:
    shared = SharedGame(won_game(), WHO, 0, (told, "", "", ""))
    assert shown_names(shared, PEOPLE, reserved=("You",))[0] == shown
