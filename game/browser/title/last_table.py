"""The last table of this browser, which the title offers to return to."""

from __future__ import annotations

import time

from game.browser.page import storage

LAST = "last-table"
"""The storage key of the table where this browser was last: its link, its host's name unless that is this person, and
when."""

LASTS = 2 * 3600.0
"""Seconds for which the title offers the last table. After that, the table has probably ended."""

SAVED_AGAIN = 600.0
"""Seconds after which the same last table is saved again, so that a long game does not end with an old time."""


def last() -> dict[str, str]:
    """Return the name of the host of the last table by its link, if that table may still be there."""
    link, host, at = (storage.read_texts(LAST).get(part, "") for part in ("link", "host", "at"))
    return {link: host} if link and at.isdecimal() and 0 <= time.time() - int(at) < LASTS else {}


def remember(link: str, host: str) -> None:
    """Save that this browser is at the table of `link`, unless that was saved a moment ago.

    An empty `host` means this person.
    """
    if last() == {link: host} and time.time() - int(storage.read_texts(LAST)["at"]) < SAVED_AGAIN:
        return
    storage.write_texts(LAST, {"link": link, "host": host, "at": str(int(time.time()))})


def forget() -> None:
    """Forget the last table."""
    storage.remove(LAST)
