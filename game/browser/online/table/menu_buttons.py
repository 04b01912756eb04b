"""The buttons in the table's menu for people who lead: send a person away, or hand over the lead."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from js import document

from game.browser.page.bidi_text import show_sentence
from game.browser.page.dom import Keyed, find, listen
from game.core import Seat
from game.words.online.people import hand_over, send_away, sure


class SendAwayButtons:
    """One button per person. `send_away` is called on the second press.

    The first may be a slip, and the action cannot be undone.
    """

    def __init__(self, send_away: Callable[[str], None]) -> None:
        self._send_away = send_away
        self._names: Mapping[str, str] = {}
        self._asked = ""
        self._buttons = Keyed(find("send-away"))
        self._listening = [
            listen(find("send-away"), "click", self._pressed),
            listen(find("menu"), "toggle", lambda _: self._ask("")),
        ]

    def show(self, names: Mapping[str, str]) -> None:
        """Show a button for each peer in `names`."""
        self._names = names
        self._ask(self._asked)

    def close(self) -> None:
        """Remove the buttons."""
        for stop in self._listening:
            stop()
        self._buttons.show((), _button)

    def _pressed(self, event: Any) -> None:
        button = event.target.closest("button")
        if not button:
            return
        peer = button.dataset.sendAway
        confirmed = peer == self._asked
        self._ask("" if confirmed else peer)
        if confirmed:
            self._send_away(peer)

    def _ask(self, peer: str) -> None:
        """Ask for a second press for `peer`, and for nobody else."""
        self._asked = peer
        for one, button in self._buttons.show(self._names, _button).items():
            button.dataset.sendAway = one
            name = self._names[one]
            show_sentence(button, (sure if one == peer else send_away)(name), [name])


class HandOverButtons:
    """One button per person who can take the lead. `hand_over` is called with the seat of a pressed one."""

    def __init__(self, hand_over: Callable[[Seat], None]) -> None:
        self._hand_over = hand_over
        self._buttons = Keyed(find("hand-over"))
        self._stop = listen(find("hand-over"), "click", self._pressed)

    def show(self, names: Mapping[str, str]) -> None:
        """Show a button for each seat in `names`."""
        for seat, button in self._buttons.show(names, _button).items():
            button.dataset.handOver = seat
            button.textContent = hand_over(names[seat])

    def close(self) -> None:
        """Remove the buttons."""
        self._stop()
        self._buttons.show((), _button)

    def _pressed(self, event: Any) -> None:
        button = event.target.closest("button")
        if button:
            self._hand_over(int(button.dataset.handOver))


def _button(key: str) -> Any:
    button = document.createElement("button")
    button.type = "button"
    return button
