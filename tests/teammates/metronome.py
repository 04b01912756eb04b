"""A simple, honest teammate: it counts at its own tempo, whatever the others do."""

from __future__ import annotations

from random import Random

from game.core import (
    Dealt,
    LayHand,
    LowerStar,
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

STUCK = 25.0
"""Seconds of waiting in prospect at which it would rather throw a star."""


class Metronome:
    """Waits in proportion to the gap between a pile and its own next card."""

    def __init__(self, dice: Random, tempo: float = TEMPO) -> None:
        self._dice = dice
        self._tempo = tempo
        self._since = 0.0
        self._reached: list[float] = []
        self._decided: dict[object, float] = {}

    def plan(self, view: View, now: float) -> Plan | None:
        for event in view.news:
            if isinstance(event, Dealt | Started | Played | StarUsed):
                self._count(view, event, now)
        moments = [Plan(self._at(action, now, wait), action) for action, wait in self._wishes(view).items()]
        return min(moments, key=lambda plan: plan.at, default=None)

    def _count(self, view: View, event: Dealt | Started | Played | StarUsed, now: float) -> None:
        """Begin a new stretch of waiting from what each pile has reached."""
        variant = view.variant
        piles = range(len(variant.piles))
        match event:
            case Dealt():
                self._reached = [variant.start(pile, view.level) for pile in piles]
            case Played(card=card, pile=pile) if card is None:
                self._reached[pile] += (now - self._since) / self._tempo
            case Played(card=int(card), pile=pile):
                self._reached[pile] = variant.rank(card)
            case StarUsed(discards):
                for pile in piles:
                    ranks = [variant.rank(c) for _, c in discards if variant.pile_of(c) == pile]
                    self._reached[pile] = max(self._reached[pile], min(ranks, default=0))
        self._since = now
        self._decided.clear()

    def _wishes(self, view: View) -> dict[LayHand | Play | PlayRest | RaiseStar | LowerStar, float]:
        """What it would do next, and after how many seconds of seeing a reason to."""
        if LayHand() in view.legal and view.phase in (Phase.FOCUS, Phase.REVEAL):
            return {LayHand(): self._dice.uniform(0.1, 0.9)}
        if view.phase is not Phase.PLAY:
            return {}
        if PlayRest() in view.legal:
            return {PlayRest(): 0.3}
        waits: dict[LayHand | Play | PlayRest | RaiseStar | LowerStar, float] = {
            Play(card): self._wait(view, card) for card in view.variant.leading(view.hand)
        }
        stuck = min(waits.values(), default=STUCK) >= STUCK
        choice = next((a for a in view.legal if isinstance(a, RaiseStar)), None)
        if choice and view.seat not in view.raised and (view.raised or (waits and stuck)):
            return {**waits, choice: self._dice.uniform(0.3, 1.2)}
        return dict(waits)

    def _wait(self, view: View, card: int) -> float:
        pile = view.variant.pile_of(card)
        gap = max(0.0, view.variant.rank(card) - self._reached[pile])
        return gap * self._tempo * max(0.5, self._dice.gauss(1, NOISE))

    def _at(self, action: object, now: float, wait: float) -> float:
        """When to do `action`: decided once for a stretch of waiting, then kept."""
        began = self._since if isinstance(action, Play) else now
        return self._decided.setdefault(action, began + SIGHT + wait)
