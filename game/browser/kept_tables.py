"""The tables that were kept under a name, on the title: whoever sat there opens the same room again."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from js import document

from game.browser import storage
from game.browser.dom import Keyed, find, listen
from game.words.title import forget_table

TABLES = "tables"
MOST = 4
"""Tables that are kept, the latest ones."""


def kept() -> dict[str, str]:
    """The names of the tables by the ends of their links."""
    return storage.read_texts(TABLES)


def keep(link: str, name: str) -> None:
    """Keep the table to which `link` leads; without a `name`, no longer."""
    before = kept()
    if before.get(link, "") == name:
        return
    others = {one: its for one, its in before.items() if one != link}
    latest = [*others.items(), (link, name)][-MOST:] if name else [*others.items()]
    storage.write(TABLES, json.dumps(dict(latest)))


PARTS = """<button type="button" data-open></button>
<button type="button" class="icon" data-forget><svg aria-hidden="true"><use href="#i-close" /></svg></button>"""


class KeptTables:
    """Their buttons on the title; `go` is called with the link of one that is pressed."""

    def __init__(self, go: Callable[[str], object]) -> None:
        self._element = find("kept-tables")
        self._items = Keyed(self._element)
        self._go = go
        listen(self._element, "click", self._clicked)
        self.show()

    def show(self) -> None:
        """Show those that are kept now."""
        names = kept()
        for link, item in self._items.show(names, _buttons).items():
            item.dataset.link = link
            item.querySelector("[data-open]").textContent = names[link]
            item.querySelector("[data-forget]").setAttribute("aria-label", forget_table(names[link]))
        self._element.hidden = not names

    def _clicked(self, event: Any) -> None:
        button = event.target.closest("button")
        if not button:
            return
        link = button.closest("li").dataset.link
        if button.hasAttribute("data-open"):
            self._go(link)
        else:
            keep(link, "")
            self.show()


def _buttons(link: str) -> Any:
    item = document.createElement("li")
    item.innerHTML = PARTS
    return item
