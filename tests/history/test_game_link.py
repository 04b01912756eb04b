"""Games in links: short, without names unless shared, and an invalid link raises only BadGame."""

from __future__ import annotations

import zlib
from base64 import urlsafe_b64encode
from dataclasses import replace
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.core import LayHand, LiftHand, variant
from game.core.record import LONGEST_SEED, BadGame, DealtLevel, Game, GameFault, Move, Team
from game.history.finished_game import finished
from game.history.game_link import LONGEST, UNPACKED, packed, shown_names, unpacked, without_names
from game.history.old_forms import read_challenge, read_link
from game.teammates.characters import CHARACTERS
from tests.history.games import TEAM, any_game, simulated, with_team, won_game
from tests.thorough import thorough_after

ANIMALS = ("Fox", "Owl", "Bear", "Hare")


def link_with(text: bytes) -> str:
    """Return a link whose content is any `text`."""
    return "3" + urlsafe_b64encode(zlib.compress(text)).decode().rstrip("=")


@settings(max_examples=30)
@given(any_game, st.data())
def test_every_shared_game_round_trips(game: Game, data: st.DataObject) -> None:
    seats = game.seats
    characters = data.draw(st.tuples(*[st.sampled_from(["", *CHARACTERS])] * seats))
    names = data.draw(st.tuples(*[st.text(max_size=14)] * seats))
    team = Team(names, characters, data.draw(st.none() | st.integers(0, seats - 1)))
    game = replace(game, team=team, seed=data.draw(st.text(max_size=LONGEST_SEED)))
    assert read_link(packed(game)) == game


@pytest.mark.thorough
def test_links_of_won_games_of_four_have_at_most_1300_characters_and_46_for_a_seed() -> None:
    lengths = []
    for game in islice(simulated(variant("classic")), 8):
        named = with_team(replace(game, seed=""), ("Maximiliane-12", "Ada", "Iris", "Juno"))
        lengths.append(len("#game=" + packed(named)))
        assert len("#game=" + packed(replace(named, seed="0123456789abcdef" * 2))) <= lengths[-1] + 46
    assert max(lengths) <= 1300


@pytest.mark.parametrize("game", thorough_after(2, [("extreme", 2), ("tens", 8), ("fifty", 3), ("classic", 8)]))
def test_other_games_fit_as_well(game: tuple[str, int]) -> None:
    assert len(packed(won_game(*game))) <= 1600


def test_a_game_of_very_many_moves_is_too_long_for_a_link_and_is_stored_without_them() -> None:
    flaps = tuple(Move(3.7 * at, 0, (LayHand(), LiftHand())[at % 2]) for at in range(8_000))
    game = Game(variant("classic"), Team.unnamed(2), (DealtLevel(((3,), (7,)), flaps),))
    with pytest.raises(BadGame) as refused:
        packed(game)
    assert refused.value.fault is GameFault.TOO_LONG
    stored = finished(game)
    assert (stored.text, stored.summary.level, stored.summary.lives) == ("", 1, 2)


def test_names_are_in_a_link_only_if_they_are_shared() -> None:
    quiet = unpacked(packed(without_names(with_team(won_game()))))
    assert quiet.team == replace(TEAM, names=("",) * 4)
    assert shown_names(quiet, ANIMALS) == ("Fox", "Owl", "Bear", "Hare")


def test_all_shown_names_are_different() -> None:
    assert shown_names(with_team(won_game(), ("Hare", "", "", "")), ANIMALS)[3] == "Hare 4"
    counted = with_team(won_game(), ("Ben 3", "Ben", "Ben", "ben 4"))
    assert shown_names(counted, ANIMALS) == ("Ben 3", "Ben", "Ben 4", "ben 4 4")


def test_an_unknown_character_is_a_person() -> None:
    shared = replace(won_game(), team=Team(ANIMALS, ("", "Zoe", "Ada", ""), 0))
    assert finished(unpacked(packed(shared))).team == Team(ANIMALS, ("", "", "Ada", ""), 0)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", GameFault.DAMAGED),
        ("3", GameFault.DAMAGED),
        ("3AAAA", GameFault.DAMAGED),
        ("3%20", GameFault.DAMAGED),
        ("3ÄÖÜ", GameFault.DAMAGED),
        ("4AAAA", GameFault.VERSION),
        ("xAAAA", GameFault.VERSION),
        ("#AAAA", GameFault.DAMAGED),
        ("3" + "A" * LONGEST, GameFault.TOO_LONG),
        ("3" * 10_000_000, GameFault.TOO_LONG),
        (link_with(b"\xff"), GameFault.DAMAGED),
        (link_with(b"[]"), GameFault.DAMAGED),
        (link_with(b"[4]"), GameFault.VERSION),
        (link_with(b" " * (UNPACKED + 1)), GameFault.TOO_LONG),
        (link_with(b" " * 12_000_000), GameFault.TOO_LONG),
    ],
)
def test_an_invalid_game_is_refused(text: str, fault: GameFault) -> None:
    for read in (read_link, read_challenge):
        with pytest.raises(BadGame) as refused:
            read(text)
        assert refused.value.fault is fault


def test_no_more_than_the_limit_is_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[int] = []
    real = zlib.decompressobj()

    class Inflater:
        eof, unused_data = False, b""

        def decompress(self, data: bytes, most: int) -> bytes:
            given.append(most)
            return real.decompress(data, most)

    monkeypatch.setattr("game.history.game_link.zlib.decompressobj", Inflater)
    with pytest.raises(BadGame):
        unpacked(link_with(b" " * 12_000_000))
    assert given == [UNPACKED]


def test_half_a_link_is_damaged() -> None:
    whole = packed(with_team(won_game()))
    for part in (whole[:-1], whole[: len(whole) // 2], whole + "AAAA", whole[0] + whole[2:]):
        with pytest.raises(BadGame):
            unpacked(part)


@settings(max_examples=30)
@given(st.data())
def test_one_changed_character_is_detected(data: st.DataObject) -> None:
    link = packed(with_team(won_game()))
    at = data.draw(st.integers(0, len(link) - 2))  # the last character may have unused bits
    other = data.draw(st.sampled_from("ABCxyz019-_"))
    if other != link[at]:
        with pytest.raises(BadGame):
            read_link(link[:at] + other + link[at + 1 :])


def test_a_link_without_deals_is_no_game_and_a_challenge_has_none() -> None:
    with pytest.raises(BadGame):
        read_link(packed(replace(won_game(), deals=())))
    assert read_challenge(packed(won_game())).deals == ()


@given(st.text(max_size=100) | st.binary(max_size=100).map(link_with))
def test_random_text_is_refused(text: str) -> None:
    for read in (read_link, read_challenge):
        with pytest.raises(BadGame):
            read(text)


@pytest.mark.parametrize(
    ("told", "shown"),
    [
        ("\u202eanA", "anA"),
        ("Ana\u2028Ben", "Ana Ben"),
        ("YOU", "Fox"),
        ("Ｙｏｕ", "Fox"),
        ("\u200b", "Fox"),
        ("\ud800", "Fox"),
    ],
)
def test_a_shared_name_can_neither_reverse_the_text_nor_impersonate_the_reader(told: str, shown: str) -> None:
    shared = unpacked(packed(with_team(won_game(), (told, "", "", ""))))
    assert shown_names(shared, ANIMALS, reserved=("You",))[0] == shown
