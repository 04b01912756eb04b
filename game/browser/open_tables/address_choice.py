"""What strangers learn about a person's internet address, and the choice to hide it from them."""

from __future__ import annotations

from typing import Any

from game.browser.page import by_relay
from game.words.language import gettext
from game.words.open_tables.tables import ADDRESSES, BY_RELAY

PARTS = """<p class="hint" data-part="addresses"></p>
<div class="options"><label><input type="checkbox" data-by-relay /> <span data-part="by-relay"></span></label></div>"""
"""The markup of the choice."""


def show_address_choice(element: Any, *, locked: bool = False) -> None:
    """Show the choice, whose PARTS are in `element`. It is `locked` while the table is open."""
    element.querySelector("[data-part=addresses]").textContent = gettext(ADDRESSES)
    element.querySelector("[data-part=by-relay]").textContent = gettext(BY_RELAY)
    element.querySelector("[data-by-relay]").disabled = locked
    by_relay.show_choice()
