"""The messages about other people, one sentence each."""

from __future__ import annotations

from collections.abc import Iterable

from game.core import Seat
from game.net.protocol.messages import Note, Sign, Why
from game.net.roster import Presence, Roster
from game.net.shuffle import Level, Unchecked, Verdict
from game.words.language import Message, Plural, gettext, ngettext
from game.words.lists import in_one_breath, listed

WHY = {
    Why.LEFT: Message("You have left the table."),
    Why.CLOSED: Message("The host has closed the table."),
    Why.MOVED: Message("The table goes on with another host."),
    Why.LOCKED: Message("The host has locked this table: nobody new can come in."),
    Why.FULL: Message("This table is full, and so many are watching already that nobody else can."),
    Why.SENT_AWAY: Message("The host has sent you away from this table."),
    Why.REPLACED: Message("You went on at this table in another tab or window, so this one has stopped."),
    Why.MALFORMED: Message("The connection was ended: this page sent what the others do not understand. Reload it."),
    Why.FLOODED: Message("The connection was ended: this page sent too much at once. Reload it."),
    Why.NOT_LET_IN: Message("The host has not let you in."),
    Why.VERSION: Message("The others have another version of One Mind: everybody should reload the page."),
}

NOTES = {
    # Translators: Announced. {name} is a person at the table.
    Note.AWAY: Message("The connection to {name} is lost."),
    # Translators: Announced. {name} is a person at the table.
    Note.GONE: Message("{name} has left the page."),
    # Translators: Announced. {name} is a person at the table.
    Note.BACK: Message("{name} is back."),
    # Translators: Announced. {name} is a person at the table, both times.
    Note.STANDS_IN: Message("A teammate plays for {name} until {name} is back."),
    # Translators: Announced. {name} is the person who was host, {host} the new host.
    Note.TOOK_OVER: Message(
        "{name} was the host and is gone: {host} goes on as host, and this level is dealt anew at no cost."
    ),
    # Translators: Announced. {name} is the person who is the new host.
    Note.SCREEN_GONE: Message(
        "The big screen is gone: {name} goes on as host, and this level is dealt anew at no cost."
    ),
    # Translators: Announced. {name} is a person at the table.
    Note.LEFT_OUT: Message("{name}'s page sent no share of the shuffle and was left out of it."),
}

# Translators: Announced after a game. {levels} is a list such as "level 1, level 2 and level 3".
FAIR = Message("The shuffle was checked, everybody's share is in it: {levels}.")
# Translators: Announced after a game. {levels} is a list such as "level 1, level 2 and level 3".
FOUL = Message("These cards were not those that everybody shuffled, the host's page has dealt others: {levels}.")
# Translators: Announced after a game. {levels} is a list such as "level 1, level 2 and level 3".
AS_CHALLENGED = Message("Dealt as the challenge says: {levels}.")
# Translators: Announced after a game. {levels} is a list such as "level 1, level 2 and level 3".
NOT_AS_CHALLENGED = Message("These cards were not those of the challenge, the host's page has dealt others: {levels}.")
UNCHECKED = {
    # Translators: Announced after a game. {levels} is a list such as "level 1 and level 2".
    Unchecked.HOST_CHANGED: Message("The shuffle was not checked, as the host has changed since: {levels}."),
    # Translators: Announced after a game. {levels} is a list such as "level 1 and level 2".
    Unchecked.NOT_SHOWN: Message(
        "The shuffle was not checked, as the host's page has not shown everybody's share: {levels}."
    ),
    # Translators: Announced after a game. {levels} is a list such as "level 1 and level 2".
    Unchecked.CAME_LATER: Message("The shuffle was not checked, as this page came later: {levels}."),
    # Translators: Announced after a game. {levels} is a list such as "level 1 and level 2".
    Unchecked.NOT_SEEN: Message("The shuffle was not checked, as this page has not seen every card: {levels}."),
}
# Translators: Item of the list {levels} in messages about the shuffle. {number} is the number of the level.
LEVEL = Message("level {number}")
# Translators: Item of the list {levels} in messages about the shuffle. {number} is the number of the level.
BLIND_LEVEL = Message("blind level {number}")
# Translators: Announced when a game is dealt. {times} is a number.
RESHUFFLED = Plural(
    "The host's page has begun the shuffle anew before this deal.",
    "The host's page has begun the shuffle anew {times} times before this deal.",
)

SIGNS = {
    # Translators: Announced when a person shows a sign, a picture without words. {name} is the person.
    Sign.SMILE: Message("{name}: smile."),
    # Translators: Announced when a person shows a sign, a picture without words. {name} is the person.
    Sign.WAIT: Message("{name}: wait."),
    # Translators: Announced when a person shows a sign, a picture without words. {name} is the person.
    Sign.WOW: Message("{name}: wow."),
    # Translators: Announced when a person shows a sign, a picture without words. {name} is the person.
    Sign.SORRY: Message("{name}: sorry."),
}

# Translators: Name of a person who entered none, at a table with other people.
GUEST = Message("Guest")

# Translators: Shown and announced at the table. {names} is a list such as "Ben and Cleo".
WAITING = Message("Paused: waiting for {names}.")
# Translators: Shown and announced at the table. {names} is a list such as "Ben and Cleo".
HELD_UP = Message("Play is held up by {names}.")
# Translators: Button, after the first press of "Send {name} away". {name} is a person at the table.
SURE = Message("Press once more to send {name} away for good.")
# Translators: Button to vote that a computer player takes the place of {name}, a person who is missing.
VOTE = Message("Go on with a teammate for {name}")
# Translators: Button to vote. {agreed} of {people} people voted that a computer player takes {name}'s place.
VOTES = Message("Go on with a teammate for {name} ({agreed} of {people})")

