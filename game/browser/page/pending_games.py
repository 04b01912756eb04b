"""Games that ended recently, as texts by key. The modules of the history move them to the list of games later."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping

from game.browser.page import storage

PENDING = "noted-games"


def read() -> dict[str, str]:
    """Return the games that are not on the list yet, by key."""
    return storage.read_texts(PENDING)


def write(games: Mapping[str, str]) -> bool:
    """Save these games. Return False if storage is full."""
    return storage.write_game(PENDING, json.dumps(games))


def forget(names: Collection[str]) -> None:
    """Delete these games after they moved to the list."""
    left = {name: text for name, text in read().items() if name not in names}
    if left:
        write(left)
    else:
        storage.remove(PENDING)
