"""Notes a game that just ended. The history module moves notes to its shelf later."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from js import Date

from game.browser.page import pending_games
from game.browser.page.archives import NotFetched
from game.browser.page.lazy_modules import HISTORY, fetch_modules
from game.browser.page.tasks import soon
from game.core import Seat

MANY = 20
"""Number of noted games above which they move to the shelf unasked. There, each takes a fifth of the space."""


@dataclass(frozen=True, slots=True)
class NotedGame:
    """A game that just ended, as the `text` of its note.

    It can be watched if it is `whole`. `daily` is whether it was played with the cards of a daily game.
    """

    text: str
    whole: bool
    daily: bool = False


def noted(
    names: Sequence[str], characters: Sequence[str], seat: Seat | None, *, daily: bool = False, **game: Any
) -> NotedGame:
    """Return the note of a game that just ended: its `record`, or the views that were `heard`.

    `names` and `characters` are by seat; a person's character is an empty string.
    """
    who = {"ended": int(Date.now()) // 1000, "names": [*names], "characters": [*characters], "seat": seat}
    whole = "record" in game or game["heard"]["deals"] is not None
    return NotedGame(json.dumps(who | game), whole, daily)


def note(game: NotedGame) -> bool:
    """Save the note. Return False if storage is full."""
    games = pending_games.read() | {str(int(Date.now())): game.text}
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
