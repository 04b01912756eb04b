"""Recently finished games in a quick format. The history module moves them to its shelf later."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from typing import Any

from js import Date

from game.browser import storage
from game.browser.lazy_modules import HISTORY, NotFetched, fetch_modules
from game.browser.tasks import soon
from game.core import Seat

NOTED = "noted-games"

MANY = 20
"""Number of noted games above which they move to the shelf unasked. There, each takes a fifth of the space."""


def note(names: Sequence[str], characters: Sequence[str], seat: Seat | None, **game: Any) -> bool:
    """Note a game that just ended: its `record`, or the views that were `heard`. Return False if storage is full.

    `names` and `characters` are by seat; a person's character is an empty string.
    """
    now = int(Date.now())
    noted = {"ended": now // 1000, "names": [*names], "characters": [*characters], "seat": seat, **game}
    games = all_noted() | {str(now): json.dumps(noted)}
    if len(games) > MANY:
        soon(_put_away())
    return storage.write(NOTED, json.dumps(games))


def all_noted() -> dict[str, str]:
    """Return the noted games that are not on the shelf yet, by key."""
    return storage.read_texts(NOTED)


def forget(names: Collection[str]) -> None:
    """Delete these noted games after they moved to the shelf."""
    left = {name: text for name, text in all_noted().items() if name not in names}
    if left:
        storage.write(NOTED, json.dumps(left))
    else:
        storage.remove(NOTED)


async def _put_away() -> None:
    try:
        await fetch_modules(HISTORY)
    except NotFetched:
        return  # retried after a later game
    from game.browser.history.game_shelf import GameShelf

    GameShelf()
