"""Games that have just ended, noted in haste; what tells of them later puts them on their shelf."""

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
"""Games from which on they are put away though nobody asked for them: on the shelf each takes a fifth of the room."""


def note(names: Sequence[str], characters: Sequence[str], seat: Seat | None, **game: Any) -> bool:
    """Note a game that has ended now: its `record`, or what was `heard` of it. False where there is no room.

    `names` and `characters` are by seat; a person has no character.
    """
    now = int(Date.now())
    noted = {"ended": now // 1000, "names": [*names], "characters": [*characters], "seat": seat, **game}
    games = all_noted() | {str(now): json.dumps(noted)}
    if len(games) > MANY:
        soon(_put_away())
    return storage.write(NOTED, json.dumps(games))


def all_noted() -> dict[str, str]:
    """What was noted and not put away, each game under a name of its own."""
    return storage.read_texts(NOTED)


def forget(names: Collection[str]) -> None:
    """These are put away."""
    left = {name: text for name, text in all_noted().items() if name not in names}
    if left:
        storage.write(NOTED, json.dumps(left))
    else:
        storage.remove(NOTED)


async def _put_away() -> None:
    try:
        await fetch_modules(HISTORY)
    except NotFetched:
        return  # next time, perhaps
    from game.browser.history.game_shelf import GameShelf

    GameShelf()
