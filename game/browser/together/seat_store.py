"""The seats that this browser has at tables of others, to come back to by itself."""

from __future__ import annotations

import json
import secrets

from game.browser import storage

PLACES, NAME = "places", "name"
MOST = 4
"""Tables that are remembered, the latest ones."""


def place(token: str) -> str | None:
    """What was kept of the table that the invitation's `token` leads to."""
    return storage.read_texts(PLACES).get(token)


def keep_place(token: str, saved: str) -> None:
    """Remember the seat at this table."""
    places = storage.read_texts(PLACES)
    places.pop(token, None)
    latest = [*places.items(), (token, saved)][-MOST:]
    storage.write(PLACES, json.dumps(dict(latest)))


def forget_place(token: str) -> None:
    """This table is left for good."""
    places = storage.read_texts(PLACES)
    if places.pop(token, None) is not None:
        storage.write(PLACES, json.dumps(places))


def name() -> str:
    """What this person was called last."""
    return storage.read(NAME) or ""


def keep_name(said: str) -> None:
    """Be called this from now on."""
    storage.write(NAME, said)


def new_secret() -> str:
    """A secret whose key opens a seat."""
    return secrets.token_hex(32)
