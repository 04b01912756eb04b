"""All finished games, and the JSON text that holds them, in the browser's storage and in a file: a line for each."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from game.core.codec import of
from game.core.game_text import VERSION, read_value
from game.core.record import Game, GameFault, refuse
from game.core.safe_json import read_json
from game.history.finished_game import FinishedGame, finished, text_of

LONGEST = 20_000_000
"""The largest accepted file, in characters: more than a browser's storage holds."""

MOST_GAMES = 20_000
"""The number of lines that are read. Newer ones are preserved unread, so that they never hide older games."""

BEGINNING, BETWEEN, END = f'{{"one-mind-games": {VERSION}, "games": [\n', ",\n", "\n]}"
NO_DAY = ',""]'
"""The end of the line of a game that is not the daily game."""

FINISHED = of(FinishedGame)


@dataclass(frozen=True, slots=True)
class FinishedGames:
    """The games, the oldest first, as `lines` of JSON. Each is read when it is needed, or stays if it is no game."""

    lines: tuple[str, ...] = ()

    @property
    def all(self) -> tuple[FinishedGame, ...]:
        """Every game, the oldest first."""
        return tuple(game for _, game in _read([*enumerate(self.lines[:MOST_GAMES])]))

    @property
    def others(self) -> tuple[str, ...]:
        """The lines that are not read: this version does not understand them, or there are too many."""
        read = {number for number, _ in self.latest()}
        return tuple(line for number, line in enumerate(self.lines) if number not in read)

    @property
    def daily(self) -> tuple[FinishedGame, ...]:
        """The games that count as the daily game of their day."""
        return FinishedGames(tuple(line for line in self.lines if not line.endswith(NO_DAY))).all

    def latest(self) -> Iterator[tuple[int, FinishedGame]]:
        """Yield each game with the number of its line, the latest first."""
        return _read(reversed([*enumerate(self.lines[:MOST_GAMES])]))

    def to_text(self) -> str:
        """Return the text that `from_text` reads."""
        return BEGINNING + BETWEEN.join(self.lines) + END

    def finish(self, game: Game) -> FinishedGame:
        """Return a game that has just ended. It counts as the daily game if no other game does. Raises BadGame."""
        found = finished(game)
        known = (one.day for one in FinishedGames(self._same(found)).all)
        day = next(known, "" if any(one.day == found.day for one in self.daily) else found.day)
        return found if day == found.day else replace(found, day=day)

    def with_game(self, game: Game) -> FinishedGames:
        """Return these games and one that has just ended. One that continued blind replaces its open part."""
        found = self.finish(game)
        same = self._same(found)
        return of_lines([*(line for line in self.lines if line not in same), line_of(found)])

    def without(self, game: FinishedGame) -> FinishedGames:
        """Return these games without `game`."""
        gone = line_of(game)
        return FinishedGames(tuple(line for line in self.lines if line != gone))

    def with_all(self, other: FinishedGames) -> FinishedGames:
        """Return these games and those of `other`, without duplicates."""
        ours = {*self.lines}
        return of_lines((*self.lines, *(line for line in other.lines if line not in ours))) if ours else other

    def _same(self, found: FinishedGame) -> tuple[str, ...]:
        """Return the lines of `found` and of its open part."""
        if not found.text:
            return ()
        texts = {found.text, text_of(found.game.until_won())}
        return tuple(line for line in self.lines if any(text in line for text in texts))


def line_of(game: FinishedGame) -> str:
    """Return the line of `game`."""
    return json.dumps(FINISHED.write(game), separators=(",", ":"))


@lru_cache(maxsize=MOST_GAMES)
def game_of(line: str) -> FinishedGame | None:
    """Return the game in `line`, or None if this version does not understand it."""
    try:
        game: FinishedGame = FINISHED.read(read_json(line))
    except (ValueError, RecursionError):
        return None
    return game


def of_lines(lines: Iterable[str]) -> FinishedGames:
    """Return the games in `lines`, in the order in which they ended."""
    return FinishedGames(tuple(sorted(filter(None, lines), key=_when)))


def from_text(text: str) -> FinishedGames:
    """Return the games in `text`. Raises BadGame if it holds none of this project, or only another version's."""
    if text.startswith(BEGINNING) and text.endswith(END) and len(text) <= LONGEST:
        return of_lines(text[len(BEGINNING) : -len(END)].split(BETWEEN))
    match read_value(text, LONGEST):
        case {"one-mind-games": int(version), "games": list(games)} if version == VERSION:
            return of_lines(json.dumps(game, separators=(",", ":")) for game in games)
        case {"one-mind-games": int()}:
            refuse(GameFault.VERSION)
        case {"one-mind-games": _}:
            refuse(GameFault.DAMAGED)
    refuse(GameFault.NOT_OURS)


def _when(line: str) -> tuple[int, str]:
    """Return a key that sorts lines by the integer with which their list begins. Other lines come last."""
    beginning = line[1 : line.find(",")]
    return (len(beginning), beginning) if beginning.isdecimal() else (LONGEST, "")


def _read(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[int, FinishedGame]]:
    return ((number, game) for number, line in lines if (game := game_of(line)) is not None)
