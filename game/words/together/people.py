"""What is said about other people, in one sentence each."""

from __future__ import annotations

from collections.abc import Sequence

from game.net.messages import Note, Why
from game.net.roster import Roster

WHY = {
    Why.LEFT: "You have left the table.",
    Why.CLOSED: "The host has closed the table.",
    Why.MOVED: "The table goes on with another host.",
    Why.LOCKED: "The host has locked this table: nobody new can come in.",
    Why.FULL: "This table is full, and so many are watching already that nobody else can.",
    Why.SENT_AWAY: "The host has sent you away from this table.",
    Why.REPLACED: "You went on at this table in another tab or window, so this one has stopped.",
    Why.MALFORMED: "The connection was ended: this page sent what the others do not understand. Reload it.",
    Why.FLOODED: "The connection was ended: this page sent too much at once. Reload it.",
    Why.VERSION: "The others have another version of One Mind: everybody should reload the page.",
}

NOTES = {
    Note.AWAY: "The connection to {name} is lost.",
    Note.GONE: "{name} has left the page.",
    Note.BACK: "{name} is back.",
    Note.STANDS_IN: "A teammate plays for {name} until {name} is back.",
    Note.TOOK_OVER: "{name} was the host and is gone: {host} goes on as host, and this level is dealt anew at no cost.",
    Note.LEFT_OUT: "{name}'s page sent no share of the shuffle and was left out of it.",
}

CHECKED = {
    True: "The shuffle was checked: everybody's share is in it.",
    False: "The cards were not those that everybody shuffled: the host's page has dealt others.",
}


def why(reason: Why) -> str:
    """Why this page is not at the table."""
    return WHY[reason]


def note(what: Note, seat: int, roster: Roster) -> str:
    """What is told once about `seat`."""
    return NOTES[what].format(name=roster.places[seat].name, host=roster.places[roster.host].name)


def waiting(roster: Roster) -> str:
    """For whom the table waits; empty while it waits for nobody."""
    names = [roster.places[seat].name for seat in roster.missing] if roster.started else []
    return f"Paused: waiting for {_listed(names)}." if names else ""


def checked(fair: bool) -> str:
    """What came of checking the shuffle."""
    return CHECKED[fair]


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
