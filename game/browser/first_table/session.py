"""The tutorial table: two teammates, three levels, no choices, and one hint at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from contextlib import suppress
from random import Random
from typing import Any

from js import document

from game.browser.device.keyboard import key_of
from game.browser.first_table.deals import DEALS
from game.browser.first_table.hints import Hints
from game.browser.first_table.level_zero import laid, opening
from game.browser.first_table.three_levels import as_three_levels
from game.browser.page import storage
from game.browser.shell.page import Page
from game.browser.solo import game_store
from game.browser.solo.session import ME, Setup, SoloSession
from game.core import Action, Card, Play, PlayRest, Seat, View, variant
from game.core.game_text import read, write
from game.core.record import BadGame, GameFault, Team, refuse
from game.table import Table
from game.teammates.characters import CHARACTERS, FOR_NEWCOMERS, for_newcomers
from game.teammates.mind import Mind
from game.words import first_table as words
from game.words.table import UNNAMED

SETUP = Setup(
    variant("gentle"),
    Team((UNNAMED, *FOR_NEWCOMERS), ("", *FOR_NEWCOMERS), ME),
    character=lambda name: for_newcomers(CHARACTERS[name]),
)
"""The setup of a first table, where teammates seldom propose a star."""


class FirstTable(SoloSession):
    """A solo game of three levels. A reload resumes it until it ends or the person leaves. It replaces no saved game.

    It does not count, so explanations hidden until the first game ends stay hidden.
    """

    counts = False

    def __init__(self, page: Page, setup: Setup, table: Table, minds: dict[Seat, Mind]) -> None:
        super().__init__(page, setup, table, minds)
        self._hints = Hints()
        self._opening: View | None = opening(as_three_levels(table.view(ME)))

    @classmethod
    def of(cls, page: Page, given: Collection[str] = ()) -> FirstTable:
        """Go on with the game that a reload interrupted, or start one with a deal that suits a newcomer.

        If hints were `given` in a game before it, level 0 is left out.
        """
        if text := storage.read(game_store.LESSON):
            with suppress(BadGame):  # if it cannot be read, a new game takes its place
                return cls._gone_on(page, text)
        seed = Random(next(page.seeds)).choice(DEALS)
        session = cls.begin(page, SETUP, str(seed), next(page.seeds))
        if given:
            session._opening, session._hints = None, Hints(given)
        return session

    @classmethod
    def _gone_on(cls, page: Page, text: str) -> FirstTable:
        """Return the interrupted game `text`, after level 0. Its hints were given. Raises BadGame."""
        saved = read(text)
        if (saved.variant, saved.team) != (SETUP.variant, SETUP.team) or not saved.deals:
            refuse(GameFault.DAMAGED)
        session = cls._restored(page, SETUP, saved, next(page.seeds))
        session._opening = None
        for _, view in saved.views(ME):
            session._hints.hear(as_three_levels(view))
        session._hints = Hints(session._hints.given)
        return session

    @property
    def view(self) -> View:
        """The person's current view."""
        return self._opening or as_three_levels(super().view)

    def _save(self) -> None:
        """Save the game, or before its first deal that level 0 has begun. Delete a game that has ended or was left."""
        if self._over or self._left:
            storage.remove(game_store.LESSON)
        else:
            storage.write(game_store.LESSON, write(self._game) if self._opening is None else "")

    def again(self) -> None:
        self._page.go("try", given=self._hints.given)

    def open(self) -> None:
        """Show the table. Escape puts a hint away."""
        super().open()
        self._save()
        self._screen.seen = self._see
        self._show_hint()
        self._screen.add({"put-away": lambda _: self._put_away()})
        self._listen(document, "keydown", self._key_down)

    def close(self) -> None:
        """Close the session."""
        super().close()
        self._save()

    def act(self, action: Action, age: float = 0.0) -> None:
        """Take `action`. At level 0, only cards are laid. Later, a hint makes way for a press."""
        if self._opening is not None:
            if isinstance(action, Play) and action in self._opening.legal:
                asyncio.get_running_loop().call_soon(self._lay, action.card)
            return
        if self._hints.shown:
            self._hints.make_way()
            self._show_hint()
            self._go_on()
        super().act(action, age)

    def _lay(self, card: Card) -> None:
        """Lay a card of level 0. After the last one, the first deal follows, and is shown when that card was seen."""
        if self._opening is None or self._closed or card not in self._opening.hand:
            return
        self._opening = laid(self._opening, card)
        self._screen.show(self._opening)
        if not self._opening.hand:
            self._opening = None
            super()._go_on()

    def _show(self, at: float, view: View) -> None:
        if self._over:  # after its third level, the table deals a fourth one
            return
        super()._show(at, as_three_levels(view))
        if self._over:
            self._driver.stop()

    def _see(self, view: View) -> None:
        """Show the hint for `view`, which the table shows now. Then stop or start the table's time.

        That happens in a task of its own, after all updates that the driver has now.
        """
        if view.level > 0:
            self._hints.hear(view)
        self._show_hint()
        asyncio.get_running_loop().call_soon(self._go_on)

    @property
    def _waits(self) -> bool:
        """Whether the table waits: at level 0, for the end of a moment, while a hint is to be read, and at the end."""
        held = self._screen.state.held
        return held or bool(self._hints.shown) or self._opening is not None or self._over

    def _go_on(self) -> None:
        if self._waits:
            self._driver.stop()
        elif not self._closed:
            super()._go_on()

    def _show_hint(self) -> None:
        hint = self._hints.shown or self._stands(self._screen.state.view)
        is_new = hint not in ("", words.NEXT(), self._screen.state.hint)
        self._screen.set(hint=hint, standing=not self._hints.shown, taught=self._hints.taught)
        if is_new:
            self._announcer.read_out(hint)

    def _stands(self, view: View | None) -> str:
        """Return the instruction that is shown while there is no hint: what to do in `view`, if that is only a play."""
        if self._opening is not None:
            return words.GOAL()
        legal = frozenset() if view is None else view.legal
        may_play = any(isinstance(action, Play) for action in legal)
        return words.NEXT() if may_play and PlayRest() not in legal else ""

    def _put_away(self) -> None:
        """Show the next due hint after the person dismissed one, and focus the control that the game needs."""
        self._hints.put_away()
        self._show_hint()
        self._go_on()
        self._screen.focus()

    def _key_down(self, event: Any) -> None:
        if key_of(event) == "escape" and self._hints.shown and not document.querySelector(":popover-open"):
            self._put_away()


def open_first_table(page: Page, given: Collection[str] = ()) -> None:
    """Open the tutorial table, without the hints that were `given` before."""
    page.open(lambda: FirstTable.of(page, given)).open()
