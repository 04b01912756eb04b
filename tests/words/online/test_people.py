"""Messages about people: reasons, notices, signs, votes and the tags in the list of players."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from game.core import Phase, view_of
from game.net.names import clean_name
from game.net.protocol.messages import Note, Sign, Why
from game.net.shuffle import Level, Verdict
from game.words.lists import BETWEEN_TAGS
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
    waiting,
    watcher_tags,
)
from game.words.table import COMPUTER, YOU
from tests.core.positions import playing
from tests.words.online.rosters import TV, roster


@pytest.mark.parametrize("reason", Why)
def test_every_goodbye_has_a_reason(reason: Why) -> None:
    assert WHY[reason]().endswith(".")


@pytest.mark.parametrize("what", Note)
def test_every_notice_names_its_player(what: Note) -> None:
    for host in (0, None):
        assert "Ben" in note(what, 1, roster("Ana | Ben away", host=host)) or (host is None and what in YOUR_DEVICE)


@pytest.mark.parametrize("what", [Note.TOOK_OVER, Note.HANDED_OVER, *YOUR_DEVICE])
def test_the_new_host_is_addressed_in_the_second_person(what: Note) -> None:
    table = roster("Ana away | Ben | Cleo", host=1)
    seat = 1 if what in YOUR_DEVICE else 0
    assert "Ben" not in note(what, seat, table, 1) and "You" in note(what, seat, table, 1)
    assert "Ben" in note(what, seat, table, 2) and "Ben" in note(what, seat, table)


GO_ON = "You can go on with a computer player"


@pytest.mark.parametrize(
    ("people", "seconds", "told"),
    [
        ("Ana | Ben", (), ""),
        ("Ana | Ben away", (0, 25), f"Ben lost connection. {GO_ON} in 25 s."),
        ("Ana | Ben away", (0, 0), f"Ben lost connection. {GO_ON}."),
        ("Ana | Ben closed", (0, 30), f"Ben is away. {GO_ON} in 30 s."),
        ("Ana | Ben away | Cleo gone", (0, 25, 0), f"Ben lost connection. Cleo left. {GO_ON}."),
        ("Ana | Ben away | Cleo gone", (0, 25, 7), f"Ben lost connection. Cleo left. {GO_ON} in 7 s."),
        ("Ana | Ben removed | Cleo gone", (0, 0, 0), f"Ben was removed. Cleo left. {GO_ON}."),
        ("Ana | Ben hidden", (), "Ben is in another tab or app."),
        ("Ana | Ben away hidden", (0, 25), f"Ben is in another tab or app. {GO_ON} in 25 s."),
        ("Ana | Ben gone hidden", (0, 0), f"Ben left. {GO_ON}."),
        ("Ana | Ben away stands_in", (), ""),
    ],
)
def test_a_pause_says_who_is_missing_and_when_the_table_can_go_on(
    people: str, seconds: tuple[int, ...], told: str
) -> None:
    def pause(*, votes: bool = True, **more: Any) -> str:
        return waiting(roster(people, **more), lambda seat: seconds[seat], votes=votes)

    assert pause() == told
    assert pause(votes=False) == told.partition(" You can")[0]
    assert pause(started=False) == ""


def test_a_pause_names_a_tv_in_the_background() -> None:
    tv = replace(TV, hidden=True)
    for started, told in ((True, "The TV is showing something else."), (False, "")):
        assert waiting(roster("Ana | Ben", screen=tv, started=started), lambda seat: 0, votes=True) == told


def test_a_page_without_a_host_says_whom_it_lost() -> None:
    table, with_tv = roster("Ana | Ben"), roster("Ana | Ben", host=None, screen=TV)
    for key in ("BenBen", "a watcher"):
        assert searching(table, key) == "Lost connection to Ana. Looking for the table…"
        assert searching(with_tv, key) == "Lost connection to the TV. Looking for the table…"
    assert {searching(table, "AnaAna"), searching(None, "a newcomer"), searching(with_tv, TV.key)} == {
        "Looking for the table…"
    }


@pytest.mark.parametrize(
    ("person", "tag", "absence"),
    [
        ("Ben", "", None),
        ("Ben away", "connection lost", "away"),
        ("Ben closed", "away", "away"),
        ("Ben gone", "left", "left"),
        ("Ben removed", "removed", "removed"),
        ("Ben hidden", "elsewhere", "away"),
        ("Ben away hidden", "connection lost", "away"),
        ("Ben gone stands_in", "computer player, for now · left", None),
    ],
)
def test_an_absent_person_has_a_tag_in_the_list_and_another_at_the_seat(
    person: str, tag: str, absence: str | None
) -> None:
    table = roster(f"Ana | {person}")
    assert tags(table, 1, 0) == tag and absences(table).get(1) == absence


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


def test_tags_follow_the_names() -> None:
    table = roster("Ana | Ben ready", started=False)
    assert [tags(table, seat, 1) for seat in (0, 1)] == ["host", "you · ready"]
    assert tags(replace(table, started=True), 1, None) == ""


def test_at_a_table_with_a_tv_the_person_who_leads_is_called_host() -> None:
    table = roster("Ana | Ben", host=None, screen_leader=1, screen=TV)
    assert [tags(table, seat, None) for seat in (0, 1)] == ["", "host"]


@pytest.mark.parametrize(
    ("people", "me", "hosts", "told"),
    [
        ("Ana | Ben away | Cleo | Dan", 2, False, "The others can go on with a computer player in your place."),
        ("Ana | Ben away | Cleo | Dan", 0, True, "Cleo becomes the host, and this level starts again."),
        ("Ana | Ben away | Cleo hidden | Dan", 0, True, "Dan becomes the host, and this level starts again."),
        ("Ana | Ben away | Cleo hidden | Dan", 2, True, "Dan becomes the host, and this level starts again."),
        ("Ana | Ben away", 0, True, "This closes the table."),
    ],
)
def test_who_leaves_is_told_what_follows_for_the_others(people: str, me: int, hosts: bool, told: str) -> None:
    assert leaving(roster(people, host=me if hosts else 0), me, hosts=hosts) == told


def test_the_only_person_at_a_tv_ends_the_game_by_leaving() -> None:
    assert leaving(roster("Ana | Ben away", screen=TV), 0, hosts=False) == "This ends the game."


def test_players_without_a_direct_connection_are_named_in_one_sentence() -> None:
    assert no_direct_line(["Ben"]) == "No direct connection to Ben. Play is a little slower."
    assert no_direct_line(["Ben", "Cleo"]).startswith("No direct connection to Ben and Cleo. ")
    assert no_direct_line([]) == ""


def test_watchers_are_tagged() -> None:
    assert watcher_tags(own=False) == "watching"
    assert watcher_tags(own=True) == "watching · you"


def test_a_name_cannot_contain_a_tag() -> None:
    for word in (YOU, OWN, HOST, READY, WATCHES, COMPUTER, BY_RELAY):
        tag = word.text.split()[-1]
        assert clean_name(f"Ana{BETWEEN_TAGS}{tag}") == "Ana" and clean_name(tag) == "Guest"


def test_the_button_to_remove_a_player_and_its_confirmation_name_the_player() -> None:
    assert SEND_AWAY(name="Zoë Q") == "Remove Zoë Q" and SURE(name="Ben") == "Really remove Ben?"


@pytest.mark.parametrize(
    ("people", "down", "changes", "told"),
    [
        ("Ana | Ben", "", {}, ""),
        ("Ana | Ben votable", "0", {}, "Waiting for Ben to put a hand on the table."),
        ("Ana | Ben votable", "", {}, "Waiting for you and Ben."),
        ("Ana | Ben votable", "1", {}, ""),
        ("Ana | Ben votable", "", {"phase": Phase.PLAY}, ""),
        ("Ana | Ben votable", "0", {"seat": 1}, "Waiting for you."),
        ("Ana | Ben votable stands_in", "0", {}, ""),
    ],
)
def test_a_player_who_holds_up_play_is_named_until_a_teammate_plays(
    people: str, down: str, changes: dict[str, Any], told: str
) -> None:
    view = view_of(playing("30 | 12", phase=Phase.FOCUS), 0)
    assert held_up(roster(people), replace(view, down=frozenset(map(int, down)), **changes)) == told
