"""A summary of a level after it has ended: when each card landed, how well the seats were in step, close calls.

It uses only public information, and cards that were turned over at the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import exp

from game import core
from game.teammates.tempo import Clock

EIGHT_IN_TEN = 1.533
"""Number of scales on either side of the median that enclose eight of ten waits."""


@dataclass(frozen=True, slots=True)
class Landing:
    """A card that was played, or set aside, `at` seconds of play after the level began.

    `card` and its `rank` along `pile` are None if the card was never turned over. `wait` and `gap` are the seconds and
    ranks since the last card on the pile. They are None for a card without a wait: one that was set aside, or played
    when no other seat held a card: then it was `alone`. `error` is True for a card that was a mistake.
    """

    at: float
    seat: core.Seat
    card: core.Card | None
    pile: int
    rank: int | None = None
    wait: float | None = None
    gap: int | None = None
    error: bool = False
    alone: bool = False


@dataclass(frozen=True, slots=True)
class InStep:
    """The similarity of the tempos of two seats: 1.0 if both took the same time for each number.

    At 0.5, one of them took twice as long. None if one of them played no card that it had to wait for.
    """

    one: core.Seat
    other: core.Seat
    share: float | None


@dataclass(frozen=True, slots=True)
class CloseCall:
    """Two seats that played `first` and then `second` in the right order, only `seconds` apart.

    Another seat than that of `second` still held a card. Otherwise `second` could not have been a mistake.
    """

    first: core.Laid
    second: core.Laid
    seconds: float


@dataclass(frozen=True, slots=True)
class Expected:
    """A forecast of a wait, in seconds: its median and its 80 % forecast interval."""

    seconds: float
    least: float
    most: float


@dataclass(frozen=True, slots=True)
class Story:
    """One level: the `seconds` of play, every landing in order, and statistics of them.

    `tempo` is the team's, in seconds for each number; None if there was no wait.
    """

    level: int
    seconds: float
    laid: tuple[Landing, ...]
    aside: tuple[Landing, ...]
    in_step: tuple[InStep, ...]
    closest: CloseCall | None
    tempo: float | None


def expected(clock: Clock, gap: int) -> Expected:
    """Return the forecast for a person with the tempo `clock` and a card that is `gap` ranks away."""
    middle, spread = clock.expect(gap)
    least, median, most = (exp(middle + side * spread) for side in (-EIGHT_IN_TEN, 0.0, EIGHT_IN_TEN))
    return Expected(median, least, most)


MOST_STORIES = 24
"""The most levels of one game: a game that was won may go on blind."""


class LevelStories:
    """The levels of one seat (or of a watcher), from all its Views.

    `complete` holds those that it saw from the deal to the end of the level or of the game, in order.
    """

    def __init__(self) -> None:
        self.complete: list[Story] = []
        self._level: _Level | None = None

    def add(self, at: float, view: core.View) -> bool:
        """Handle a `view` of events `at` this time, in seconds. Return whether it completed a level."""
        if view.begins_game:
            self.complete.clear()
        if view.tells(core.Dealt):
            self._level = _Level(view)
        elif self._level is not None and not self._level.hear(view, at):
            self._level = None  # this page has missed a deal, or the host lies
        if self._level is None or not view.tells(core.LevelCompleted, core.GameLost):
            return False
        self.complete = [*self.complete, self._level.story(view)][-MOST_STORIES:]
        self._level = None
        return True


def stories(heard: Iterable[tuple[float, core.View]]) -> list[Story]:
    """Return the levels of the game that was `heard` last: the views of one seat, each with the time of its news."""
    told = LevelStories()
    for at, view in heard:
        told.add(at, view)
    return told.complete


class _Level:
    """Collects the events of one level while it is played."""

    def __init__(self, view: core.View) -> None:
        self.number = view.level
        self.landed: list[Landing] = []
        self.aside: list[Landing] = []
        self.counts = list(view.counts)
        self._variant = view.variant
        piles = range(len(view.variant.piles))
        self._anchors: list[int | None] = [view.variant.start(p, view.level) for p in piles]
        self._since = [0.0 for _ in piles]
        self._played = 0.0
        self._running_since: float | None = None

    def hear(self, view: core.View, now: float) -> bool:
        """Add the events of `view`. Return False if it cannot be a view of this level."""
        if (view.variant, view.seats) != (self._variant, len(self.counts)):
            return False
        for event in view.news:
            self._hear(event, now)
        return min(self.counts) >= 0

    def _hear(self, event: core.Event, now: float) -> None:
        match event:
            case core.Started():
                self._running_since = now
                self._since = [self._played for _ in self._since]
            case core.Played(seat, card, pile):
                self._land(seat, card, pile, self._clock(now))
            case core.LifeLost(_, lower):
                self.landed[-1] = replace(self.landed[-1], error=True)
                self._set_aside(lower, self._clock(now))
                self._halt(now)
            case core.StarUsed(discards):
                self._set_aside(discards, self._clock(now))
                self._after_star(discards)
                self._halt(now)
            case core.Stopped():
                self._halt(now)
            case core.PilesTurned(misplaced):
                self.landed = [replace(one, error=one.card in misplaced) for one in self.landed]

    def story(self, view: core.View) -> Story:
        laid = tuple(self._turned_over(view))
        return Story(
            level=self.number,
            seconds=self._played,
            laid=laid,
            aside=tuple(self.aside),
            in_step=tuple(_in_step(laid, len(self.counts))),
            closest=_closest(laid),
            tempo=tempo_of(laid),
        )

    def _clock(self, now: float) -> float:
        if self._running_since is not None:
            self._played += now - self._running_since
            self._running_since = now
        return self._played

    def _halt(self, now: float) -> None:
        self._clock(now)
        self._running_since = None

    def _land(self, seat: core.Seat, card: core.Card | None, pile: int, at: float) -> None:
        self.counts[seat] -= 1
        rank = None if card is None else self._variant.rank(card)
        anchor, wait, gap = self._anchors[pile], None, None
        alone = not any(count for other, count in enumerate(self.counts) if other != seat)
        if rank is not None and anchor is not None and not alone:
            wait, gap = at - self._since[pile], max(rank - anchor, 0)
        self.landed.append(Landing(at, seat, card, pile, rank, wait, gap, alone=alone))
        self._anchors[pile], self._since[pile] = rank, at

    def _set_aside(self, laid: Iterable[tuple[core.Seat, core.Card]], at: float) -> None:
        for seat, card in laid:
            self.counts[seat] -= 1
            pile, rank = self._variant.pile_of(card), self._variant.rank(card)
            self.aside.append(Landing(at, seat, card, pile, rank))

    def _after_star(self, discards: Sequence[tuple[core.Seat, core.Card]]) -> None:
        for pile, anchor in enumerate(self._anchors):
            ranks = [self._variant.rank(c) for _, c in discards if self._variant.pile_of(c) == pile]
            if ranks and anchor is not None:
                self._anchors[pile] = max(anchor, min(ranks))

    def _turned_over(self, view: core.View) -> Iterator[Landing]:
        """Yield the landings, with the values of face-down cards that the piles show at the end."""
        shown = [iter(pile) for pile in view.piles]
        for landing in self.landed:
            card = getattr(next(shown[landing.pile], None), "card", None)
            if landing.card is None and card is not None:
                misplaced = [e for e in view.news if isinstance(e, core.PilesTurned)]
                wrong = any(card in turned.misplaced for turned in misplaced)
                rank = self._variant.rank(card)
                landing = replace(landing, card=card, rank=rank, error=wrong)
            yield landing


def tempo_of(laid: Iterable[Landing], seat: core.Seat | None = None) -> float | None:
    """Return the seconds for each number, of one seat or of all; None if there was no wait."""
    waited = [one for one in laid if one.gap and seat in (None, one.seat)]
    if not waited:
        return None
    return sum(one.wait or 0.0 for one in waited) / sum(one.gap or 0 for one in waited)


def mean_in_step(told: Iterable[Story], seat: core.Seat | None) -> float | None:
    """Return the mean over all pairs of seats; only the pairs with `seat`, unless it is None."""
    shares = [
        pair.share
        for story in told
        for pair in story.in_step
        if pair.share is not None and seat in (None, pair.one, pair.other)
    ]
    return sum(shares) / len(shares) if shares else None


def _in_step(laid: Sequence[Landing], seats: int) -> Iterator[InStep]:
    for one, other in combinations(range(seats), 2):
        a, b = tempo_of(laid, one), tempo_of(laid, other)
        share = min(a, b) / max(a, b) if a and b else None
        yield InStep(one, other, share)


def _closest(laid: Sequence[Landing]) -> CloseCall | None:
    """Return the two consecutive cards on a pile, of two seats and in order, with the least time between them."""
    calls = [
        CloseCall(core.Laid(one.seat, one.card), core.Laid(two.seat, two.card), two.at - one.at)
        for one, two in _neighbours(laid)
        if one.seat != two.seat
        and one.card is not None
        and two.card is not None
        and not one.error
        and not two.error
        and not two.alone
        and (one.rank or 0) <= (two.rank or 0)
    ]
    return min(calls, key=lambda call: call.seconds, default=None)


def _neighbours(laid: Sequence[Landing]) -> Iterator[tuple[Landing, Landing]]:
    last: dict[int, Landing] = {}
    for landing in laid:
        if landing.pile in last:
            yield last[landing.pile], landing
        last[landing.pile] = landing
