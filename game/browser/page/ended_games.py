"""Saves a game that just ended. The modules of the history move it to the list of games later."""

from __future__ import annotations

from dataclasses import replace

from js import Date

from game.browser.page import pending_games
from game.browser.page.archives import NotFetched
from game.browser.page.lazy_modules import HISTORY, fetch_modules
from game.browser.page.tasks import soon
from game.core.game_text import write
from game.core.record import Game

MANY = 20
"""Number of games above which they move to the list unasked. There, each takes a third of the space."""


def ended(game: Game) -> Game:
    """Return `game`, which ended now."""
    return replace(game, ended=int(Date.now()) // 1000)


def save(game: Game) -> bool:
    """Save a game that has ended. Return False if storage is full."""
    games = pending_games.read() | {str(int(Date.now())): write(game)}
    if len(games) > MANY:
        soon(_list())
    return pending_games.write(games)


async def _list() -> None:
    """Move the games to the list."""
    try:
        await fetch_modules(HISTORY)
    except NotFetched:
        return  # retried after a later game
    from game.browser.history.game_shelf import GameShelf

    GameShelf()
