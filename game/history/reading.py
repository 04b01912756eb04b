"""Reads a text of ours that anybody may have changed."""

from __future__ import annotations

from typing import Any

from game.core.plain import read_long_json
from game.history.faults import BadGame, Fault, refuse


def read(text: str, longest: int) -> Any:
    """What the JSON in `text` spells. Raises BadGame if that is damaged, or has more than `longest` characters."""
    if len(text) > longest:
        refuse(Fault.TOO_LONG)
    try:
        return read_long_json(text)
    except (ValueError, RecursionError) as error:
        raise BadGame(Fault.DAMAGED) from error
