"""Which hint stands at the first table: one at a time, each once, when what it tells of first happens.

Knows no page.
"""

from __future__ import annotations

from collections.abc import Iterator

from game.core import Dealt, LevelCompleted, LifeLost, Phase, Reward, StarRaised, Started, StarUsed, Stopped, View
from game.words.first_table import HANDS, MISTAKE, NO_TURNS, STAR, STOP, YOUR_CARD
from game.words.language import said


class Hints:
    """Listens to every View of one seat; `shown` is the hint that stands, "" for none.

    A hint goes when play begins or halts, or when it is put away; others that are due wait for that.
    """

    def __init__(self) -> None:
        self.shown = ""
        self._given: set[str] = set()
        self._due: list[str] = []
        self._playing = False

    def hear(self, view: View) -> None:
        """Note what happened."""
        for hint in _called_for(view):
            if hint not in self._given:
                self._given.add(hint)
                self._due.append(hint)
        if view.phase in (Phase.WON, Phase.LOST):
            self._due.clear()
        if self._playing != (view.phase is Phase.PLAY):
            self._playing = not self._playing
            self.shown = ""
        if not self.shown:
            self.put_away()

    def put_away(self) -> None:
        """Show the next that is due instead, if there is one."""
        self.shown = self._due.pop(0) if self._due else ""


def _called_for(view: View) -> Iterator[str]:
    """The hints that tell of the news of `view`; a last level brings what has not happened until then."""
    for event in view.news:
        match event:
            case Dealt(1):
                yield said(HANDS)
            case Started():
                yield said(NO_TURNS)
                if len(view.hand) > 1:
                    yield said(YOUR_CARD)
                if view.level == view.levels:
                    yield said(STOP)
            case LifeLost():
                yield said(MISTAKE)
            case StarRaised() | StarUsed() | LevelCompleted(_, Reward.STAR):
                yield said(STAR)
            case Stopped():
                yield said(STOP)
