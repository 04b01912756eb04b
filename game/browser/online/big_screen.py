"""The big screen, which shows the lobby and the table to a whole room. It never shows a hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from js import document

from game.browser.online.lobby_parts import Lobby, parts_of_screen
from game.browser.online.lobby_screen import LobbyPage
from game.browser.online.qr_code import qr_code
from game.browser.page.dom import Listening
from game.browser.page.view import Act, Filled, from_template
from game.net.protocol.messages import Begin
from game.words.online.lobby import SCAN_TO_WATCH

if TYPE_CHECKING:
    from game.browser.online.ways_in.table_connection import TableConnection

STYLE = "./assets/css/big_screen.css"
"""The style sheet of big screens and the phones used with them. Other pages do not need it."""

ARROWS = {"ArrowDown": 1, "ArrowRight": 1, "ArrowUp": -1, "ArrowLeft": -1}


class ScreenLobby(LobbyPage):
    """The lobby of a big screen: the invitation in large size, and the table with the people who have joined.

    A person who leads from a phone starts the game there.
    """

    def __init__(self, lobby: Lobby, table: TableConnection, acts: Mapping[str, Act]) -> None:
        acts = {**acts, "begin": lambda _: table.tell(Begin())}
        super().__init__("screen-lobby-template", lobby, parts_of_screen, table, acts)


class WatchInvite(Listening):
    """The small invitation beside a `table` in play. It is in the page until `close`."""

    def __init__(self, link: str, table: Any) -> None:
        super().__init__()
        self._shown = Filled(from_template("watch-invite-template"))
        self._shown.show({"words": SCAN_TO_WATCH()})
        table.append(self._shown.element)
        self._at_close(self._shown.element.remove)
        self._tasks.start(self._draw(link))

    async def _draw(self, link: str) -> None:
        self._shown.show({"qr": await qr_code(link)})


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
