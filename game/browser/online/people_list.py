"""The list of players and watchers. A dot shows whether each page is connected, and by which route."""

from __future__ import annotations

from typing import Any

from game.browser.page.dom import Keyed, from_template
from game.net.room_endpoint import Room
from game.net.roster import Place, Presence, Roster, Watcher
from game.transport.route import Route
from game.words.online.people import BY_RELAY, tags, watcher_tags


class PeopleList:
    """The list in `element`. Watchers come last."""

    def __init__(self, element: Any) -> None:
        self._items = Keyed(element)

    def show(self, room: Room, roster: Roster) -> None:
        """Show the `roster` of `room`."""
        me = room.guest.table.seat
        seated = {f"{seat} {place.key}": (seat, place) for seat, place in roster.people()}
        watchers = {f"watcher {one.peer}": one for one in roster.watchers}
        shown = self._items.show([*seated, *watchers], lambda _: from_template("peer-template"))
        for key, (seat, place) in seated.items():
            _show_one(shown[key], place, place.presence, tags(roster, seat, me))
            _show_route(shown[key], room.route(place.peer) if place.here else None)
        for key, one in watchers.items():
            _show_one(shown[key], one, Presence.CONNECTED, watcher_tags(own=one.peer == room.me))
            _show_route(shown[key], room.route(one.peer))


def _show_one(item: Any, one: Place | Watcher, presence: Presence, tags: str) -> None:
    item.dataset.state = presence.value
    item.querySelector(".name").textContent = one.name
    item.querySelector(".tags").textContent = tags


def _show_route(item: Any, route: Route | None) -> None:
    """Show by which `route` the person of `item` is reached."""
    mark_route(item, route)
    item.querySelector(".by-relay").textContent = BY_RELAY() if route is Route.RELAY else ""


def mark_route(item: Any, route: Route | None) -> None:
    """Set an attribute for the `route` by which the person of `item` is reached."""
    if route is None:
        item.removeAttribute("data-way")
    else:
        item.dataset.way = route.value
