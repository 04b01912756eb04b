"""The saved seats of this browser at other people's tables, to return to after a reload.

A page cannot read the seats of another version, so each version saves its own.
"""

from __future__ import annotations

from game.browser.page import storage
from game.net.protocol.wire import VERSION
from game.net.saved_room import SavedSeat, read_seat

ALL_PLACES = "places"
PLACES = f"{ALL_PLACES}-{VERSION}"
"""The storage key, by protocol version. A key without a number is of version 4 or earlier."""

MOST = 4
"""The number of remembered tables: the latest ones."""


def place(token: str) -> SavedSeat | None:
    """Return the saved seat at the table with the invitation's `token`, or None."""
    return read_seat(storage.read_texts(PLACES).get(token, ""))


def is_of_other_version(token: str) -> bool:
    """Whether a page of another version has saved a seat at this table."""
    return any(token in storage.read_texts(name) for name in storage.names(ALL_PLACES) if name != PLACES)


def save_place(token: str, saved: str) -> None:
    """Save the seat at this table. Above MOST, forget the oldest other seats."""
    places = storage.read_texts(PLACES)
    places.pop(token, None)
    places[token] = saved
    storage.write_texts(PLACES, dict([*places.items()][-MOST:]))


def forget_place(token: str) -> None:
    """Forget the seat at this table."""
    places = storage.read_texts(PLACES)
    if places.pop(token, None) is not None:
        storage.write_texts(PLACES, places)


def name() -> str:
    """Return the last name of this person, or an empty string."""
    return storage.read(storage.NAME) or ""


def save_name(name: str) -> None:
    """Save this person's name."""
    storage.write(storage.NAME, name)
