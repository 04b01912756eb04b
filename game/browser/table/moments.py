"""What a table shows one after the other: each event that takes its time is a moment. Independent of the page.

The rules go on at once, and a table follows them moment by moment: the last card lands, then the level ends, then the
next one is dealt. A moment holds back only what comes after it, never a press and never play: see `Moments.hurry`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from game import core

SKIPPABLE = 0.4
"""Seconds after which a press ends a moment whose cards must be seen first."""

NEXT_CARD, LAST_CARD = 0.18, 0.73
"""Seconds until the card after it lands, where one person plays the rest, and for which a level's last card lies."""

LENGTHS: dict[type[core.Event], tuple[float, float]] = {
    core.LifeLost: (2.4, SKIPPABLE),
    core.StarUsed: (2.8, 0.85),
    core.PilesTurned: (2.4, SKIPPABLE),
    core.LevelCompleted: (4.0, 0.0),
}
"""Seconds for which the end of a level shows an event, and after which a press ends it."""

LONGEST = LAST_CARD + LENGTHS[core.StarUsed][0] + LENGTHS[core.LevelCompleted][0]
"""The most seconds from the last card or star of a level to the next deal."""

TURNS_FIRST, TURNS_EACH = 0.6, 0.55
"""Seconds around the cards of a pile that is turned over, and for each of them."""


def turning(view: core.View) -> float:
    """Return the seconds until all cards of the piles that `view` turns over were seen."""
    return TURNS_FIRST + TURNS_EACH * sum(map(len, view.piles)) if view.tells(core.PilesTurned) else 0.0


@dataclass(frozen=True, slots=True)
class Moment:
    """The table as `view` shows it, with the events of this moment as its news.

    What follows waits for `length` seconds. A press ends the wait, but not in the first `skip_after` seconds.
    """

    view: core.View
    length: float = 0.0
    skip_after: float = 0.0


class Moments:
    """The queue of a table's moments. It knows no clock: `now` are seconds that only go forward."""

    def __init__(self) -> None:
        self._waiting: deque[Moment] = deque()
        self._current: Moment | None = None
        self._began = self._ends = 0.0

    @property
    def held(self) -> bool:
        """Whether something waits for the end of the current moment."""
        return bool(self._waiting)

    @property
    def due(self) -> float:
        """When the next moment begins: infinity if none waits."""
        return self._ends if self._waiting else float("inf")

    def add(self, moments: Iterable[Moment]) -> None:
        """Add `moments` after those that wait."""
        self._waiting.extend(moments)

    def begin(self, now: float) -> list[Moment]:
        """Return the moments that begin by `now`: more than one where earlier ones take no time."""
        begun = []
        while self._waiting and now >= self._ends:
            self._current = self._waiting.popleft()
            self._began, self._ends = now, now + self._current.length
            begun.append(self._current)
        return begun

    def press(self, now: float) -> bool:
        """End the current moment if something waits for it. Return whether it was one that a press ends."""
        current = self._current
        if current is None or not self._waiting or now < self._began + current.skip_after:
            return False
        self._ends = now
        return True

    def hurry(self, now: float) -> None:
        """Let all that waits begin at once, because play has gone on."""
        self._ends = min(self._ends, now)
        self._waiting = deque(replace(moment, length=0.0) for moment in self._waiting)


def moments_of(before: core.View | None, view: core.View) -> Iterator[Moment]:
    """Yield the moments in the news of `view`; `before` is the previous view.

    Only the end of a level takes time. What comes before its last event is shown as it left the table.
    """
    ends = view.tells(core.LevelCompleted, core.PilesTurned, core.GameLost, core.GameWon)
    if before is None or not ends:
        yield Moment(view)
        return
    steps, rest = _steps(view)
    shown = before
    for number, step in enumerate(steps, 1):
        for event in step:
            shown = _after(shown, event, view)
        lives, shown = shown.lives, replace(shown, news=step, legal=frozenset(), down=frozenset(), raised=frozenset())
        if turns := turning(shown):  # what it cost is seen after all cards
            lost = sum(event.lives for event in step if isinstance(event, core.PilesTurned))
            yield Moment(replace(shown, lives=lives + lost), turns, SKIPPABLE)
            shown = replace(shown, news=())
            yield Moment(shown, *LENGTHS[core.PilesTurned])
        else:
            yield _moment(shown, goes_on=any(map(_plays, steps[number : number + 1])))
    yield Moment(replace(view, news=rest))


