"""Saved tables on the title screen. A person who sat there opens the same room again."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from game.browser.page import storage
from game.browser.page.dom import Keyed, Listening, find, new_element
from game.words.title_screen import forget_table

TABLES, OWN = "tables", "own-tables"
MOST = 4
"""The number of saved tables that others opened, and of those opened here: the latest of each."""


def saved() -> dict[str, str]:
    """Return the names of the tables by their link fragments."""
    return storage.read_texts(TABLES)


def save(link: str, name: str, *, own: bool = False) -> None:
    """Save the table of `link` under `name`. An empty `name` deletes it.

    Other people choose their tables' names, so these never replace a table opened here (`own`).
    """
    before, ours = saved(), storage.read_texts(OWN)
    if before.get(link, "") == name and own == (link in ours):
        return
    names = {one: its for one, its in before.items() if one != link} | ({link: name} if name else {})
    owned = {one for one in names if one in ours} | ({link} if own and name else set())
    latest = {one for kind in (owned, names.keys() - owned) for one in [it for it in names if it in kind][-MOST:]}
    storage.write(TABLES, json.dumps({one: its for one, its in names.items() if one in latest}))
    storage.write(OWN, json.dumps(dict.fromkeys(sorted(owned & latest), "yes")))


PARTS = """<button type="button" data-open></button>
<button type="button" class="icon" data-forget><svg aria-hidden="true"><use href="#i-close" /></svg></button>"""


class SavedTables(Listening):
    """The buttons of the named tables. `go` is called with the link of a pressed one."""

    def __init__(self, go: Callable[[str], object]) -> None:
        super().__init__()
        self._element = find("named-tables")
        self._items = Keyed(self._element)
        self._go = go
        self._listen_to_buttons(self._element, self._pressed)
        self.show()

    def show(self) -> None:
        """Show the currently saved tables."""
        names = saved()
        for link, item in self._items.show(names, _buttons).items():
            item.dataset.link = link
            item.querySelector("[data-open]").textContent = names[link]
            item.querySelector("[data-forget]").setAttribute("aria-label", forget_table(names[link]))
        self._element.hidden = not names

    def _pressed(self, button: Any) -> None:
        link = button.closest("li").dataset.link
        if button.hasAttribute("data-open"):
            self._go(link)
        else:
            save(link, "")
            self.show()


def _buttons(link: str) -> Any:
    item = new_element("li")
    item.innerHTML = PARTS
    return item
