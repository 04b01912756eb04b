"""The fold "Open to anyone" in the lobby of a host."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from game.browser.online import strangers
from game.browser.online.ways_in.opening import Opening
from game.browser.open_tables.address_choice import PARTS, AddressChoice
from game.browser.page.dom import Listening, load_style, new_element
from game.words.language import gettext
from game.words.open_tables.tables import CLOSE_TABLE, IS_OPEN, OPEN_TABLE

CONTENT = f"""{PARTS}
<p role="status" data-part="open" hidden></p>
<button type="button"></button>"""


class OpenPanel(Listening):
    """The content of the fold `element`: what strangers see, the route to them, and the button that opens the table.

    `opened` is called when the host opens the table.
    """

    def __init__(self, element: Any, opening: Opening, opened: Callable[[], None]) -> None:
        super().__init__()
        self._opening = opening
        self._opened = opened
        load_style(strangers.STYLE)
        content = new_element("div", "open-panel")
        content.innerHTML = CONTENT
        element.append(content)
        self._content = content
        self._addresses = AddressChoice(content)
        content.querySelector("[data-part=open]").textContent = gettext(IS_OPEN)
        self._listen_to_buttons(content, lambda _: self._press())
        opening.changed = self._show
        self._show()

    def close(self) -> None:
        """Stop showing whether the table is open. May be called twice."""
        super().close()
        self._addresses.close()
        self._opening.changed = lambda: None

    def _press(self) -> None:
        self._opening.set(not self._opening.is_open)
        if self._opening.is_open:
            self._opened()

    def _show(self) -> None:
        is_open = self._opening.is_open
        self._content.parentElement.toggleAttribute("data-is-open", is_open)
        self._content.querySelector("[data-part=open]").hidden = not is_open
        self._addresses.lock(is_open)
        self._content.querySelector("button").textContent = gettext(CLOSE_TABLE if is_open else OPEN_TABLE)
