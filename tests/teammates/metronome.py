"""A simple teammate that plays at its own fixed tempo, whatever the others do."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import islice
from operator import attrgetter
from random import Random

from game.core import (
    Action,
    Card,
    Dealt,
    Event,
    LayHand,
    Phase,
    Play,
    Played,
    PlayRest,
    RaiseStar,
    Started,
    StarUsed,
    Variant,
    View,
)
from game.teammates import Plan

TEMPO = 0.67
"""Seconds per rank of the gap: the median of people who were timed."""

NOISE = 0.05
"""Coefficient of variation of its waits, so that they look natural."""

SIGHT = 0.35
"""Reaction time in seconds: a card must be seen first."""

LAY_HAND, PLAY_REST = LayHand(), PlayRest()

STUCK = 25.0
"""Expected wait in seconds from which it prefers to throw a star."""


class Metronome:
    """Waits in proportion to the gap between a pile and its own next card."""

    def __init__(self, dice: Random, tempo: float = TEMPO) -> None:
        self._dice = dice
        self._tempo = tempo
        self._since = 0.0
        self._reached: list[float] = []
        self._decided: dict[Action, Plan] = {}

    def plan(self, view: View, now: float) -> Plan | None:
        for event in view.news:
            self._count(view, event, now)
        if view.phase is not Phase.PLAY:
            soon = partial(self._dice.uniform, 0.1, 0.9)
            return self._decide(LAY_HAND, now, soon) if LAY_HAND in view.legal else None
        if PLAY_REST in view.legal:
            return self._decide(PLAY_REST, now, lambda: 0.3)
        variant, since = view.variant, self._since
        plans = [self._decide(Play(c), since, partial(self._wait, variant, c)) for c in variant.leading(view.hand)]
        stuck = since + SIGHT + STUCK
        if view.seat not in view.raised and (view.raised or (plans and all(plan.at >= stuck for plan in plans))):
            offers = (action for action in view.legal if isinstance(action, RaiseStar))
            soon = partial(self._dice.uniform, 0.3, 1.2)
            plans += [self._decide(choice, now, soon) for choice in islice(offers, 1)]
        return min(plans, key=attrgetter("at"), default=None)

    def _count(self, view: View, event: Event, now: float) -> None:
        """Start a new stretch of waiting from the rank of each pile."""
        variant = view.variant
        match event:
            case Played(_, card, pile):
                if card is None:
                    self._reached[pile] += (now - self._since) / self._tempo
                else:
                    self._reached[pile] = variant.rank(card)
            case Dealt():
                self._reached = [variant.start(pile, view.level) for pile in range(len(variant.piles))]
            case StarUsed(discards):
                for pile, reached in enumerate(self._reached):
                    ranks = [variant.rank(c) for _, c in discards if variant.pile_of(c) == pile]
                    self._reached[pile] = max(reached, min(ranks, default=0))
            case Started():
                pass
            case _:
                return
        self._since = now
        self._decided.clear()

    def _wait(self, variant: Variant, card: Card) -> float:
        """Return the wait for `card`, in seconds since the stretch began."""
        gap = variant.rank(card) - self._reached[variant.pile_of(card)]
        return max(0.0, gap) * self._tempo * max(0.5, self._dice.gauss(1, NOISE))

    def _decide(self, action: Action, since: float, wait: Callable[[], float]) -> Plan:
        """Return when to do `action`; it is decided once for a stretch of waiting."""
        plan = self._decided.get(action)
        if plan is None:
            plan = self._decided[action] = Plan(since + SIGHT + wait(), action)
        return plan
