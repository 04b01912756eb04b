"""The decisions of a computer player: when to play a card, raise a hand for a star, or stop.

It knows its own hand and the public events.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import exp, isfinite
from random import Random
from typing import NamedTuple

from game import core
from game.teammates import Plan
from game.teammates.memory import Memory
from game.teammates.odds import next_card, unseen_ranks
from game.teammates.press_timing import NEVER, Other, best_moment, risk
from game.teammates.prior import ANYBODY, ORDINARY, PRACTISED, Prior, Situation
from game.teammates.public_history import Listener, Seated
from game.teammates.stars import MEAN_RISK, trust, worth_a_star
from game.teammates.tempo import Belief, Clock, Tempo

SIGHT = 0.35
"""Seconds before a teammate reacts to anything: a person must see the card first, too."""

A_TOUCH_LATE = 1.015
"""Factor by which a teammate waits longer than the optimum. Without it, players that adapt to each other speed up
together, until the waits at the end of a game are four fifths of those at its start.
"""

FELLOW_SPREAD = 0.10
"""Relative standard deviation of the teammates' waits around their common tempo."""

QUIET = 5.0
"""Least seconds of silence before a teammate proposes a star, so that a person has had the time to play."""

NEARLY = 0.8
"""Share of its wait after which a teammate proposes a star: by then, most risks have passed without one."""

TIME_TO_AGREE = 3.0
"""Least seconds from a teammate's proposal to its own press, so that the others can agree first."""

ANSWER = (0.35, 0.8)
"""Least and most seconds before a teammate answers a raised hand."""

PATIENCE = 6.0
"""Seconds after which a teammate lowers a raised hand that got no answer."""

LOST = 30.0
"""Seconds of silence before a teammate may stop play, when only the others can continue."""

LOST_WAITS = 3.0
"""The same limit as a multiple of the teammate's expected wait; the longer of the two applies."""


@dataclass(frozen=True, slots=True)
class Traits:
    """The parameters of a teammate. The defaults are those of the one that keeps best in step.

    `haste` multiplies its waits. `noise` is the coefficient of variation of its waits. `pace` is the learning rate for
    the tempo of others, from 0 (never) to 1 (fully). `star_risk` multiplies the risk at which it raises a hand. `hand`
    is the range of seconds in which it lays its hand on the table.
    """

    haste: float = 1.0
    noise: float = 0.0
    pace: float = 1.0
    star_risk: float = 1.0
    hand: tuple[float, float] = (0.2, 0.9)


class Press(NamedTuple):
    """The decision to play a card at the time `at`, in one `stretch` of waiting.

    If no card is played before the time `asks_at`, playing this one is a mistake with the probability `risk`.
    """

    stretch: int
    at: float
    asks_at: float
    risk: float


class Common:
    """The common tempo of the teammates: the mean of the people's estimates, or the practised prior."""

    def __init__(self, people: Collection[tuple[Clock, Situation]]) -> None:
        self._people = people or ((Tempo((PRACTISED,)), ORDINARY),)

    def expect(self, gap: int, seen: Situation = ORDINARY) -> tuple[float, float]:
        middles = [clock.expect(gap, sees)[0] for clock, sees in self._people]
        return sum(middles) / len(middles), FELLOW_SPREAD