def until_pressed(moment: Moment) -> Moment:
    """Return `moment`, without an end of its own if it shows words: they stay until a press."""
    says = moment.length and moment.view.phase is not core.Phase.PLAY
    return replace(moment, length=float("inf")) if says else moment


def _steps(view: core.View) -> tuple[list[tuple[core.Event, ...]], tuple[core.Event, ...]]:
    """Return the events of each moment before the last one, and what is left of the news."""
    finishes = [event for event in view.news if isinstance(event, core.PhotoFinish)]
    steps, step = [], list[core.Event]()
    news = [event for event in view.news if event not in finishes]
    for event, following in zip(news, [*news[1:], None], strict=True):
        step.append(event)
        match event:
            case core.Played():
                ends = not isinstance(following, core.LifeLost)
            case core.LevelCompleted():
                ends = view.phase in (core.Phase.DEAL, core.Phase.FOCUS)
            case _:
                ends = isinstance(event, core.LifeLost | core.StarUsed | core.PilesTurned)
        if ends:
            steps.append(step)
            step = []
    last = next((one for one in reversed(steps) if _plays(one)), step)
    last += finishes
    return [tuple(one) for one in steps], tuple(step)


def _plays(step: Iterable[core.Event]) -> bool:
    return any(isinstance(event, core.Played) for event in step)


def _moment(view: core.View, *, goes_on: bool) -> Moment:
    """Return the moment of `view`. A card is followed at once by another if one person's play `goes_on`."""
    kind = next((kind for kind in LENGTHS if view.tells(kind)), None)
    if kind is None:
        return Moment(view, NEXT_CARD if goes_on else LAST_CARD)
    length, skip_after = LENGTHS[kind]
    return Moment(view, length, skip_after)


def _after(view: core.View, event: core.Event, end: core.View) -> core.View:
    """Return the table of `view` after `event`, as far as everyone may know it. The level ends as in `end`."""
    match event:
        case core.Played(seat, card, pile):
            laid = core.FaceDown(seat) if card is None else core.Laid(seat, card)
            piles = [(*cards, laid) if number == pile else cards for number, cards in enumerate(view.piles)]
            return _without(replace(view, piles=tuple(piles), phase=core.Phase.PLAY), (laid,))
        case core.LifeLost(_, lower):
            view = _without(replace(view, phase=core.Phase.FOCUS), lower)
            return replace(view, lives=view.lives - 1, aside=view.aside + lower)
        case core.StarUsed(discards):
            view = _without(replace(view, phase=core.Phase.FOCUS), discards)
            return replace(view, stars=view.stars - 1, aside=view.aside + discards)
        case core.PilesTurned(_, lost):
            turned = replace(view, phase=core.Phase.REVEAL, piles=end.piles, face_down=end.face_down)
            return replace(turned, lives=view.lives - lost)
        case core.LevelCompleted(_, reward):
            lives, stars = reward is core.Reward.LIFE, reward is core.Reward.STAR
            return replace(view, phase=core.Phase.FOCUS, lives=view.lives + lives, stars=view.stars + stars)
    return view


def _without(view: core.View, gone: Iterable[core.Laid | core.FaceDown]) -> core.View:
    """Return `view` after the cards that are `gone` have left the hands."""
    counts, hand = list(view.counts), view.hand
    for one in gone:
        counts[one.seat] -= 1
        if isinstance(one, core.Laid) and one.seat == view.seat:
            hand = tuple(card for card in hand if card != one.card)
    return replace(view, counts=tuple(counts), hand=hand)
