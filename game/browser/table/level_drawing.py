"""The chart of a level as SVG: the time of each card against its value. Independent of the page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, combinations, islice
from math import cos, dist, hypot, pi, sin

from game.browser.table import svg
from game.browser.table.svg import Place, Scale, Symbol
from game.core import Seat, Variant
from game.teammates.story import Landing, Story, expected
from game.teammates.tempo import Clock
from game.words import language
from game.words.cards import label
from game.words.chart import EXPECTED_OF_YOU, SET_ASIDE, TOO_SOON, axis_title, axis_values, summary

WIDTH, HEIGHT = 340, 200
"""The chart's size in SVG units."""

LEFT, RIGHT, TOP, BOTTOM = 30, 22, 22, 24
"""Its margins, which hold the axis labels."""

STEPS = (1, 2, 5, 10, 20, 30, 60, 120, 300)
"""Possible distances between axis labels, in seconds or cards."""

MOST_VALUES = 6
"""The maximum number of labels on an axis, besides the origin."""

DIGIT, LINE, MARK, ARM, BAND = 7.0, 12.0, 11.0, 9, 9.0
"""The width of a digit, the height of a number, the size of a mark and of half a cross, and the height of a band, which
is less than that of a mark, in front of it: all in SVG units.
"""

NEAREST, FARTHEST, STRIDE = 12, 160, 7
"""Search range for placing a number: least and greatest distance from its mark, and the step between."""

CHOICE = 8
"""The maximum number of places for a number that are compared."""

MOST_BESIDE = 8
"""The maximum number of marks of cards set aside together that are drawn side by side."""

ATTACHED = 20.0
"""The distance between a mark and its band, in SVG units, from which on the band has the number of the card, too."""

APART, FARTHEST_SHIFT, ROUNDS = 10.0, 18.0, 20
"""How marks are spread: their least distance, the farthest shift, both in SVG units, and how often all are moved."""


@dataclass(frozen=True, slots=True)
class Box:
    """The rectangle of a mark or number: its centre, and half its width and height."""

    x: float
    y: float
    across: float
    up: float

    def hides(self, other: Box) -> bool:
        """Whether the two overlap."""
        return abs(self.x - other.x) < self.across + other.across and abs(self.y - other.y) < self.up + other.up

    def within_the_axes(self) -> bool:
        """Whether the box is clear of the axes and the chart's edge."""
        fits = self.x - self.across > LEFT and self.x + self.across < WIDTH
        return fits and self.y - self.up > 0 and self.y + self.up < HEIGHT - BOTTOM


def drawing(story: Story, variant: Variant, me: Seat | None, clock: Clock | None) -> str:
    """Return the chart of `story`, with bands where `clock` expected the cards of the person at seat `me`."""
    return svg.root(WIDTH, HEIGHT, content(story, variant, me, clock), summary(story))


def content(story: Story, variant: Variant, me: Seat | None, clock: Clock | None) -> str:
    """Return the same, to be part of a larger drawing."""
    landings = _landings(story)
    low = min(variant.start(pile, story.level) for pile in range(len(variant.piles)))
    high = max([low + 1, *(one.rank or 0 for one in landings)])
    x = Scale(0, _seconds(landings) or 1.0, LEFT, WIDTH - RIGHT)
    y = Scale(low, high, HEIGHT - BOTTOM, TOP)
    laid = landings[: len(landings) - len(story.aside)]
    places = _places([(x(one.at), y(one.rank or 0)) for one in landings], len(laid))
    expectations = forecasts(story, me, clock)
    bands = [_band(one, x, y) for one in expectations]
    named = {box: label(variant, one.landing.card or 0) for one in expectations if (box := _far_end(one, x, y))}
    names = [svg.text(f"band seat{me}", box.x, round(box.y + 3, 1), name) for box, name in named.items()]
    lines = [
        svg.line(place for one, place in zip(laid, places, strict=False) if one.pile == pile)
        for pile in range(len(variant.piles))
    ]
    numbers = [label(variant, one.card) if one.card is not None else "" for one in landings]
    crosses = [Box(*place, ARM, ARM) for one, place in zip(landings, places, strict=True) if one.error]
    boxes = _beside(places, numbers, [*named, *crosses])
    marks = map(_mark, landings, places, numbers, boxes, [one in story.aside for one in landings])
    return "".join([*_axes(story, variant, x, y), *bands, *lines, *names, *marks])


