"""Tables where this person is a stranger: which ones, and the names that the page shows there."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from functools import partial
from random import Random

from game.browser.page import storage
from game.browser.page.archives import NotFetched, is_loaded
from game.browser.page.dom import load_style
from game.browser.page.lazy_modules import OPEN_TABLES, fetch_modules
from game.net.open_tables.generated_names import day_of, in_english, with_generated_names
from game.net.roster import Roster
from game.transport.identity import new_identity_secret
from game.words.language import gettext

STRANGERS = "stranger-at"
"""The storage key of the tables that this person joined as a stranger.

Each has the number of the day (see generated_names.py) and the host's public key, by the token of the invitation.
"""

STYLE = "./assets/css/open_tables.css"
"""The style sheet of open tables. Other pages do not need it."""

OWN_KEY = "stranger-secret"
"""The storage key of the secret of the key by which this person sits at open tables, so that others can avoid it."""

AVOIDED = "avoided"
"""The storage key of the avoided people: their public keys, oldest first."""

MOST, MOST_AVOIDED = 4, 200
"""The number of remembered tables, and of avoided people: the latest ones."""


def remember(token: str, host: str) -> None:
    """Remember that this person joins the table of the invitation `token`, listed by `host`, as a stranger."""
    tables = storage.read_texts(STRANGERS)
    tables.pop(token, None)
    tables[token] = f"{day_of(time.time())} {host}"
    storage.write(STRANGERS, json.dumps(dict([*tables.items()][-MOST:])))


def day_at(token: str) -> int | None:
    """Return the number of the day on which this page joined the table as a stranger; None if it did not."""
    number = storage.read_texts(STRANGERS).get(token, "").partition(" ")[0]
    return int(number) if re.fullmatch("[0-9]{1,6}", number) else None


def host_of(token: str) -> str:
    """Return the key of the person who listed the table; empty if it is unknown."""
    return storage.read_texts(STRANGERS).get(token, "").partition(" ")[2]


def own_secret(dice: Random) -> str:
    """Return the secret of the key by which this person sits at open tables. `dice` makes it at first use."""
    secret = storage.read(OWN_KEY) or ""
    if not re.fullmatch("[0-9a-f]{64}", secret):
        secret = new_identity_secret(dice)
        storage.write(OWN_KEY, secret)
    return secret


def avoided() -> frozenset[str]:
    """Return the public keys of the avoided people."""
    return frozenset(storage.read_texts(AVOIDED))


def avoid(key: str) -> None:
    """Add a public key to the avoided people."""
    known = storage.read_texts(AVOIDED) | {key: "yes"}
    storage.write(AVOIDED, json.dumps(dict([*known.items()][-MOST_AVOIDED:])))


def avoid_nobody() -> None:
    """Remove all avoided people."""
    storage.write(AVOIDED, "{}")


def waits_for_seat(*, tells_host: bool = False) -> str:
    """Return what a person reads who waits for a seat at an open table, or what its host reads.

    It is empty if the messages are not loaded.
    """
    if not is_loaded(OPEN_TABLES):
        return ""
    from game.words.open_tables.tables import NEWCOMER_WAITS, NEXT_LEVEL  # not loaded with multiplayer

    return gettext(NEWCOMER_WAITS if tells_host else NEXT_LEVEL)


async def rewording(day: int | None) -> Callable[[Roster], Roster]:
    """Return a function that puts generated names into a roster.

    With a `day`, the function replaces the names of all people. With None, it only translates generated names.
    """
    load_style(STYLE)
    try:
        await fetch_modules(OPEN_TABLES)
    except NotFetched:
        return partial(with_generated_names, spell=in_english, day=day)
    from game.words.open_tables.tables import generated_name  # not loaded with multiplayer

    return partial(with_generated_names, spell=generated_name, day=day)
