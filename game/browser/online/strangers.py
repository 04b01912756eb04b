"""Tables where this person is a stranger: which ones, and the names that the page shows there."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from functools import partial

from js import document

from game.browser.page import storage
from game.browser.page.archives import NotFetched, is_loaded
from game.browser.page.dom import new_element
from game.browser.page.lazy_modules import OPEN_TABLES, fetch_modules
from game.net.open_tables.generated_names import evening, in_english, with_generated_names
from game.net.roster import Roster
from game.words.language import gettext

STRANGERS = "stranger-at"
"""The storage key of the tables that this browser has found in the list, with the evening of each."""

STYLE = "./assets/css/open_tables.css"

BY_RELAY = "by-relay"
"""The storage key of the choice to connect to strangers over relays only."""

MOST = 4
"""The number of remembered tables: the latest ones."""


def remember(token: str) -> None:
    """Note that this person comes to the table with the invitation's `token` as a stranger."""
    tables = storage.read_texts(STRANGERS)
    tables.pop(token, None)
    tables[token] = str(evening(time.time()))
    storage.write(STRANGERS, json.dumps(dict([*tables.items()][-MOST:])))


def evening_at(token: str) -> int | None:
    """Return the evening in which this person came to a table as a stranger; None for the table of a friend."""
    number = storage.read_texts(STRANGERS).get(token, "")
    return int(number) if number.isdecimal() and number.isascii() else None


def load_style() -> None:
    """Load the style sheet of open tables. Other pages do not need it."""
    if not document.querySelector(f'link[href="{STYLE}"]'):
        link = new_element("link")
        link.rel = "stylesheet"
        link.href = STYLE
        document.head.append(link)


def is_by_relay() -> bool:
    """Whether this page connects to strangers over relays only, so that they do not see its internet address."""
    return storage.read(BY_RELAY) == "yes"


def choose_relay(by_relay: bool) -> None:
    """Save whether this page connects to strangers over relays only."""
    storage.write(BY_RELAY, "yes" if by_relay else "")


def waits_for_seat() -> str:
    """Return what a stranger reads who watches a game and waits for a seat; empty if the messages are not loaded."""
    if not is_loaded(OPEN_TABLES):
        return ""
    from game.words.open_tables.tables import NEXT_LEVEL  # not loaded with multiplayer

    return gettext(NEXT_LEVEL)


async def rewording(evening: int | None) -> Callable[[Roster], Roster]:
    """Return what puts generated names into a roster: with an `evening`, for everybody, otherwise for strangers."""
    load_style()
    try:
        await fetch_modules(OPEN_TABLES)
    except NotFetched:
        return partial(with_generated_names, spell=in_english, evening=evening)
    from game.words.open_tables.tables import generated_name  # not loaded with multiplayer

    return partial(with_generated_names, spell=generated_name, evening=evening)
