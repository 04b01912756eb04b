"""What happens at the table while its page is in the background."""

from __future__ import annotations

import js
from js import document

from game.browser.online.ways_in.table_connection import TableConnection
from game.browser.page.dom import Listening
from game.net.protocol.messages import Hidden

HANDS_OVER_AFTER, PHONE_HANDS_OVER_AFTER = 30.0, 3.0
"""Seconds in the background after which a host hands the game over. The level is then dealt again.

A phone suspends a page within seconds, a computer after minutes, and some browsers do so without an event.
"""


class Background(Listening):
    """Tells the host of `table` whether this page is in the background. A host there soon hands the game over."""

    def __init__(self, table: TableConnection) -> None:
        super().__init__()
        self._table = table
        self._hands_over = self._new_timer(self._hand_over)
        self._listen(document, "visibilitychange", lambda _: self.tell())
        self._listen(document, "freeze", lambda _: self._hand_over())

    def tell(self) -> None:
        """Tell the host, and hand over soon if this page is the host and in the background."""
        self._table.tell(Hidden(bool(document.hidden)))
        if document.hidden:
            is_phone = js.matchMedia("(pointer: coarse)").matches
            self._hands_over.start(PHONE_HANDS_OVER_AFTER if is_phone else HANDS_OVER_AFTER)
        else:
            self._hands_over.stop()

    def _hand_over(self) -> None:
        if self._table.driver is not None:
            self._table.driver.hand_over()
            if document.hidden and self._table.hosts:  # no other page could take over
                self._hands_over.start(HANDS_OVER_AFTER)
