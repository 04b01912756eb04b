"""Every reason, notice, sign and vote has its one sentence, and everybody in the list their tags."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.net.names import clean_name
from game.net.protocol.messages import Note, Sign, Why
from game.net.roster import Place, Presence, Roster, Sitter
from game.net.shuffle import Level, Unchecked, Verdict
from game.words.online.lobby import TEAMMATE
from game.words.online.people import (
    BETWEEN_TAGS,
    BY_RELAY,
    HOST,
    OWN,
    READY,
    WATCHES,
    held_up,
    judged,
    no_direct_line,
    note,
    reshuffled,
    send_away,
    signed,
    sure,
    tags,
    votes,
    waiting,
    watcher_tags,
    why,
)
from game.words.table import YOU
from tests.net.pages import CLASSIC


def roster(*present: bool, started: bool = True) -> Roster:
    names = ("Ana", "Ben", "Cleo", "Dan")
    places = tuple(
        Place(Sitter.PERSON, name, name, Presence.CONNECTED if here else Presence.AWAY)
        for name, here in zip(names, present, strict=False)
    )
    return Roster(1, 0, CLASSIC, False, False, started, places, ())


@pytest.mark.parametrize("reason", Why)
def test_every_goodbye_has_a_reason_in_words(reason: Why) -> None:
    assert why(reason).endswith(".")


@pytest.mark.parametrize("what", Note)
def test_every_notice_names_whom_it_is_about(what: Note) -> None:
    assert "Ben" in note(what, 1, roster(True, False))


def test_a_pause_says_for_whom() -> None:
    assert waiting(roster(True, True)) == ""
    assert waiting(roster(True, False)) == "Paused: waiting for Ben."
    assert waiting(roster(True, False, False)) == "Paused: waiting for Ben and Cleo."
    assert waiting(roster(False, True, False, False)) == "Paused: waiting for Ana, Cleo and Dan."
    assert waiting(roster(True, False, started=False)) == ""


def test_nobody_waits_for_somebody_a_teammate_plays_for() -> None:
    absent = roster(True, False)
    stood_in = tuple(replace(place, stands_in=not place.here) for place in absent.places)
    assert waiting(replace(absent, places=stood_in)) == ""


def test_a_verdict_names_exactly_the_levels_that_it_is_about() -> None:
    first, second, blind = Level(1, False), Level(2, False), Level(1, True)
    assert judged(Verdict()) == ""
    assert judged(Verdict(fair=(first, second))).endswith("share is in it: level 1 and level 2.")
    told = judged(Verdict((first,), (second,), ((blind, Unchecked.HOST_CHANGED),)))
    assert told.count(".") == 3 and told.startswith("These cards were not those")
    assert "others: level 2." in told and "since: blind level 1." in told


def test_a_verdict_on_a_challenge_speaks_of_no_shuffle() -> None:
    first, second = Level(1, False), Level(2, False)
    told = judged(Verdict((first,), (second,), challenged=True))
    assert told.endswith("Dealt as the challenge says: level 1.")
    assert told.startswith("These cards were not those of the challenge") and "others: level 2." in told
    assert "shuffle" not in told


@pytest.mark.parametrize("why", Unchecked)
def test_what_was_not_checked_is_never_called_checked(why: Unchecked) -> None:
    assert "was not checked" in judged(Verdict(unchecked=((Level(1, False), why),)))


def test_a_shuffle_begun_anew_is_told_with_its_number() -> None:
    assert "3 times" in reshuffled(3) and "1" not in reshuffled(1)


@pytest.mark.parametrize("sign", Sign)
def test_every_sign_is_told_with_who_made_it(sign: Sign) -> None:
    assert signed("McFly", sign) == f"McFly: {sign.value}."


def test_a_vote_counts_those_who_agree() -> None:
    assert votes("Yousef", 0, 3) == "Go on with a teammate for Yousef"
    assert votes("Yousef", 2, 3) == "Go on with a teammate for Yousef (2 of 3)"


def test_who_is_who_stands_after_the_names() -> None:
    table = roster(True, True, started=False)
    ready = replace(table, places=(table.places[0], replace(table.places[1], ready=True)))
    assert [tags(ready, seat, 1) for seat in (0, 1)] == ["host", "you · ready"]
    assert tags(replace(ready, started=True), 1, None) == ""


def test_whose_page_is_not_heard_is_told() -> None:
    table = roster(True, False, False)
    gone = replace(table.places[2], presence=Presence.GONE, stands_in=True)
    table = replace(table, places=(*table.places[:2], gone))
    assert tags(table, 1, 0) == "connection lost"
    assert tags(table, 2, 0) == "a teammate plays · has left"


def test_whom_no_direct_line_leads_to_is_told_in_one_sentence() -> None:
    assert no_direct_line(["Ben"]) == "No direct line to Ben: you play over the relays, a little slower."
    assert no_direct_line(["Ben", "Cleo"]).startswith("No direct line to Ben and Cleo: ")
    assert no_direct_line([]) == ""


def test_who_watches_is_told() -> None:
    assert watcher_tags(own=False) == "watching"
    assert watcher_tags(own=True) == "watching · you"


def test_nobody_is_called_what_the_page_says_of_people() -> None:
    for word in (YOU, OWN, HOST, READY, WATCHES, TEAMMATE, BY_RELAY.split()[-1]):
        assert clean_name(f"Ana{BETWEEN_TAGS}{word}") == "Ana" and clean_name(word) == "Guest"


def test_somebody_is_sent_away_by_name() -> None:
    assert send_away("Zoë Q") == "Send Zoë Q away"


def test_whoever_holds_up_play_is_named_until_a_teammate_plays() -> None:
    places = roster(True, True).places
    assert held_up(roster(True, True)) == ""
    holding = replace(places[1], votable=True)
    assert held_up(replace(roster(True, True), places=(places[0], holding))) == "Play is held up by Ben."
    stood_in = replace(holding, stands_in=True)
    assert held_up(replace(roster(True, True), places=(places[0], stood_in))) == ""


def test_whoever_is_about_to_be_sent_away_is_named() -> None:
    assert sure("Ben") == "Press once more to send Ben away for good."
