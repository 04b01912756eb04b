"""The lobby: seats, names, keys, and refused pages.

A lobby is a line of text: "Ana+ (Ben) [Ada] . / Eve Finn?" has Ana, who is ready, Ben, who is not connected, a teammate
called Ada and a free seat. Eve watches, and Finn waits for a seat. "playing:" says that the game has begun. The page
and the key of a person are called by the name.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.net.host.lobby import Hindrance, Lobby, Refusal, hindrance
from game.net.host.person import HELD_UP_AFTER, VOTE_AFTER
from game.net.roster import MOST_WATCHERS, Place, Presence, Settings, Sitter
from tests.net.pages import CLASSIC


def lobby(text: str) -> Lobby:
    seated, _, watchers = text.removeprefix("playing:").partition("/")
    table = Lobby(CLASSIC, len(seated.split()))
    for seat, word in enumerate(seated.split()):
        name = word.strip("()[]+")
        if word in (".", f"[{name}]"):
            table.fill(seat, name)  # a free seat only until all others sit
            continue
        table.join(name, name, name, watch=False, now=0.0)
        table.change(seat, ready=word.endswith("+"))
        if word.startswith("("):
            table.leave(name, Presence.AWAY, 0.0)
    for seat, word in enumerate(seated.split()):
        if word == ".":
            table.free(seat)
    table.started = text.startswith("playing:")
    for word in watchers.split():
        name = word.strip("?")
        table.join(name, name, name, watch=word == name, now=0.0)
    return table


def spelled(table: Lobby) -> str:
    seated, watchers = table.places, table.roster(1, host=0).watchers
    after = [f"{one.name}{'?' * one.waits}" for one in watchers]
    begun = ["playing:"] * table.started
    return " ".join([*begun, *map(_word, seated), *(["/", *after] if after else [])])


def _word(place: Place) -> str:
    if place.sitter is not Sitter.PERSON:
        return f"[{place.name}]" if place.name else "."
    return f"{place.name}{'+' * place.ready}" if place.here else f"({place.name})"


def happens(table: Lobby, what: str) -> None:
    """Let something happen at the table: "Ben comes", "Ben is away", "Ben is removed"."""
    match what.split():
        case [name, "comes", *to_watch]:
            table.join(name, name, name, watch=bool(to_watch), now=0.0)
        case ["another", name, "comes"]:
            table.join("another", name, "another key", watch=False, now=0.0)
        case [name, "is", "away"]:
            table.leave(name, Presence.AWAY, 0.0)
        case [name, "leaves"]:
            table.leave(name, Presence.GONE, 0.0)
        case [name, "is", "removed"]:
            table.leave(name, Presence.GONE, 0.0)
            table.ban(name)
        case ["locked"]:
            table.settings = replace(table.settings, locked=True)
        case [number, "seats"]:
            table.arrange(Settings(CLASSIC), int(number))
        case _:
            raise ValueError(what)


CASES = """
Ana Ben .                 | Eve comes                        | Ana Ben Eve
Ana Ben                   | Eve comes                        | Ana Ben / Eve?
Ana Ben .                 | Eve comes to watch               | Ana Ben . / Eve
playing: Ana Ben .        | Eve comes                        | playing: Ana Ben . / Eve?
Ana Ben .                 | Ben is away                      | Ana (Ben) .
Ana (Ben) .               | Ben comes                        | Ana Ben .
Ana (Ben) .               | another Ben comes                | Ana (Ben) Ben 2
Ana [Ada] .               | Ada comes                        | Ana [Ada] Ada 2
Ana Ben .                 | Ben leaves                       | Ana . .
Ana Ben / Eve Finn? Gil?  | Ben leaves                       | Ana Finn / Eve Gil?
Ana Ben+ .                | Ben is away, Ben comes           | Ana Ben+ .
Ana Ben+ .                | Ben leaves, Ben comes            | Ana Ben .
Ana Ben .                 | locked, Eve comes to watch       | refused: locked
Ana Ben .                 | locked, Ben is away, Ben comes   | Ana Ben .
Ana Ben .                 | Ben is removed                   | Ana . .
Ana Ben .                 | Ben is removed, Ben comes        | refused: sent away
Ana Ben .                 | Ben is removed, locked, Eve comes | refused: locked
Ana Ben . / Eve           | Eve is removed                   | Ana Ben .
Ana Ben . / Eve           | Eve is removed, Eve comes        | refused: sent away
Ana Ben+ . Cem            | 3 seats                          | Ana Ben Cem
Ana Ben Cem               | 2 seats                          | Ana Ben Cem
. Ben Cem                 | 2 seats                          | Cem Ben
Ana Ben / Finn?           | 3 seats                          | Ana Ben Finn
Ana Ben                   | 9 seats, 1 seats                 | Ana Ben
Ana Ben                   | 8 seats, 9 seats                 | Ana Ben . . . . . .
Ana .                     | 3 seats                          | Ana . .
. .                       | 1 seats                          | . .
"""


@pytest.mark.parametrize("case", CASES.strip().splitlines())
def test_people_come_and_go(case: str) -> None:
    before, steps, after = (part.strip() for part in case.split("|"))
    table = lobby(before)
    assert spelled(table) == before
    try:
        for step in steps.split(", "):
            happens(table, step)
    except Refusal as refusal:
        assert after == f"refused: {refusal.why.value}"
    else:
        assert spelled(table) == after


def test_of_two_pages_with_one_key_the_newest_has_the_seat() -> None:
    table = lobby("Ana Ben")
    assert table.join("newer", "Ben", "Ben", watch=False, now=0.0) == 1
    assert table.seat_of("newer") == 1 and table.seat_of("Ben") is None


def test_the_number_of_watchers_is_limited() -> None:
    table = lobby("Ana Ben / " + " ".join(f"W{number}" for number in range(MOST_WATCHERS)))
    with pytest.raises(Refusal, match="full"):
        happens(table, "Eve comes to watch")


def test_a_teammate_keeps_its_character_under_another_name() -> None:
    table = lobby("Ada .")
    table.fill(1, "Ada")
    assert spelled(table) == "Ada [Ada 2]" and table.places[1].character == "Ada"


@pytest.mark.parametrize(
    ("people", "expected"),
    [
        ("Ana Ben Cem+ .", Hindrance((), ("Ben",), alone=False)),
        ("Ana Ben Cem+ [Ada]", Hindrance((), ("Ben",), alone=False)),
        ("Ana Ben+ Cem+ .", None),
        ("Ana Ben+ (Cem) .", Hindrance(("Cem",), (), alone=False)),
        ("Ana . . .", Hindrance((), (), alone=True)),
        ("Ana . . [Ada]", None),
    ],
)
def test_the_game_can_start_when_two_are_present_and_all_but_the_host_are_ready(
    people: str, expected: Hindrance | None
) -> None:
    assert hindrance(lobby(people).roster(1, host=0)) == expected


# --- Absence and votes ------------------------------------------------------------------


def test_before_the_game_an_abandoned_seat_is_free_after_half_a_minute() -> None:
    table = lobby("Ana Ben")
    table.leave("Ben", Presence.AWAY, 10.0)
    assert table.next_change() == 10.0 + VOTE_AFTER == 40.0
    table.open_votes(39.9)
    assert spelled(table) == "Ana (Ben)"
    table.open_votes(40.0)
    assert spelled(table) == "Ana ."


def test_whoever_comes_during_a_pause_is_told_the_time_that_is_left() -> None:
    table = lobby("playing: Ana Ben")
    table.leave("Ben", Presence.AWAY, 10.0)
    assert table.places[1].vote_in == VOTE_AFTER
    table.join("Eve", "Eve", "Eve", watch=True, now=20.5)
    assert table.places[1].vote_in == 20
    table.join("Ben", "Ben", "Ben", watch=False, now=21.0)
    assert table.places[1].vote_in == 0


def test_absences_of_one_game_add_up() -> None:
    table = lobby("playing: Ana Ben")
    table.leave("Ben", Presence.AWAY, 10.0)
    table.join("Ben", "Ben", "Ben", watch=False, now=38.5)
    table.open_votes(100.0)
    assert not table.places[1].votable
    table.leave("Ben", Presence.AWAY, 100.0)
    assert table.next_change() == 100.0 + VOTE_AFTER - 28.5
    assert table.places[1].vote_in == 2  # rounded up
    table.open_votes(101.6)
    assert table.places[1].votable


def test_a_person_who_delays_play_for_a_minute_in_total_may_be_replaced() -> None:
    table = lobby("playing: Ana Ben Cem")
    table.hold_up({1}, 10.0)
    table.hold_up(set(), 40.0)
    table.hold_up({1}, 100.0)
    assert table.next_change() == 100.0 + HELD_UP_AFTER - 30.0
    assert not table.vote(0, 1, True)
    table.open_votes(130.0)
    assert table.vote(0, 1, True) and not table.vote(1, 1, True) and not table.carried(1)
    assert table.vote(2, 1, True) and table.carried(1)
    table.hold_up(set(), 131.0)
    assert not table.places[1].votable and not table.places[1].votes


def test_during_the_game_the_others_may_vote_after_half_a_minute() -> None:
    table = lobby("playing: Ana Ben Cem Dan")
    table.leave("Ben", Presence.AWAY, 10.0)
    assert not table.vote(0, 1, True)
    table.open_votes(40.0)
    assert table.vote(0, 1, True) and not table.carried(1)
    assert table.vote(2, 1, True) and table.carried(1)
    assert table.vote(2, 1, False) and not table.carried(1)
    assert not table.vote(0, 3, True)
    assert not table.vote(0, 8, True)
