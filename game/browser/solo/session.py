"""A game of one person with teammates, saved after every event."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random
from typing import Self

from game import core
from game.browser.device.wake_lock import WakeLock
from game.browser.page import first_game, storage, unlisted_games
from game.browser.page.announcer import Announcer
from game.browser.page.dom import Listening
from game.browser.page.tasks import Timer
from game.browser.shell.page import Page, Session
from game.browser.solo import game_store, memory_store
from game.browser.table.table_screen import TableScreen
from game.core.game_text import read
from game.core.record import Game, GameFault, Team, refuse
from game.core.result import Result
from game.driver import Driver
from game.table import Table, Update
from game.teammates.characters import CHARACTERS, Character, teammate
from game.teammates.mind import Mind
from game.teammates.story import LevelStories
from game.words.table import HOME, LEAVE_GAME, MENU, PAUSED, called, resumed
from game.words.title_screen import NO_ROOM_FOR_GAME

ME: core.Seat = 0
LAG = 0.05
"""Seconds that a busy page may delay a press before Python receives it."""


@dataclass(frozen=True, slots=True)
class Setup:
    """The setup of a game: its variant, and its `team`, the person first.

    `character` returns how a teammate plays, by the name of its character.
    """

    variant: core.Variant
    team: Team
    character: Callable[[str], Character] = CHARACTERS.__getitem__

    def minds(self, dice: str) -> dict[core.Seat, Mind]:
        """Return the teammates by seat. `dice` seeds their moods; they remember this person's earlier play."""
        memory, _ = memory_store.recall()
        known = {} if memory is None else {ME: memory}
        return {
            seat: teammate(self.character(name), Random(f"dice {dice} {seat}"), known)
            for seat, name in enumerate(self.team.characters)
            if name
        }


