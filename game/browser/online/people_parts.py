"""What the lobby and the table both show of people: who is here, and who is at the door."""

from __future__ import annotations

from game.browser.page.view import Each, Parts, Sentence, at
from game.net.room_endpoint import Room
from game.net.roster import Place, Roster
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
    people = {f"{seat} {place.key}": _peer(room, place, tags(roster, seat, me)) for seat, place in roster.people()}
    for one in roster.watchers:
        people[f"watcher {one.peer}"] = _peer(room, one, watcher_tags(own=one.peer == room.me))
    return Each("peer-template", people)


def connection(room: Room, place: Place) -> dict[str, str | None]:
    """Return attributes that say whether the person of `place` is connected, and by which route."""
    route = room.route(place.peer) if place.here else None
    return {"data_state": place.presence.value, "data_way": None if route is None else route.value}


def removable(room: Room, roster: Roster) -> dict[str, str]:
    """Return the people that this page can remove from the table: the name by page."""
    seated = (roster.places[seat] for seat in sorted(room.guest.removable))
    watchers = (one for one in roster.watchers if one.peer != room.me and room.guest.table.leads)
    return {one.peer: one.name for one in (*seated, *watchers)}


def _peer(room: Room, place: Place, tags: str) -> Parts:
    attributes = connection(room, place)
    by_relay = BY_RELAY() if attributes["data_way"] == Route.RELAY.value else ""
    return {"peer": at(**attributes), "name": place.name, "tags": tags, "by-relay": by_relay}
