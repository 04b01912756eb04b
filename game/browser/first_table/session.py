"""The tutorial table: two teammates, three levels, no choices, and one hint at a time."""

from __future__ import annotations

from collections.abc import Iterator

from game.browser.first_table.first_deal import seed_for_newcomer
from game.browser.first_table.hint_card import HintCard
from game.browser.first_table.hints import Hints
from game.browser.first_table.three_levels import as_three_levels
from game.browser.page.dom import find
from game.browser.shell.page import Page
from game.browser.solo.session import Setup, SoloSession
from game.core import Phase, Seat, View, variant
from game.table import Table
from game.teammates.characters import CHARACTERS, FOR_NEWCOMERS, for_newcomers
from game.teammates.mind import Mind
from game.words.table import UNNAMED

SETUP = Setup(
    variant("gentle"),
    (UNNAMED, *FOR_NEWCOMERS),
    FOR_NEWCOMERS,
    character=lambda name: for_newcomers(CHARACTERS[name]),
)
"""The setup of a first table, where teammates seldom propose a star."""


class FirstTable(SoloSession):
    """A solo game that is not saved. A saved game stays as it is.

    It does not count as a first game, so explanations hidden until the first game ends stay hidden.
    """

    def __init__(self, setup: Setup, table: Table, minds: dict[Seat, Mind]) -> None:
        super().__init__(setup, table, minds)
        self._hints = Hints()
        self._card: HintCard | None = None

    @classmethod
    def of(cls, seeds: Iterator[str]) -> FirstTable:
        """Start a game with the first deal from `seeds` that suits a newcomer."""
        return cls.begin(SETUP, seed_for_newcomer(seeds, SETUP.variant, len(SETUP.names)), next(seeds))

    @property
    def view(self) -> View:
        """The person's current view."""
        return as_three_levels(super().view)

    @property
    def _saves(self) -> bool:
        return False

    def again(self) -> None:
        if self._page is not None:
            self._page.go("try")

    def may_change(self) -> bool:
        return False

    def close(self) -> None:
        """Close the session."""
        if self._card is not None:
            self._card.close()
        super().close()

    def _show(self, at: float, view: View) -> None:
        view = as_three_levels(view)
        over = view.phase in (Phase.WON, Phase.LOST)
        find("whole").hidden = not over
        find("again").classList.toggle("primary", not over)
        super()._show(at, view)
        self._hints.hear(view)
        self._show_hint()
        if over:
            self._stop_driving()

    def _note_end(self, view: View) -> None:
        """Do nothing, since this game does not count as a first game."""

    def _show_hint(self) -> None:
        if self._card is None:
            self._card = HintCard(self._put_away)
        if self._card.show(self._hints.shown):
            self._announcer.read_out(self._hints.shown)

    def _put_away(self) -> None:
        """Show the next due hint after the person dismissed one, and focus the control that the game needs."""
        self._hints.put_away()
        self._show_hint()
        if self._screen is not None:
            self._screen.refresh()


def open_first_table(page: Page) -> None:
    """Open the tutorial table."""
    page.open(lambda: FirstTable.of(page.seeds)).open(page)
