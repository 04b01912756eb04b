"""The chart of a level as SVG: the time of each card against its value. Independent of the page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import chain, combinations
from math import cos, hypot, pi, sin

from game.browser.table.seat_marks import SHAPES
from game.core import Seat, Variant
from game.teammates.story import Landing, Story, expected
from game.teammates.tempo import Clock
from game.words.cards import label
from game.words.chart import axis_title, axis_values, length, seconds_on, summary

WIDTH, HEIGHT = 340, 200
"""The chart's size in SVG units."""

LEFT, RIGHT, TOP, BOTTOM = 30, 18, 22, 24
"""Its margins, which hold the axis labels."""

STEPS = (1, 2, 5, 10, 20, 30, 60, 120, 300)
"""Possible distances between axis labels, in seconds or cards."""

MOST_VALUES = 6
"""The maximum number of labels on an axis, besides the origin."""

DIGIT, LINE, MARK = 7.0, 12.0, 11.0
"""The width of a digit, the height of a number and the size of a mark, in SVG units."""

NEAREST, FARTHEST, STRIDE = 12, 160, 7
"""Search range for placing a number: least and greatest distance from its mark, and the step between."""

MOST_BESIDE = 8
"""The maximum number of marks of cards set aside together that are drawn side by side."""

CROSS = '<path class="cross" d="M-6-6 6 6M6-6-6 6"/>'
"""The mark of a mistake, in a legend."""

ARM = 9
"""How far the cross of a mistake reaches from the middle of its mark, in SVG units."""

BAND = 9.0
"""The height of a band in SVG units: less than that of a mark, in front of it."""


ATTACHED = 20.0
"""The distance between a mark and its band, in SVG units, from which on the band has the number of the card, too."""

APART, FARTHEST_SHIFT, ROUNDS = 10.0, 18.0, 20
"""How marks are spread: their least distance, the farthest shift, both in SVG units, and how often all are moved."""

Place = tuple[float, float]
"""The position of a mark in SVG units."""


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


@dataclass(frozen=True, slots=True)
class Scale:
    """The axes: time to the right, from 0 to `seconds`, and card ranks upwards, from `low` to `high`."""

    seconds: float
    low: int
    high: int

    def x(self, at: float) -> float:
        """Return the x coordinate of the time `at`, at most the right edge."""
        return round(LEFT + (WIDTH - LEFT - RIGHT) * min(at / self.seconds, 1.0), 1)

    def y(self, rank: float) -> float:
        """Return the y coordinate of `rank`."""
        return round(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (rank - self.low) / (self.high - self.low), 1)


def drawing(story: Story, variant: Variant, me: Seat | None, clock: Clock | None, *, numbered: bool = True) -> str:
    """Return the chart of `story`, with bands where `clock` expected the cards of the person at seat `me`.

    `numbered` may be False for charts too small to read: placing the numbers takes most of the time.
    """
    landings = _landings(story)
    low = min(variant.start(pile, story.level) for pile in range(len(variant.piles)))
    high = max([one.rank or 0 for one in landings], default=low)
    seconds = _seconds(landings)
    scale = Scale(seconds or 1.0, low, max(high, low + 1))
    laid = len(landings) - len(story.aside)
    places = _places(landings, laid, scale)
    expectations = forecasts(story, me, clock)
    bands = "".join(_band(one, scale) for one in expectations)
    names = {}
    if numbered:
        names = {box: label(variant, one.landing.card or 0) for one in expectations if (box := _far_end(one, scale))}
    named = "".join(
        f'<text class="band seat{me}" x="{box.x}" y="{box.y + 3:.1f}">{escape(name)}</text>'
        for box, name in names.items()
    )
    ways = "".join(_way(landings[:laid], places, pile) for pile in range(len(variant.piles)))
    marks = "".join(_marks(story, landings, places, variant, [*names], numbered))
    head = f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(summary(story))}">'
    return f"{head}{_axes(story, variant, scale)}{bands}{ways}{named}{marks}</svg>"


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


def _axes(story: Story, variant: Variant, scale: Scale) -> str:
    floor, right = HEIGHT - BOTTOM, WIDTH - RIGHT
    lines = [f'<path class="axis" d="M{LEFT} {TOP / 2}V{floor}H{right + RIGHT / 2}"/>']
    times = list(range(0, int(scale.seconds) + 1, _step(scale.seconds)))
    for at in times:
        said = length(at) if at == times[-1] else seconds_on(at)
        lines.append(f'<path class="tick" d="M{scale.x(at)} {floor}v4"/>')
        lines.append(f'<text class="scale" x="{scale.x(at)}" y="{HEIGHT - 7}">{said}</text>')
    for rank, said in axis_values(variant, story.level, scale.high, _step(scale.high - scale.low)):
        lines.append(f'<path class="tick" d="M{LEFT} {scale.y(rank)}h-4"/>')
        lines.append(f'<text class="scale value" x="{LEFT - 7}" y="{scale.y(rank) + 4}">{said}</text>')
    lines.append(f'<text class="scale title" x="2" y="10">{escape(axis_title(variant))}</text>')
    return "".join(lines)


def _step(length: float) -> int:
    """Return the smallest step with at most MOST_VALUES labels on an axis of this length."""
    return next((step for step in STEPS if length / step <= MOST_VALUES), STEPS[-1])


