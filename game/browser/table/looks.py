"""The expressions of the faces at a table: what everybody sees happen, and nothing of anybody's cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Literal

from game import core
from game.browser.page.tasks import Timer
from game.core import Event, Seat, View

Look = Literal["calm", "focus", "hush", "wince", "cringe", "joy", "wow"]
"""An expression. Who made a mistake cringes; "wow" is a sign alone."""

SIGNS: Mapping[str, Look] = {"smile": "joy", "wait": "hush", "wow": "wow", "sorry": "cringe"}
"""The expression of each sign that a player can make."""

REACTION, GLANCE, FEELING = 0.06, 1.2, 2.4
"""Seconds until players react, that they look at a card, and that they show what they think of what happened."""


class Faces:
    """The expressions of the players for a while. `changed` is called with the present ones; without, they rest."""

    def __init__(self, changed: Callable[[Mapping[Seat, Look]], object]) -> None:
        self._changed = changed
        self._due: Mapping[Seat, Look] = {}
        self._begin = Timer(self._show)
        self._end = Timer(lambda: changed({}))

    def react(self, events: Iterable[Event], view: View) -> None:
        """Show the expressions that follow from `events`, if any do, a moment after those are drawn."""
        if looks := looks_of(events, view):
            self._due = looks
            self._begin.start(REACTION)

    def _show(self) -> None:
        self._changed(self._due)
        self._end.start(GLANCE if "focus" in self._due.values() else FEELING)

    def close(self) -> None:
        """Stop the timers, so that no expression changes any more."""
        self._begin.stop()
        self._end.stop()


def looks_of(events: Iterable[Event], view: View) -> dict[Seat, Look]:
    """Return the expression of each seat after public `events`: a function of them and of the number of seats alone."""
    happened = [*events]
    mistakes = {event.card for event in happened if isinstance(event, core.LifeLost)}
    hasty = {event.seat for event in happened if isinstance(event, core.Played) and event.card in mistakes}
    look = next((look for kinds, look in REACTIONS if any(_causes(event, kinds) for event in happened)), None)
    if look is None:
        return {}
    return {seat: "cringe" if look == "wince" and seat in hasty else look for seat in range(view.seats)}


REACTIONS: tuple[tuple[tuple[type, ...], Look], ...] = (
    ((core.LifeLost, core.PilesTurned, core.GameLost), "wince"),
    ((core.GameWon, core.LevelCompleted, core.StarUsed, core.PhotoFinish), "joy"),
    ((core.Played, core.Started), "focus"),
)
"""What everybody shows after events of some kinds, most important first."""


def _causes(event: Event, kinds: tuple[type, ...]) -> bool:
    """Whether `event` is one of `kinds`. Turned piles count only if they cost lives."""
    return isinstance(event, kinds) and not (isinstance(event, core.PilesTurned) and not event.lives)