def symbols(
    told: Sequence[Story], names: Sequence[str], me: Seat | None = None, clock: Clock | None = None
) -> list[Symbol]:
    """Return the legend of the levels `told`: seats, called `names`, mistakes, cards set aside, and bands."""
    found = [Symbol(f"seat{seat}", svg.shape(seat), name, is_name=True) for seat, name in enumerate(names)]
    if any(one.error for story in told for one in story.laid):
        found.append(Symbol("error", svg.cross(6), TOO_SOON()))
    if seats := [one.seat for story in told for one in story.aside]:
        found.append(Symbol(f"aside seat{seats[0]}", svg.shape(seats[0]), SET_ASIDE()))
    if any(forecasts(story, me, clock) for story in told):
        band = '<polygon class="band" points="-8,-4 8,-4 8,4 -8,4"/>'
        found.append(Symbol(f"seat{me}", band, EXPECTED_OF_YOU()))
    return found


@dataclass(frozen=True, slots=True)
class Forecast:
    """When the card `landing` was expected: from `least` to `most` seconds after the level began."""

    landing: Landing
    least: float
    most: float


def forecasts(story: Story, me: Seat | None, clock: Clock | None) -> list[Forecast]:
    """Return when `clock` expected the cards of the person at seat `me`, as far as the chart shows these times."""
    if clock is None:
        return []
    seconds, found = _seconds(_landings(story)), []
    for one in story.laid:
        if one.seat == me and one.gap and one.rank is not None:
            began, wait = one.at - (one.wait or 0.0), expected(clock, one.gap)
            found.append(Forecast(one, began + wait.least, began + wait.most))
    return [one for one in found if one.least < seconds]


def _landings(story: Story) -> list[Landing]:
    """Return the cards of a chart: those whose values are known."""
    return [one for one in (*story.laid, *story.aside) if one.rank is not None]


def _seconds(landings: Sequence[Landing]) -> float:
    """Return the length of the time axis."""
    return max([one.at for one in landings], default=0.0)


def _axes(story: Story, variant: Variant, x: Scale, y: Scale) -> Iterator[str]:
    """Yield the axes, with ticks and labels."""
    floor = HEIGHT - BOTTOM
    yield svg.axes(LEFT, TOP / 2, WIDTH - RIGHT / 2, floor)
    times = range(0, int(x.high) + 1, _step(x.high))
    for at in times:
        yield f'<path class="tick" d="M{x(at)} {floor}v4"/>'
        yield svg.text("scale", x(at), HEIGHT - 7, language.seconds(at) if at == times[-1] else language.number(at))
    for rank, words in axis_values(variant, story.level, int(y.high), _step(y.high - y.low)):
        yield f'<path class="tick" d="M{LEFT} {y(rank)}h-4"/>'
        yield svg.text("scale value", LEFT - 7, y(rank) + 4, words)
    yield svg.text("scale title", 2, 10, axis_title(variant))


def _step(length: float) -> int:
    """Return the smallest step with at most MOST_VALUES labels on an axis of this length."""
    return next((step for step in STEPS if length / step <= MOST_VALUES), STEPS[-1])


def _band(forecast: Forecast, x: Scale, y: Scale) -> str:
    """Return the band at the height of a card, as long as the time in which it was expected."""
    left, right, middle = x(forecast.least), x(forecast.most), y(forecast.landing.rank or 0)
    top, bottom = round(middle - BAND / 2, 1), round(middle + BAND / 2, 1)
    points = f"{left},{top} {right},{top} {right},{bottom} {left},{bottom}"
    return f'<polygon class="band seat{forecast.landing.seat}" points="{points}"/>'


def _far_end(forecast: Forecast, x: Scale, y: Scale) -> Box | None:
    """Return where a band has the number of its card; None beside the card's mark, which has the number, too."""
    left, right, mark = x(forecast.least), x(forecast.most), x(forecast.landing.at)
    if left - ATTACHED < mark < right + ATTACHED:
        return None
    middle = left + DIGIT if mark > right else right - DIGIT
    return Box(round(min(middle, WIDTH - RIGHT), 1), y(forecast.landing.rank or 0), DIGIT, BAND / 2)


def _mark(one: Landing, place: Place, number: str, box: Box, is_aside: bool) -> str:
    """Return the mark of a card at `place`, with its number in `box`, and a leader line if that is far away."""
    kind = "error" if one.error else "aside" if is_aside else "laid"
    content = (svg.cross(ARM) if one.error else "") + svg.shape(one.seat)
    if number:
        across, down = box.x - place[0], box.y - place[1]
        if _leader(place, box):
            content += f'<path class="leader" d="M0 0L{across:.1f} {down:.1f}"/>'
        content += svg.text("", round(across, 1), round(down + 4, 1), number)
    return svg.mark(f"seat{one.seat} {kind}", content, place)