# Translators: Announced. {names} is a list such as "Ben and Cleo".
NO_DIRECT_LINE = Message("No direct line to {names}: you play over the relays, a little slower.")

# Translators: Announced. {name} is the person who was host.
SCREEN_TOOK_OVER = Message(
    "{name} was the host and is gone: the big screen goes on, and this level is dealt anew at no cost."
)
# Translators: Tag after the person's own name in the list of players.
OWN = Message("you", "a tag in the list of players")
# Translators: Tag after a name in the list of players: the person whose page runs the game.
HOST = Message("host")
# Translators: Tag after a name in the list of players: the person who leads at a table with a big screen.
CAPTAIN = Message("captain")
# Translators: Tag after a name in the list of players, before a game.
READY = Message("ready")
# Translators: Tag after a name in the list of players: a computer player plays for this person.
STOOD_IN = Message("a teammate plays")
# Translators: Tag after a name in the list of players: the person has no seat.
WATCHES = Message("watching")
# Translators: Tag after a name in the list of players: there is no direct connection to this person.
BY_RELAY = Message("by relay")
PRESENCE = {
    # Translators: Tag after a name in the list of players.
    Presence.AWAY: Message("connection lost"),
    # Translators: Tag after a name in the list of players: the person has closed the page.
    Presence.GONE: Message("has left"),
}
BETWEEN_TAGS = " · "
# Translators: Button of the person who leads the table. {name} is another person.
SEND_AWAY = Message("Send {name} away")
# Translators: Button that makes {name} the leader, at a table with a big screen.
HAND_OVER = Message("Let {name} lead")
# Translators: Below the list of players: the people without a seat. {number} is such as "two".
WATCHING = Plural("one is watching", "{number} are watching")


def why(reason: Why) -> str:
    """Return why this page is not at the table."""
    return gettext(WHY[reason])


def note(what: Note, seat: Seat, roster: Roster) -> str:
    """Return a message about `seat` that is shown once."""
    name = roster.places[seat].name
    if roster.host is None:
        return gettext(SCREEN_TOOK_OVER if what is Note.TOOK_OVER else NOTES[what], name=name)
    return gettext(NOTES[what], name=name, host=roster.places[roster.host].name)


def waiting(roster: Roster) -> str:
    """Return which people the table waits for; empty if there are none."""
    names = [roster.places[seat].name for seat in roster.missing] if roster.started else []
    return gettext(WAITING, names=listed(names)) if names else ""


def held_up(roster: Roster) -> str:
    """Return who stops play repeatedly, or has kept all others waiting for a hand; empty if no one has."""
    names = [place.name for place in roster.places if place.votable and place.here and not place.stands_in]
    return gettext(HELD_UP, names=listed(names)) if names else ""


def no_direct_line(names: Iterable[str]) -> str:
    """Return why play with these people is a little slower; empty if there are none."""
    people = list(names)
    return gettext(NO_DIRECT_LINE, names=listed(people)) if people else ""


def sure(name: str) -> str:
    """Return the question before a person is kicked from the table."""
    return gettext(SURE, name=name)


def votes(name: str, agreed: int, people: int) -> str:
    """Return the label of the button that votes to continue without a person."""
    return gettext(VOTES if agreed else VOTE, name=name, agreed=agreed, people=people)


def judged(verdict: Verdict) -> str:
    """Return the result of verifying the shuffle, or a challenge's cards, with the levels that it covers."""
    told = []
    if verdict.foul:
        told.append(gettext(NOT_AS_CHALLENGED if verdict.challenged else FOUL, levels=_levels(verdict.foul)))
    if verdict.fair:
        told.append(gettext(AS_CHALLENGED if verdict.challenged else FAIR, levels=_levels(verdict.fair)))
    for why, sentence in UNCHECKED.items():
        levels = [level for level, reason in verdict.unchecked if reason is why]
        if levels:
            told.append(gettext(sentence, levels=_levels(levels)))
    return in_one_breath(told)


def reshuffled(times: int) -> str:
    """Return the message that the host restarted the shuffle, possibly until it liked the deal."""
    return ngettext(RESHUFFLED, times, times=times)


def _levels(levels: Iterable[Level]) -> str:
    return listed(gettext(BLIND_LEVEL if level.blind else LEVEL, number=level.number) for level in levels)


def signed(name: str, sign: Sign) -> str:
    """Return the message that a person sent a sign."""
    return gettext(SIGNS[sign], name=name)


def tags(roster: Roster, seat: Seat, me: Seat | None) -> str:
    """Return the tags after the name of the person at `seat`, in the list that the seat `me` sees.

    The page shows BY_RELAY separately, beside these tags.
    """
    place = roster.places[seat]
    shown = [
        OWN if seat == me else None,
        HOST if seat == roster.host else None,
        CAPTAIN if seat == roster.captain else None,
        READY if not roster.started and place.ready else None,
        STOOD_IN if place.stands_in else None,
        None if place.here else PRESENCE.get(place.presence),
    ]
    return BETWEEN_TAGS.join(gettext(tag) for tag in shown if tag is not None)


def watcher_tags(*, own: bool) -> str:
    """Return the tags after the name of a watcher; `own` if that is the person at this page."""
    return BETWEEN_TAGS.join(map(gettext, (WATCHES, OWN) if own else (WATCHES,)))


def watching(number: int) -> str:
    """Return how many people watch; empty if there are none."""
    return ngettext(WATCHING, number) if number else ""


def hand_over(name: str) -> str:
    """Return the label of the button that makes another person the leader."""
    return gettext(HAND_OVER, name=name)


def send_away(name: str) -> str:
    """Return the label of the button that kicks a person."""
    return gettext(SEND_AWAY, name=name)