class SoloSession(Listening, Session):
    """A table with its real-time driver, shown to the person at this page.

    `to_beat` is the result of another team with the same cards, to compare at the end.
    """

    counts = True
    """Whether this game is saved, remembered, and can be looked back on, and another one chosen after it."""

    _screen: TableScreen

    def __init__(self, page: Page, setup: Setup, table: Table, minds: dict[core.Seat, Mind]) -> None:
        super().__init__()
        self._page = page
        self.setup = setup
        self.to_beat: Result | None = None
        self._table = table
        self._minds = minds
        self._stories = LevelStories()
        self._announcer = Announcer()
        self._saves = self.counts and bool(page.saves_game)  # otherwise it would replace the saved game of another tab
        self._driver = Driver(table, self._updated)
        self._over = self._left = self._closed = self._is_saved = False
        self._ended: Game | None = None
        self._wake_lock = WakeLock()
        self._saving = Timer(self._save)
        self._at_close(self._driver.stop, self._wake_lock.close)

    @classmethod
    def begin(cls, page: Page, setup: Setup, seed: str, dice: str) -> Self:
        """Start a new game dealt from `seed`. `dice` seeds the teammates' moods."""
        minds = setup.minds(dice)
        return cls(page, setup, Table(setup.variant, len(setup.team.names), seed, minds, lag=LAG), minds)

    @classmethod
    def resume(cls, page: Page, text: str, dice: str) -> SoloSession:
        """Restore the game saved as `text`, with all hands on the table. Raises BadGame."""
        saved = read(text)
        me, *others = saved.team.characters
        if me or saved.team.seat != ME or not saved.deals or not {*others} <= {*CHARACTERS}:
            refuse(GameFault.DAMAGED)
        return cls._restored(page, Setup(saved.variant, saved.team), saved, dice)

    @classmethod
    def _restored(cls, page: Page, setup: Setup, saved: Game, dice: str) -> Self:
        """Return the session of the game `saved`, which was played with `setup`."""
        minds = setup.minds(dice)
        session = cls(page, setup, Table.resume(saved, minds, stopper=ME, lag=LAG), minds)
        for at, view in saved.views(ME):
            session._stories.add(at, view)
        session.to_beat = saved.result
        for update in session._table.updates():  # the stop after a restore is not announced
            session._stories.add(update.at, update.view(ME))
        announce = session._announcer.say if session.view.phase is core.Phase.WON else session._announcer.read_out
        announce(resumed(session.view))  # the middle of the table shows the same instruction
        return session

    def open(self) -> None:
        """Show the table and start the clock. The game is saved if this page might save one when it began."""
        if self._saves:
            storage.remove(game_store.LEFT)
        first_game.sit_down()
        self._note_end(self.view)
        self._name_menu()
        names = [called(name) for name in self.setup.team.names]
        self._screen = TableScreen(
            names,
            self.setup.team.characters,
            self._page.sound,
            self._announcer,
            self,
            to_beat=self.to_beat,
            may_deal=True,
            may_change=self.counts,
        )
        if self._stories.complete and self.view.phase in (core.Phase.REVEAL, core.Phase.WON):
            self._look_back(self.view)
        self._screen.show(self.view, ended=self._ended)
        self._wake_lock.hold(self.view.phase is core.Phase.PLAY)
        self._go_on()

    def _go_on(self) -> None:
        """Let the table's time go on."""
        self._driver.start()

    @property
    def view(self) -> core.View:
        """The person's current view."""
        return self._table.view(ME)

    # --- actions of the person --------------------------------------------------------

    def act(self, action: core.Action, age: float = 0.0) -> None:
        """Take `action`, pressed `age` seconds ago. Late and repeated actions are ignored.

        A played card is submitted in a separate task, so that it first leaves the hand on the screen.
        """
        if not isinstance(action, core.Play | core.PlayRest):
            self._submit(action, age)
            return
        called_at = time.monotonic()
        asyncio.get_running_loop().call_soon(lambda: self._submit(action, age + time.monotonic() - called_at))

    def again(self) -> None:
        self._page.go("solo", setup=self.setup)

    def change(self) -> None:
        self._page.go("setup", setup=self.setup)

    @property
    def _game(self) -> Game:
        """The game so far."""
        return replace(self._table.game, team=self.setup.team)

    def _submit(self, action: core.Action, age: float) -> None:
        if self._closed:
            return
        try:
            self._driver.submit(ME, action, age)
        except core.IllegalAction:
            self._screen.take_back(self.view.hand)

    # --- pausing and leaving ----------------------------------------------------------

    def pause(self) -> None:
        """Stop play, if a level is in progress, and save the game."""
        if self.view.phase is core.Phase.PLAY:
            self.act(core.Stop())
        self._save_pending()

    def leave(self) -> None:
        """Go to the title. A game that is not over stays saved."""
        if self._saves:
            storage.write(game_store.LEFT, "yes")
        self._left = True
        self._page.home()

    def close(self) -> None:
        """Close the screen and save the game."""
        self._closed = True
        super().close()
        self._save_pending()
        self._screen.close()

    # --- updates ----------------------------------------------------------------------

    def _updated(self, update: Update) -> None:
        try:
            self._show(update.at, update.view(ME))
        finally:
            if not self._saving.pending:
                self._saving.start(0)

    def _show(self, at: float, view: core.View) -> None:
        """Show `view`, whose events happened `at` this time, in seconds."""
        self._note_end(view)
        self._name_menu()
        if self._stories.add(at, view):
            self._table.inform()  # pass on the last card first, so that it is remembered and drawn, too
            self._look_back(view)
            if self.counts:
                memory_store.save(self._best_listener().memory(ME))
        self._screen.show(view, ended=self._ended)
        self._wake_lock.hold(view.phase is core.Phase.PLAY)

    def _name_menu(self) -> None:
        """Set the texts of the menu for a paused game, or for one that is over."""
        title, leave = (MENU(), HOME()) if self._over else (PAUSED(), LEAVE_GAME())
        self._page.menu.show({"title": title, "leave": leave, "kept": self._is_saved and not self._over})

    def _note_end(self, view: core.View) -> None:
        self._over = view.phase in core.OVER
        self._ended = unlisted_games.finished_now(self._game) if self._over and self.counts else None
        if self._ended is None:
            return
        first_game.end()
        if view.tells(core.GameWon, core.GameLost) and not unlisted_games.save(self._ended):
            self._screen.note(NO_ROOM_FOR_GAME())

    def _look_back(self, view: core.View) -> None:
        listener = self._best_listener()
        clock = listener.clocks[ME] if listener.belief(ME).plays else None
        self._screen.look_back(view, self._stories.complete, clock)

    def _best_listener(self) -> Mind:
        """Return the most adaptable teammate, whose estimates are shown and remembered."""
        paces = {seat: CHARACTERS[self.setup.team.characters[seat]].traits.pace for seat in self._minds}
        return self._minds[max(paces, key=lambda seat: paces[seat])]

    def _save_pending(self) -> None:
        if self._saving.pending or (self._left and self._over):
            self._saving.stop()
            self._save()

    def _save(self) -> None:
        """Save the game, or delete the save if the game cannot be continued."""
        if not self._saves:
            return
        won = self.view.phase is core.Phase.WON
        if self.view.phase is core.Phase.LOST or (won and (self.view.blind or self._left)):
            storage.remove(game_store.SAVED)
            return
        self._is_saved = game_store.save(replace(self._game, result=self.to_beat))
        self._name_menu()
