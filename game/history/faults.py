"""What can be wrong with a game, or a list of games, that comes from a file, a link or the browser's storage."""

from __future__ import annotations

from enum import Enum
from typing import NoReturn


class Fault(Enum):
    """Why something that should hold a game cannot be used."""

    NOT_OURS = "not ours"
    DAMAGED = "damaged"
    VERSION = "of another version"
    TOO_LONG = "too long"
    IMPOSSIBLE = "against the rules"


class BadGame(ValueError):
    """Something that holds no game that can be used; `fault` says why."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.value)
        self.fault = fault


def refuse(fault: Fault) -> NoReturn:
    """It cannot be used."""
    raise BadGame(fault)
