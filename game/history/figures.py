"""Statistics of many games: the best result of each kind, and streaks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from game.core import Variant
from game.history.finished_game import FinishedGame
from game.history.summary import CLEAN


class Best(NamedTuple):
    """The best level of a variant with a number of seats, the number of such games, and how many of them were won."""

    variant: Variant
    seats: int
    level: int
    levels: int
    games: int
    won: int


class Streaks(NamedTuple):
    """The longest streaks of won games, of levels without a cost, and of days on which a game was played."""

    won: int
    clean: int
    days: int


def best(games: Iterable[FinishedGame]) -> list[Best]:
    """Return one entry for every variant and number of seats played, the most played first."""
    kinds: dict[tuple[str, int], list[FinishedGame]] = {}
    for game in games:
        kinds.setdefault((game.variant.name, game.seats), []).append(game)
    found = [
        Best(
            variant=same[0].variant,
            seats=seats,
            level=max(_reached(game) for game in same),
            levels=same[0].levels,
            games=len(same),
            won=sum(game.won for game in same),
        )
        for (_, seats), same in kinds.items()
    ]
    return sorted(found, key=lambda one: (-one.games, one.variant.name, one.seats))


def streaks(games: Sequence[FinishedGame], day: Callable[[int], int]) -> Streaks:
    """Return the longest streak of each kind. `games` are in the order in which they ended.

    `day` returns the number of the day of a Unix time in seconds: its limits depend on where the player is.
    """
    days = sorted({day(game.ended) for game in games})
    return Streaks(
        won=_longest(game.won for game in games),
        clean=_longest(mark == CLEAN for game in games for mark in game.summary.marks),
        days=_longest_row(days),
    )


def days_in_a_row(days: Iterable[int]) -> int:
    """Return how many consecutive `days`, which are numbers, end with the last one."""
    latest = sorted({*days}, reverse=True)
    return sum(1 for at, day in enumerate(latest) if day == latest[0] - at)


def _reached(game: FinishedGame) -> int:
    """Return the level that a game reached; the last one if it continued blind after a win."""
    return game.levels if game.won else game.summary.level


def _longest(held: Iterable[bool]) -> int:
    return max((len([*row]) for yes, row in groupby(held) if yes), default=0)


def _longest_row(days: Sequence[int]) -> int:
    """Return the length of the longest run of consecutive `days`."""
    rows = groupby(enumerate(days), key=lambda one: one[1] - one[0])
    return max((len([*row]) for _, row in rows), default=0)
