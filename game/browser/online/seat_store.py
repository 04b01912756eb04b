"""The saved seats of this browser at other people's tables, to return to after a reload.

A page cannot read the seats of another version, so each version saves its own.
"""

from __future__ import annotations

import json
from typing import NamedTuple

from game.browser.page import storage
from game.core.safe_json import read_json
from game.net.protocol.wire import VERSION

ALL_PLACES = "places"
PLACES = f"{ALL_PLACES}-{VERSION}"
"""The storage key, by protocol version. A key without a number is of version 4 or earlier."""

MOST = 4
"""The number of remembered tables: the latest ones."""


class SavedPlace(NamedTuple):
    """A saved seat: the `servers` it was reached by, and the state that the room needs to return."""

    servers: str
    saved: str


def place(token: str) -> SavedPlace | None:
    """Return the saved seat at the table with the invitation's `token`, or None."""
    try:
        match read_json(storage.read_texts(PLACES).get(token, "")):
            case [str(servers), str(saved)]:
                return SavedPlace(servers, saved)
    except (ValueError, RecursionError):
        pass  # missing or malformed
    return None


def is_of_other_version(token: str) -> bool:
    """Whether a page of another version has saved a seat at this table."""
    return any(token in storage.read_texts(name) for name in storage.names(ALL_PLACES) if name != PLACES)


def save_place(token: str, servers: str, saved: str) -> None:
    """Save the seat at this table. Above MOST, forget the oldest other seats."""
    places = storage.read_texts(PLACES)
    places.pop(token, None)
    places[token] = json.dumps(SavedPlace(servers, saved))
    storage.write(PLACES, json.dumps(dict([*places.items()][-MOST:])))


def forget_place(token: str) -> None:
    """Forget the seat at this table."""
    places = storage.read_texts(PLACES)
    if places.pop(token, None) is not None:
        storage.write(PLACES, json.dumps(places))


def name() -> str:
    """Return the last name of this person, or an empty string."""
    return storage.read(storage.NAME) or ""


def save_name(name: str) -> None:
    """Save this person's name."""
    storage.write(storage.NAME, name)
