"""The house rule *Lean in*: it is sent and shown that a person is about to play.

Nothing about the card is sent. Computer players send nothing and are sent nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import js
from js import document

from game.browser.device.keyboard import has_modifier, is_elsewhere, key_of, pressed_key
from game.browser.page.dom import Listening
from game.browser.table.table_screen import TableScreen
from game.core import Phase, Seat, View
from game.net.roster import Roster
from game.words.online.people import LEANS

SETTLED = 0.4
"""Seconds until a change is sent, so that a passing pointer says nothing. At most one change is sent in that time."""


class Tell(Listening):
    """Calls `lean` when this person starts or stops leaning towards the pile, and shows who leans.

    Three gestures lean, and none of them plays a card: the pointer rests on a card that may be
    played, a finger is held on the table beside the cards, or the key T is held.
    """

    def __init__(self, screen: TableScreen, lean: Callable[[bool], object]) -> None:
        super().__init__()
        self._screen = screen
        self._lean = lean
        self._timer = self._new_timer(self._send)
        self._allowed = self._playing = False
        self._gestures: set[str] = set()
        self._sent = False
        self._persons: set[Seat] = set()
        self._leaning: set[Seat] = set()
        self._listen(document, "pointerover", self._moved)
        self._listen(document.documentElement, "pointerleave", lambda _: self._gesture("rests", False))
        self._listen(document, "pointerdown", self._pressed)
        for name in ("pointerup", "pointercancel"):
            self._listen(document, name, lambda _: self._gesture("holds", False))
        self._listen(document, "keydown", self._key_down)
        self._listen(document, "keyup", self._key_up)
        self._listen(document, "visibilitychange", lambda _: self._let_go())
        self._listen(js.window, "blur", lambda _: self._let_go())

    def show(self, view: View) -> None:
        """Handle a new view. While play is stopped, no player leans."""
        self._playing = view.phase is Phase.PLAY and bool(view.hand)
        if view.phase is not Phase.PLAY:
            self._sent = False
            self._show(set())
        self._consider()

    def show_people(self, roster: Roster) -> None:
        """Follow the settings of the table, and who is at it."""
        self._allowed = roster.settings.tell
        self._persons = {seat for seat, place in roster.people() if place.here}
        self._show(self._leaning & self._persons)

    def show_lean(self, seat: Seat, leaning: bool) -> None:
        """Show whether the person at `seat` leans towards the pile."""
        view = self._screen.state.view
        plays = view is not None and view.phase is Phase.PLAY
        if leaning and plays and self._allowed and seat in self._persons:
            self._show(self._leaning | {seat})
        else:
            self._show(self._leaning - {seat})

    # --- gestures of the person ---------------------------------------------------

    def _gesture(self, name: str, begins: bool) -> None:
        (self._gestures.add if begins else self._gestures.discard)(name)
        self._consider()

    def _moved(self, event: Any) -> None:
        is_on_card = bool(event.target.closest(".hand button:not(:disabled)"))
        self._gesture("rests", event.pointerType != "touch" and is_on_card)

    def _pressed(self, event: Any) -> None:
        target = event.target
        beside = target.closest(".table :is(.round, .hand)") and not target.closest("button:not(:disabled), a, summary")
        self._gesture("holds", event.pointerType == "touch" and bool(beside))

    def _key_down(self, event: Any) -> None:
        if pressed_key(event) == "t" and not has_modifier(event) and not is_elsewhere(event):
            self._gesture("key", True)

    def _key_up(self, event: Any) -> None:
        if key_of(event) == "t":
            self._gesture("key", False)

    def _let_go(self) -> None:
        """End all gestures: their ends may happen while the page does not have the focus."""
        self._gestures.clear()
        self._consider()

    @property
    def _leans(self) -> bool:
        return self._allowed and self._playing and bool(self._gestures)

    def _consider(self) -> None:
        if self._leans != self._sent and not self._timer.pending:
            self._timer.start(SETTLED)

    def _send(self) -> None:
        if self._leans != self._sent:
            self._sent = self._leans
            self._lean(self._sent)

    def _show(self, leaning: set[Seat]) -> None:
        if leaning != self._leaning:
            self._leaning = leaning
            self._screen.set(leaning=dict.fromkeys(leaning, LEANS()))
