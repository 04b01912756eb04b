"""The list of players and watchers. A dot shows whether each page is connected, and by which route."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from game.browser.page.dom import Keyed, from_template
from game.core import Seat
from game.net.roster import Place, Presence, Roster, Watcher
from game.transport.route import Route
from game.words.language import gettext
from game.words.online.people import BY_RELAY, hand_over, send_away, tags, watcher_tags

RouteTo: TypeAlias = Callable[[str], Route | None]
"""Returns the route to a peer, or None if it is not connected."""


class PeopleList:
    """The list in `element`. Watchers come last."""

    def __init__(self, element: Any) -> None:
        self._items = Keyed(element)

    def show(self, roster: Roster, me: Seat | None, watching: str, route: RouteTo, *, may_send_away: bool) -> None:
        """Show `roster` to the person at seat `me`, or to the watcher whose peer name is `watching`.

        A person who may send others away may also hand over the lead at a table with a big screen; elsewhere, the host
        leads.
        """
        may_hand_over = may_send_away and roster.captain is not None
        seated = {f"{seat} {place.key}": (seat, place) for seat, place in roster.people()}
        watchers = {f"watcher {one.peer}": one for one in roster.watchers}
        shown = self._items.show([*seated, *watchers], lambda _: from_template("peer-template"))
        for key, (seat, place) in seated.items():
            _show_one(shown[key], place, place.presence, tags(roster, seat, me))
            _show_route(shown[key], route(place.peer) if place.here else None)
            _show_route_out(shown[key], place, may_send_away and seat not in (me, roster.host) and place.here)
            _show_heir(shown[key], seat, place, may_hand_over and seat != roster.captain and place.here)
        for key, one in watchers.items():
            mine = one.peer == watching
            _show_one(shown[key], one, Presence.CONNECTED, watcher_tags(own=mine))
            _show_route(shown[key], route(one.peer))
            _show_route_out(shown[key], one, may_send_away and not mine)


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


def _show_heir(item: Any, seat: Seat, place: Place, shown: bool) -> None:
    button = item.querySelector("[data-hand-over]")
    button.hidden = not shown
    button.dataset.handOver = str(seat)
    button.setAttribute("aria-label", hand_over(place.name))


def _show_route_out(item: Any, one: Place | Watcher, shown: bool) -> None:
    button = item.querySelector("[data-send-away]")
    button.hidden = not shown
    button.dataset.sendAway = one.peer
    button.setAttribute("aria-label", send_away(one.name))
