"""Messages of the lobby."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.core.result import Result
from game.net.host.lobby import Lobby
from game.net.roster import Challenge, Place, Presence, Roster, Settings, Sitter, unseated
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

NOBODY, MATE = Place(), Place(Sitter.TEAMMATE, "Gus")


def person(name: str, *, here: bool = True, ready: bool = True) -> Place:
    return Place(Sitter.PERSON, name, name, Presence.CONNECTED if here else Presence.GONE, ready)


def lobby(*places: Place) -> Roster:
    """Return a table whose host, McFly, has the first seat."""
    host = person("McFly", ready=False)
    return Roster(1, 0, Settings(CLASSIC), False, (host, *places), ())


def with_keys(roster: Roster) -> Roster:
    """Return the same table, where each person has the key of their own."""
    return replace(roster, places=tuple(replace(place, key=place.name) for place in roster.places))


ALONE = lobby(NOBODY)
UNREADY = lobby(person("Zoë Q", ready=False), person("Yousef", ready=False), person("Ana"))
ABSENT = lobby(person("Yousef", here=False), person("Ana", ready=False))


def test_the_start_waits_for_players_who_are_missing_absent_or_not_ready() -> None:
    assert blocked(ALONE) == "Invite someone, or add a computer player."
    assert blocked(ABSENT) == "Waiting for Yousef to come back."
    assert blocked(UNREADY) == "Waiting for Zoë Q and Yousef to be ready."
    assert blocked(lobby(person("Ana"), MATE, NOBODY)) == ""


@pytest.mark.parametrize("roster", [ALONE, UNREADY, ABSENT, lobby(person("Ana"))])
@pytest.mark.parametrize("ready", [True, False])
def test_every_person_in_the_lobby_gets_a_status_message(roster: Roster, ready: bool) -> None:
    for hosts, watches in ((True, False), (False, True), (False, False)):
        assert standing(roster, hosts=hosts, ready=ready, watches=watches).endswith(".")


def test_the_status_message_names_what_the_game_waits_for() -> None:
    roster = lobby(person("Ana"))
    assert standing(roster, hosts=True, ready=True, watches=False) == "Everyone is ready."
    assert standing(roster, hosts=False, ready=True, watches=False) == "Waiting for McFly to start the game."
    assert standing(roster, hosts=False, ready=False, watches=False) == (
        "Press “Ready” when you are. McFly starts the game when everyone is ready."
    )
    assert (
        standing(roster, hosts=False, ready=False, watches=True)
        == "You’re watching. Waiting for McFly to start the game."
    )
    assert standing(UNREADY, hosts=False, ready=True, watches=False) == blocked(UNREADY)


def test_a_big_screen_says_how_a_second_player_comes() -> None:
    alone = "A table needs 2 to 8 players. Scan with another phone, or let McFly add a computer player."
    assert on_big_screen(ALONE) == alone
    assert on_big_screen(lobby(MATE)) == "Waiting for McFly to start the game."
    assert on_big_screen(ABSENT) == blocked(ABSENT)


def test_levels_and_lives_are_shown_as_soon_as_they_are_known() -> None:
    assert levels(ALONE) == "A table needs 2 to 8 players."
    assert levels(lobby(MATE, NOBODY)) == "2 players: 12 levels, 2 lives."
    assert levels(lobby(*4 * [MATE])) == ("5 players: 7 levels, 5 lives. With 5 or more players, house rules apply.")


def test_a_table_with_fewer_seats_than_people_is_refused() -> None:
    table = Lobby(CLASSIC, 3)
    for name in ("Ana", "Ben", "Cleo"):
        table.join(name, name, name, watch=False, now=0.0)
    table.arrange(Settings(CLASSIC), 2)
    assert len(table.places) == 3
    assert SEATS_TAKEN(3, people=3, most=8) == "3 people are already seated. Choose 3 to 8 seats."


@pytest.mark.parametrize(
    ("presence", "why"),
    [
        (Presence.GONE, "McFly left."),
        (Presence.CLOSED, "McFly is away."),
        (Presence.AWAY, "McFly lost connection."),
        (Presence.CONNECTED, ""),  # has made another person the host
    ],
)
def test_a_new_host_learns_why_in_the_second_person(presence: Presence, why: str) -> None:
    before = with_keys(lobby(person("Ana"), person("Ben")))
    former = replace(before.places[0], presence=presence)
    now = replace(before, host=1, places=(former, *before.places[1:]))
    assert now.former_leader(before) == former
    you = "You’re the host now. Share the invite link, and start when everyone is ready."
    assert new_host(former, now, "Ana") == f"{why} {you}".strip()
    assert new_host(former, now, "Ben") == f"{why} Ana is the host now.".strip()


def test_a_former_host_who_is_back_is_not_called_away_any_more() -> None:
    before = with_keys(lobby(person("Ana")))
    away = replace(before.places[0], presence=Presence.AWAY)
    former = replace(before, host=1, places=(away, *before.places[1:])).former_leader(before)
    assert former == away
    assert replace(before, host=1).now(former) == before.places[0]
    assert new_host(before.places[0], replace(before, host=1), "Ana").startswith("You’re the host now.")


def test_a_host_who_gets_up_to_watch_is_named_to_the_others_only() -> None:
    before = with_keys(lobby(person("Ana")))
    now = replace(before, host=1, places=(NOBODY, before.places[1]), watchers=(unseated("McFly", name="McFly"),))
    former = now.former_leader(before)
    assert former is not None
    assert new_host(former, now, "Ana").startswith("McFly is only watching now. You’re the host now.")
    assert new_host(former, now, "McFly") == "Ana is the host now."


def test_there_is_no_former_leader_while_the_same_person_leads() -> None:
    table = with_keys(lobby(person("Ana")))
    assert replace(table, settings=Settings(CLASSIC, locked=True)).former_leader(table) is None
    led_by_the_screen = replace(table, host=None)
    assert table.former_leader(led_by_the_screen) is led_by_the_screen.former_leader(table) is None


def test_braces_in_a_name_are_not_placeholders() -> None:
    roster = lobby(person("{host}", ready=False))
    assert blocked(roster) == "Waiting for {host} to be ready."
    curly = replace(roster, host=1)
    assert (
        standing(curly, hosts=False, ready=True, watches=True)
        == "You’re watching. Waiting for {host} to start the game."
    )


def test_a_challenge_and_the_result_of_the_others_are_mentioned() -> None:
    roster = lobby(person("Ana"), MATE, NOBODY)
    assert challenge(roster) == ""
    asked = replace(roster, settings=Settings(CLASSIC, challenge=Challenge("seed")))
    assert challenge(asked) == "This is a challenge. Results aren’t checked."
    came = replace(roster, settings=Settings(CLASSIC, challenge=Challenge("seed", Result(3, 0, 0, won=False))))
    assert "The challenger reached level 3 of 8. Results aren’t checked." in challenge(came)
    won = replace(roster, settings=Settings(CLASSIC, challenge=Challenge("seed", Result(8, 2, 1, won=True))))
    assert "The challenger won, with two lives and one star left. Results aren’t checked." in challenge(won)


def test_a_challenge_needs_a_full_table() -> None:
    asked = replace(lobby(person("Ana"), MATE, NOBODY), settings=Settings(CLASSIC, challenge=Challenge("seed")))
    assert blocked(asked) == "This challenge needs 4 players. Invite someone, or add a computer player."
    guest = standing(
        replace(asked, places=(person("Ana"), person("Ben"), NOBODY)), hosts=False, ready=True, watches=False
    )
    assert guest == "Waiting for Ana to start the game."  # who fills the seats
    assert levels(asked) == "4 players: 8 levels, 4 lives."
    assert chosen(asked) == "Classic, 4 players"
    assert blocked(replace(asked, places=(*asked.places[:3], MATE))) == ""


def test_the_chosen_game_is_one_line() -> None:
    roster = lobby(person("Ana"), NOBODY, NOBODY)
    assert chosen(roster) == "Classic, up to 4 players"
    gentle = replace(roster, settings=Settings(replace(CLASSIC, gentle=True), locked=True))
    assert chosen(gentle) == "Classic, up to 4 players · house rules · locked"
