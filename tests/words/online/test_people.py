"""Messages about people: reasons, notices, signs, votes and the tags in the list of players."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest

from game.core import Phase, view_of
from game.net.names import clean_name
from game.net.protocol.messages import Note, Sign, Why
from game.net.roster import Place, Presence, Roster, Settings, Sitter, unseated
from game.net.shuffle import Level, Verdict
from game.words.lists import BETWEEN_TAGS
from game.words.online.lobby import TEAMMATE
from game.words.online.people import (
    BY_RELAY,
    HOST,
    OWN,
    READY,
    RESHUFFLED,
    SEND_AWAY,
    SIGNS,
    SURE,
    WATCHES,
    WHY,
    YOUR_DEVICE,
    absences,
    held_up,
    judged,
    leaving,
    no_direct_line,
    note,
    searching,
    tags,
    votes,
    waiting,
    watcher_tags,
)
from game.words.table import YOU
from tests.core.positions import playing
from tests.net.pages import CLASSIC


def roster(*present: bool, started: bool = True) -> Roster:
    names = ("Ana", "Ben", "Cleo", "Dan")
    places = tuple(
        Place(Sitter.PERSON, name, name, Presence.CONNECTED if here else Presence.AWAY)
        for name, here in zip(names, present, strict=False)
    )
    return Roster(1, 0, Settings(CLASSIC), started, places, ())


@pytest.mark.parametrize("reason", Why)
def test_every_goodbye_has_a_reason(reason: Why) -> None:
    assert WHY[reason]().endswith(".")


@pytest.mark.parametrize("what", Note)
def test_every_notice_names_its_player(what: Note) -> None:
    table = roster(True, False)
    for host in (0, None):
        assert "Ben" in note(what, 1, replace(table, host=host)) or (host is None and what in YOUR_DEVICE)


@pytest.mark.parametrize("what", [Note.TOOK_OVER, Note.HANDED_OVER, *YOUR_DEVICE])
def test_the_new_host_is_addressed_in_the_second_person(what: Note) -> None:
    table = replace(roster(False, True, True), host=1)
    seat = 1 if what in YOUR_DEVICE else 0
    assert "Ben" not in note(what, seat, table, 1) and "You" in note(what, seat, table, 1)
    assert "Ben" in note(what, seat, table, 2) and "Ben" in note(what, seat, table)


def pause(table: Roster, *seconds: int, votes: bool = True) -> str:
    return waiting(table, lambda seat: seconds[seat], votes=votes)


def test_a_pause_names_a_tv_in_the_background() -> None:
    tv = replace(unseated("tv", "key"), hidden=True)
    assert pause(replace(roster(True, True), screen=tv)) == "The TV is showing something else."
    assert pause(replace(roster(True, True, started=False), screen=tv)) == ""


def test_a_pause_says_who_is_missing_and_when_the_table_can_go_on() -> None:
    assert pause(roster(True, True)) == ""
    assert pause(roster(True, False), 0, 25) == "Ben lost connection. You can go on with a computer player in 25 s."
    assert pause(roster(True, False), 0, 0) == "Ben lost connection. You can go on with a computer player."
    assert pause(roster(True, False), 0, 25, votes=False) == "Ben lost connection."
    assert pause(roster(True, False, started=False)) == ""


def test_a_pause_for_several_players_names_each_reason_and_the_first_vote() -> None:
    lost = roster(True, False, False).places
    left = replace(lost[2], presence=Presence.GONE)
    table = replace(roster(True, False, False), places=(*lost[:2], left))
    assert pause(table, 0, 25, 0) == "Ben lost connection. Cleo left. You can go on with a computer player."
    assert pause(table, 0, 25, 7).endswith("Cleo left. You can go on with a computer player in 7 s.")


def test_a_page_without_a_host_says_whom_it_lost() -> None:
    places = tuple(replace(place, key=place.name * 2) for place in roster(True, True).places)
    table = replace(roster(True, True), places=places)
    assert (
        searching(table, "BenBen") == searching(table, "a watcher") == "Lost connection to Ana. Looking for the table…"
    )
    assert searching(table, "AnaAna") == searching(None, "a newcomer") == "Looking for the table…"


def test_a_page_that_lost_a_tv_says_so_but_not_the_tv_itself() -> None:
    table = replace(roster(True, True), host=None, screen=Place(Sitter.PERSON, key="the TV"))
    assert searching(table, "BenBen") == "Lost connection to the TV. Looking for the table…"
    assert searching(table, "the TV") == "Looking for the table…"


def test_a_removed_player_did_not_leave() -> None:
    gone = [replace(place, presence=Presence.GONE, key=place.name * 2) for place in roster(True, True, True).places[1:]]
    table = replace(roster(True, True, True), places=(*roster(True).places, *gone), sent_away=("BenBen",))
    assert pause(table, 0, 0, 0) == "Ben was removed. Cleo left. You can go on with a computer player."
    assert (tags(table, 1, 0), tags(table, 2, 0)) == ("removed", "left")
    assert absences(table) == {1: "removed", 2: "left"}


def test_a_seat_tells_those_who_are_away_from_those_who_left() -> None:
    table = roster(True, False, False)
    left = replace(table.places[2], presence=Presence.GONE)
    assert absences(replace(table, places=(*table.places[:2], left))) == {1: "away", 2: "left"}


def test_a_reload_is_not_called_leaving() -> None:
    places = roster(True, False).places
    table = replace(roster(True, False), places=(places[0], replace(places[1], presence=Presence.CLOSED)))
    assert pause(table, 0, 30) == "Ben is away. You can go on with a computer player in 30 s."
    assert tags(table, 1, 0) == "away"


def test_a_page_in_the_background_is_named_also_once_its_connection_is_lost() -> None:
    def hidden(table: Roster) -> Roster:
        return replace(table, places=(table.places[0], replace(table.places[1], hidden=True)))

    here, lost = hidden(roster(True, True)), hidden(roster(True, False))
    assert pause(here) == "Ben is in another tab or app."
    assert pause(lost, 0, 25) == f"{pause(here)} You can go on with a computer player in 25 s."
    assert (tags(here, 1, 0), tags(lost, 1, 0)) == ("elsewhere", "connection lost")
    assert pause(hidden(roster(True, True, started=False))) == ""
    gone = replace(lost.places[1], presence=Presence.GONE)
    assert pause(replace(lost, places=(lost.places[0], gone)), 0, 0).startswith("Ben left.")


def test_the_game_does_not_wait_for_a_player_whom_a_teammate_replaces() -> None:
    absent = roster(True, False)
    stood_in = tuple(replace(place, stands_in=not place.here) for place in absent.places)
    assert pause(replace(absent, places=stood_in)) == ""


def test_a_verdict_names_exactly_its_levels() -> None:
    first, second, blind = Level(1, False), Level(2, False), Level(1, True)
    assert judged(Verdict()) == ""
    assert judged(Verdict(fair=(first, second))).endswith("on this device: level 1 and level 2.")
    told = judged(Verdict((first,), (second,), (blind,)))
    assert told.startswith("The host’s device changed the cards: level 2.")
    assert "Couldn’t check the cards: blind level 1." in told


def test_a_verdict_on_a_challenge_mentions_no_shuffle() -> None:
    first, second = Level(1, False), Level(2, False)
    told = judged(Verdict((first,), (second,), challenged=True))
    assert told.endswith("Dealt as in the challenge: level 1.")
    assert told.startswith("The host’s device didn’t deal the challenge’s cards: level 2.")
    assert "shuffle" not in told


def test_an_unchecked_level_is_never_called_checked() -> None:
    assert judged(Verdict(unchecked=(Level(1, False),))) == "Couldn’t check the cards: level 1."


def test_a_repeated_shuffle_is_reported_with_its_count() -> None:
    assert "3 times" in RESHUFFLED(3, times=3) and "1" not in RESHUFFLED(1, times=1)


@pytest.mark.parametrize("sign", Sign)
def test_every_sign_is_shown_with_its_sender(sign: Sign) -> None:
    assert SIGNS[sign](name="McFly") == f"McFly: {sign.value}."


def test_a_vote_shows_how_many_agree() -> None:
    assert votes("Yousef", 0, 3) == "Replace Yousef for now"
    assert votes("Yousef", 2, 3) == "Replace Yousef for now (2/3)"


def test_tags_follow_the_names() -> None:
    table = roster(True, True, started=False)
    ready = replace(table, places=(table.places[0], replace(table.places[1], ready=True)))
    assert [tags(ready, seat, 1) for seat in (0, 1)] == ["host", "you · ready"]
    assert tags(replace(ready, started=True), 1, None) == ""


def test_at_a_table_with_a_tv_the_person_who_leads_is_called_host() -> None:
    table = replace(roster(True, True), host=None, screen_leader=1, screen=unseated("tv", "key"))
    assert [tags(table, seat, None) for seat in (0, 1)] == ["", "host"]


def test_who_leaves_is_told_what_follows_for_the_others() -> None:
    table = roster(True, False, True, True)
    assert leaving(table, 2, hosts=False) == "The others can go on with a computer player in your place."
    assert leaving(table, 0, hosts=True) == "Cleo becomes the host, and this level starts again."
    hidden = replace(table, places=(*table.places[:2], replace(table.places[2], hidden=True), table.places[3]))
    assert leaving(hidden, 0, hosts=True).startswith("Dan becomes the host")
    assert leaving(replace(hidden, host=2), 2, hosts=True).startswith("Dan becomes the host")
    assert leaving(roster(True, False), 0, hosts=True) == "This closes the table."
    assert leaving(replace(roster(True, False), screen=unseated("tv", "key")), 0, hosts=False) == "This ends the game."


def test_a_lost_connection_is_shown_in_the_tags() -> None:
    table = roster(True, False, False)
    gone = replace(table.places[2], presence=Presence.GONE, stands_in=True)
    table = replace(table, places=(*table.places[:2], gone))
    assert tags(table, 1, 0) == "connection lost"
    assert tags(table, 2, 0) == "computer player, for now · left"


def test_players_without_a_direct_connection_are_named_in_one_sentence() -> None:
    assert no_direct_line(["Ben"]) == "No direct connection to Ben. Play is a little slower."
    assert no_direct_line(["Ben", "Cleo"]).startswith("No direct connection to Ben and Cleo. ")
    assert no_direct_line([]) == ""


def test_watchers_are_tagged() -> None:
    assert watcher_tags(own=False) == "watching"
    assert watcher_tags(own=True) == "watching · you"


def test_a_name_cannot_contain_a_tag() -> None:
    for word in (YOU, OWN, HOST, READY, WATCHES, TEAMMATE, BY_RELAY):
        tag = word.text.split()[-1]
        assert clean_name(f"Ana{BETWEEN_TAGS}{tag}") == "Ana" and clean_name(tag) == "Guest"


def test_the_button_to_kick_a_player_names_the_player() -> None:
    assert SEND_AWAY(name="Zoë Q") == "Remove Zoë Q"


def test_a_player_who_holds_up_play_is_named_until_a_teammate_plays() -> None:
    places = roster(True, True).places
    table = view_of(playing("30 | 12", phase=Phase.FOCUS), 0)

    def told(*places: Place, down: Iterable[int] = (), **changes: Any) -> str:
        return held_up(replace(roster(True, True), places=places), replace(table, down=frozenset(down), **changes))

    assert told(*places) == ""
    holding = replace(places[1], votable=True)
    assert told(places[0], holding, down=[0]) == "Waiting for Ben to put a hand on the table."
    assert told(places[0], holding) == "Waiting for you and Ben."
    assert told(places[0], holding, down=[1]) == told(places[0], holding, phase=Phase.PLAY) == ""
    assert told(places[0], holding, down=[0], seat=1) == "Waiting for you."
    stood_in = replace(holding, stands_in=True)
    assert told(places[0], stood_in, down=[0]) == ""


def test_the_confirmation_of_a_kick_names_the_player() -> None:
    assert SURE(name="Ben") == "Really remove Ben?"
