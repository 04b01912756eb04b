"""The finished games of this browser. Unreadable data stays in place and is reported."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import NamedTuple

from game.browser.history import dates
from game.browser.page import daily_result, storage
from game.core.record import BadGame, Game, GameFault
from game.history.figures import days_in_a_row
from game.history.finished_game import FinishedGame
from game.history.finished_games import FinishedGames, of_lines
from game.history.old_forms import OLD_GAMES, read_finished, read_games
from game.words.history.sharing import COUNTS, FOR_FUN

PLACES = ("games", "games-2", "games-3", "games-4")
"""Storage keys of the games. They are written to the first one without unreadable data."""


class Unread(NamedTuple):
    """Unreadable data under a storage key."""

    place: str
    text: str
    fault: GameFault


class StoredGames:
    """The finished `games`, with those that are not on the list yet. `full` if storage had no room for all of them."""

    def __init__(self) -> None:
        self.unread: list[Unread] = []
        self.games = FinishedGames()
        self.full = False
        self._is_old = False
        self._unlisted: Mapping[str, str] = {}
        self._places = [place for place in PLACES if self._read(place)]
        self._list()

    def add(self, other: FinishedGames) -> int:
        """Save the games of `other` that are missing here. Return their number."""
        before = len(self._latest().all)
        self._save(self.games.with_all(other))
        return len(self.games.all) - before

    def delete(self, game: FinishedGame) -> None:
        """Delete `game`."""
        self._save(self._latest().without(game))

    def delete_all(self) -> None:
        """Delete all games but no unreadable data."""
        self._save(FinishedGames())

    def drop_unread(self) -> None:
        """Delete the unreadable data, which makes its keys available."""
        for one in self.unread:
            storage.remove(one.place)
        self.unread.clear()
        self._places = [*PLACES]

    def _latest(self) -> FinishedGames:
        """Return the games as stored now, since another tab may have added some."""
        if not self.full:
            self.games = FinishedGames()
            for place in self._places:
                self._read(place)
        return self.games

    def _read(self, place: str) -> bool:
        text = storage.read(place)
        if text is None:
            return True
        self._is_old = self._is_old or text.startswith(OLD_GAMES)
        try:
            self.games = self.games.with_all(read_games(text))
        except BadGame as error:
            self.unread.append(Unread(place, text, error.fault))
            return False
        return True

    def _list(self) -> None:
        """Add the games that are not on the list yet. Texts that are not games stay stored and are reported.

        Games of an old form are stored in the present one.
        """
        self._unlisted = storage.read_texts(storage.UNLISTED)
        games = self.games
        for text in self._unlisted.values():
            try:
                games = games.with_game(read_finished(text))
            except BadGame:
                games = of_lines((*games.lines, json.dumps(text)))
        if (self._unlisted or self._is_old) and self._save(games):
            self._is_old = False

    def _save(self, games: FinishedGames) -> bool:
        """Save `games` and return whether there was room. Without room, they last until the page closes."""
        first, *others = self._places or [""]
        self.full = not first or not storage.write_game(first, games.to_text())
        if not self.full:
            for place in others:
                storage.remove(place)
            if self._unlisted:
                _forget(self._unlisted)
                self._unlisted = {}
        self.games = games
        self._save_daily_result()
        return not self.full

    def _save_daily_result(self) -> None:
        """Save the result of the last daily game for the title."""
        daily = self.games.daily
        last = max(daily, key=lambda game: game.day, default=None)
        if last is not None:
            days = [dates.number_of_day(game.day) for game in daily]
            streak = days_in_a_row(day for day in days if day is not None)
            daily_result.write(last.day, last.summary.marks[: last.levels], streak)


def as_stored(ended: Game) -> FinishedGame:
    """Return the game that has just `ended` at a table, as the list of games has it."""
    return StoredGames().games.finish(ended)


def daily_note(ended: Game) -> str:
    """Return the date of the daily game that has just `ended`, and whether its result counts."""
    day = dates.day_of_date(ended.day).replace(" ", "\N{NO-BREAK SPACE}")
    return (COUNTS if as_stored(ended).day else FOR_FUN)(day=day)


def _forget(texts: Mapping[str, str]) -> None:
    """Delete these unlisted games. Another tab may have added some since they were read."""
    left = {name: text for name, text in storage.read_texts(storage.UNLISTED).items() if name not in texts}
    if left:
        storage.write_game(storage.UNLISTED, json.dumps(left))
    else:
        storage.remove(storage.UNLISTED)