class Mind:
    """One teammate. `people` are the seats of persons, and `remembered` their tempos from earlier games, as priors."""

    def __init__(
        self,
        traits: Traits,
        dice: Random,
        people: Collection[core.Seat] = (0,),
        remembered: Mapping[core.Seat, Prior] | None = None,
    ) -> None:
        priors = remembered or {}
        tempos = {seat: Tempo(priors.get(seat, ANYBODY), traits.pace) for seat in sorted(people)}
        self.listener = Listener(tempos)
        self.clocks: Mapping[core.Seat, Clock] = tempos
        self._traits = traits
        self._dice = dice
        self._hand_at: float | None = None
        self._presses: dict[core.Card, Press] = {}
        self._star_at = 0.0
        self._answer_at: float | None = None
        self._answered = False
        self._proposed: tuple[int, int] | None = None
        self._refused: int | None = None
        self._stopped: int | None = None

    def belief(self, person: core.Seat) -> Belief:
        """Return a summary of the estimate of a person's tempo, for display."""
        return self.listener.tempos[person].belief

    def memory(self, person: core.Seat) -> Memory:
        """Return what to store of a person's tempo for the next game."""
        tempo = self.listener.tempos[person]
        return Memory(tempo.posterior, tempo.plays)

    def plan(self, view: core.View, now: float) -> Plan | None:
        self.listener.hear(view, now)
        self._hear_of_hands(view, now)
        if view.phase in (core.Phase.FOCUS, core.Phase.REVEAL):
            self._presses.clear()
            return self._lay_hand(view, now) if not view.raised & self.clocks.keys() else self._answer(view, now)
        self._hand_at = None
        if view.phase is not core.Phase.PLAY:
            return None
        wishes = [*self._play(view, now), *self._star(view, now)]
        return min(wishes, key=lambda plan: plan.at, default=None)

    def _lay_hand(self, view: core.View, now: float) -> Plan | None:
        if core.LayHand() not in view.legal:
            self._hand_at = None
            return None
        if self._hand_at is None:
            self._hand_at = now + self._dice.uniform(*self._traits.hand)
        return Plan(self._hand_at, core.LayHand())

    def _play(self, view: core.View, now: float) -> Iterator[Plan]:
        if core.PlayRest() in view.legal:
            yield Plan(self.listener.latest + SIGHT, core.PlayRest())
            return
        for card in view.variant.leading(view.hand):
            press = self._press(view, card)
            if isfinite(press.at):
                yield Plan(max(press.at, self.listener.latest + SIGHT), core.Play(card))
            elif self._stopped != view.level:
                yield Plan(self._lost(view, card), core.Stop())

    def _lost(self, view: core.View, card: core.Card) -> float:
        """Return when to stop play, if others must hold lower cards and none of them plays."""
        pile = view.variant.pile_of(card)
        gap = view.variant.rank(card) - self.listener.stretches[pile].anchor
        middle, _ = self._common(pile).expect(gap)
        return self.listener.latest + max(LOST, LOST_WAITS * exp(middle))

    def _common(self, pile: int) -> Common:
        return Common([(clock, self.listener.situation(seat, pile)) for seat, clock in self.clocks.items()])

    def _press(self, view: core.View, card: core.Card) -> Press:
        """Return when to play `card`, and its risk. Both are computed once per stretch of waiting."""
        stretch = self.listener.stretches[view.variant.pile_of(card)]
        decided = self._presses.get(card)
        if decided is None or decided.stretch != stretch.number:
            best, others = self._weigh(view, card)
            own = self._traits.haste * (1 + self._traits.noise * self._dice.gauss(0, 1))
            wait = max(SIGHT, best * max(own, 0.5) * A_TOUCH_LATE)
            decided = Press(stretch.number, stretch.since + wait, NEVER, 0.0)
            silent = min(NEARLY * wait, wait - TIME_TO_AGREE)
            if isfinite(wait) and silent >= QUIET:
                decided = decided._replace(asks_at=stretch.since + silent, risk=risk(wait, others, silent))
            self._presses[card] = decided
        return decided

    def _weigh(self, view: core.View, card: core.Card) -> tuple[float, Sequence[Other]]:
        """Return the best wait for `card`, in seconds since its stretch began, and the others' next cards."""
        listener, variant = self.listener, view.variant
        pile, rank = variant.pile_of(card), variant.rank(card)
        anchor = listener.stretches[pile].anchor
        people, fellows = self._company(view)
        unseen = unseen_ranks(variant, view.level, listener.aside if fellows else listener.aside.union(view.hand))
        common = self._common(pile)
        others = [
            next_card(
                listener.seats[seat], self.clocks[seat], unseen, pile, rank, anchor, listener.situation(seat, pile)
            )
            for seat in people
        ]
        if fellows:
            as_one = _as_one([listener.seats[seat] for seat in fellows])
            others.append(next_card(as_one, common, unseen, pile, rank, anchor))
        return best_moment(others, exp(common.expect(max(rank - anchor, 0))[0])), others

    def _company(self, view: core.View) -> tuple[list[core.Seat], list[core.Seat]]:
        """Return the people and the fellow teammates who still hold cards."""
        holders = [s for s, who in enumerate(self.listener.seats) if who.count and s != view.seat]
        return [s for s in holders if s in self.clocks], [s for s in holders if s not in self.clocks]

    def _hear_of_hands(self, view: core.View, now: float) -> None:
        """Update the state of star proposals. A proposal withdrawn without an answer counts as refused in the level."""
        if not view.raised - {view.seat}:
            self._answer_at, self._answered = None, False
        laid = {event.seat for event in view.news if isinstance(event, core.Played)}
        for event in view.news:
            match event:
                case core.StarRaised(seat) if seat == view.seat:
                    self._star_at = now
                    if view.raised == {seat}:
                        self._proposed = self._here(view)
                case core.StarLowered(seat):
                    self._answered = self._answered or seat == view.seat
                    self._refused = self._refused if seat in laid else view.level
                case core.Dealt() | core.StarUsed():
                    self._refused = None
                case core.Stopped(seat) if seat == view.seat:
                    self._stopped = view.level

    def _star(self, view: core.View, now: float) -> Iterator[Plan]:
        """Yield a plan to raise a hand, because a mistake is likely or others propose a star, or to lower it."""
        choice = next((action for action in view.legal if isinstance(action, core.RaiseStar)), None)
        if view.seat in view.raised:
            if not view.raised & self.clocks.keys():
                alone = len(view.raised) == 1 and self._proposed not in (None, self._here(view))
                pointless = alone and not isfinite(self._proposes_at(view))
                yield Plan(now + SIGHT if pointless else self._star_at + PATIENCE, core.LowerStar())
        elif choice is None or core.PlayRest() in view.legal:
            return
        elif view.raised:
            if answer := self._answer(view, now):
                yield answer
        elif self._may_propose(view) and isfinite(at := self._proposes_at(view)):
            yield Plan(max(at, now + SIGHT), choice)

    def _answer(self, view: core.View, now: float) -> Plan | None:
        """Return when to agree to a star that others propose. It is None after a hand that was up is down again."""
        choice = next((action for action in view.legal if isinstance(action, core.RaiseStar)), None)
        if choice is None or view.seat in view.raised or self._answered:
            return None
        if self._answer_at is None:
            self._answer_at = now + self._dice.uniform(*ANSWER)
        return Plan(self._answer_at, choice)

    def _here(self, view: core.View) -> tuple[int, int]:
        """Return the level and the stretch of waiting."""
        return view.level, self.listener.stretches[0].number

    def _may_propose(self, view: core.View) -> bool:
        """Whether to propose a star: once per stretch, not after a refusal in this level, not with the first cards."""
        first_cards = view.level == 1 and max(view.counts) == 1
        return (
            bool(view.hand) and not first_cards and view.level != self._refused and self._proposed != self._here(view)
        )

    def _proposes_at(self, view: core.View) -> float:
        """Return the time at which a star becomes better than playing a card; NEVER if there is none."""
        limit = self._star_risk(view)
        presses = [self._press(view, card) for card in view.variant.leading(view.hand)]
        return min([press.asks_at for press in presses if press.risk > limit], default=NEVER)

    def _star_risk(self, view: core.View) -> float:
        """Return the risk above which a star is better spent than saved."""
        mates = view.seats - len(self.clocks)
        worth = worth_a_star(view.variant, view.seats, mates, view.levels, view.level, sum(view.counts), view.stars)
        beliefs = [tempo.belief for tempo in self.listener.tempos.values()]
        sure = min([trust(belief.noise, belief.spread) for belief in beliefs], default=1.0)
        return max(0.01, worth * MEAN_RISK) * sure * self._traits.star_risk


def _as_one(fellows: list[Seated]) -> Seated:
    """Return the combined hand of teammates who share a tempo, as if one of them held all their cards."""
    beyond = [min(ranks) for ranks in zip(*(fellow.beyond for fellow in fellows), strict=True)]
    return Seated(sum(fellow.count for fellow in fellows), beyond, [[] for _ in beyond])
