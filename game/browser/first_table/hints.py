"""The hints of the tutorial table: one at a time, when their subject first occurs, and for each mistake of this person.

Independent of the page.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from game import core
from game.teammates.characters import FOR_NEWCOMERS
from game.words import first_table as words
from game.words.table import NO_TURNS

NAMES = "", *FOR_NEWCOMERS
"""The names of the teammates by seat."""

MOST_IN_A_ROW = 2
"""The most hints one after the other. Further ones wait until play starts or stops the next time."""


class Hints:
    """The hints for one seat, from the Views that its table shows. `shown` is the current hint, or an empty string.

    A hint disappears when play starts or stops, when the level or the game ends, when cards are dealt, or when it is
    dismissed. Other due hints wait until then. The one about a mistake comes before them: later, the mistake is no
    longer on the table. At the end it is the only one. The hints in `given` are not shown again.
    """

    def __init__(self, given: Iterable[str] = ()) -> None:
        self.shown = ""
        self.given = {*given}
        self._due: list[str] = []
        self._playing = False
        self._played: core.Seat | None = None
        self._in_a_row = 0

    def hear(self, view: core.View) -> None:
        """Handle the events of `view`."""
        new = [hint for hint in dict.fromkeys(self._called_for(view)) if hint not in self.given]
        self.given.update(new)
        is_wrong = view.tells(core.LifeLost)
        self._due = [*new, *self._due] if is_wrong else [*self._due, *new]
        if view.phase in core.OVER:
            self._due = new[:is_wrong]
        plays = view.phase is core.Phase.PLAY
        if self._playing != plays or view.tells(core.Dealt, core.LevelCompleted, core.GameLost):
            self._playing = plays
            self.shown = ""
            self._in_a_row = 0
            if not plays and words.GAP() in self._due:  # it is about play, and comes with the next card
                self._due.remove(words.GAP())
                self.given.discard(words.GAP())
        if not self.shown:
            self.put_away()

    @property
    def taught(self) -> str:
        """The objects at the table's edge whose hint was given: "star", "stop"."""
        lessons = {words.STAR(): "star", words.STOP(): "stop"}
        return " ".join(name for hint, name in lessons.items() if hint in self.given and hint not in self._due)

    def put_away(self) -> None:
        """Show the next due hint, if any, instead of the current one."""
        may_follow = bool(self._due) and self._in_a_row < MOST_IN_A_ROW
        self.shown = self._due.pop(0) if may_follow else ""
        self._in_a_row += may_follow

    def make_way(self) -> None:
        """Hide the current hint, because the person has pressed something else. Those that are due wait."""
        self.shown, self._in_a_row = "", MOST_IN_A_ROW

    def _called_for(self, view: core.View) -> Iterator[str]:
        """Yield the hints for the events of `view`. The last level also gives hints that had no occasion before."""
        for event in view.news:
            last, self._played = self._played, event.seat if isinstance(event, core.Played) else None
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
                    yield _about(event, view)
                case core.StarRaised() | core.StarUsed():
                    yield words.STAR()
                case core.LevelCompleted(_, reward):
                    if reward is core.Reward.STAR:
                        yield words.MARKS()
                        yield words.STAR()
                    elif last not in (None, view.seat):
                        yield words.REST()
                case core.Stopped():
                    yield words.STOP()


def _about(mistake: core.LifeLost, view: core.View) -> str:
    """Return who was early or waited too long, if that is this person, or else what a mistake is."""
    by = next(event.seat for event in view.news if isinstance(event, core.Played) and event.card == mistake.card)
    first = min(mistake.lower, key=lambda laid: laid.card)
    if by == view.seat:
        return words.EARLY(name=NAMES[first.seat], card=first.card)
    mine = next((laid.card for laid in mistake.lower if laid.seat == view.seat), None)
    if mine is not None:
        return words.WAITED(name=NAMES[by], played=mistake.card, card=mine)
    return words.MISTAKE()
