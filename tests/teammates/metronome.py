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
    Variant,
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
        self._laying: dict[Card, Plan] = {}
        self._decided: dict[Action, Plan] = {}

    def plan(self, view: View, now: float) -> Plan | None:
        for event in view.news:
            self._count(view, event, now)
        legal = view.legal
        if view.phase is not Phase.PLAY:
            return self._decide(LAY_HAND, now, 0.1, 0.9) if LAY_HAND in legal else None
        if PLAY_REST in legal:
            return self._decide(PLAY_REST, now, 0.3, 0.3)
        plans = [self._lay(view.variant, card) for card in view.variant.leading(view.hand)]
        stuck = self._since + SIGHT + STUCK
        if view.seat not in view.raised and (view.raised or (plans and min([plan.at for plan in plans]) >= stuck)):
            offers = (action for action in legal if isinstance(action, RaiseStar))
            plans += [self._decide(choice, now, 0.3, 1.2) for choice in islice(offers, 1)]
        return min(plans, key=attrgetter("at")) if plans else None

    def _count(self, view: View, event: Event, now: float) -> None:
        """Begin a new stretch of waiting from what each pile has reached."""
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
        self._laying.clear()
        self._decided.clear()

    def _lay(self, variant: Variant, card: Card) -> Plan:
        """When to lay `card`: decided once for a stretch of waiting, then kept."""
        plan = self._laying.get(card)
        if plan is None:
            gap = variant.rank(card) - self._reached[variant.pile_of(card)]
            wait = max(0.0, gap) * self._tempo * max(0.5, self._dice.gauss(1, NOISE))
            plan = self._laying[card] = Plan(self._since + SIGHT + wait, Play(card))
        return plan

    def _decide(self, action: Action, now: float, least: float, most: float) -> Plan:
        """When to do `action`, so many seconds after it is seen: decided once, too."""
        plan = self._decided.get(action)
        if plan is None:
            plan = self._decided[action] = Plan(now + SIGHT + self._dice.uniform(least, most), action)
        return plan
