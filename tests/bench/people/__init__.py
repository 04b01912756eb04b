"""Simulated people to test teammates with, and the chair that seats one of them at a Table.

A person is a class named in `KINDS` of `tests/bench/people/kinds.py`. A kind with a constant `GAMES` plays that many
games in a row, with teammates who remember.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeAlias

from game.core import (
    Card,
    Dealt,
    Event,
    LayHand,
    Phase,
    Play,
    Played,
    RaiseStar,
    Started,
    StarUsed,
    View,
)
from game.teammates import Plan

COMMITTED = 0.2
"""Seconds before a planned press from which it can no longer be cancelled."""

HAND = 0.5
"""Seconds in which a person puts a hand on the table or answers a raised hand."""


class Person(Protocol):
    """A person who plays with the teammates in a benchmark. `delta` is its mean reaction in seconds."""

    delta: float

    def wait(self, view: View) -> float:
        """Return the seconds from now until it plays its lowest card.

        Called at the start of every stretch: when play starts or resumes, and when a card has landed.
        """
        ...

    def typical(self, gap: int) -> float:
        """Return its mean seconds beyond the reaction for a gap, which the oracle knows."""
        ...

    def accepts_star(self, view: View) -> bool:
        """Whether it agrees when another player proposes a star."""
        ...

    def observe(self, event: Event, now: float) -> None:
        """Receive a public event, in order, with its time in seconds."""
        ...


Kind: TypeAlias = Callable[[int, float], Person]
"""Creates a person from a seed, which sets its traits, and the coefficient of variation of its single waits."""


class Counting:
    """Tracks the rank from which gaps are counted, which most `wait` methods need."""

    def __init__(self) -> None:
        self.anchor = 0

    def observe(self, event: Event, now: float) -> None:
        match event:
            case Dealt():
                self.anchor = 0
            case Played(card=int(card)):
                self.anchor = card
            case StarUsed(discards) if discards:
                self.anchor = max(self.anchor, min(card for _, card in discards))

    def accepts_star(self, view: View) -> bool:
        return True

    def gap(self, view: View) -> int:
        """Return the gap from the last card to the lowest card in hand."""
        return view.hand[0] - self.anchor


class Chair:
    """Seats a person at a Table, with teammates."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self._card: Card | None = None
        self._press_at = 0.0
        self._hand_at: float | None = None
        self._star_at: float | None = None

    def plan(self, view: View, now: float) -> Plan | None:
        for event in view.news:
            self.person.observe(event, now)
        if view.phase is not Phase.PLAY:
            return self._lay_hand(view, now)
        self._hand_at = None
        if not view.hand:
            return self._answer(view, now)
        if any(isinstance(event, Started | Played) for event in view.news):
            committed = self._card == view.hand[0] and self._press_at < now + COMMITTED
            if not committed or any(isinstance(event, Started) for event in view.news):
                self._card = view.hand[0]
                self._press_at = now + max(0.0, self.person.wait(view))
        press = Plan(self._press_at, Play(view.hand[0]))
        answer = self._answer(view, now)
        return answer if answer and answer.at < press.at else press

    def _lay_hand(self, view: View, now: float) -> Plan | None:
        self._card = self._star_at = None
        if LayHand() not in view.legal:
            return None
        self._hand_at = now + HAND if self._hand_at is None else self._hand_at
        return Plan(self._hand_at, LayHand())

    def _answer(self, view: View, now: float) -> Plan | None:
        if not view.raised or view.seat in view.raised:
            self._star_at = None
            return None
        if RaiseStar() not in view.legal or not self.person.accepts_star(view):
            return None
        self._star_at = now + HAND if self._star_at is None else self._star_at
        return Plan(self._star_at, RaiseStar())


def alone(view: View) -> bool:
    """Whether no other player holds a card."""
    return not any(count for seat, count in enumerate(view.counts) if seat != view.seat)
