"""The list of players and watchers. A dot shows whether each page is connected, and by which route."""

from __future__ import annotations

from typing import Any

from game.browser.page.dom import Keyed, from_template
from game.net.room_endpoint import Room
from game.net.roster import Place, Presence, Roster, Watcher
from game.transport.route import Route
from game.words.language import gettext
from game.words.online.people import BY_RELAY, hand_over, send_away, tags, watcher_tags


class PeopleList:
    """The list in `element`. Watchers come last."""

    def __init__(self, element: Any) -> None:
        self._items = Keyed(element)

    def show(self, room: Room, roster: Roster, *, may_send_away: bool) -> None:
        """Show the `roster` of `room`.

        A person who may send others away may also hand over the lead at a table with a big screen; elsewhere, the host
        leads.
        """
        me = room.guest.table.seat
        may_hand_over = may_send_away and roster.screen_leader is not None
        seated = {f"{seat} {place.key}": (seat, place) for seat, place in roster.people()}
        watchers = {f"watcher {one.peer}": one for one in roster.watchers}
        shown = self._items.show([*seated, *watchers], lambda _: from_template("peer-template"))
        for key, (seat, place) in seated.items():
            _show_one(shown[key], place, place.presence, tags(roster, seat, me))
            _show_route(shown[key], room.route(place.peer) if place.here else None)
            goes = may_send_away and seat not in (me, roster.host) and place.here
            _show_button(shown[key], "data-send-away", place.peer, send_away(place.name), goes)
            leads = may_hand_over and seat != roster.screen_leader and place.here
            _show_button(shown[key], "data-hand-over", str(seat), hand_over(place.name), leads)
        for key, one in watchers.items():
            mine = one.peer == room.me
            _show_one(shown[key], one, Presence.CONNECTED, watcher_tags(own=mine))
            _show_route(shown[key], room.route(one.peer))
            _show_button(shown[key], "data-send-away", one.peer, send_away(one.name), may_send_away and not mine)


def _show_one(item: Any, one: Place | Watcher, presence: Presence, tags: str) -> None:
    item.dataset.state = presence.value
    item.querySelector(".name").textContent = one.name
    item.querySelector(".tags").textContent = tags


def _show_route(item: Any, route: Route | None) -> None:
    if route is None:
        item.removeAttribute("data-way")
    else:
        item.dataset.way = route.value
    item.querySelector(".by-relay").textContent = gettext(BY_RELAY) if route is Route.RELAY else ""


def _show_button(item: Any, name: str, value: str, label: str, shown: bool) -> None:
    button = item.querySelector(f"[{name}]")
    button.hidden = not shown
    button.setAttribute(name, value)
    button.setAttribute("aria-label", label)
