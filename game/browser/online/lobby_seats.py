"""The table in the lobby: a face at each seat that is taken, an empty place at each free one, and who watches."""

from __future__ import annotations

from typing import Any

from game.browser.online.choice_screen import empty_place
from game.browser.online.people_list import mark_route
from game.browser.page.dom import Keyed, from_template
from game.browser.table.player_faces import face
from game.core import Seat
from game.net.room_endpoint import Room
from game.net.roster import Place, Presence, Roster, Sitter
from game.words.language import gettext
from game.words.online.lobby import TEAMMATE, get_up
from game.words.online.people import hand_over, own_tag, send_away, tags
from game.words.online.people import watching as watching_are

LONG = 8
"""Letters of a name that fit at a seat on a phone. A longer name is shown in smaller type."""


class LobbySeats:
    """The seats and the watchers in the lobby `element`."""

    def __init__(self, element: Any) -> None:
        self._table = element.querySelector(".places")
        self._people = Keyed(element.querySelector("#peers"))
        self._teammates = Keyed(element.querySelector("#lobby-teammates"))
        self._add = element.querySelector(".add")
        self._free = Keyed(element.querySelector("#free-places"))
        self._watchers = Keyed(element.querySelector("#watchers"))
        self._watching = element.querySelector("#watching")

    def show(self, room: Room, roster: Roster, *, leads: bool) -> None:
        """Show the `roster` of `room`, without routes: the page names everyone without a direct connection in one line.

        A page that `leads` may remove everybody but the founder, add computer players at the first free seat, and at a
        table with a big screen hand over the lead.
        """
        self._show_people(room, roster, leads)
        self._show_teammates(roster, leads)
        free = [str(seat) for seat, place in enumerate(roster.places) if place.sitter is Sitter.NOBODY]
        self._add.hidden = not (leads and free)
        self._free.show(free[not self._add.hidden :], lambda _: empty_place())
        self._show_rows(len(roster.places))
        self._show_watchers(room, roster, leads)

    def _show_rows(self, seats: int) -> None:
        """Arrange the places at the table, with this number of `seats`, on its two sides."""
        self._table.dataset.seats = str(seats)
        for at, place in enumerate(self._table.querySelectorAll(".place:not([hidden])")):
            place.classList.toggle("below", at >= (seats + 1) // 2)

    def _show_people(self, room: Room, roster: Roster, leads: bool) -> None:
        me = room.guest.table.seat
        seated = {f"{seat} {place.key}": (seat, place) for seat, place in roster.people()}
        shown = self._people.show(seated, lambda key: _new_place(*seated[key]))
        for key, (seat, place) in seated.items():
            item = shown[key]
            item.dataset.state = place.presence.value
            item.classList.toggle("is-ready", place.ready or seat == roster.leader)
            _label(item, place.name, tags(roster, seat, me))
            mark_route(item, room.route(place.peer) if place.here else None)
            goes = leads and seat in room.guest.removable
            _show_button(item, "data-send-away", place.peer, send_away(place.name), goes)
            may_lead = leads and roster.screen_leader not in (None, seat) and place.here
            _show_button(item, "data-hand-over", str(seat), hand_over(place.name), may_lead)

    def _show_teammates(self, roster: Roster, leads: bool) -> None:
        seats = {
            f"{seat} {place.name}": (seat, place)
            for seat, place in enumerate(roster.places)
            if place.sitter is Sitter.TEAMMATE
        }
        for key, item in self._teammates.show(seats, lambda key: _new_place(*seats[key])).items():
            seat, place = seats[key]
            _label(item, place.name, gettext(TEAMMATE))
            _show_button(item, "data-get-up", str(seat), get_up(place.name), leads)

    def _show_watchers(self, room: Room, roster: Roster, leads: bool) -> None:
        self._watching.textContent = watching_are(len(roster.watchers))
        watchers = {one.peer: one for one in roster.watchers}
        for peer, item in self._watchers.show(watchers, lambda _: from_template("place-template")).items():
            mine = peer == room.me
            item.dataset.state = Presence.CONNECTED.value
            _label(item, watchers[peer].name, own_tag(own=mine))
            mark_route(item, room.route(peer))
            _show_button(item, "data-send-away", peer, send_away(watchers[peer].name), leads and not mine)


def _new_place(seat: Seat, place: Place) -> Any:
    item = from_template("place-template")
    item.dataset.seat = str(seat)
    item.querySelector(".face").innerHTML = face(seat, place.settled.character)
    return item


def _label(item: Any, name: str, tags: str) -> None:
    shown = item.querySelector(".name")
    shown.textContent = name
    shown.classList.toggle("long", len(name) > LONG)
    item.querySelector(".tags").textContent = tags


def _show_button(item: Any, name: str, value: str, label: str, shown: bool) -> None:
    """Show the button for the action `name`. Its icon removes a person, or a teammate, from the table."""
    button = item.querySelector("[data-hand-over]" if name == "data-hand-over" else ".icon")
    button.hidden = not shown
    if name == "data-get-up":
        button.removeAttribute("data-send-away")
    button.setAttribute(name, value)
    button.setAttribute("aria-label", label)
