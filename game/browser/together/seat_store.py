"""The seats that this browser has at tables of others, to come back to by itself.

Pages of another version cannot read a seat of this one, nor this one theirs: each version keeps its own.
"""

from __future__ import annotations

import json
from typing import NamedTuple

from game.browser import kept_tables, storage
from game.core.plain import read_json
from game.net.wire import VERSION

ALL_PLACES, NAME = "places", "name"
PLACES = f"{ALL_PLACES}-{VERSION}"
"""Without a number there are those of version 4 and before."""

MOST = 4
"""Tables that are remembered, the latest ones."""


class KeptPlace(NamedTuple):
    """A seat: over which `servers` the way led there, and what else the room needs to come back."""

    servers: str
    saved: str


def place(token: str) -> KeptPlace | None:
    """What was kept of the table that the invitation's `token` leads to."""
    try:
        match read_json(storage.read_texts(PLACES).get(token, "")):
            case [str(servers), str(saved)]:
                return KeptPlace(servers, saved)
    except (ValueError, RecursionError):
        pass  # nothing is kept there, or nothing of ours
    return None


def is_of_other_version(token: str) -> bool:
    """Whether a page of another version keeps a seat at this table."""
    return any(token in storage.read_texts(name) for name in storage.names(ALL_PLACES) if name != PLACES)


def keep_place(token: str, servers: str, saved: str) -> None:
    """Remember the seat at this table, and at others as long as there is room; at those that are kept in any case."""
    places = storage.read_texts(PLACES)
    places.pop(token, None)
    passing = [one for one in places if not _is_kept(one)]
    for one in passing[: max(0, len(places) + 1 - MOST)]:
        del places[one]
    storage.write(PLACES, json.dumps(places | {token: json.dumps(KeptPlace(servers, saved))}))


def forget_place(token: str) -> None:
    """This table is left for good, unless it is kept."""
    places = storage.read_texts(PLACES)
    if not _is_kept(token) and places.pop(token, None) is not None:
        storage.write(PLACES, json.dumps(places))


def _is_kept(token: str) -> bool:
    return any(token in link for link in kept_tables.kept())


def name() -> str:
    """What this person was called last."""
    return storage.read(NAME) or ""


def keep_name(said: str) -> None:
    """Be called this from now on."""
    storage.write(NAME, said)
