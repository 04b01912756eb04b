"""What the lobby and the table both show of people: who is here, and who is at the door."""

from __future__ import annotations

from game.browser.page.view import Each, Parts, Sentence, at
from game.net.room_endpoint import Room
from game.net.roster import Presence, Roster
from game.transport.route import Route
from game.words.online.invite import KNOCKS
from game.words.online.people import BY_RELAY, tags, watcher_tags


def door(name: str | None, *, live: bool) -> Each:
    """Return the question whether to let in the person called `name`; None asks nothing.

    If it is `live`, screen readers announce it.
    """
    words = {} if name is None else {"": {"knock": at(Sentence(KNOCKS(name=name), (name,)), role=live and "alert")}}
    return Each("door-template", words)


def peers(room: Room, roster: Roster) -> Each:
    """Return the people of `roster`, watchers last. A dot shows whether each is connected, and by which route."""
    me = room.guest.table.seat
    seated = {
        f"{seat} {place.key}": _peer(
            place.name, place.presence, tags(roster, seat, me), room.route(place.peer) if place.here else None
        )
        for seat, place in roster.people()
    }
    watchers = {
        f"watcher {one.peer}": _peer(
            one.name, Presence.CONNECTED, watcher_tags(own=one.peer == room.me), room.route(one.peer)
        )
        for one in roster.watchers
    }
    return Each("peer-template", seated | watchers)


def removable(room: Room, roster: Roster) -> dict[str, str]:
    """Return the people that this page can remove from the table: the name by page."""
    seated = (roster.places[seat] for seat in sorted(room.guest.removable))
    watchers = (one for one in roster.watchers if one.peer != room.me and room.guest.table.leads)
    return {one.peer: one.name for one in (*seated, *watchers)}


def _peer(name: str, presence: Presence, tags: str, route: Route | None) -> Parts:
    return {
        "peer": at(data_state=presence.value, data_way=None if route is None else route.value),
        "name": name,
        "tags": tags,
        "by-relay": BY_RELAY() if route is Route.RELAY else "",
    }
