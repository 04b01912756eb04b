"""A simple, honest teammate: it counts at its own tempo, whatever the others do."""

from __future__ import annotations

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
    View,
)
from game.teammates import Plan

TEMPO = 0.67
"""Seconds per card of the gap: the median of people who were timed."""

NOISE = 0.05
"""Coefficient of variation of its waits: a teammate that breathes."""

SIGHT = 0.35
"""Seconds before it acts on anything: a card must be seen first."""

LAY_HAND, PLAY_REST = LayHand(), PlayRest()

STUCK = 25.0
"""Seconds of waiting in prospect at which it would rather throw a star."""


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
        plans = [self._decide(action, now, wait) for action, wait in self._wishes(view)]
        return min(plans, key=attrgetter("at"), default=None)

    def _count(self, view: View, event: Event, now: float) -> None:
        """Begin a new stretch of waiting from what each pile has reached."""
        variant = view.variant
        match event:
            case Played(_, card, pile):
                counted = self._reached[pile] + (now - self._since) / self._tempo
                self._reached[pile] = counted if card is None else variant.rank(card)
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

    def _wishes(self, view: View) -> list[tuple[Action, float]]:
        """What it would do next, and after how many seconds of seeing a reason to."""
        if view.phase is not Phase.PLAY:
            return [(LAY_HAND, self._dice.uniform(0.1, 0.9))] if LAY_HAND in view.legal else []
        if PLAY_REST in view.legal:
            return [(PLAY_REST, 0.3)]
        waits: list[tuple[Action, float]] = [
            (Play(card), self._wait(view, card)) for card in view.variant.leading(view.hand)
        ]
        if view.seat not in view.raised and (view.raised or (waits and all(wait >= STUCK for _, wait in waits))):
            offers = (action for action in view.legal if isinstance(action, RaiseStar))
            waits += [(choice, self._dice.uniform(0.3, 1.2)) for choice in islice(offers, 1)]
        return waits

    def _wait(self, view: View, card: Card) -> float:
        pile, rank = view.variant.pile_of(card), view.variant.rank(card)
        gap = max(0.0, rank - self._reached[pile])
        return gap * self._tempo * max(0.5, self._dice.gauss(1, NOISE))

    def _decide(self, action: Action, now: float, wait: float) -> Plan:
        """When to do `action`: decided once for a stretch of waiting, then kept."""
        plan = self._decided.get(action)
        if plan is None:
            began = self._since if isinstance(action, Play) else now
            plan = self._decided[action] = Plan(began + SIGHT + wait, action)
        return plan
