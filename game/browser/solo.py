"""A game of one person and teammates, saved after every event."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Self

from game.browser import ended_games, first_game, game_store, memory_store
from game.browser.announcer import Announcer
from game.browser.level_stories import LevelStories
from game.browser.saved import Saved, SaveError, from_text
from game.browser.sound import Sound
from game.browser.table_screen import TableScreen
from game.core import (
    Action,
    Card,
    GameLost,
    GameWon,
    IllegalAction,
    Phase,
    Play,
    PlayRest,
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
from game.words.language import said
from game.words.table import called, resumed
from game.words.title import DAMAGED_GAME, NO_ROOM_FOR_GAME

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


class SoloSession:
    """Runs a table for the person at this page, and shows it."""

    def __init__(self, setup: Setup, table: Table, minds: dict[Seat, Mind]) -> None:
        self.setup = setup
        self._table = table
        self._minds = minds
        self._stories = LevelStories()
        self._announcer = Announcer()
        self._pressed: list[Card] = []
        self._screen: TableScreen | None = None
        self._driver: Driver | None = None
        self._keeps: object = True
        self._saving: asyncio.Handle | None = None

    @classmethod
    def begin(cls, setup: Setup, seed: str, dice: str) -> Self:
        """A new game, dealt from `seed`; the teammates' moods come from `dice`."""
        minds = setup.minds(dice)
        return cls(setup, Table(setup.variant, len(setup.names), seed, minds, lag=LAG), minds)

    @classmethod
    def resume(cls, text: str, dice: str) -> SoloSession:
        """The game that was saved as `text`, with all hands on the table. Raises SaveError."""
        saved = from_text(text)
        setup = Setup(saved.record.variant, saved.names, saved.characters)
        minds = setup.minds(dice)
        try:
            session = cls(setup, Table.resume(saved.record, minds, stopper=ME, lag=LAG), minds)
            for at, (state, events) in saved.record.replay():
                session._stories.hear(at, view_of(state, ME, events))
        except RecordError as error:
            raise SaveError(DAMAGED_GAME) from error
        for update in session._table.updates():  # the stop it comes back to is no news
            session._stories.hear(update.at, update.view(ME))
        session._announcer.say(resumed(session.view))
        return session

    def open(self, sound: Sound, keeps: object, again: Callable[[Setup], None], home: Callable[[], None]) -> None:
        """Show everything, and let time run. The game is saved while `keeps` is true.

        `again` begins another game; `home` shows the title.
        """
        self._keeps, self._again, self._home = keeps, again, home
        if keeps:
            game_store.mark_left(False)
        first_game.sit_down()
        self._note_end(self.view)
        names = [called(name) for name in self.setup.names]
        screen = self._screen = TableScreen(names, ("", *self.setup.characters), sound, self._announcer, self)
        if self._stories.told and self.view.phase in (Phase.REVEAL, Phase.WON):
            self._look_back(self.view)
        screen.show(self.view)
        self._driver = Driver(self._table, self._updated)

    @property
    def view(self) -> View:
        """What the person may know now."""
        return self._table.view(ME)

    # --- what the person does ---------------------------------------------------------

    def act(self, action: Action, age: float = 0.0) -> None:
        """The person did this, `age` seconds ago. Too late, or twice, is no harm.

        What comes of laying cards is a task of its own, so that they are seen to leave the hand before.
        """
        cards = self._leaving(action)
        if not cards:
            self._submit(action, age)
            return
        self._pressed += cards
        heard = time.monotonic()
        asyncio.get_running_loop().call_soon(lambda: self._submit(action, age + time.monotonic() - heard))

    def pressed(self) -> list[Card]:
        """The cards that the person has laid and that the last view still shows in the hand."""
        return self._pressed

    def again(self) -> None:
        """Play another game with the same people."""
        self._again(self.setup)

    def may_deal(self) -> bool:
        """Whether another game is for this page to begin: always."""
        return True

    def _leaving(self, action: Action) -> tuple[Card, ...]:
        """The cards that leave the hand by this."""
        match action:
            case Play(card):
                return (card,)
            case PlayRest():
                return self.view.hand
        return ()

    def _submit(self, action: Action, age: float) -> None:
        if self._driver is None or self._screen is None:
            return
        try:
            self._driver.submit(ME, action, age)
        except IllegalAction:
            self._pressed.clear()
            self._screen.refresh()
        else:
            if self._pressed and self._screen is not None:
                self._screen.refresh()

    # --- coming and going -------------------------------------------------------------

    def pause(self) -> None:
        """All hands on the table, if play is on, and everything saved."""
        if self.view.phase is Phase.PLAY:
            self.act(Stop())
        if self._saving is not None:
            self._save()

    def leave(self) -> None:
        """Back to the title. The game stays saved while it can be gone on with."""
        if self._screen is not None:
            if self._keeps:
                game_store.mark_left(True)
            self._home()

    def close(self) -> None:
        """Be gone from the page. What was saved stays."""
        screen, self._screen = self._screen, None
        self._stop_driving()
        if self._saving is not None:
            self._save()
        if screen is not None:
            screen.close()

    def _stop_driving(self) -> None:
        """Let time stand still for good."""
        driver, self._driver = self._driver, None
        if driver is not None:
            driver.close()

    # --- what happens -----------------------------------------------------------------

    def _updated(self, update: Update) -> None:
        if self._saving is None:  # first, for it shall be saved whatever becomes of the screen
            self._saving = asyncio.get_running_loop().call_later(0, self._save)
        self._show(update.at, update.view(ME))

    def _show(self, at: float, view: View) -> None:
        """Show `view`, of what happened `at` that time."""
        self._pressed = [card for card in self._pressed if card in view.hand and view.phase is Phase.PLAY]
        self._note_end(view)
        if self._stories.hear(at, view):
            self._table.inform()  # what the last card told is worth telling and remembering, too
            self._look_back(view)
            memory_store.keep(self._best_listener().memory(ME))
        if self._screen is not None:
            self._screen.show(view)

    def _note_end(self, view: View) -> None:
        if view.phase in (Phase.WON, Phase.LOST):
            first_game.end()
        if any(isinstance(event, GameWon | GameLost) for event in view.news):
            characters = "", *self.setup.characters
            if not ended_games.note(self.setup.names, characters, ME, record=self._table.record.plain()):
                self._announcer.say(said(NO_ROOM_FOR_GAME))

    def _look_back(self, view: View) -> None:
        if self._screen is not None:
            listener = self._best_listener()
            self._screen.look_back(view, self._stories.told, listener.clocks[ME] if listener.belief(ME).plays else None)

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
            game_store.forget()
            return
        game_store.keep(Saved(self.setup.names, self.setup.characters, self._table.record).to_text())
