"""Every reason and every notice has its one sentence."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.net.messages import Note, Why
from game.net.roster import Place, Presence, Roster, Sitter
from game.words.together.people import checked, note, waiting, why
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


def test_a_checked_shuffle_is_told_either_way() -> None:
    assert checked(True) != checked(False)
