"""The content of the fold "Open to anyone"."""

from __future__ import annotations

from typing import Any

from game.browser.online import strangers
from game.browser.online.ways_in.opening import Opening
from game.browser.open_tables.address_choice import PARTS, show_address_choice
from game.browser.page.dom import Listening, load_style, new_element
from game.words.language import gettext
from game.words.open_tables.tables import CLOSE_TABLE, IS_OPEN, MAY_WATCH, OPEN_TABLE, OPENS

CONTENT = f"""<p class="hint" data-part="opens"></p>
{PARTS}
<p role="status" data-part="open" hidden></p>
<div class="options" data-part="watch"><label><input type="checkbox" /> <span></span></label></div>
<button type="button"></button>"""


class OpenPanel(Listening):
    """What strangers see of the table, the route to them, and the button that opens it, in the fold `element`."""

    def __init__(self, element: Any, opening: Opening) -> None:
        super().__init__()
        self._opening = opening
        load_style(strangers.STYLE)
        content = self._content = new_element("div", "open-panel")
        content.innerHTML = CONTENT
        element.append(content)
        content.querySelector("[data-part=open]").textContent = gettext(IS_OPEN)
        content.querySelector("[data-part=opens]").textContent = gettext(OPENS)
        content.querySelector("[data-part=watch] span").textContent = gettext(MAY_WATCH)
        self._may_watch = content.querySelector("[data-part=watch] input")
        self._listen(self._may_watch, "change", lambda event: opening.let_watch(event.target.checked))
        self._listen_to_buttons(content, lambda _: opening.set(not opening.is_open))
        self.show()

    def close(self) -> None:
        """Remove the content. May be called twice."""
        super().close()
        self._content.remove()

    def show(self) -> None:
        """Show whether the table is open."""
        is_open = self._opening.is_open
        self._content.querySelector("[data-part=open]").hidden = not is_open
        self._content.querySelector("[data-part=opens]").hidden = is_open
        self._content.querySelector("[data-part=watch]").hidden = not is_open
        self._may_watch.checked = self._opening.may_watch
        show_address_choice(self._content, locked=is_open)
        self._content.querySelector("button").textContent = gettext(CLOSE_TABLE if is_open else OPEN_TABLE)
