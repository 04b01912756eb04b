"""Messages of the lobby."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from game.core.result import Result
from game.net.host.lobby import Lobby
from game.net.roster import Challenge, Roster, Settings, unseated
from game.words.online.lobby import (
    SEATS_TAKEN,
    blocked,
    challenge,
    chosen,
    levels,
    new_host,
    on_big_screen,
    standing,
)
from tests.net.pages import CLASSIC
from tests.words.online.rosters import roster


def lobby(people: str, **more: Any) -> Roster:
    """Return a table before its game, whose host, McFly, has the first seat."""
    return roster(f"McFly | {people}", started=False, **more)


ALONE, ALL_READY = lobby("-"), lobby("Ana ready")
UNREADY = lobby("Zoë | Yousef | Ana ready")
ABSENT = lobby("Yousef gone ready | Ana")


@pytest.mark.parametrize(
    ("table", "told"),
    [
        (ALONE, "Invite someone, or add a computer player."),
        (ABSENT, "Waiting for Yousef to come back."),
        (UNREADY, "Waiting for Zoë and Yousef to be ready."),
        (lobby("Ana ready | Gus computer | -"), ""),
        (lobby("{host}"), "Waiting for {host} to be ready."),
    ],
)
def test_the_start_waits_for_players_who_are_missing_absent_or_not_ready(table: Roster, told: str) -> None:
    assert blocked(table) == told


@pytest.mark.parametrize("table", [ALONE, UNREADY, ABSENT, ALL_READY])
@pytest.mark.parametrize("ready", [True, False])
def test_every_person_in_the_lobby_gets_a_status_message(table: Roster, ready: bool) -> None:
    for hosts, watches in ((True, False), (False, True), (False, False)):
        assert standing(table, hosts=hosts, ready=ready, watches=watches).endswith(".")


@pytest.mark.parametrize(
    ("table", "hosts", "ready", "watches", "told"),
    [
        (ALL_READY, True, True, False, "Everyone is ready."),
        (ALL_READY, False, True, False, "Waiting for McFly to start the game."),
        (ALL_READY, False, False, False, "Press “Ready” when you are. McFly starts the game when everyone is ready."),
        (ALL_READY, False, False, True, "You’re watching. Waiting for McFly to start the game."),
        (UNREADY, False, True, False, "Waiting for Zoë and Yousef to be ready."),
    ],
)
def test_the_status_message_names_what_the_game_waits_for(
    table: Roster, hosts: bool, ready: bool, watches: bool, told: str
) -> None:
    assert standing(table, hosts=hosts, ready=ready, watches=watches) == told


def test_a_big_screen_says_how_a_second_player_comes() -> None:
    alone = "A table needs 2 to 8 players. Scan with another phone, or let McFly add a computer player."
    assert on_big_screen(ALONE) == alone
    assert on_big_screen(lobby("Gus computer")) == "Waiting for McFly to start the game."
    assert on_big_screen(ABSENT) == blocked(ABSENT)


def test_levels_and_lives_are_shown_as_soon_as_they_are_known() -> None:
    assert levels(ALONE) == "A table needs 2 to 8 players."
    assert levels(lobby("Gus computer | -")) == "2 players: 12 levels, 2 lives."
    five = lobby(" | ".join(["Gus computer"] * 4))
    assert levels(five) == "5 players: 7 levels, 5 lives. With 5 or more players, house rules apply."


def test_a_table_with_fewer_seats_than_people_is_refused() -> None:
    table = Lobby(CLASSIC, 3)
    for name in ("Ana", "Ben", "Cleo"):
        table.join(name, name, name, watch=False, now=0.0)
    table.arrange(Settings(CLASSIC), 2)
    assert len(table.places) == 3
    assert SEATS_TAKEN(3, people=3, most=8) == "3 people are already seated. Choose 3 to 8 seats."


TWO, THREE = lobby("Ana ready"), lobby("Ana ready | Ben ready")


@pytest.mark.parametrize(
    ("presence", "why"),
    [
        ("gone", "McFly left."),
        ("closed", "McFly is away."),
        ("away", "McFly lost connection."),
        ("", ""),  # has made another person the host
    ],
)
def test_a_new_host_learns_why_in_the_second_person(presence: str, why: str) -> None:
    now = roster(f"McFly {presence} | Ana ready | Ben ready", host=1, started=False)
    former = now.former_leader(THREE)
    assert former == now.places[0]
    you = "You’re the host now. Share the invite link, and start when everyone is ready."
    assert new_host(former, now, "Ana") == f"{why} {you}".strip()
    assert new_host(former, now, "Ben") == f"{why} Ana is the host now.".strip()


def test_a_former_host_who_is_back_is_not_called_away_any_more() -> None:
    former = roster("McFly away | Ana ready", host=1).former_leader(TWO)
    back = replace(TWO, host=1)
    assert former is not None and back.now(former) == TWO.places[0]
    assert new_host(TWO.places[0], back, "Ana").startswith("You’re the host now.")


def test_a_host_who_gets_up_to_watch_is_named_to_the_others_only() -> None:
    now = roster("- | Ana ready", host=1, watchers=(unseated("McFly", name="McFly"),))
    former = now.former_leader(TWO)
    assert former is not None
    assert new_host(former, now, "Ana").startswith("McFly is only watching now. You’re the host now.")
    assert new_host(former, now, "McFly") == "Ana is the host now."


def test_there_is_no_former_leader_while_the_same_person_leads() -> None:
    assert replace(TWO, settings=Settings(CLASSIC, locked=True)).former_leader(TWO) is None
    led_by_the_screen = replace(TWO, host=None)
    assert TWO.former_leader(led_by_the_screen) is led_by_the_screen.former_leader(TWO) is None


def dared(people: str, result: Result | None = None) -> Roster:
    """Return a table with a challenge."""
    return lobby(people, settings=Settings(CLASSIC, challenge=Challenge("seed", result)))


def test_a_challenge_and_the_result_of_the_others_are_mentioned() -> None:
    people = "Ana ready | Gus computer | -"
    assert challenge(lobby(people)) == ""
    assert challenge(dared(people)) == "This is a challenge. Results aren’t checked."
    came, won = (challenge(dared(people, one)) for one in (Result(3, 0, 0, won=False), Result(8, 2, 1, won=True)))
    assert "The challenger reached level 3 of 8. Results aren’t checked." in came
    assert "The challenger won, with two lives and one star left. Results aren’t checked." in won


def test_a_challenge_needs_a_full_table() -> None:
    asked = dared("Ana ready | Gus computer | -")
    assert blocked(asked) == "This challenge needs 4 players. Invite someone, or add a computer player."
    guest = standing(dared("Ana ready | Ben ready | -"), hosts=False, ready=True, watches=False)
    assert guest == "Waiting for McFly to start the game."  # who fills the seats
    assert levels(asked) == "4 players: 8 levels, 4 lives."
    assert chosen(asked) == "Classic, 4 players"
    assert blocked(dared("Ana ready | Gus computer | Gus computer")) == ""


def test_the_chosen_game_is_one_line() -> None:
    people = "Ana ready | - | -"
    assert chosen(lobby(people)) == "Classic, up to 4 players"
    gentle = Settings(replace(CLASSIC, gentle=True), locked=True)
    assert chosen(lobby(people, settings=gentle)) == "Classic, up to 4 players · house rules · locked"
