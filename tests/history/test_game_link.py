"""Games in links: short, without names unless shared, and an invalid link raises only BadGame."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.core import DEALER, LayHand, LiftHand, apply, new_game, shuffled, variant
from game.core.record import Move
from game.history.errors import BadGame, GameFault
from game.history.game_link import LONGEST, SharedGame, parsed, shown_game, shown_names, spelled
from game.history.played_game import DealtLevel, PlayedGame, of_record
from game.history.stored_game import LONGEST_SEED, encoded
from game.teammates.characters import CHARACTERS
from game.words.history.games import in_step, left, outcome, played
from tests.history.games import TEAM, any_game, kept, simulated, table_of, won_game

WHO = ("", "Ada", "Ben", "")
ANIMALS = ["Fox", "Owl", "Bear", "Hare"]
names = st.text(max_size=14).filter(lambda name: name.isprintable())


@settings(max_examples=30)
@given(any_game, st.data())
def test_every_shared_game_round_trips(game: PlayedGame, data: st.DataObject) -> None:
    seats = game.seats
    characters = data.draw(st.tuples(*[st.sampled_from(["", *CHARACTERS])] * seats))
    seat = data.draw(st.none() | st.integers(0, seats - 1))
    told = data.draw(st.just(()) | st.tuples(*[names] * seats))
    seed = data.draw(st.text(max_size=LONGEST_SEED))
    again = parsed(spelled(SharedGame(game, characters, seat, told, seed)))
    assert (again.characters, again.seat, again.names, again.seed) == (characters, seat, told, seed)
    assert again.game.end() == game.end()


@pytest.mark.thorough
def test_links_of_won_games_of_four_have_at_most_620_characters_and_46_for_a_seed() -> None:
    whole = ("Maximiliane-12", "Ada", "Iris", "Juno")
    lengths = []
    for record in islice(simulated(variant("classic")), 8):
        shared = SharedGame(of_record(record), ("", "Ada", "Ada", "Ada"), 0, whole)
        lengths.append(len("#game=" + spelled(shared)))
        seeded = replace(shared, seed="0123456789abcdef" * 2)
        assert len("#game=" + spelled(seeded)) <= lengths[-1] + 46
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
    assert shown_names(quiet, ANIMALS) == ("Fox", "Owl", "Bear", "Hare")


def test_all_shown_names_are_different() -> None:
    assert shown_names(SharedGame(won_game(), WHO, names=("Hare", "", "", "")), ANIMALS)[3] == "Hare 4"
    counted = SharedGame(won_game(), ("",) * 4, names=("Ben 3", "Ben", "Ben", "ben 4"))
    assert shown_names(counted, ANIMALS) == ("Ben 3", "Ben", "Ben 4", "ben 4 4")


def test_a_link_with_the_seed_of_its_game_deals_the_same_cards_again() -> None:
    table, _ = table_of(7, variant("classic"))
    shared = parsed(spelled(SharedGame(of_record(table.record), WHO, 0, seed=table.record.seed)))
    game = shown_game(shared, ("Fox", "Owl", "Bear", "Hare"))
    dealt = apply(new_game(game.variant, game.seats), DEALER, shuffled(new_game(game.variant, 4), game.seed))[0]
    assert dealt.hands == shared.game.levels[0].hands


def test_a_shared_game_is_described_like_a_stored_one() -> None:
    shared = SharedGame(won_game(), TEAM.characters, 0)
    told, stored = shown_game(parsed(spelled(shared)), TEAM.names), kept(won_game())
    assert [say(told) for say in (outcome, played, left, in_step)] == [
        say(stored) for say in (outcome, played, left, in_step)
    ]
    assert told.summary.marks == stored.summary.marks


def test_a_link_without_a_seed_is_as_in_earlier_versions() -> None:
    assert spelled(SharedGame(won_game(), WHO, 0))[0] == "1"
    assert spelled(SharedGame(won_game(), WHO, 0, seed="seed"))[0] == "2"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", GameFault.DAMAGED),
        ("1", GameFault.DAMAGED),
        ("1AAAA", GameFault.DAMAGED),
        ("1%20", GameFault.DAMAGED),
        ("1ÄÖÜ", GameFault.DAMAGED),
        ("2AAAA", GameFault.DAMAGED),
        ("3AAAA", GameFault.VERSION),
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
        ("YOU", "Fox"),
        ("Ｙｏｕ", "Fox"),
        ("\u200b", "Fox"),
    ],
)
def test_a_shared_name_can_neither_reverse_the_text_nor_impersonate_the_reader(told: str, shown: str) -> None:
    shared = SharedGame(won_game(), WHO, 0, (told, "", "", ""))
    assert shown_names(shared, ANIMALS, reserved=("You",))[0] == shown
