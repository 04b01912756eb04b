"""Games that finished here and are not on the list yet. The modules of the history move them there later."""

from __future__ import annotations

import json
from dataclasses import replace

from js import Date

from game.browser.page import storage
from game.browser.page.lazy_modules import HISTORY, fetch_modules
from game.browser.page.tasks import soon
from game.core.game_text import write
from game.core.record import Game

MANY = 20
"""Number of games above which they move to the list unasked. There, each takes a third of the space."""


def finished_now(game: Game) -> Game:
    """Return `game`, which ended now."""
    return replace(game, ended=int(Date.now()) // 1000)


def save(game: Game) -> bool:
    """Save a finished game. Return False if storage is full."""
    games = storage.read_texts(storage.UNLISTED) | {str(int(Date.now())): write(game)}
    if len(games) > MANY:
        soon(_list())
    return storage.write_game(storage.UNLISTED, json.dumps(games))


async def _list() -> None:
    """Move the games to the list, or try again after a later game."""
    if await fetch_modules(HISTORY):
        from game.browser.history.stored_games import StoredGames

        StoredGames()
