"""The hints of the tutorial table: one at a time, each once, when its subject first occurs.

Independent of the page.
"""

from __future__ import annotations

from collections.abc import Iterator

from game import core
from game.words import first_table as words
from game.words.table import NO_TURNS


class Hints:
    """The hints for one seat, from all its Views. `shown` is the current hint, or an empty string.

    A hint disappears when play starts or stops, or when it is dismissed. Other due hints wait until then. The one about
    a mistake comes before them: later, the mistake is no longer on the table.
    """

    def __init__(self) -> None:
        self.shown = ""
        self._given: set[str] = set()
        self._due: list[str] = []
        self._playing = False

    def hear(self, view: core.View) -> None:
        """Handle the events of `view`."""
        for hint in _called_for(view):
            if hint not in self._given:
                self._given.add(hint)
                self._due.insert(0 if hint == words.MISTAKE() else len(self._due), hint)
        if view.phase in (core.Phase.WON, core.Phase.LOST):
            self._due.clear()
        if self._playing != (view.phase is core.Phase.PLAY):
            self._playing = not self._playing
            self.shown = ""
        if not self.shown:
            self.put_away()

    def put_away(self) -> None:
        """Show the next due hint, if any, instead of the current one."""
        self.shown = self._due.pop(0) if self._due else ""


def _called_for(view: core.View) -> Iterator[str]:
    """Yield the hints for the events of `view`. The last level also gives hints that had no occasion before."""
    for event in view.news:
        match event:
            case core.Dealt(1):
                yield words.HANDS()
            case core.Started():
                yield NO_TURNS()
                if len(view.hand) > 1:
                    yield words.YOUR_CARD()
                if view.level == view.levels:
                    yield words.STOP()
            case core.Played() if not view.tells(core.LifeLost):
                yield words.GAP()
            case core.LifeLost():
                yield words.MISTAKE()
            case core.StarRaised() | core.StarUsed() | core.LevelCompleted(_, core.Reward.STAR):
                yield words.STAR()
            case core.Stopped():
                yield words.STOP()
