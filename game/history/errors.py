"""The errors in a game, or a list of games, from a file, a link or the browser's storage."""

from __future__ import annotations

from enum import Enum
from typing import NoReturn


class GameFault(Enum):
    """Why a text is not a usable game."""

    NOT_OURS = "not ours"
    DAMAGED = "damaged"
    VERSION = "of another version"
    TOO_LONG = "too long"
    IMPOSSIBLE = "against the rules"


class BadGame(ValueError):
    """Raised for a text that is not a usable game; `fault` is the reason."""

    def __init__(self, fault: GameFault) -> None:
        super().__init__(fault.value)
        self.fault = fault


def refuse(fault: GameFault) -> NoReturn:
    """Raise BadGame with `fault`."""
    raise BadGame(fault)
