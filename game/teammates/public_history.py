"""The public history of a game: which seat waited how long for which card.

It uses public events and their times, and no hands. Every teammate keeps its own copy, and all copies are equal.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from game.core import Card, Dealt, Event, LifeLost, Played, Seat, Started, StarUsed, Stopped, Variant, View
from game.teammates.prior import ORDINARY, Situation, situation
from game.teammates.tempo import Tempo

LATE = 0.25
"""Seconds after another card within which a card cannot be a reaction to it: its player had already decided."""


@dataclass(frozen=True, slots=True)
class Silence:
    """A seat played nothing on a pile for `seconds`, counted from the rank `anchor`, in the situation `saw`."""

    anchor: int
    seconds: float
    saw: Situation = ORDINARY


@dataclass(slots=True)
class Stretch:
    """The time on a pile between two landings: it starts at the time `since` with the pile at the rank `anchor`.

    `by` is the seat whose card started it, if any. `running` is False while play is halted.
    """

    anchor: int
    since: float
    running: bool = False
    number: int = 0
    by: Seat | None = None

    def waited(self, now: float) -> float:
        """Return the seconds of play since the stretch began."""
        return now - self.since if self.running else 0.0


@dataclass(slots=True)
class Seated:
    """The public knowledge of one seat's hand: its number of cards, and for each pile a rank that they exceed."""

    count: int
    beyond: list[int]
    silences: list[list[Silence]] = field(default_factory=list)


class Listener:
    """Follows one game; `tempos` has an entry for each seat whose tempo to estimate."""

    def __init__(self, tempos: Mapping[Seat, Tempo]) -> None:
        self.tempos = tempos
        self.stretches: list[Stretch] = []
        self.seats: list[Seated] = []
        self.aside: set[Card] = set()
        self.latest = 0.0
        self._cards = 0
        self._before: list[Stretch | None] = []
        self._variant = Variant()

    def hear(self, view: View, now: float) -> None:
        """Update on the news of `view`, which happened at `now`."""
        for event in view.news:
            self._hear(event, view, now)

    def situation(self, seat: Seat, pile: int) -> Situation:
        """Return the situation of `seat` in the current stretch of `pile`."""
        own = self.seats[seat].count
        return situation(own, self._held_by_others(seat), self._cards, self.stretches[pile].by == seat)

    def _hear(self, event: Event, view: View, now: float) -> None:
        match event:
            case Dealt():
                self._dealt(view)
            case Started():
                self._start(now)
            case Played(seat, card, pile):
                self._played(seat, card, pile, now)
            case LifeLost(_, lower):
                self._lowest_shown(lower)
                self._halt()
            case StarUsed(discards):
                self._star(discards, now)
            case Stopped():
                self._all_silent(now)
                self._halt()
            case _:
                return
        self.latest = now

    def _dealt(self, view: View) -> None:
        if self.seats:
            for tempo in self.tempos.values():
                tempo.next_level()
        self._variant = view.variant
        piles = range(len(view.variant.piles))
        starts = [view.variant.start(pile, view.level) for pile in piles]
        self.stretches = [Stretch(start, 0.0) for start in starts]
        self._before = [None for _ in piles]
        self.seats = [Seated(count, list(starts), [[] for _ in piles]) for count in view.counts]
        self._cards = sum(view.counts)
        self.aside = set()

    def _start(self, now: float) -> None:
        for pile, stretch in enumerate(self.stretches):
            self._next(pile, stretch.anchor, now)
            self._before[pile] = None

    def _halt(self) -> None:
        for stretch in self.stretches:
            stretch.running = False

    def _next(self, pile: int, anchor: int, now: float, by: Seat | None = None) -> None:
        self._before[pile] = self.stretches[pile]
        self.stretches[pile] = Stretch(anchor, now, True, self.stretches[pile].number + 1, by)

    def _played(self, seat: Seat, card: Card | None, pile: int, now: float) -> None:
        who, stretch = self.seats[seat], self.stretches[pile]
        reached = self._reckoned(seat, stretch, now) if card is None else self._variant.rank(card)
        if card is not None and self._held_by_others(seat):
            self._learn(seat, pile, reached, now)
        who.silences[pile].clear()
        for other, seated in enumerate(self.seats):
            if other != seat:
                self._silent(other, pile, now)
            if card is not None:
                seated.beyond[pile] = max(seated.beyond[pile], reached)
        who.count -= 1
        self._next(pile, reached, now, seat)

    def _reckoned(self, seat: Seat, stretch: Stretch, now: float) -> int:
        """Return the likely rank of a card that was played face down, from the time it took."""
        tempo = self.tempos.get(seat) or next(iter(self.tempos.values()), None) or Tempo()
        gap = tempo.reckon(stretch.waited(now))
        return min(stretch.anchor + gap, 100)

    def _learn(self, seat: Seat, pile: int, rank: int, now: float) -> None:
        """Update on a card that `seat` played at its own time: this reveals the gaps of its earlier silences."""
        silences, saw = self.seats[seat].silences[pile], self.situation(seat, pile)
        stretch, before = self.stretches[pile], self._before[pile]
        if before is not None and stretch.waited(now) < LATE and silences:
            saw = silences.pop().saw
            stretch = before
        gap, seconds = max(rank - stretch.anchor, 0), now - stretch.since
        for other, tempo in self.tempos.items():
            if other != seat:
                tempo.heard(gap, seconds)
        if seat in self.tempos:
            self._understand(self.tempos[seat], silences, rank)
            self.tempos[seat].waited(gap, seconds, saw)

    def _held_by_others(self, seat: Seat) -> int:
        return sum([seated.count for other, seated in enumerate(self.seats) if other != seat])

    def _understand(self, tempo: Tempo, silences: Iterable[Silence], rank: int) -> None:
        for silence in silences:
            tempo.silent(max(rank - silence.anchor, 0), silence.seconds, silence.saw)

    def _silent(self, seat: Seat, pile: int, now: float) -> None:
        stretch = self.stretches[pile]
        if self.seats[seat].count and stretch.running:
            saw = self.situation(seat, pile)
            self.seats[seat].silences[pile].append(Silence(stretch.anchor, stretch.waited(now), saw))

    def _all_silent(self, now: float) -> None:
        for pile in range(len(self.stretches)):
            for seat in range(len(self.seats)):
                self._silent(seat, pile, now)

    def _lowest_shown(self, laid: Iterable[tuple[Seat, Card]]) -> None:
        """Update on cards that were set aside: per seat and pile, the first is the one that the seat waited to play."""
        first: set[tuple[Seat, int]] = set()
        for seat, card in laid:
            pile, rank = self._variant.pile_of(card), self._variant.rank(card)
            who = self.seats[seat]
            who.count -= 1
            self.aside.add(card)
            if (seat, pile) in first:
                continue
            first.add((seat, pile))
            if seat in self.tempos:
                self._understand(self.tempos[seat], who.silences[pile], rank)
            who.silences[pile].clear()
            who.beyond[pile] = max(who.beyond[pile], rank)

    def _star(self, discards: Iterable[tuple[Seat, Card]], now: float) -> None:
        self._all_silent(now)
        self._lowest_shown(discards)
        self._halt()
        for pile, stretch in enumerate(self.stretches):
            ranks = [self._variant.rank(c) for _, c in discards if self._variant.pile_of(c) == pile]
            stretch.anchor = max(stretch.anchor, min(ranks, default=0))
