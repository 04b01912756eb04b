"""Parses a text of this game from untrusted storage."""

from __future__ import annotations

from typing import Any

from game.core.safe_json import read_long_json
from game.history.errors import BadGame, GameFault, refuse


def read(text: str, longest: int) -> Any:
    """Return the value of the JSON `text`. Raises BadGame if it is damaged or longer than `longest` characters."""
    if len(text) > longest:
        refuse(GameFault.TOO_LONG)
    try:
        return read_long_json(text)
    except (ValueError, RecursionError) as error:
        raise BadGame(GameFault.DAMAGED) from error
