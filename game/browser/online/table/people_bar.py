"""The bar with the players of a table: presence, pauses, votes and signs."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from game.browser.online.club_choice import ClubChoice
from game.browser.online.commands import Commands
from game.browser.online.people_list import PeopleList
from game.browser.online.table.door_question import DoorQuestion
from game.browser.online.table.leader_menu import LeaderMenu
from game.browser.page.announcer import Announcer
from game.browser.page.bidi_text import show_sentence
from game.browser.page.dom import Keyed, Listening, find, from_template, new_element
from game.browser.page.tasks import Timer
from game.core import OVER, Seat, View
from game.net.protocol.messages import HandOver, MakeSign, SendAway, Sign, TeammateVote
from game.net.room_endpoint import Room
from game.net.roster import Roster
from game.words.online.people import HAND_OVER, SEND_AWAY, SIGNS, SURE, held_up, votes, waiting
from game.words.online.people import watching as watching_are

if TYPE_CHECKING:
    from game.browser.online.ways_in.listed_table import ListedTable

SHOWN = 3.0
"""Seconds that a sign is shown."""


class VoteWaits:
    """When the others may vote about each absent player: the host says how many seconds that takes."""

    def __init__(self) -> None:
        self._said: dict[Seat, int] = {}
        self._at: dict[Seat, float] = {}

    def note(self, roster: Roster, now: float) -> None:
        """Note what the `roster` says at the time `now`."""
        said = {seat: roster.places[seat].vote_in for seat in roster.missing}
        self._at = {
            seat: self._at[seat] if self._said.get(seat) == seconds else now + seconds for seat, seconds in said.items()
        }
        self._said = said

    def left(self, seat: Seat) -> int:
        """Return the seconds until the vote about `seat`. As only the host opens it, this stays at 1 until then."""
        return max(1, math.ceil(round(self._at[seat] - time.monotonic(), 3))) if self._said[seat] else 0


class PeopleBar(Listening):
    """The bar of the current table screen. `commands` take the person's actions, except for the club of the
    table, which is `listed` there.

    While the table does not respond, it shows a button for each of `if_lost`: "home", and "search" again.
    """

    def __init__(
        self,
        commands: Commands,
        listed: ListedTable,
        announcer: Announcer,
        if_lost: Mapping[str, Callable[[], None]],
    ) -> None:
        super().__init__()
        self._commands = commands
        self._announcer = announcer
        self._element = find("company")
        self._element.hidden = False
        find("table").toggleAttribute("data-company", True)
        self._people = PeopleList(self._element.querySelector("#peers"))
        self._signs = self._element.querySelector(".signs")
        self._pause = find("table").querySelector(".pause")
        self._lost = self._pause.querySelector(".lost")
        self._trouble = self._searching = ""
        self._view: View | None = None
        self._waits = VoteWaits()
        self._paused_for: object = "", "", [], (), False
        self._show_again: Callable[[], None] = lambda: None
        self._countdown = Timer(lambda: self._show_again())
        self._votes = Keyed(self._pause.querySelector(".votes"))
        self._send_away = LeaderMenu("send-away", self._remove, SEND_AWAY, SURE)
        self._hand_over = LeaderMenu("hand-over", lambda seat: commands.tell(HandOver(int(seat))), HAND_OVER)
        self._club = ClubChoice(find("listed-here"), listed)
        self._door = DoorQuestion(commands, announcer)
        self._listen_to_buttons(self._signs, self._signed, "[data-sign]")
        self._listen_to_buttons(self._pause, self._voted, "[data-vote]")
        self._listen_to_buttons(self._lost, lambda button: if_lost[button.dataset.lost]())

    def close(self) -> None:
        """Remove the event listeners and the buttons in the menu."""
        super().close()
        self._countdown.stop()
        self._send_away.close()
        self._hand_over.close()
        self._club.close()
        self._door.close()
        find("listed-here").hidden = True

    def show(self, room: Room, roster: Roster, searching: str) -> None:
        """Show the players. `searching` is the message during a host search."""
        me = room.guest.table.seat
        self._searching = searching
        self._trouble = self._trouble if searching else ""
        self._people.show(room, roster)
        self._show_menu(room, roster)
        self._element.querySelector("#watching").textContent = watching_are(len(roster.watchers))
        self._signs.hidden = not roster.signs or me is None
        self._show_pause(roster, searching, votes=me is not None or room.guest.table.is_screen)
        self._show_votes(roster, None if searching else me)

    def show_trouble(self, trouble: str) -> bool:
        """During a host search, show in place of its message why the table is not found. Return whether it shows it."""
        if self._searching:
            self._trouble = trouble
            self._show_again()
        return bool(self._searching)

    def show_view(self, view: View) -> None:
        """Follow whose hands are on the table."""
        self._view = view
        self._door.show_view(view)
        if not self._pause.hidden:
            self._show_again()

    def _show_pause(self, roster: Roster, searching: str, *, votes: bool) -> None:
        """Show why play pauses, and count down to the vote. Only a new reason is announced, not each second."""
        self._waits.note(roster, time.monotonic())
        votes = votes and (self._view is None or self._view.phase not in OVER)
        search = self._trouble or searching
        words = search or waiting(roster, self._waits.left, votes=votes) or held_up(roster, self._view)
        self._pause.hidden = not words
        self._lost.hidden = not self._trouble
        find("table").toggleAttribute("data-paused", bool(words))
        show_sentence(self._pause.querySelector("p"), words, (place.name for place in roster.places))
        missing = [(seat, roster.places[seat].presence, self._waits.left(seat) == 0) for seat in roster.missing]
        reason = search, held_up(roster, self._view), missing, roster.hidden, roster.screen_hidden
        if reason != self._paused_for:
            self._announcer.read_out(words)
        self._paused_for = reason
        self._show_again = partial(self._show_pause, roster, searching, votes=votes)
        if words and not searching and any(self._waits.left(seat) for seat in roster.missing):
            self._countdown.start(1.0)
        else:
            self._countdown.stop()

    def show_sign(self, seat: Seat, name: str, sign: Sign) -> None:
        """Show for SHOWN seconds that `seat` made a sign."""
        self._announcer.say(SIGNS[sign](name=name))
        place = find("teammates").querySelector(f'[data-seat="{seat}"]') or self._signs
        bubble = new_element("span", "sign")
        bubble.setAttribute("aria-hidden", "true")
        bubble.innerHTML = f'<svg><use href="#i-{sign.value}"></use></svg>'
        place.append(bubble)
        asyncio.get_running_loop().call_later(SHOWN, bubble.remove)

    def _show_menu(self, room: Room, roster: Roster) -> None:
        """For a leader, show in the menu who may be sent away, and at a big screen who can take the lead."""
        leader, own = roster.screen_leader, room.guest.table
        others = {seat: place for seat, place in roster.people() if place.here and own.leads}
        people = {roster.places[seat].peer: roster.places[seat].name for seat in sorted(room.guest.removable)}
        watchers = {one.peer: one.name for one in roster.watchers if one.peer != room.me and own.leads}
        self._send_away.show(people | watchers)
        may_lead = {str(seat): place.name for seat, place in others.items() if seat != leader}
        self._hand_over.show({} if leader is None else may_lead)
        self._door.show(roster.at_door if own.leads and not own.is_screen else None)
        self._club.show(hosts=room.host is not None and roster.screen is None)

    def _show_votes(self, roster: Roster, me: Seat | None) -> None:
        here = sum(place.here for place in roster.places)
        asked = {
            str(seat): place
            for seat, place in enumerate(roster.places)
            if place.votable and not place.stands_in and me is not None and seat != me
        }
        for key, button in self._votes.show(asked, _vote_button).items():
            place = asked[key]
            show_sentence(button, votes(place.name, len(place.votes), here), [place.name])
            button.setAttribute("aria-pressed", str(me in place.votes).lower())

    def _remove(self, peer: str) -> None:
        """Remove the person at the page `peer`, and close the menu: the table asks what follows."""
        self._commands.tell(SendAway(peer))
        find("menu").hidePopover()

    def _voted(self, button: Any) -> None:
        agreed = button.getAttribute("aria-pressed") != "true"
        self._commands.tell(TeammateVote(int(button.dataset.vote), agreed))

    def _signed(self, button: Any) -> None:
        self._commands.tell(MakeSign(Sign(button.dataset.sign)))


def _vote_button(key: str) -> Any:
    button = from_template("vote-template")
    button.dataset.vote = key
    return button
