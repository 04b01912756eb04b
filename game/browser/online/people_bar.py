"""The bar with the players of a table: presence, pauses, votes and signs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from js import document

from game.browser.online.people_list import PeopleList, RouteTo
from game.browser.page.bidi_text import show_sentence
from game.browser.page.dom import Keyed, find, from_template, listen
from game.core import Seat
from game.net.protocol.messages import Sign
from game.net.roster import Roster
from game.words.online.people import hand_over, held_up, send_away, signed, sure, votes, waiting
from game.words.online.people import watching as watching_are

SHOWN = 3.0
"""Seconds that a sign is shown."""


class PeopleBar:
    """The bar of the current table screen. `vote` and `sign` take the person's actions."""

    def __init__(
        self,
        vote: Callable[[Seat, bool], None],
        sign: Callable[[Sign], None],
        away: Callable[[str], None],
        hand_over: Callable[[Seat], None],
        say: Callable[[str], None],
    ) -> None:
        self._say = say
        self._vote = vote
        self._send_away = away
        self._hand_over = hand_over
        self._doomed = ""
        self._element = find("company")
        self._element.hidden = False
        find("table").toggleAttribute("data-company", True)
        self._people = PeopleList(self._element.querySelector("#peers"))
        self._signs = self._element.querySelector(".signs")
        self._pause = self._element.querySelector(".pause")
        self._votes = Keyed(self._pause.querySelector(".votes"))
        self._away = find("send-away")
        self._buttons = Keyed(self._away)
        self._heirs = Keyed(find("hand-over"))
        self._watching = self._element.querySelector("#watching")
        self._names: dict[str, str] = {}
        self._said = ""
        self._listening = [
            listen(self._signs, "click", lambda event: self._signed(event, sign)),
            listen(self._pause, "click", self._voted),
            listen(self._away, "click", self._pressed_away),
            listen(find("hand-over"), "click", self._handed),
            listen(find("menu"), "toggle", lambda _: self._spare()),
        ]

    def close(self) -> None:
        """Remove the event listeners."""
        for stop in self._listening:
            stop()
        self._buttons.show((), _away_button)
        self._heirs.show((), _heir_button)

    def show(
        self, roster: Roster, me: Seat | None, watching: str, route: RouteTo, searching: str, *, leads: bool
    ) -> None:
        """Show the players.

        `searching` is the message during a host search. A person who `leads` may send others away.
        """
        self._people.show(roster, me, watching, route, may_send_away=False)
        self._show_ways_out(roster, me, watching, leads)
        self._show_heirs(roster, leads)
        self._watching.textContent = watching_are(len(roster.watchers))
        self._signs.hidden = not roster.signs or me is None
        words = searching or waiting(roster) or held_up(roster)
        self._pause.hidden = not words
        show_sentence(self._pause.querySelector("p"), words, (place.name for place in roster.places))
        if words and words != self._said:
            self._say(words)
        self._said = words
        self._show_votes(roster, None if searching else me)

    def show_sign(self, seat: Seat, name: str, sign: Sign) -> None:
        """Show for SHOWN seconds that `seat` made a sign."""
        self._say(signed(name, sign))
        place = find("teammates").querySelector(f'[data-seat="{seat}"]') or self._signs
        bubble = document.createElement("span")
        bubble.className = "sign"
        bubble.setAttribute("aria-hidden", "true")
        bubble.innerHTML = f'<svg><use href="#i-{sign.value}"></use></svg>'
        place.append(bubble)
        asyncio.get_running_loop().call_later(SHOWN, bubble.remove)

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

    def _voted(self, event: Any) -> None:
        button = event.target.closest("[data-vote]")
        if button:
            self._vote(int(button.dataset.vote), button.getAttribute("aria-pressed") != "true")

    def _show_ways_out(self, roster: Roster, me: Seat | None, watching: str, leads: bool) -> None:
        """In the menu, show a button for each person that this page may send away."""
        stay = me, roster.host
        people = [(place.peer, place.name) for seat, place in roster.people() if place.here and seat not in stay]
        people += [(one.peer, one.name) for one in roster.watchers if one.peer != watching]
        self._names = dict(people) if leads else {}
        self._word()

    def _show_heirs(self, roster: Roster, leads: bool) -> None:
        """In the menu, show a button for each person who can take the lead, at a table with a big screen."""
        may = leads and roster.captain is not None
        names = {str(seat): place.name for seat, place in roster.people() if place.here and seat != roster.captain}
        for key, button in self._heirs.show(names if may else (), _heir_button).items():
            button.textContent = hand_over(names[key])

    def _handed(self, event: Any) -> None:
        button = event.target.closest("button")
        if button:
            self._hand_over(int(button.dataset.handOver))

    def _pressed_away(self, event: Any) -> None:
        """Send a person away on the second press. The first may be a slip, and the action cannot be undone."""
        button = event.target.closest("button")
        if not button:
            return
        peer = button.dataset.sendAway
        sure, self._doomed = peer == self._doomed, peer
        if sure:
            self._spare()
            self._send_away(peer)
        else:
            self._word()

    def _spare(self) -> None:
        self._doomed = ""
        self._word()

    def _word(self) -> None:
        for peer, button in self._buttons.show(self._names, _away_button).items():
            name = self._names[peer]
            show_sentence(button, (sure if peer == self._doomed else send_away)(name), [name])

    def _signed(self, event: Any, sign: Callable[[Sign], None]) -> None:
        button = event.target.closest("[data-sign]")
        if button:
            sign(Sign(button.dataset.sign))


def _vote_button(key: str) -> Any:
    button = from_template("vote-template")
    button.dataset.vote = key
    return button


def _heir_button(seat: str) -> Any:
    button = document.createElement("button")
    button.type = "button"
    button.dataset.handOver = seat
    return button


def _away_button(peer: str) -> Any:
    button = document.createElement("button")
    button.type = "button"
    button.dataset.sendAway = peer
    return button
