"""The big screen, which shows the lobby and the table to a whole room. It never shows a hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from js import document, location

from game.browser.online.commands import Commands
from game.browser.online.connecting import Connecting
from game.browser.online.lobby_parts import parts_of_screen
from game.browser.online.lobby_screen import LobbyPage
from game.browser.online.qr_code import draw_qr
from game.browser.page.dom import Listening, find, new_element
from game.browser.page.tasks import Tasks
from game.browser.page.view import Act
from game.browser.webrtc.servers import from_address
from game.net.code_admission import Caller
from game.net.protocol.messages import Begin
from game.net.room_endpoint import Room
from game.net.roster import Roster
from game.words.online.invite import CODE_IS_OLD
from game.words.online.lobby import SCAN_TO_WATCH

STYLE = "./assets/css/big_screen.css"
"""The style sheet of big screens and the phones used with them. Other pages do not need it."""

ARROWS = {"ArrowDown": 1, "ArrowRight": 1, "ArrowUp": -1, "ArrowLeft": -1}


class ScreenLobby(LobbyPage):
    """The lobby of a big screen: the invitation in large size, and the table with the people who have joined.

    A person who leads from a phone starts the game there.
    """

    def __init__(self, commands: Commands, connecting: Connecting, leave: Callable[[], None]) -> None:
        self._code_shown = False
        acts: dict[str, Act] = {
            "leave": lambda _: leave(),
            "retry": lambda _: connecting.try_again(),
            "pair": lambda _: connecting.manual.pair(),
            "begin": lambda _: commands.tell(Begin()),
        }
        super().__init__("screen-lobby-template", parts_of_screen, connecting, acts)
        relays = "&".join(f"relay={relay}" for relay in from_address())
        address = f"{location.pathname}?{relays}" if relays else location.pathname.rstrip("/")
        self.set(address=f"{location.host}{address}")

    def show_people(self, room: Room, roster: Roster, searching: str) -> None:
        """Show who has joined, and a code while the game has not started."""
        if self._code_shown is roster.started:
            self._code_shown = not roster.started
            if self._code_shown:
                self._connecting.code.make()
        super().show_people(room, roster, searching)

    def show_code(self, code: str, words: str = "") -> None:
        """Show the spoken code. When it has expired, make a new one."""
        if words == CODE_IS_OLD():
            self._connecting.code.make()
        else:
            super().show_code(code, words)

    def ask_about(self, caller: Caller | None) -> None:
        """Admit every caller, since only people in the room can see the code."""
        if caller is not None:
            self._connecting.code.answer(True)

    def name_relayed(self, names: Iterable[str], named: set[str]) -> None:
        """Name no peer: each player's own page does."""
        named.update(names)


class WatchInvite:
    """The small invitation beside a table in play. It is in the page until `close`."""

    def __init__(self, link: str) -> None:
        self._element = new_element("div")
        self._element.id = "watch-invite"
        self._element.innerHTML = '<div class="qr" aria-hidden="true"></div><p></p>'
        self._element.querySelector("p").textContent = SCAN_TO_WATCH()
        self._tasks = Tasks()
        find("table").append(self._element)
        self._tasks.start(draw_qr(self._element.querySelector(".qr"), link))

    def close(self) -> None:
        """Remove the invitation from the page."""
        self._tasks.close()
        self._element.remove()


class Remote(Listening):
    """Arrow keys of a remote control or keyboard, which move the focus between buttons. OK works without it."""

    def __init__(self) -> None:
        super().__init__()
        self._listen(document, "keydown", self._pressed)

    def _pressed(self, event: Any) -> None:
        step = ARROWS.get(event.key)
        if step is None or event.target.matches("input, select, textarea"):
            return
        within = document.querySelector(":popover-open, dialog[open]") or document.querySelector("main:not([hidden])")
        every = [one for one in within.querySelectorAll("button") if one.checkVisibility()]
        if every:
            event.preventDefault()
            at = [number for number, one in enumerate(every) if one.isSameNode(document.activeElement)]
            every[(at[0] + step) % len(every) if at else 0].focus()
