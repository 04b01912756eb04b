"""A teammate's mind: it hears what everybody hears, holds its own hand, and picks its moments."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from math import exp, isfinite
from random import Random

from game.core import (
    Action,
    Card,
    LayHand,
    LowerStar,
    Phase,
    Play,
    PlayRest,
    RaiseStar,
    Seat,
    View,
)
from game.teammates import Plan
from game.teammates.listening import Listener
from game.teammates.moment import Chance, Other, best_moment
from game.teammates.odds import after_silence, first_of
from game.teammates.tempo import REACTION, Clock, Prior, Tempo

SIGHT = 0.35
"""Seconds before a teammate acts on anything: a card must be seen first."""

FELLOW_SPREAD = 0.07
"""How far teammates may be from their common tempo, as a share of a wait."""

ANSWER = (0.35, 0.8)
"""Seconds, from and to, in which a raised hand is answered."""

PATIENCE = 6.0
"""Seconds after which an unanswered hand is taken down."""


@dataclass(frozen=True, slots=True)
class Traits:
    """What sets one teammate apart from another; as it stands: the one best in step.

    `haste` multiplies its waits, `noise` is by how much they stray (coefficient of
    variation), `pace` how readily it learns another's tempo (0 never, 1 freely),
    `star_risk` the chance of an error at which it raises a hand, `hand` the seconds
    in which it lays its hand on the table.
    """

    haste: float = 1.0
    noise: float = 0.0
    pace: float = 1.0
    star_risk: float = 0.10
    hand: tuple[float, float] = (0.2, 0.9)


class Common:
    """The tempo that teammates share: what they believe of the people, or what is usual."""

    reaction = REACTION

    def __init__(self, tempos: Collection[Clock]) -> None:
        self._tempos = tempos or (Tempo(),)

    def expect(self, gap: int) -> tuple[float, float]:
        means = [tempo.expect(gap)[0] for tempo in self._tempos]
        return sum(means) / len(means), FELLOW_SPREAD


class Mind:
    """One teammate. `people` are the seats that are none; what it remembers of them is its prior."""

    def __init__(
        self,
        traits: Traits,
        dice: Random,
        people: Collection[Seat] = (0,),
        remembered: Mapping[Seat, Prior] | None = None,
    ) -> None:
        priors = remembered or {}
        tempos = {seat: Tempo(priors.get(seat, Prior()), traits.pace) for seat in sorted(people)}
        self.listener = Listener(tempos)
        self.clocks: Mapping[Seat, Clock] = tempos
        self._traits = traits
        self._dice = dice
        self._hand_at: float | None = None
        self._presses: dict[Card, tuple[int, float, float]] = {}
        self._star_at: float | None = None
        self._proposed: tuple[int, int] | None = None

    def plan(self, view: View, now: float) -> Plan | None:
        self.listener.hear(view, now)
        if view.phase in (Phase.FOCUS, Phase.REVEAL):
            self._presses.clear()
            return self._lay_hand(view, now)
        self._hand_at = None
        if view.phase is not Phase.PLAY:
            return None
        wishes = [*self._play(view, now), *self._star(view, now)]
        return min(wishes, key=lambda plan: plan.at, default=None)

    def _lay_hand(self, view: View, now: float) -> Plan | None:
        if LayHand() not in view.legal:
            self._hand_at = None
            return None
        if self._hand_at is None:
            self._hand_at = now + self._dice.uniform(*self._traits.hand)
        return Plan(self._hand_at, LayHand())

    def _play(self, view: View, now: float) -> Iterator[Plan]:
        if PlayRest() in view.legal:
            yield Plan(self.listener.latest + SIGHT, PlayRest())
            return
        for card in view.variant.leading(view.hand):
            at, _ = self._press(view, card)
            if isfinite(at):
                yield Plan(max(at, self.listener.latest + SIGHT), Play(card))

    def _press(self, view: View, card: Card) -> tuple[float, float]:
        """When to lay `card`, and the risk: decided once for a stretch of waiting, then kept."""
        stretch = self.listener.stretches[view.variant.pile_of(card)]
        decided = self._presses.get(card)
        if decided is None or decided[0] != stretch.number:
            wait, risk = self._weigh(view, card)
            own = self._traits.haste * (1 + self._traits.noise * self._dice.gauss(0, 1))
            at = stretch.since + max(SIGHT, wait * max(own, 0.5))
            self._presses[card] = decided = (stretch.number, at, risk)
        return decided[1], decided[2]

    def _weigh(self, view: View, card: Card) -> tuple[float, float]:
        """The best wait for `card` in seconds of its stretch, and the risk that remains."""
        listener, variant = self.listener, view.variant
        pile, rank = variant.pile_of(card), variant.rank(card)
        anchor = listener.stretches[pile].anchor
        fellows = [
            seat
            for seat, seated in enumerate(listener.seats)
            if seat != view.seat and seat not in self.clocks and seated.count
        ]
        seen = listener.aside if fellows else listener.aside.union(view.hand)
        cards = [c for c in variant.supply(view.level) if c not in seen]
        ahead = sorted(variant.rank(c) for c in cards if variant.pile_of(c) == pile)
        elsewhere = [c for c in cards if variant.pile_of(c) != pile]
        common = Common([self.clocks[s] for s in self.clocks])
        gap = max(rank - anchor, 0)
        others = []
        for seat, clock in self.clocks.items():
            seated = listener.seats[seat]
            if seat == view.seat or not seated.count:
                continue
            ranks = [r for r in ahead if r > seated.beyond[pile]]
            unseen = len(ranks) + sum(
                variant.rank(c) > seated.beyond[variant.pile_of(c)] for c in elsewhere
            )
            chances = first_of(seated.count, unseen, len(ranks))
            nowhere = max(0.0, 1 - sum(chances))
            after_silence(chances, ranks, clock, seated.silences[pile])
            others.append(_other(ranks, chances, nowhere, clock, rank, anchor))
        if fellows:
            count = sum(listener.seats[s].count for s in fellows)
            beyond = [min(listener.seats[s].beyond[p] for s in fellows) for p in range(len(listener.stretches))]
            ranks = [r for r in ahead if r > beyond[pile]]
            unseen = len(ranks) + sum(variant.rank(c) > beyond[variant.pile_of(c)] for c in elsewhere)
            chances = first_of(min(count, unseen), unseen, len(ranks))
            others.append(_other(ranks, chances, max(0.0, 1 - sum(chances)), common, rank, anchor))
        plain = REACTION + exp(common.expect(gap)[0])
        return best_moment(others, plain)

    def _star(self, view: View, now: float) -> Iterator[Plan]:
        choice = next((a for a in view.legal if isinstance(a, RaiseStar)), None)
        me, others = view.seat, view.raised - {view.seat}
        stretch = (view.level, self.listener.stretches[0].number)
        if me in view.raised:
            if not others and self._proposed and self._star_at is not None:
                yield Plan(max(now, self._star_at + PATIENCE), LowerStar())
            return
        if choice is None:
            return
        if others:
            if self._star_at is None:
                self._star_at = now + self._dice.uniform(*ANSWER)
            yield Plan(self._star_at, choice)
            return
        self._star_at = None
        if self._proposed == stretch or not view.hand or PlayRest() in view.legal:
            return
        risks = [self._press(view, card)[1] for card in view.variant.leading(view.hand)]
        if max(risks, default=0.0) > self._traits.star_risk:
            self._proposed = stretch
            self._star_at = now + SIGHT
            yield Plan(self._star_at, choice)


def _other(
    ranks: list[int], chances: list[float], nowhere: float, clock: Clock, rank: int, anchor: int
) -> Other:
    """Somebody's next card as it bears on ours of `rank`, near ranks taken together."""
    gap = max(rank - anchor, 1)
    _, spread = clock.expect(gap)
    reach = exp(4 * spread + 0.4)
    nearest, farthest = anchor + gap / reach, anchor + gap * reach
    step = max(1, gap // 12)
    total = sum(chances) + nowhere or 1.0
    lower: list[Chance] = []
    higher: list[Chance] = []
    later = nowhere / total
    block: list[int] = []
    weight = 0.0
    at, size = 0, len(ranks)
    while at < size:
        r = ranks[at]
        if r < nearest or r == rank:
            at += 1
            continue
        if r > farthest:
            later += sum(chances[at:]) / total
            break
        side = lower if r < rank else higher
        weight, end = 0.0, at
        while end < size and end - at < step and (ranks[end] < rank) == (r < rank) and ranks[end] != rank:
            weight += chances[end]
            end += 1
        if weight > 1e-7:
            middle = (ranks[at] + ranks[end - 1]) // 2
            side.append(Chance(weight / total, *clock.expect(max(middle - anchor, 0))))
        at = end
    return Other(clock.reaction, lower, higher, later)
