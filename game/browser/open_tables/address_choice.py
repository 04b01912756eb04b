"""What strangers learn about a person's internet address, and the choice to hide it from them."""

from __future__ import annotations

from typing import Any

from game.browser.online import strangers
from game.browser.page.dom import Listening
from game.words.language import gettext
from game.words.open_tables.tables import ADDRESSES, BY_RELAY

PARTS = """<p class="hint" data-part="addresses"></p>
<div class="options"><label><input type="checkbox" /> <span></span></label></div>"""
"""The markup of the choice."""


class AddressChoice(Listening):
    """The choice whose PARTS are in `element`. It saves each change."""

    def __init__(self, element: Any) -> None:
        super().__init__()
        element.querySelector("[data-part=addresses]").textContent = gettext(ADDRESSES)
        element.querySelector("label span").textContent = gettext(BY_RELAY)
        self._by_relay = element.querySelector("input")
        self._by_relay.checked = strangers.is_by_relay()
        self._listen(self._by_relay, "change", lambda _: strangers.choose_relay(bool(self._by_relay.checked)))

    def lock(self, locked: bool) -> None:
        """Allow no change while the table is open."""
        self._by_relay.disabled = locked
