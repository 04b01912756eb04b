"""Notes a game that just ended. The history module moves notes to its shelf later."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from js import Date

from game.browser.page import pending_games
from game.browser.page.archives import NotFetched
from game.browser.page.lazy_modules import HISTORY, fetch_modules
from game.browser.page.tasks import soon
from game.core import Seat

MANY = 20
"""Number of noted games above which they move to the shelf unasked. There, each takes a fifth of the space."""


def note(names: Sequence[str], characters: Sequence[str], seat: Seat | None, **game: Any) -> bool:
    """Note a game that just ended: its `record`, or the views that were `heard`. Return False if storage is full.

    `names` and `characters` are by seat; a person's character is an empty string.
    """
    now = int(Date.now())
    noted = {"ended": now // 1000, "names": [*names], "characters": [*characters], "seat": seat, **game}
    games = pending_games.read() | {str(now): json.dumps(noted)}
    if len(games) > MANY:
        soon(_put_away())
    return pending_games.write(games)


async def _put_away() -> None:
    try:
        await fetch_modules(HISTORY)
    except NotFetched:
        return  # retried after a later game
    from game.browser.history.game_shelf import GameShelf

    GameShelf()