def _band(forecast: Forecast, scale: Scale) -> str:
    """Return the band at the height of a card, as long as the time in which it was expected."""
    left, right, middle = scale.x(forecast.least), scale.x(forecast.most), scale.y(forecast.landing.rank or 0)
    top, bottom = round(middle - BAND / 2, 1), round(middle + BAND / 2, 1)
    points = f"{left},{top} {right},{top} {right},{bottom} {left},{bottom}"
    return f'<polygon class="band seat{forecast.landing.seat}" points="{points}"/>'


def _far_end(forecast: Forecast, scale: Scale) -> Box | None:
    """Return where a band has the number of its card; None beside the card's mark, which has the number, too."""
    left, right, mark = scale.x(forecast.least), scale.x(forecast.most), scale.x(forecast.landing.at)
    if left - ATTACHED < mark < right + ATTACHED:
        return None
    x = left + DIGIT if mark > right else right - DIGIT
    return Box(round(min(x, WIDTH - RIGHT), 1), scale.y(forecast.landing.rank or 0), DIGIT, BAND / 2)


def _way(played: Sequence[Landing], places: Sequence[Place], pile: int) -> str:
    """Return the line that connects the cards of a pile that were `played`; the first `places` are theirs."""
    laid = [place for one, place in zip(played, places, strict=False) if one.pile == pile]
    return f'<polyline class="way" points="{" ".join(f"{x},{y}" for x, y in laid)}"/>'


def _marks(
    story: Story,
    landings: Sequence[Landing],
    places: Sequence[Place],
    variant: Variant,
    taken: Sequence[Box],
    numbered: bool,
) -> Iterator[str]:
    """Yield a mark for each card, with its number placed to avoid overlaps, also with the boxes `taken`."""
    numbers = [label(variant, one.card) if numbered and one.card is not None else "" for one in landings]
    crosses = [Box(x, y, ARM, ARM) for one, (x, y) in zip(landings, places, strict=True) if one.error]
    boxes = _beside(places, numbers, [*taken, *crosses])
    for one, (x, y), number, box in zip(landings, places, numbers, boxes, strict=True):
        kind = "error" if one.error else "aside" if one in story.aside else "laid"
        cross = f'<path class="cross" d="M-{ARM}-{ARM} {ARM} {ARM}M{ARM}-{ARM}-{ARM} {ARM}"/>' if one.error else ""
        yield (
            f'<g class="{kind} seat{one.seat}" transform="translate({x} {y})">'
            f'{cross}<path d="{SHAPES[one.seat]}"/>{_number(number, box.x - x, box.y - y) if number else ""}</g>'
        )


def _places(landings: Sequence[Landing], laid: int, scale: Scale) -> list[Place]:
    """Return the position of each mark. Marks that would cover each other are spread sideways.

    The first `laid` are cards that were played. The others, set aside together, are beside each other.
    """
    true = [(scale.x(one.at), scale.y(one.rank or 0)) for one in landings]
    found = _spread(true[:laid])
    for x, y in true[laid:]:
        shifts = (Box(x - shift * (MARK + 3), y, MARK / 2 + 1, MARK / 2 + 1) for shift in range(MOST_BESIDE))
        taken = [Box(*place, MARK / 2, MARK / 2) for place in found[laid:]]
        free = (box for box in shifts if box.x > LEFT and not any(box.hides(other) for other in taken))
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


def _number(number: str, across: float, down: float) -> str:
    """Return the number of a mark, with a leader line if it is far away."""
    far = hypot(across, down) > NEAREST + STRIDE
    leader = f'<path class="leader" d="M0 0L{across:.1f} {down:.1f}"/>' if far else ""
    return f'{leader}<text x="{across:.1f}" y="{down + 4:.1f}">{escape(number)}</text>'


def _beside(places: Sequence[Place], numbers: Sequence[str], others: Sequence[Box]) -> list[Box]:
    """Return the box of each mark's number: as near as possible without overlapping marks, `others` or numbers."""
    taken = [*(Box(x, y, MARK / 2, MARK / 2) for x, y in places), *others]
    found = []
    for (x, y), number in zip(places, numbers, strict=True):
        if not number:
            found.append(Box(x, y, 0.0, 0.0))
            continue
        box = _free(taken, (Box(*at, DIGIT * len(number) / 2 + 1, LINE / 2) for at in _around(x, y, len(number))))
        found.append(box)
        taken.append(box)
    return found


def _free(taken: Sequence[Box], boxes: Iterator[Box]) -> Box:
    """Return the first of `boxes` that is inside the axes and overlaps nothing, or else the first one."""
    nearest = next(boxes)
    wanted = (box for box in chain((nearest,), boxes) if box.within_the_axes())
    return next((box for box in wanted if not any(box.hides(other) for other in taken)), nearest)


def _around(x: float, y: float, digits: int) -> Iterable[tuple[float, float]]:
    """Yield positions around a mark: above, below and beside it first, then at growing distance."""
    wide = DIGIT * (digits - 2) / 2
    for far in range(NEAREST, FARTHEST, STRIDE):
        for turn in (2, 6, 0, 4, 1, 3, 5, 7):
            across, down = cos(turn * pi / 4), -sin(turn * pi / 4)
            yield x + across * (far + max(wide, 0.0)), y + down * far
