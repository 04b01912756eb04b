"""The lobby: seats, names, keys, and refused pages."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.net.host.lobby import Hindrance, Lobby, Refusal, hindrance
from game.net.host.person import HELD_UP_AFTER, VOTE_AFTER
from game.net.names import LONGEST_NAME
from game.net.protocol.messages import Why
from game.net.roster import MOST_WATCHERS, Presence, Settings, Sitter
from tests.net.pages import CLASSIC


def key(number: int) -> str:
    return f"{number:064x}"


def lobby(people: int = 3, seats: int = 4) -> Lobby:
    lobby = Lobby(CLASSIC, seats)
    for number in range(people):
        lobby.join(f"page {number}", f"Name {number}", key(number), watch=False, now=0.0)
    return lobby


def test_people_take_the_free_seats_in_order_and_then_watch() -> None:
    full = lobby(4)
    assert [place.name for place in full.places] == ["Name 0", "Name 1", "Name 2", "Name 3"]
    assert full.join("page 4", "Eve", key(4), watch=False, now=0.0) is None
    assert ("page 4", None) in set(full.members())


def test_a_watcher_takes_no_seat() -> None:
    assert lobby().join("page 9", "Eve", key(9), watch=True, now=0.0) is None


def test_a_started_table_has_no_seats_for_newcomers() -> None:
    started = lobby(3, seats=4)
    started.started = True
    assert started.join("page 9", "Eve", key(9), watch=False, now=0.0) is None


def test_a_seat_is_returned_by_key_not_by_name() -> None:
    table = lobby()
    table.leave("page 1", Presence.AWAY, 10.0)
    assert table.join("thief", "Name 1", key(77), watch=False, now=0.0) != 1
    assert table.join("page 1 again", "Whatever", key(1), watch=False, now=0.0) == 1
    assert table.places[1].name == "Name 1"


def test_of_two_pages_with_one_key_the_newest_has_the_seat() -> None:
    table = lobby()
    assert table.join("newer", "Name 2", key(2), watch=False, now=0.0) == 2
    assert table.seat_of("newer") == 2 and table.seat_of("page 2") is None


def test_a_locked_table_admits_no_newcomer_but_every_member() -> None:
    table = lobby()
    table.settings = replace(table.settings, locked=True)
    with pytest.raises(Refusal) as refusal:
        table.join("page 9", "Eve", key(9), watch=True, now=0.0)
    assert refusal.value.why is Why.LOCKED
    table.leave("page 0", Presence.CLOSED, 1.0)
    assert table.join("page 0 again", "Name 0", key(0), watch=False, now=0.0) == 0


def test_a_kicked_player_is_banned() -> None:
    table = lobby()
    table.leave("page 1", Presence.GONE, 1.0)
    table.ban(key(1))
    assert table.places[1].sitter is Sitter.NOBODY
    with pytest.raises(Refusal) as refusal:
        table.join("page 1 again", "Name 1", key(1), watch=False, now=0.0)
    assert refusal.value.why is Why.SENT_AWAY


def test_a_kicked_watcher_is_banned() -> None:
    table = lobby()
    table.join("watcher", "W", key(9), watch=True, now=0.0)
    table.leave("watcher", Presence.GONE, 1.0)
    table.ban(key(9))
    assert not table.has("watcher")
    with pytest.raises(Refusal):
        table.join("watcher again", "W", key(9), watch=True, now=0.0)


def test_the_number_of_watchers_is_limited() -> None:
    table = lobby(4)
    for number in range(MOST_WATCHERS):
        table.join(f"watcher {number}", "W", key(100 + number), watch=True, now=0.0)
    with pytest.raises(Refusal) as refusal:
        table.join("one more", "W", key(999), watch=True, now=0.0)
    assert refusal.value.why is Why.FULL


def test_names_are_unique() -> None:
    table = Lobby(CLASSIC, 8)
    for number in range(8):
        table.join(f"page {number}", "A name of many letters", key(number), watch=False, now=0.0)
    names = [place.name for place in table.places]
    assert len(set(names)) == 8 and max(map(len, names)) <= LONGEST_NAME


def hinders(table: Lobby) -> Hindrance | None:
    return hindrance(table.roster(1, host=0))


def test_the_game_can_start_when_all_are_present_and_all_but_the_host_are_ready() -> None:
    table = lobby(3, seats=4)
    assert hinders(table) == Hindrance((), ("Name 1", "Name 2"), alone=False)
    table.fill(3, "Metronome")
    assert hinders(table) == Hindrance((), ("Name 1", "Name 2"), alone=False)
    table.change(1, ready=True)
    table.change(2, ready=True)
    assert hinders(table) is None
    table.leave("page 2", Presence.AWAY, 1.0)
    assert hinders(table) == Hindrance(("Name 2",), (), alone=False)


def test_a_player_who_loses_the_connection_stays_ready_but_one_who_leaves_does_not() -> None:
    table = lobby(2, seats=2)
    table.change(1, ready=True)
    table.leave("page 1", Presence.AWAY, 1.0)
    table.join("page 1", "Name 1", key(1), watch=False, now=2.0)
    assert hinders(table) is None
    table.leave("page 1", Presence.GONE, 3.0)
    table.join("page 1", "Name 1", key(1), watch=False, now=4.0)
    assert hinders(table) == Hindrance((), ("Name 1",), alone=False)


def test_one_person_cannot_start_a_game() -> None:
    table = lobby(1, seats=4)
    assert hinders(table) == Hindrance((), (), alone=True)
    table.fill(3, "Metronome")
    assert hinders(table) is None


def test_a_teammate_keeps_its_character_under_another_name() -> None:
    table = lobby(0, seats=4)
    table.join("page 0", "Ada", key(0), watch=False, now=0.0)
    table.fill(1, "Ada")
    assert [(place.name, place.character) for place in table.places[:2]] == [("Ada", ""), ("Ada 2", "Ada")]


def test_another_table_keeps_the_people_who_must_be_ready_again() -> None:
    table = lobby(3, seats=8)
    table.free(0)
    table.join("page 9", "Late", key(9), watch=False, now=0.0)
    table.change(1, ready=True)
    table.arrange(Settings(CLASSIC), 3)
    assert {place.name for place in table.places} == {"Late", "Name 1", "Name 2"}
    assert not any(place.ready for place in table.places)
    table.arrange(Settings(CLASSIC), 2)
    assert len(table.places) == 3


def test_a_person_in_a_removed_seat_moves_to_a_lower_one() -> None:
    table = lobby(3, seats=3)
    table.free(0)
    table.arrange(Settings(CLASSIC), 2)
    assert [place.name for place in table.places] == ["Name 2", "Name 1"]


def test_before_the_game_an_abandoned_seat_is_free_after_half_a_minute() -> None:
    table = lobby()
    table.leave("page 1", Presence.AWAY, 10.0)
    assert table.next_change() == 10.0 + VOTE_AFTER == 40.0
    assert not table.open_votes(39.9)
    assert table.open_votes(40.0) and table.places[1].sitter is Sitter.NOBODY


def test_whoever_comes_during_a_pause_is_told_the_time_that_is_left() -> None:
    table = lobby(3)
    table.started = True
    table.leave("page 1", Presence.AWAY, 10.0)
    assert table.places[1].vote_in == VOTE_AFTER
    table.join("page 9", "Eve", key(9), watch=True, now=20.5)
    assert table.places[1].vote_in == 20
    table.join("page 1 again", "Name 1", key(1), watch=False, now=21.0)
    assert table.places[1].vote_in == 0


def test_absences_of_one_game_add_up() -> None:
    table = lobby(3)
    table.started = True
    table.leave("page 1", Presence.AWAY, 10.0)
    table.join("page 1 again", "Name 1", key(1), watch=False, now=38.5)
    assert not table.open_votes(100.0)
    table.leave("page 1 again", Presence.AWAY, 100.0)
    assert table.next_change() == 100.0 + VOTE_AFTER - 28.5
    assert table.places[1].vote_in == 2  # rounded up
    assert table.open_votes(101.6) and table.places[1].votable


def test_a_person_who_delays_play_for_a_minute_in_total_may_be_replaced() -> None:
    table = lobby(3)
    table.started = True
    table.hold_up({1}, 10.0)
    table.hold_up(set(), 40.0)
    table.hold_up({1}, 100.0)
    assert table.next_change() == 100.0 + HELD_UP_AFTER - 30.0
    assert not table.vote(0, 1, True) and table.open_votes(130.0)
    assert table.vote(0, 1, True) and not table.vote(1, 1, True) and not table.carried(1)
    assert table.vote(2, 1, True) and table.carried(1)
    table.hold_up(set(), 131.0)
    assert not table.places[1].votable and not table.places[1].votes


def test_during_the_game_the_others_may_vote_after_half_a_minute() -> None:
    table = lobby(4)
    table.started = True
    table.leave("page 1", Presence.AWAY, 10.0)
    assert not table.vote(0, 1, True)
    table.open_votes(40.0)
    assert table.vote(0, 1, True) and not table.carried(1)
    assert table.vote(2, 1, True) and table.carried(1)
    assert table.vote(2, 1, False) and not table.carried(1)
    assert not table.vote(0, 3, True)
    assert not table.vote(0, 8, True)