def _places(true: Sequence[Place], laid: int) -> list[Place]:
    """Return the position of each mark, for its `true` one. Marks that would cover each other are spread sideways.

    The first `laid` are cards that were played. The others, set aside together, are beside them.
    """
    found = _spread(true[:laid])
    for x, y in true[laid:]:
        shifts = (Box(x - shift * (MARK + 3), y, MARK / 2 + 1, MARK / 2 + 1) for shift in range(MOST_BESIDE))
        taken = [Box(*place, MARK / 2, MARK / 2) for place in found]
        free = (box for box in shifts if box.x > LEFT and not any(map(box.hides, taken)))
        box = next(free, Box(x, y, 0.0, 0.0))
        found.append((box.x, box.y))
    return found


def _spread(places: Sequence[Place]) -> list[Place]:
    """Return `places`, ordered by time, so that each is APART from its neighbours if FARTHEST_SHIFT allows that."""
    xs = [x for x, _ in places]
    near = [
        (one, two)
        for one, two in combinations(range(len(places)), 2)
        if abs(places[one][1] - places[two][1]) < APART and abs(xs[one] - xs[two]) < APART + 2 * FARTHEST_SHIFT
    ]
    for _ in range(ROUNDS):
        for one, two in near:
            push = max(0.0, APART - (xs[two] - xs[one])) / 2
            xs[one] = max(xs[one] - push, places[one][0] - FARTHEST_SHIFT, LEFT + 2.0)
            xs[two] = min(xs[two] + push, places[two][0] + FARTHEST_SHIFT, WIDTH - RIGHT / 2)
    return [(round(x, 1), y) for x, (_, y) in zip(xs, places, strict=True)]


def _beside(places: Sequence[Place], numbers: Sequence[str], others: Sequence[Box]) -> list[Box]:
    """Return the box of each mark's number: inside the axes, and clear of marks, `others` and earlier numbers.

    It is the nearest such place that no leader crosses and that has no other mark nearer. If there is none, another
    mark may be nearer; then a leader may cross it. If there is no room at all, it is above its mark.
    """
    taken = [*(Box(x, y, MARK / 2, MARK / 2) for x, y in places), *others]
    found: list[Box] = []
    leaders: list[Box] = []
    for (x, y), number in zip(places, numbers, strict=True):
        half = DIGIT * len(number) / 2 + 1
        boxes = (Box(*at, half, LINE / 2) for at in _around(x, y, half - LINE / 2))
        nearest = next(boxes)
        inside = (one for one in chain((nearest,), boxes) if one.within_the_axes())
        clear = list(islice((one for one in inside if not any(map(one.hides, taken))), CHOICE))
        uncrossed = [
            one
            for one in clear
            if not _cross(one, leaders) and not any(_cross(old, _leader((x, y), one)) for old in found)
        ]
        nearer = (one for one in uncrossed if min(places, key=partial(dist, (one.x, one.y))) == (x, y))
        found.append(next(chain(nearer, uncrossed, clear, (nearest,))))
        if number:
            taken.append(found[-1])
            leaders += _leader((x, y), found[-1])
    return found


def _cross(number: Box, leaders: Sequence[Box]) -> bool:
    """Whether points of leaders lie on a number."""
    return any(map(number.hides, leaders))


def _leader(place: Place, box: Box) -> list[Box]:
    """Return points on the line from a mark at `place` to its number in `box`: none if the two are neighbours."""
    across, down = box.x - place[0], box.y - place[1]
    if hypot(across, down) <= NEAREST + STRIDE:
        return []
    steps = range(1, int(hypot(across, down)), 3)
    return [Box(place[0] + across * part / steps.stop, place[1] + down * part / steps.stop, 0.5, 0.5) for part in steps]


def _around(x: float, y: float, wider: float) -> Iterator[Place]:
    """Yield positions around a mark: above, below and beside it first, then at growing distance.

    The number is `wider` than high by so much on each side.
    """
    for far in range(NEAREST, FARTHEST, STRIDE):
        for turn in (2, 6, 0, 4, 1, 3, 5, 7):
            across, down = cos(turn * pi / 4), -sin(turn * pi / 4)
            yield x + across * (far + max(wider, 0.0)), y + down * far
