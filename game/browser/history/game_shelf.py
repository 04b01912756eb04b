"""The games that this browser keeps. What it holds and cannot read is left where it is, and told."""

from __future__ import annotations

from dataclasses import dataclass

from game.browser import ended_games, storage
from game.history.ended_game import put_away
from game.history.faults import BadGame, Fault
from game.history.kept_game import KeptGame
from game.history.shelf import Shelf, from_text

PLACES = ("games", "games-2", "games-3", "games-4")
"""Where games may be kept: in the first of these that holds nothing else."""


@dataclass(frozen=True, slots=True)
class Unread:
    """What is kept in a place and cannot be read."""

    place: str
    text: str
    fault: Fault


class GameShelf:
    """The kept games; those that were noted since are put on it at once. `full` says that there was no room for all."""

    def __init__(self) -> None:
        self.unread: list[Unread] = []
        self.shelf = Shelf()
        self.full = False
        self._places = [place for place in PLACES if self._read(place)]
        self._take_in()

    def add(self, other: Shelf) -> int:
        """Keep those of `other` as well that are not here yet; how many there were."""
        before = len(self._latest().games)
        self._keep(self.shelf.with_all(other))
        return len(self.shelf.games) - before

    def delete(self, game: KeptGame) -> None:
        """Forget `game`."""
        self._keep(self._latest().without(game))

    def delete_all(self) -> None:
        """Forget all of them, what cannot be read apart."""
        self._keep(Shelf())

    def drop_unread(self) -> None:
        """Forget what cannot be read; there is room in its place now."""
        for one in self.unread:
            storage.remove(one.place)
        self.unread.clear()
        self._places = [*PLACES]

    def _latest(self) -> Shelf:
        """The shelf as it is kept now: another tab may have put something there."""
        if not self.full:
            self.shelf = Shelf()
            for place in self._places:
                self._read(place)
        return self.shelf

    def _read(self, place: str) -> bool:
        text = storage.read(place)
        if text is None:
            return True
        try:
            self.shelf = self.shelf.with_all(from_text(text))
        except BadGame as error:
            self.unread.append(Unread(place, text, error.fault))
            return False
        return True

    def _take_in(self) -> None:
        """Put away what was noted when games ended; what is none of a game stays, and is told."""
        noted = ended_games.all_noted()
        shelf = self.shelf
        for text in noted.values():
            try:
                shelf = put_away(text, shelf)
            except BadGame:
                shelf = Shelf(shelf.games, (*shelf.others, text))
        if noted and self._keep(shelf):
            ended_games.forget(noted)

    def _keep(self, shelf: Shelf) -> bool:
        """Write `shelf` down, and have it from now on. Where there is no room, it is had until the page is closed."""
        first, *others = self._places or [""]
        self.full = not first or not storage.write(first, shelf.to_text())
        if not self.full:
            for place in others:
                storage.remove(place)
        self.shelf = shelf
        return not self.full
