"""Texts of games that ended recently, by key, in local storage. They are in a format that is quick to write."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping

from game.browser.page import storage

NOTED = "noted-games"


def read() -> dict[str, str]:
    """Return the noted games that are not on the shelf yet, by key."""
    return storage.read_texts(NOTED)


def write(games: Mapping[str, str]) -> bool:
    """Save these noted games. Return False if storage is full."""
    return storage.write_game(NOTED, json.dumps(games))


def forget(names: Collection[str]) -> None:
    """Delete these noted games after they moved to the shelf."""
    left = {name: text for name, text in read().items() if name not in names}
    if left:
        write(left)
    else:
        storage.remove(NOTED)
