"""Games that ended recently, as texts by key. The modules of the history move them to the list of games later."""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import replace

from js import Date

from game.browser.page import storage
from game.browser.page.archives import NotFetched
from game.browser.page.lazy_modules import HISTORY, fetch_modules
from game.browser.page.tasks import soon
from game.core.game_text import write
from game.core.record import Game

PENDING = "noted-games"

MANY = 20
"""Number of pending games above which they move to the list unasked. There, each takes a third of the space."""


def ended(game: Game) -> Game:
    """Return `game`, which ended now."""
    return replace(game, ended=int(Date.now()) // 1000)


def add(game: Game) -> bool:
    """Save a game that has ended. Return False if storage is full."""
    games = read() | {str(int(Date.now())): write(game)}
    if len(games) > MANY:
        soon(_list())
    return storage.write_game(PENDING, json.dumps(games))


def read() -> dict[str, str]:
    """Return the games that are not on the list yet, by key."""
    return storage.read_texts(PENDING)


def forget(names: Collection[str]) -> None:
    """Delete these games after they moved to the list."""
    left = {name: text for name, text in read().items() if name not in names}
    if left:
        storage.write_game(PENDING, json.dumps(left))
    else:
        storage.remove(PENDING)


async def _list() -> None:
    """Move the pending games to the list."""
    try:
        await fetch_modules(HISTORY)
    except NotFetched:
        return  # retried after a later game
    from game.browser.history.game_shelf import GameShelf

    GameShelf()
