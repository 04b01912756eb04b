"""The messages about other people, one sentence each."""

from __future__ import annotations

from collections.abc import Iterable

from game.core import Seat
from game.net.protocol.messages import Note, Sign, Why
from game.net.roster import Presence, Roster
from game.net.shuffle import Level, Unchecked, Verdict
from game.words.language import said
from game.words.lists import Counted, count, in_one_breath, listed

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
    Why.NOT_LET_IN: "The host has not let you in.",
    Why.VERSION: "The others have another version of One Mind: everybody should reload the page.",
}

NOTES = {
    Note.AWAY: "The connection to {name} is lost.",
    Note.GONE: "{name} has left the page.",
    Note.BACK: "{name} is back.",
    Note.STANDS_IN: "A teammate plays for {name} until {name} is back.",
    Note.TOOK_OVER: "{name} was the host and is gone: {host} goes on as host, and this level is dealt anew at no cost.",
    Note.SCREEN_GONE: "The big screen is gone: {name} goes on as host, and this level is dealt anew at no cost.",
    Note.LEFT_OUT: "{name}'s page sent no share of the shuffle and was left out of it.",
}

FAIR = "The shuffle was checked, everybody's share is in it: {levels}."
FOUL = "These cards were not those that everybody shuffled, the host's page has dealt others: {levels}."
AS_CHALLENGED = "Dealt as the challenge says: {levels}."
NOT_AS_CHALLENGED = "These cards were not those of the challenge, the host's page has dealt others: {levels}."
UNCHECKED = {
    Unchecked.HOST_CHANGED: "The shuffle was not checked, as the host has changed since: {levels}.",
    Unchecked.NOT_SHOWN: "The shuffle was not checked, as the host's page has not shown everybody's share: {levels}.",
    Unchecked.CAME_LATER: "The shuffle was not checked, as this page came later: {levels}.",
    Unchecked.NOT_SEEN: "The shuffle was not checked, as this page has not seen every card: {levels}.",
}
LEVEL, BLIND_LEVEL = "level {number}", "blind level {number}"
RESHUFFLED = Counted(
    "The host's page has begun the shuffle anew before this deal.",
    "The host's page has begun the shuffle anew {times} times before this deal.",
)

SIGNS = {
    Sign.SMILE: "{name}: smile.",
    Sign.WAIT: "{name}: wait.",
    Sign.WOW: "{name}: wow.",
    Sign.SORRY: "{name}: sorry.",
}

GUEST = "Guest"
"""The name of a person who entered none."""

WAITING = "Paused: waiting for {names}."
HELD_UP = "Play is held up by {names}."
SURE = "Press once more to send {name} away for good."
VOTE = "Go on with a teammate for {name}"
VOTES = "Go on with a teammate for {name} ({agreed} of {people})"

NO_DIRECT_LINE = "No direct line to {names}: you play over the relays, a little slower."

SCREEN_TOOK_OVER = "{name} was the host and is gone: the big screen goes on, and this level is dealt anew at no cost."
OWN, HOST, CAPTAIN, READY, STOOD_IN, WATCHES = "you", "host", "captain", "ready", "a teammate plays", "watching"
BY_RELAY = "by relay"
PRESENCE = {Presence.CONNECTED: "", Presence.AWAY: "connection lost", Presence.GONE: "has left"}
BETWEEN_TAGS = " · "
SEND_AWAY = "Send {name} away"
HAND_OVER = "Let {name} lead"
WATCHING = Counted("one is watching", "{number} are watching")


def why(reason: Why) -> str:
    """Return why this page is not at the table."""
    return said(WHY[reason])


def note(what: Note, seat: Seat, roster: Roster) -> str:
    """Return a message about `seat` that is shown once."""
    name = roster.places[seat].name
    if roster.host is None:
        return said(SCREEN_TOOK_OVER if what is Note.TOOK_OVER else NOTES[what], name=name)
    return said(NOTES[what], name=name, host=roster.places[roster.host].name)


def waiting(roster: Roster) -> str:
    """Return which people the table waits for; empty if there are none."""
    names = [roster.places[seat].name for seat in roster.missing] if roster.started else []
    return said(WAITING, names=listed(names)) if names else ""


def held_up(roster: Roster) -> str:
    """Return who stops play repeatedly, or has kept all others waiting for a hand; empty if no one has."""
    names = [place.name for place in roster.places if place.votable and place.here and not place.stands_in]
    return said(HELD_UP, names=listed(names)) if names else ""


def no_direct_line(names: Iterable[str]) -> str:
    """Return why play with these people is a little slower; empty if there are none."""
    people = list(names)
    return said(NO_DIRECT_LINE, names=listed(people)) if people else ""


def sure(name: str) -> str:
    """Return the question before a person is kicked from the table."""
    return said(SURE, name=name)


def votes(name: str, agreed: int, people: int) -> str:
    """Return the label of the button that votes to continue without a person."""
    return said(VOTES if agreed else VOTE, name=name, agreed=agreed, people=people)


def judged(verdict: Verdict) -> str:
    """Return the result of verifying the shuffle, or a challenge's cards, with the levels that it covers."""
    told = []
    if verdict.foul:
        told.append(said(NOT_AS_CHALLENGED if verdict.challenged else FOUL, levels=_levels(verdict.foul)))
    if verdict.fair:
        told.append(said(AS_CHALLENGED if verdict.challenged else FAIR, levels=_levels(verdict.fair)))
    for why, sentence in UNCHECKED.items():
        levels = [level for level, reason in verdict.unchecked if reason is why]
        if levels:
            told.append(said(sentence, levels=_levels(levels)))
    return in_one_breath(told)


def reshuffled(times: int) -> str:
    """Return the message that the host restarted the shuffle, possibly until it liked the deal."""
    return count(times, RESHUFFLED, times=times)


def _levels(levels: Iterable[Level]) -> str:
    return listed(said(BLIND_LEVEL if level.blind else LEVEL, number=level.number) for level in levels)


def signed(name: str, sign: Sign) -> str:
    """Return the message that a person sent a sign."""
    return said(SIGNS[sign], name=name)


def tags(roster: Roster, seat: Seat, me: Seat | None) -> str:
    """Return the tags after the name of the person at `seat`, in the list that the seat `me` sees.

    The page shows BY_RELAY separately, beside these tags.
    """
    place = roster.places[seat]
    shown = {
        OWN: seat == me,
        HOST: seat == roster.host,
        CAPTAIN: seat == roster.captain,
        READY: not roster.started and place.ready,
        STOOD_IN: place.stands_in,
        PRESENCE[place.presence]: not place.here,
    }
    return BETWEEN_TAGS.join(said(tag) for tag, applies in shown.items() if applies)


def watcher_tags(*, own: bool) -> str:
    """Return the tags after the name of a watcher; `own` if that is the person at this page."""
    return BETWEEN_TAGS.join(map(said, (WATCHES, OWN) if own else (WATCHES,)))


def watching(number: int) -> str:
    """Return how many people watch; empty if there are none."""
    return count(number, WATCHING) if number else ""


def hand_over(name: str) -> str:
    """Return the label of the button that makes another person the leader."""
    return said(HAND_OVER, name=name)


def send_away(name: str) -> str:
    """Return the label of the button that kicks a person."""
    return said(SEND_AWAY, name=name)
