"""A game of one person and teammates, saved after every event."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Protocol

from game.browser import memory_store, storage
from game.browser.saved import Saved, SaveError, from_text
from game.core import (
    Action,
    Card,
    Dealt,
    GameLost,
    IllegalAction,
    LevelCompleted,
    Phase,
    Seat,
    Stop,
    Variant,
    View,
    view_of,
)
from game.core.record import RecordError
from game.driver import Driver
from game.table import Table, Update
from game.teammates.characters import CHARACTERS, teammate
from game.teammates.mind import Mind
from game.teammates.story import Story, stories
from game.words.tempo import tempo
from game.words.title import DAMAGED_GAME

SAVED = "game"
ME: Seat = 0
LAG = 0.05
"""Seconds that a press may wait in a busy page before Python hears of it."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What was chosen for a game: `names` by seat, the person's first; who sits at the others."""

    variant: Variant
    names: tuple[str, ...]
    characters: tuple[str, ...]

    def minds(self, dice: str) -> dict[Seat, Mind]:
        """The teammates by seat, with moods from `dice`, and with what they remember."""
        memory, _ = memory_store.recall()
        known = {} if memory is None else {ME: memory}
        return {
            seat: teammate(CHARACTERS[name], Random(f"dice {dice} {seat}"), known)
            for seat, name in enumerate(self.characters, start=1)
        }


class Screen(Protocol):
    """Where a game is shown."""

    def show(self, view: View, pressed: Sequence[Card] | None = None) -> None:
        """Show the table as it is, and tell its news. `pressed` cards have left the hand, if it is known which."""

    def look_back(self, view: View, told: Sequence[Story], belief: str) -> None:
        """Show the last level; `belief` is what the teammates think of the person's tempo."""


class SoloGame:
    """Runs a table for the person at this page."""

    def __init__(self, setup: Setup, table: Table, minds: dict[Seat, Mind]) -> None:
        self.setup = setup
        self._table = table
        self._minds = minds
        self._heard: list[tuple[float, View]] = []
        self._told: list[Story] = []
        self._screen: Screen | None = None
        self._driver: Driver | None = None
        self._keeps: object = True
        self._saving: asyncio.Handle | None = None

    @classmethod
    def begin(cls, setup: Setup, seed: str, dice: str) -> SoloGame:
        """A new game, dealt from `seed`; the teammates' moods come from `dice`."""
        minds = setup.minds(dice)
        return cls(setup, Table(setup.variant, len(setup.names), seed, minds, lag=LAG), minds)

    @classmethod
    def resume(cls, text: str, dice: str) -> SoloGame:
        """The game that was saved as `text`, with all hands on the table. Raises SaveError."""
        saved = from_text(text)
        setup = Setup(saved.record.variant, saved.names, saved.characters)
        minds = setup.minds(dice)
        try:
            game = cls(setup, Table.resume(saved.record, minds, stopper=ME, lag=LAG), minds)
            for at, (state, events) in saved.record.replay():
                game._hear(at, view_of(state, ME, events))
        except RecordError as error:
            raise SaveError(DAMAGED_GAME) from error
        for update in game._table.updates():  # the stop it comes back to is no news
            game._hear(update.at, update.view(ME))
        return game

    def open(self, screen: Screen, keeps: object) -> None:
        """Let time run, and show everything on `screen`. The game is saved while `keeps` is true."""
        self._screen, self._keeps = screen, keeps
        if self._told and self.view.phase in (Phase.REVEAL, Phase.WON):
            self._look_back(self.view)
        screen.show(self.view)
        self._driver = Driver(self._table, self._updated)

    @property
    def view(self) -> View:
        """What the person may know now."""
        return self._table.view(ME)

    def act(self, action: Action, age: float = 0.0) -> None:
        """The person did this, `age` seconds ago. Too late, or twice, is no harm."""
        if self._driver is None or self._screen is None:
            return
        try:
            self._driver.submit(ME, action, age)
        except IllegalAction:
            self._screen.show(self.view, ())

    def pause(self) -> None:
        """All hands on the table, if play is on, and everything saved."""
        if self.view.phase is Phase.PLAY:
            self.act(Stop())
        if self._saving is not None:
            self._save()

    def close(self) -> None:
        """Leave the table. What was saved stays."""
        if self._driver is not None:
            self._driver.close()
        if self._saving is not None:
            self._save()
        self._driver = None

    def _updated(self, update: Update) -> None:
        view = update.view(ME)
        if self._hear(update.at, view):
            self._look_back(view)
            memory_store.keep(self._best_listener().memory(ME))
        if self._screen is not None:
            self._screen.show(view)
        if self._saving is None:
            self._saving = asyncio.get_running_loop().call_later(0, self._save)

    def _hear(self, at: float, view: View) -> bool:
        """Keep what may be looked back on; whether a level has just ended."""
        if any(isinstance(event, Dealt) for event in view.news):
            self._heard.clear()
        self._heard.append((at, view))
        ended = any(isinstance(event, LevelCompleted | GameLost) for event in view.news)
        if ended:
            self._told += stories(self._heard)
        return ended

    def _look_back(self, view: View) -> None:
        if self._screen is not None:
            belief = self._best_listener().belief(ME)
            self._screen.look_back(view, self._told, tempo(belief) if belief.plays else "")

    def _best_listener(self) -> Mind:
        """The teammate that adapts most readily: what it has learned is worth telling."""
        paces = {seat: CHARACTERS[self.setup.characters[seat - 1]].traits.pace for seat in self._minds}
        return self._minds[max(paces, key=lambda seat: paces[seat])]

    def _save(self) -> None:
        """Keep the game; one that is over for good is forgotten."""
        if self._saving is not None:
            self._saving.cancel()
            self._saving = None
        if not self._keeps:
            return
        if self.view.phase is Phase.LOST or (self.view.phase is Phase.WON and self.view.blind):
            storage.remove(SAVED)
            return
        storage.write(SAVED, Saved(self.setup.names, self.setup.characters, self._table.record).to_text())
