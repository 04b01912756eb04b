"""Repetition of attempts."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

P = ParamSpec("P")


def repeated(attempt: Callable[Concatenate[int, P], int]) -> Callable[Concatenate[int, P], int]:
    """Turn an attempt, given its number, into as many as wanted: return how many of them succeeded."""

    @wraps(attempt)
    def attempts(tries: int, /, *how: P.args, **more: P.kwargs) -> int:
        return sum(attempt(number, *how, **more) for number in range(tries))

    return attempts
