"""Tables on the title screen: the last one, to return to, and saved ones, to open the same room again."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

from game.browser.page import storage
from game.browser.page.dom import Keyed, Listening, find, new_element
from game.words.title_screen import back_to_table, forget_table

TABLES, OWN = "tables", "own-tables"
LAST = "last-table"
"""The storage key of the table where this browser was last: its link, its host's name unless that is this person, and
when."""

LASTS = 2 * 3600.0
"""Seconds for which the title offers the last table. After that, the table has probably ended."""

SAVED_AGAIN = 600.0
"""Seconds after which the same last table is saved again, so that a long game does not end with an old time."""

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


def last() -> dict[str, str]:
    """Return the name of the host of the last table by its link, if that table may still be there."""
    link, host, at = (storage.read_texts(LAST).get(part, "") for part in ("link", "host", "at"))
    return {link: host} if link and at.isdecimal() and 0 <= time.time() - int(at) < LASTS else {}


def remember_last(link: str, host: str) -> None:
    """Save that this browser is at the table of `link`, unless that was saved a moment ago.

    An empty `host` means this person.
    """
    if last() == {link: host} and time.time() - int(storage.read_texts(LAST)["at"]) < SAVED_AGAIN:
        return
    storage.write(LAST, json.dumps({"link": link, "host": host, "at": str(int(time.time()))}))


def forget_last() -> None:
    """Forget the last table."""
    storage.remove(LAST)


PARTS = """<button type="button" data-open></button>
<button type="button" class="icon" data-forget><svg aria-hidden="true"><use href="#i-close" /></svg></button>"""


class SavedTables(Listening):
    """The buttons of the last table and the named ones.

    `go` is called with the link of a pressed one, and whether it is opened for a new game.
    """

    def __init__(self, go: Callable[[str, bool], object]) -> None:
        super().__init__()
        self._element = find("named-tables")
        self._items = Keyed(self._element)
        self._go = go
        self._listen_to_buttons(self._element, self._pressed)
        self.show()

    def show(self) -> None:
        """Show the last table, which comes before the three choices, and the currently saved ones."""
        named = saved()
        names = {link: back_to_table(host) for link, host in last().items() if link not in named} | named
        tiles = self._element.parentElement.querySelector(".tiles")
        (tiles.before if names.keys() - named else tiles.after)(self._element)
        for link, item in self._items.show(names, _buttons).items():
            item.dataset.link = link
            item.toggleAttribute("data-last", link not in named)
            item.querySelector("[data-open]").textContent = names[link]
            item.querySelector("[data-forget]").setAttribute("aria-label", forget_table(names[link]))
        self._element.hidden = not names

    def _pressed(self, button: Any) -> None:
        item = button.closest("li")
        link = item.dataset.link
        if button.hasAttribute("data-open"):
            self._go(link, not item.hasAttribute("data-last"))
        else:
            if link in last():
                forget_last()
            save(link, "")
            self.show()


def _buttons(link: str) -> Any:
    item = new_element("li")
    item.innerHTML = PARTS
    return item
