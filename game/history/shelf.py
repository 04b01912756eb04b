"""All stored games, and the JSON text that holds them, in the browser's storage and in a file."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from game.history.errors import BadGame, GameFault, refuse
from game.history.reading import read
from game.history.stored_game import StoredGame, from_plain

FORMAT = 1
LONGEST = 20_000_000
"""The largest accepted file, in characters: more than a browser's storage holds."""

MOST_GAMES = 20_000
"""The number of entries that are read. Newer ones are preserved unread, so that they never hide older games."""


@dataclass(frozen=True, slots=True)
class Shelf:
    """The `games`, the oldest first. `others` preserves entries that this version does not understand."""

    games: tuple[StoredGame, ...] = ()
    others: tuple[Any, ...] = ()

    def to_text(self) -> str:
        """Return the text that `from_text` reads: one line per game."""
        lines = ",\n".join(json.dumps(one) for one in (*(game.plain() for game in self.games), *self.others))
        return f'{{"one-mind-games": {FORMAT}, "games": [\n{lines}\n]}}'

    def with_game(self, game: StoredGame, instead_of: str = "") -> Shelf:
        """Return the shelf with `game`, the continuation of the game with the code `instead_of`, which it replaces."""
        before = [one for one in self.games if not one.code or one.code not in (instead_of, game.code)]
        return Shelf(_sorted((*before, game)), self.others)

    def without(self, game: StoredGame) -> Shelf:
        """Return the shelf without `game`."""
        return Shelf(tuple(one for one in self.games if one != game), self.others)

    def with_all(self, other: Shelf) -> Shelf:
        """Return the union of both shelves, without duplicates."""
        ours = {*self.games}
        more = tuple(one for one in other.games if one not in ours)
        return Shelf(
            _sorted((*self.games, *more)), (*self.others, *(one for one in other.others if one not in self.others))
        )


def from_text(text: str) -> Shelf:
    """Return the games in `text`. Raises BadGame if it holds none of this project, or only another version's."""
    match read(text, LONGEST):
        case {"one-mind-games": 1, "games": list(games)}:
            return _sorted_out(games)
        case {"one-mind-games": int(other)} if other != FORMAT:
            refuse(GameFault.VERSION)
        case {"one-mind-games": _}:
            refuse(GameFault.DAMAGED)
    refuse(GameFault.NOT_OURS)


def _sorted_out(plain: Sequence[object]) -> Shelf:
    games, others = [], []
    for one in plain[:MOST_GAMES]:
        try:
            games.append(from_plain(one))
        except BadGame:
            others.append(one)
    return Shelf(_sorted(games), (*others, *plain[MOST_GAMES:]))


def _sorted(games: Iterable[StoredGame]) -> tuple[StoredGame, ...]:
    return tuple(sorted(games, key=lambda game: game.ended))
