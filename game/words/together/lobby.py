"""What the lobby says, in a sentence each. Knows no page."""

from __future__ import annotations

from game.core import new_game
from game.core.variants import MAX_SEATS, MIN_SEATS
from game.net.lobby import SeatsError, hindrance
from game.net.roster import Roster, Sitter
from game.words.lists import listed

ABSENT = "Waiting for {names} to come back."
UNREADY = "Waiting for {names} to be ready."
ALONE = "Invite somebody, or let a teammate sit down."
READY = "Everybody is ready."
WATCHING = "You are watching. {host} starts the game."
PRESS_READY = "Press Ready when you are."
HOST_STARTS = "{host} starts the game."
SEATS_TAKEN = "{people} people sit here already, and there are at most {most} seats."

TOO_FEW = "Two to eight sit at a table."
AT_THE_TABLE = {
    False: "{seats} at the table: {levels} levels, {lives} lives.",
    True: "{seats} at the table: {levels} levels, {lives} lives. A table of five or more is a house rule.",
}

TEAMMATE = "teammate"
GET_UP = "Let {name} get up"
COPIED = "The invite link is copied."


def blocked(roster: Roster) -> str:
    """Why the game cannot be started yet; empty if it can."""
    why = hindrance(roster)
    if why is None:
        return ""
    if why.absent:
        return ABSENT.format(names=listed(why.absent))
    if why.unready:
        return UNREADY.format(names=listed(why.unready))
    return ALONE


def standing(roster: Roster, *, hosts: bool, ready: bool, watches: bool) -> str:
    """Where things stand, for whoever is in the lobby."""
    why = blocked(roster)
    if hosts:
        return why or READY
    host = roster.places[roster.host].name
    if watches:
        return WATCHING.format(host=host)
    if not ready:
        return PRESS_READY
    return why or HOST_STARTS.format(host=host)


def levels(roster: Roster) -> str:
    """What a table of all who sit here now would play."""
    seats = sum(place.sitter is not Sitter.NOBODY for place in roster.places)
    if seats < MIN_SEATS:
        return TOO_FEW
    game = new_game(roster.variant, seats)
    return AT_THE_TABLE[seats > 4].format(seats=seats, levels=game.levels, lives=game.lives)


def seats_taken(error: SeatsError) -> str:
    """Why the table cannot have so many seats, or so few."""
    return SEATS_TAKEN.format(people=error.people, most=MAX_SEATS)


def get_up(name: str) -> str:
    """What the button says by which a teammate leaves its seat."""
    return GET_UP.format(name=name)
