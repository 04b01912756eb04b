"""What the lobby says, in a sentence each. Knows no page."""

from __future__ import annotations

from collections.abc import Iterable

from game.net.lobby import hindrance
from game.net.roster import Roster

NO_RELAY = (
    "No relay answers, so nobody can be found. Check your connection, name other relays in Settings, or pair by hand."
)
NO_WEBRTC = (
    "This browser makes no connections from page to page (WebRTC): it is switched off or blocked here. "
    "Please allow it, or use another browser."
)
BLOCKED = (
    "Somebody was found, but no direct connection gets through: one of your networks blocks WebRTC. "
    "A TURN server, named in Settings and carried in the invite link, can pass it on; "
    "two on one network can pair by hand."
)
NOBODY = "The relays answer, but nobody at this table does. Is the host's page still open?"
SEARCHING = "The host is not heard any more. Looking for the table…"
JOINING = "Looking for the table…"


def blocked(roster: Roster) -> str:
    """Why the game cannot be started yet; empty if it can."""
    why = hindrance(roster)
    if why is None:
        return ""
    if why.absent:
        return f"Waiting for {_listed(why.absent)} to come back."
    if why.unready:
        return f"Waiting for {_listed(why.unready)} to be ready."
    return "Invite somebody, or let a teammate sit down."


def standing(roster: Roster, *, hosts: bool, ready: bool, watches: bool) -> str:
    """Where things stand, for whoever is in the lobby."""
    why = blocked(roster)
    if hosts:
        return why or "Everybody is ready."
    host = roster.places[roster.host].name
    if watches:
        return f"You are watching. {host} starts the game."
    if not ready:
        return "Press Ready when you are."
    return why or f"{host} starts the game."


def votes(name: str, agreed: int, people: int) -> str:
    """What the button to go on without somebody says."""
    count = f" ({agreed} of {people})" if agreed else ""
    return f"Go on with a teammate for {name}{count}"


def _listed(names: Iterable[str]) -> str:
    *head, last = names
    return f"{', '.join(head)} and {last}" if head else last
