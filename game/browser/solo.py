"""A game of one person and teammates, saved after every event."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from game.browser import storage
from game.core import Action, IllegalAction, Phase, Seat, Stop, Variant, View
from game.core.record import Record, RecordError, from_json
from game.driver import Driver
from game.table import Table, Update
from game.teammates import Teammate
from game.teammates.metronome import Metronome

SAVED = "game"
FORMAT = 1
DAMAGED = "The saved game is damaged."
LONGEST_NAME = 14
ME: Seat = 0


@dataclass(frozen=True, slots=True)
class Setup:
    """What was chosen for a game: `names` by seat, the person's first."""

    variant: Variant
    names: tuple[str, ...]


class SaveError(ValueError):
    """A saved game that cannot be gone on with; the message says why in one sentence."""


class SoloGame:
    """Runs a table for the person at this page and shows every update with `show`."""

    def __init__(self, setup: Setup, table: Table) -> None:
        self.setup = setup
        self._table = table
        self._show: Callable[[View], None] | None = None
        self._driver: Driver | None = None
        self._keeps: object = True
        self._saving: asyncio.Handle | None = None

    @classmethod
    def begin(cls, setup: Setup, seed: str, dice: str) -> SoloGame:
        """A new game, dealt from `seed`; the teammates' moods come from `dice`."""
        seats = len(setup.names)
        return cls(setup, Table(setup.variant, seats, seed, _teammates(seats, dice)))

    @classmethod
    def resume(cls, text: str, dice: str) -> SoloGame:
        """The game that was saved as `text`, with all hands on the table. Raises SaveError."""
        names, record = _read(text)
        try:
            table = Table.resume(record, _teammates(record.seats, dice), stopper=ME)
        except RecordError as error:
            raise SaveError(DAMAGED) from error
        return cls(Setup(record.variant, names), table)

    def open(self, show: Callable[[View], None], keeps: object) -> None:
        """Let time run, and call `show` with what the person may know, now and ever after.

        The game is saved while `keeps` is true.
        """
        self._show, self._keeps = show, keeps
        show(self.view)
        self._driver = Driver(self._table, self._updated)

    @property
    def view(self) -> View:
        """What the person may know now."""
        return self._table.view(ME)

    def act(self, action: Action, age: float = 0.0) -> None:
        """The person did this, `age` seconds ago. Too late, or twice, is no harm."""
        if self._driver is None or self._show is None:
            return
        try:
            self._driver.submit(ME, action, age)
        except IllegalAction:
            self._show(self.view)

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
        if self._show is not None:
            self._show(update.view(ME))
        if self._saving is None:
            self._saving = asyncio.get_running_loop().call_later(0, self._save)

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
        names = json.dumps(self.setup.names)
        game = self._table.record.to_json()
        storage.write(SAVED, f'{{"format": {FORMAT}, "names": {names}, "game": {game}}}')


def _read(text: str) -> tuple[tuple[str, ...], Record]:
    """The names and the record in a saved `text`. Raises SaveError."""
    try:
        match json.loads(text):
            case {"format": 1, "names": list(names), "game": dict(game)}:
                record = from_json(json.dumps(game))
            case {"format": int(other)} if other != FORMAT:
                raise SaveError("The saved game is from another version of One Mind.")
            case _:
                raise SaveError(DAMAGED)
    except SaveError:
        raise
    except (ValueError, RecursionError) as error:
        raise SaveError(DAMAGED) from error
    if len(names) != record.seats or not all(isinstance(name, str) for name in names):
        raise SaveError(DAMAGED)
    return tuple(name[:LONGEST_NAME] for name in names), record


def _teammates(seats: int, dice: str) -> dict[Seat, Teammate]:
    return {seat: Metronome(Random(f"dice {dice} {seat}")) for seat in range(1, seats)}
