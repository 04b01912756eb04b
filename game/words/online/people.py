"""The messages about other people, one sentence each."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from game.core import BETWEEN_PLAY, Seat, View
from game.net.protocol.messages import Note, Sign, Why
from game.net.roster import Place, Presence, Roster
from game.net.shuffle import Level, Verdict
from game.words.language import Message, Plural, listed
from game.words.lists import BETWEEN_TAGS, in_one_breath
from game.words.online.connecting import JOINING
from game.words.table import AWAY, YOU_WITHIN

WHY = {
    Why.LEFT: Message("You left the table."),
    Why.CLOSED: Message("The host closed the table."),
    Why.MOVED: Message("The table has moved to another host."),
    Why.LOCKED: Message("The host locked this table. Ask them to unlock it, then try again."),
    Why.FULL: Message("This table is full, even for watching. Try again later."),
    Why.SENT_AWAY: Message("The host removed you from this table."),
    Why.MALFORMED: Message(
        "The connection closed: this device sent something the others don’t understand. Reload the page."
    ),
    Why.FLOODED: Message("The connection closed: this device sent too much at once. Reload the page."),
    Why.NOT_LET_IN: Message("The host didn’t let you in."),
    Why.VERSION: Message("The others have another version of One Mind. Everyone should reload the page."),
}

ELSEWHERE = Message("This table is open in another tab or window. Go there, or try again here.")

NOTES = {
    # Translators: Shown and announced at the table. {name} is a person whose device no longer responds.
    Note.AWAY: Message("{name} lost connection."),
    # Translators: Shown and announced at the table. {name} is a person who closed or reloaded the page.
    Note.CLOSED: Message("{name} is away."),
    # Translators: Shown and announced at the table. {name} is a person at the table.
    Note.GONE: Message("{name} left."),
    # Translators: Shown and announced at the table. {name} is a person who looks at another tab or app.
    Note.HIDDEN: Message("{name} is in another tab or app."),
    # Translators: Announced. {name} is a person at the table.
    Note.BACK: Message("{name} is back."),
    # Translators: Announced. {name} is a person at the table.
    Note.STANDS_IN: Message("A computer player now plays for {name}."),
    # Translators: Announced. {name} is the person who was host, {host} the new host.
    Note.TOOK_OVER: Message(
        "{name}, the host, is gone. {host} is the new host. An unfinished level starts again. Lives and stars stay."
    ),
    # Translators: Announced. {name} is the person who was host, {host} the new host.
    Note.HANDED_OVER: Message(
        "{name} was in another tab or app. {host} is the new host. An unfinished level starts again. "
        "Lives and stars stay."
    ),
    # Translators: Announced. {name} is the person whose device runs the game from now on.
    Note.SCREEN_GONE: Message(
        "The TV disconnected. {name}’s device takes over. An unfinished level starts again. Lives and stars stay."
    ),
    # Translators: Announced. {name} is the person whose device runs the game from now on.
    Note.SCREEN_HIDDEN: Message(
        "The TV was showing something else. {name}’s device takes over. An unfinished level starts again. "
        "Lives and stars stay."
    ),
    # Translators: Announced. {name} is a person at the table.
    Note.LEFT_OUT: Message("{name}’s device didn’t help shuffle."),
}
# Translators: Shown and announced at the table. The host has permanently removed {name}, a person, from the table.
REMOVED = Message("{name} was removed.")
# Translators: Announced to the new host, after such as "Ben left."
YOU_ARE_HOST = Message("You’re the host now. An unfinished level starts again. Lives and stars stay.")
# Translators: Shown at the table, or before a game after such as "Ben left." {host} is the host from now on.
HOSTS_NOW = Message("{host} is the host now.")
# Translators: Shown and announced at the table. The TV shows another page or app.
TV_HIDDEN = Message("The TV is showing something else.")
YOUR_DEVICE = {
    # Translators: Announced to the person whose device runs the game from now on.
    Note.SCREEN_GONE: Message(
        "The TV disconnected. Your device takes over. An unfinished level starts again. Lives and stars stay."
    ),
    # Translators: Announced to the person whose device runs the game from now on.
    Note.SCREEN_HIDDEN: Message(
        "The TV was showing something else. Your device takes over. An unfinished level starts again. "
        "Lives and stars stay."
    ),
}

# Translators: Follows a player's name and number of cards, for screen readers: "Ben, 2 cards, leaning in". The player
# holds a hand near the pile, as if about to play.
LEANS = Message(", leaning in")

# Translators: Announced after a game. {levels} is a list such as "level 1, level 2 and level 3".
FAIR = Message("No card was swapped: the cards match the shuffle. Checked on this device: {levels}.")
# Translators: Announced after a game. {levels} is a list such as "level 1, level 2 and level 3".
FOUL = Message("The host’s device changed the cards: {levels}. Play with another host.")
# Translators: Announced after a game. {levels} is a list such as "level 1, level 2 and level 3".
AS_CHALLENGED = Message("Dealt as in the challenge: {levels}.")
# Translators: Announced after a game. {levels} is a list such as "level 1, level 2 and level 3".
NOT_AS_CHALLENGED = Message("The host’s device didn’t deal the challenge’s cards: {levels}. Play with another host.")
# Translators: Announced after a game. {levels} is a list such as "level 1 and level 2".
NOT_CHECKED = Message("Couldn’t check the cards: {levels}.")
# Translators: Item of the list {levels} in messages about the shuffle. {number} is the number of the level.
LEVEL = Message("level {number}")
# Translators: Item of the list {levels} in messages about the shuffle. {number} is the number of the level.
BLIND_LEVEL = Message("blind level {number}")
# Translators: Announced when a game is dealt. {times} is a number.
RESHUFFLED = Plural(
    "The host’s device restarted this deal. It may have picked the cards.",
    "The host’s device restarted this deal {times} times. It may have picked the cards.",
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

# Translators: Shown and announced at the table, after "Ben lost connection." {seconds} is a number, 1 or more.
GO_ON_IN = Message("You can go on with a computer player in {seconds} s.")
# Translators: Shown and announced at the table, after "Ben left."
GO_ON = Message("You can go on with a computer player.")
# Translators: Shown and announced at the table. {names} is a list such as "Ben and Cleo".
HELD_UP = Message("Waiting for {names}.")
# Translators: Shown and announced at the table. {name} is a player who has not put a hand on the table.
HAND_MISSING = Message("Waiting for {name} to put a hand on the table.")
# Translators: Button, after the first press of “Remove {name}”. {name} is a person at the table.
SURE = Message("Really remove {name}?")
# Translators: Button to vote that a computer player takes the place of {name}, a person who is missing.
VOTE = Message("Replace {name} for now")
# Translators: Button to vote. {agreed} of {people} people voted that a computer player takes {name}'s place.
VOTES = Message("Replace {name} for now ({agreed}/{people})")

# Translators: Announced. {names} is a list such as "Ben and Cleo".
NO_DIRECT_LINE = Message("No direct connection to {names}. Play is a little slower.")

# Translators: Announced. {name} is the person who was host.
SCREEN_TOOK_OVER = Message(
    "{name}, the host, is gone. The TV takes over. An unfinished level starts again. Lives and stars stay."
)
# Translators: Below the question "Leave this game?". "The others" are the people at the table.
GUEST_LEAVES = Message("The others can go on with a computer player in your place.")
# Translators: Below the question "Leave this game?", to the host. {name} is another person at the table.
HOST_LEAVES = Message("{name} becomes the host, and this level starts again.")
# Translators: Below the question "Leave this game?", to a host without other people at the table.
LAST_LEAVES = Message("This closes the table.")
# Translators: Below the question "Leave this game?", to the only person at a table with a TV.
ONLY_ONE_LEAVES = Message("This ends the game.")
# Translators: Tag after the person's own name in the list of players.
OWN = Message("you", "a tag in the list of players")
# Translators: Tag after a name in the list of players: the person who chooses and starts the games.
HOST = Message("host")
# Translators: Tag after a name in the list of players, before a game.
READY = Message("ready")
# Translators: Tag after a name in the list of players: a computer player plays for this person.
STOOD_IN = Message("computer player, for now")
# Translators: Tag after a name in the list of players: the person has no seat.
WATCHES = Message("watching")
# Translators: Tag after a name in the list of players: there is no direct connection to this person.
BY_RELAY = Message("via server")
PRESENCE = {
    # Translators: Tag after a name in the list of players.
    Presence.AWAY: Message("connection lost"),
    # Translators: Tag after a name in the list of players: the person has closed or reloaded the page.
    Presence.CLOSED: Message("away"),
    # Translators: Tag after the name of a person who has left the table. Keep it short.
    Presence.GONE: Message("left", "a tag after a name"),
}
# Translators: Tag after a name: the host has removed this person from the table. Keep it short.
REMOVED_TAG = Message("removed", "a tag after a name")
# Translators: Tag after a name in the list of players: the person looks at another tab or app.
HIDDEN = Message("elsewhere")
# Translators: Button of the host. {name} is another person, or a computer player.
SEND_AWAY = Message("Remove {name}")
# Translators: Button that makes {name} the host, at a table with a TV.
HAND_OVER = Message("Make {name} the host")
# Translators: To a person who watches a game under way, and waits for a seat.
SITS_NEXT_LEVEL = Message("You’ll get a computer player’s seat at the next level if one is free.")
# Translators: Read out to the host of a game. {name} waits to play, and gets a seat when the next level begins.
WAITS_FOR_SEAT = Message("{name} is watching, and gets a computer player’s seat at the next level.")
# Translators: Below the list of players: the people without a seat. {number} is such as "two".
WATCHING = Plural("one person is watching", "{number} people are watching")


def note(what: Note, seat: Seat, roster: Roster, me: Seat | None = None) -> str:
    """Return a message about `seat` that is shown once to the player at the seat `me`."""
    place = roster.places[seat]
    name = place.name
    new_host = what in (Note.TOOK_OVER, Note.HANDED_OVER)
    if new_host and me is not None and me == roster.host:
        left = Note.AWAY if place.here else _reason(place)
        reason = Note.HIDDEN if what is Note.HANDED_OVER else left
        return in_one_breath((NOTES[reason](name=name), YOU_ARE_HOST()))
    if me == seat and what in YOUR_DEVICE:
        return YOUR_DEVICE[what]()
    if roster.host is None:
        return (SCREEN_TOOK_OVER if new_host else NOTES[what])(name=name)
    former_host = new_host and me == seat
    return (HOSTS_NOW if former_host else NOTES[what])(name=name, host=roster.places[roster.host].name)


# Translators: Shown and announced at the table. {name} is the host.
LOST_HOST = Message("Lost connection to {name}. Looking for the table…")
LOST_TV = Message("Lost connection to the TV. Looking for the table…")


def searching(roster: Roster | None, key: str) -> str:
    """Return the message while the page with the public `key` looks for a host after that of `roster`."""
    if roster is None or roster.host_key == key:
        return JOINING()
    if roster.host is None:
        return LOST_TV()
    return LOST_HOST(name=roster.places[roster.host].name)


PAUSES = Note.AWAY, Note.CLOSED, Note.GONE, Note.HIDDEN
"""Notices that are not announced, because `waiting` shows the same while it is true."""


def waiting(roster: Roster, seconds: Callable[[Seat], int], *, votes: bool) -> str:
    """Return the players that the table waits for, with the reasons; empty if there are none.

    For a person who `votes`, include when play can continue. `seconds` returns the time until the vote about a seat.
    """
    missing = roster.missing if roster.started else ()
    told = [_why_missing(seat, roster) for seat in missing]
    told += [note(Note.HIDDEN, seat, roster) for seat in (roster.hidden if roster.started else ())]
    told += [TV_HIDDEN()] if roster.started and roster.screen_hidden else []
    if missing and votes:
        wait = min(map(seconds, missing))
        told.append(GO_ON_IN(seconds=wait) if wait else GO_ON())
    return in_one_breath(told)


def _why_missing(seat: Seat, roster: Roster) -> str:
    """Return why the person at `seat` is missing."""
    place = roster.places[seat]
    if _was_removed(place, roster):
        return REMOVED(name=place.name)
    return note(_reason(place), seat, roster)


def _was_removed(place: Place, roster: Roster) -> bool:
    return place.presence is Presence.GONE and place.key in roster.sent_away


def _reason(place: Place) -> Note:
    """Return why the person of `place` is missing. A page in the background may lose its connection."""
    return Note.HIDDEN if place.hidden and place.presence is Presence.AWAY else Note(place.presence.value)


def held_up(roster: Roster, view: View | None) -> str:
    """Return who holds up play: whose hands are missing.

    It is empty until the others may vote about such a player. `view` is this page's, whose own hand may be missing.
    """
    holding = {seat for seat, place in enumerate(roster.places) if place.votable and place.here and not place.stands_in}
    if view is None or not holding:
        return ""
    missing = [seat for seat in range(len(roster.places)) if view.phase in BETWEEN_PLAY and seat not in view.down]
    if not holding.intersection(missing):
        return ""
    names = [YOU_WITHIN() if seat == view.seat else roster.places[seat].name for seat in missing]
    if len(missing) == 1 and view.seat not in missing:
        return HAND_MISSING(name=names[0])
    return HELD_UP(names=listed(names))


def no_direct_line(names: Iterable[str]) -> str:
    """Return why play with these people is a little slower; empty if there are none."""
    people = list(names)
    return NO_DIRECT_LINE(names=listed(people)) if people else ""


def judged(verdict: Verdict) -> str:
    """Return the result of verifying the shuffle, or a challenge's cards, with the levels that it covers."""
    told = []
    if verdict.foul:
        told.append((NOT_AS_CHALLENGED if verdict.challenged else FOUL)(levels=_levels(verdict.foul)))
    if verdict.fair:
        told.append((AS_CHALLENGED if verdict.challenged else FAIR)(levels=_levels(verdict.fair)))
    if verdict.unchecked:
        told.append(NOT_CHECKED(levels=_levels(verdict.unchecked)))
    return in_one_breath(told)


