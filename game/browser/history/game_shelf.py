"""The saved games of this browser. Unreadable data stays in place and is reported."""

from __future__ import annotations

import json
from dataclasses import dataclass

from game.browser.history import dates
from game.browser.page import daily_result, pending_games, storage
from game.core.record import BadGame, GameFault
from game.history.figures import days_in_a_row
from game.history.finished_game import FinishedGame
from game.history.old_forms import OLD_SHELF, read_ended, read_shelf
from game.history.shelf import Shelf

PLACES = ("games", "games-2", "games-3", "games-4")
"""Storage keys of the shelf. It is written to the first one without unreadable data."""


@dataclass(frozen=True, slots=True)
class Unread:
    """Unreadable data under a storage key."""

    place: str
    text: str
    fault: GameFault


class GameShelf:
    """The saved games, including those that ended since. `full` if storage had no room for all of them."""

    def __init__(self) -> None:
        self.unread: list[Unread] = []
        self.shelf = Shelf()
        self.full = False
        self._is_old = False
        self._places = [place for place in PLACES if self._read(place)]
        self._take_in()

    def add(self, other: Shelf) -> int:
        """Save the games of `other` that are missing here. Return their number."""
        before = len(self._latest().games)
        self._keep(self.shelf.with_all(other))
        return len(self.shelf.games) - before

    def delete(self, game: FinishedGame) -> None:
        """Delete `game`."""
        self._keep(self._latest().without(game))

    def delete_all(self) -> None:
        """Delete all games but no unreadable data."""
        self._keep(Shelf())

    def drop_unread(self) -> None:
        """Delete the unreadable data, which makes its keys available."""
        for one in self.unread:
            storage.remove(one.place)
        self.unread.clear()
        self._places = [*PLACES]

    def _latest(self) -> Shelf:
        """Return the shelf as stored now, since another tab may have added games."""
        if not self.full:
            self.shelf = Shelf()
            for place in self._places:
                self._read(place)
        return self.shelf

    def _read(self, place: str) -> bool:
        text = storage.read(place)
        if text is None:
            return True
        self._is_old = self._is_old or text.startswith(OLD_SHELF)
        try:
            self.shelf = self.shelf.with_all(read_shelf(text))
        except BadGame as error:
            self.unread.append(Unread(place, text, error.fault))
            return False
        return True

    def _take_in(self) -> None:
        """Move the pending games to the shelf. Texts that are not games stay stored and are reported.

        A shelf of an old form is stored in the present one.
        """
        pending = pending_games.read()
        shelf = self.shelf
        for text in pending.values():
            try:
                shelf = shelf.with_ended(read_ended(text))
            except BadGame:
                shelf = Shelf(shelf.games, (*shelf.others, json.dumps(text)))
        if (pending or self._is_old) and self._keep(shelf):
            pending_games.forget(pending)
            self._is_old = False

    def _keep(self, shelf: Shelf) -> bool:
        """Save `shelf` and return whether there was room. Without room, it lasts until the page closes."""
        first, *others = self._places or [""]
        self.full = not first or not storage.write_game(first, shelf.to_text())
        if not self.full:
            for place in others:
                storage.remove(place)
        self.shelf = shelf
        self._note_daily()
        return not self.full

    def _note_daily(self) -> None:
        """Save the result of the last daily game for the title."""
        last = max((game for game in self.shelf.games if game.day), key=lambda game: game.day, default=None)
        if last is not None:
            days = [dates.number_of_day(game.day) for game in self.shelf.games]
            streak = days_in_a_row(day for day in days if day is not None)
            daily_result.write(last.day, last.summary.marks[: last.levels], streak)
