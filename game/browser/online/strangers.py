"""Tables where this person is a stranger: which ones, and the names that the page shows there."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from functools import partial

from game.browser.page import storage
from game.browser.page.archives import NotFetched, is_loaded
from game.browser.page.dom import load_style
from game.browser.page.lazy_modules import OPEN_TABLES, fetch_modules
from game.net.open_tables.generated_names import evening, in_english, with_generated_names
from game.net.roster import Roster
from game.words.language import gettext

STRANGERS = "stranger-at"
"""The storage key of the tables that this person joined as a stranger, each with its evening."""

STYLE = "./assets/css/open_tables.css"
"""The style sheet of open tables. Other pages do not need it."""

BY_RELAY = "by-relay"
"""The storage key of the choice to connect to strangers over relays only."""

MOST = 4
"""The number of remembered tables: the latest ones."""


def remember(token: str) -> None:
    """Remember that this person joins the table of the invitation `token` as a stranger."""
    tables = storage.read_texts(STRANGERS)
    tables.pop(token, None)
    tables[token] = str(evening(time.time()))
    storage.write(STRANGERS, json.dumps(dict([*tables.items()][-MOST:])))


def evening_at(token: str) -> int | None:
    """Return the evening in which this person joined the table as a stranger; None if the table is a friend's."""
    number = storage.read_texts(STRANGERS).get(token, "")
    return int(number) if number.isdecimal() and number.isascii() else None


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
    """Return a function that puts generated names into a roster.

    With an `evening`, it replaces the names of all people, otherwise only those of strangers.
    """
    load_style(STYLE)
    try:
        await fetch_modules(OPEN_TABLES)
    except NotFetched:
        return partial(with_generated_names, spell=in_english, evening=evening)
    from game.words.open_tables.tables import generated_name  # not loaded with multiplayer

    return partial(with_generated_names, spell=generated_name, evening=evening)