def _levels(levels: Iterable[Level]) -> str:
    return listed((BLIND_LEVEL if level.blind else LEVEL)(number=level.number) for level in levels)


def leaving(roster: Roster, me: Seat, *, hosts: bool) -> str:
    """Return what follows for the others if the player at the seat `me`, who may be the one who `hosts`, leaves."""
    if not hosts:
        others = any(place.here for seat, place in roster.people() if seat != me)
        return GUEST_LEAVES() if others or roster.screen is None else ONLY_ONE_LEAVES()
    following = roster.next_host
    return LAST_LEAVES() if following is None else HOST_LEAVES(name=roster.places[following].name)


def tags(roster: Roster, seat: Seat, me: Seat | None) -> str:
    """Return the tags after the name of the person at `seat`, in the list that the seat `me` sees.

    The page shows BY_RELAY separately, beside these tags.
    """
    place = roster.places[seat]
    shown = [
        OWN if seat == me else None,
        HOST if seat == roster.leader else None,
        READY if not roster.started and place.ready else None,
        STOOD_IN if place.stands_in else None,
        HIDDEN if place.here and place.hidden else None,
        None if place.here else REMOVED_TAG if _was_removed(place, roster) else PRESENCE.get(place.presence),
    ]
    return BETWEEN_TAGS.join(tag() for tag in shown if tag is not None)


def absences(roster: Roster) -> dict[Seat, str]:
    """Return the tags at the seats of people who are missing or in the background."""
    told = dict.fromkeys((*roster.missing, *roster.hidden), AWAY)
    for seat in roster.missing:
        if (place := roster.places[seat]).presence is Presence.GONE:
            told[seat] = REMOVED_TAG if _was_removed(place, roster) else PRESENCE[Presence.GONE]
    return {seat: tag() for seat, tag in told.items()}


def watcher_tags(*, own: bool) -> str:
    """Return the tags after the name of a watcher; `own` if that is the person at this page."""
    return BETWEEN_TAGS.join(tag() for tag in ((WATCHES, OWN) if own else (WATCHES,)))


def watching(number: int) -> str:
    """Return how many people watch; empty if there are none."""
    return WATCHING(number) if number else ""
