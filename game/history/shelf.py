"""All finished games, and the JSON text that holds them, in the browser's storage and in a file: a line for each."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from game.core.codec import of
from game.core.game_text import VERSION, read_value
from game.core.record import Game, GameFault, refuse
from game.core.safe_json import read_json
from game.history.finished_game import FinishedGame, finished, text_of

LONGEST = 20_000_000
"""The largest accepted file, in characters: more than a browser's storage holds."""

MOST_GAMES = 20_000
"""The number of entries that are read. Newer ones are preserved unread, so that they never hide older games."""

BEGINNING, BETWEEN, END = f'{{"one-mind-games": {VERSION}, "games": [\n', ",\n", "\n]}"
FINISHED = of(FinishedGame)


@dataclass(frozen=True, slots=True)
class Shelf:
    """The `games`, the oldest first. `others` preserves the JSON of entries that this version does not understand."""

    games: tuple[FinishedGame, ...] = ()
    others: tuple[str, ...] = ()

    def to_text(self) -> str:
        """Return the text that `from_text` reads."""
        lines = [json.dumps(FINISHED.write(game), separators=(",", ":")) for game in self.games]
        return BEGINNING + BETWEEN.join([*lines, *self.others]) + END

    def ended(self, game: Game) -> FinishedGame:
        """Return a game that has just ended. It counts as the daily game if no other game does. Raises BadGame."""
        found = finished(game)
        known = (one.day for one in self.games if one.text in _texts(found))
        day = next(known, "" if any(one.day == found.day for one in self.games) else found.day)
        return found if day == found.day else replace(found, day=day)

    def with_ended(self, game: Game) -> Shelf:
        """Return the shelf with a game that has just ended. One that continued blind replaces its open part."""
        found = self.ended(game)
        others = [one for one in self.games if one.text not in _texts(found)]
        return Shelf(_sorted((*others, found)), self.others)

    def without(self, game: FinishedGame) -> Shelf:
        """Return the shelf without `game`."""
        return Shelf(tuple(one for one in self.games if one != game), self.others)

    def with_all(self, other: Shelf) -> Shelf:
        """Return the union of both shelves, without duplicates."""
        ours = {*self.games}
        more = [one for one in other.games if one not in ours]
        others = [one for one in other.others if one not in self.others]
        return Shelf(_sorted((*self.games, *more)), (*self.others, *others))


def from_text(text: str) -> Shelf:
    """Return the games in `text`. Raises BadGame if it holds none of this project, or only another version's."""
    if text.startswith(BEGINNING) and text.endswith(END) and len(text) <= LONGEST:
        return from_lines(text[len(BEGINNING) : -len(END)].split(BETWEEN))
    match read_value(text, LONGEST):
        case {"one-mind-games": int(version), "games": list(games)} if version == VERSION:
            return from_lines([json.dumps(game) for game in games])
        case {"one-mind-games": int()}:
            refuse(GameFault.VERSION)
        case {"one-mind-games": _}:
            refuse(GameFault.DAMAGED)
    refuse(GameFault.NOT_OURS)


def from_lines(lines: Sequence[str]) -> Shelf:
    """Return the games in `lines`, the JSON text of each."""
    games, others = [], []
    for line in lines[:MOST_GAMES]:
        try:
            games.append(FINISHED.read(read_json(line)))
        except (ValueError, RecursionError):
            others.append(line)
    return Shelf(_sorted(games), tuple(one for one in (*others, *lines[MOST_GAMES:]) if one))


def _texts(game: FinishedGame) -> set[str]:
    """Return the texts of `game` and of its open part."""
    return {game.text, text_of(game.game.until_won())} if game.text else set()


def _sorted(games: Iterable[FinishedGame]) -> tuple[FinishedGame, ...]:
    return tuple(sorted(games, key=lambda game: game.ended))
