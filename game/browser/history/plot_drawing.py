"""Charts of games as SVG: tempo and agreement across games, and levels as a picture. Independent of the page."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from math import ceil
from unicodedata import east_asian_width

from game.browser.table.level_drawing import CROSS, drawing
from game.browser.table.level_drawing import HEIGHT as LEVEL_HEIGHT
from game.browser.table.level_drawing import WIDTH as LEVEL_WIDTH
from game.browser.table.seat_marks import SHAPES
from game.core import Seat, Variant
from game.history.stored_game import StoredGame
from game.teammates.story import Story
from game.teammates.tempo import Clock
from game.words.chart import chart_title, landing_words
from game.words.history.games import NAME, plot_summary, plot_titles, variant_name
from game.words.language import percent, seconds

WIDTH, HEIGHT = 340, 232
LEFT, RIGHT, TOP, MIDDLE, BOTTOM = 40, 34, 27, 109, 28
MOST = 60
"""The number of games in the plot, the latest ones. More would be too dense."""

COLUMNS, GAP, HEAD, LINE = 3, 18, 64, 20
"""Layout of a picture: columns of levels, and distances in the SVG units of a level."""

LETTER, WIDE, SYMBOL = 7.6, 15.2, 40
"""Widths in the legend of a picture, in SVG units: a letter, a wide one, and a symbol with its spaces."""

OUTER = re.compile(r"^<svg[^>]*>|</svg>$")


def plot(games: Sequence[StoredGame], since: str, until: str) -> str:
    """Return the plot of the latest `games`: tempo above, agreement below. `since` and `until` label the time axis.

    Only games of one variant are connected: their figures compare. Several variants differ in their marks.
    """
    shown = games[-MOST:]
    kinds = _kinds(shown)
    tempos = [game.summary.tempo for game in shown]
    slowest = max([one for one in tempos if one is not None], default=1.0) or 1.0
    ceiling, lower_top, floor = MIDDLE - 20, MIDDLE + 19, HEIGHT - BOTTOM
    tempo, step = plot_titles()
    last = until if until != since else ""
    parts = (
        _axis(TOP, ceiling, seconds(slowest, 1), seconds(0)),
        _axis(lower_top, floor, percent(1.0), percent(0.0)),
        _row([None if t is None else t / slowest for t in tempos], kinds, TOP, ceiling, "tempo"),
        _row([game.summary.in_step for game in shown], kinds, lower_top, floor, "step"),
        f'<text class="scale title" x="2" y="11">{escape(tempo)}</text>',
        f'<text class="scale title" x="2" y="{MIDDLE + 1}">{escape(step)}</text>',
        f'<text class="scale title" x="{LEFT}" y="{HEIGHT - 8}">{escape(since)}</text>',
        f'<text class="scale value" x="{WIDTH - RIGHT / 2}" y="{HEIGHT - 8}">{escape(last)}</text>',
    )
    head = (
        f'<svg class="plot" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(plot_summary(len(shown)))}">'
    )
    return f"{head}{''.join(parts)}</svg>"


def _axis(top: float, floor: float, upper: str, lower: str) -> str:
    """Return the two axes of a row, with the values at the ends of the vertical one."""
    return (
        f'<path class="axis" d="M{LEFT} {top}V{floor}H{WIDTH - RIGHT / 2}"/>'
        f'<text class="scale value" x="{LEFT - 6}" y="{top + 4}">{escape(upper)}</text>'
        f'<text class="scale value" x="{LEFT - 6}" y="{floor + 2}">{escape(lower)}</text>'
    )


def plot_symbols(games: Sequence[StoredGame]) -> list[tuple[str, str, str]]:
    """Return the legend of the plot: the class, the shape as SVG and the name of each variant, if there are several."""
    shown = games[-MOST:]
    names = {kind: variant_name(game.variant) for kind, game in zip(_kinds(shown), shown, strict=True)}
    return [(f"seat{kind}", _shape(kind), name) for kind, name in names.items()] if len(names) > 1 else []


def _kinds(games: Sequence[StoredGame]) -> list[int]:
    """Return the number of the variant of each game: 0 for that of the first game."""
    numbers: dict[str, int] = {}
    return [numbers.setdefault(game.variant.name, len(numbers)) % len(SHAPES) for game in games]


def _shape(kind: int) -> str:
    return f'<path d="{SHAPES[kind]}"/>'


def _row(values: Sequence[float | None], kinds: Sequence[int], top: float, floor: float, row: str) -> str:
    """Return a line through the values of each variant, with a mark for each value."""
    step = (WIDTH - LEFT - RIGHT) / max(1, len(values) - 1)
    points = [
        (kind, round(LEFT + 10 + at * step, 1), round(floor - (floor - top) * value, 1))
        for at, (kind, value) in enumerate(zip(kinds, values, strict=True))
        if value is not None
    ]
    ways = (" ".join(f"{x},{y}" for one, x, y in points if one == kind) for kind in dict.fromkeys(kinds))
    lines = "".join(f'<polyline class="way" points="{way}"/>' for way in ways)
    if len({*kinds}) == 1:
        return lines + "".join(f'<circle class="{row}" cx="{x}" cy="{y}" r="3.5"/>' for _, x, y in points)
    return lines + "".join(
        f'<g class="{row} seat{kind}" transform="translate({x} {y})">{_shape(kind)}</g>' for kind, x, y in points
    )


def picture(
    told: Sequence[Story],
    variant: Variant,
    seat: Seat | None,
    lines: Sequence[str],
    names: Sequence[str],
    address: str,
    clock: Clock | None = None,
) -> str:
    """Return the levels `told` side by side, to be saved: below the game's name and `lines`, above a legend.

    `names` are by seat. `address` is where to play, shown at the bottom if it is known. `clock` is as for `drawing`.
    """
    columns = min(COLUMNS, len(told))
    width, cell_height = columns * (LEVEL_WIDTH + GAP) + GAP, LEVEL_HEIGHT + GAP + 12
    top = HEAD + LINE * len(lines)
    below = top + ceil(len(told) / columns) * cell_height
    legend, height = _legend(told, names, width, below + LINE // 2)
    parts = [f'<text class="title-line" x="{GAP}" y="38">{escape(NAME)}</text>']
    parts += (
        f'<text class="line" x="{GAP}" y="{HEAD + LINE * number}">{escape(line)}</text>'
        for number, line in enumerate(lines)
    )
    parts += (
        _cell(
            drawing(story, variant, seat, clock),
            chart_title(story),
            GAP + number % columns * (LEVEL_WIDTH + GAP),
            top + number // columns * cell_height,
        )
        for number, story in enumerate(told)
    )
    parts.append(legend)
    if address:
        height += LINE
        parts.append(f'<text class="line" x="{GAP}" y="{height}">{escape(address)}</text>')
    head = f'<svg class="game-picture" viewBox="0 0 {width} {height + GAP}">'
    return f"{head}{''.join(parts)}</svg>"


def _legend(told: Sequence[Story], names: Sequence[str], width: int, y: int) -> tuple[str, int]:
    """Return the legend of a picture, with as many rows as its width demands, and the y coordinate of the last one."""
    parts, x = [], GAP
    for style, shape, word in symbols(told, names):
        long = round(SYMBOL + sum(WIDE if _is_wide(one) else LETTER for one in word))
        if x > GAP and x + long > width:
            x, y = GAP, y + LINE
        parts.append(
            f'<g class="{style}" transform="translate({x + 6} {y - 5})">{shape}</g>'
            f'<text class="line" x="{x + 18}" y="{y}">{escape(word)}</text>'
        )
        x += long
    return "".join(parts), y


def _is_wide(letter: str) -> bool:
    return letter in "mwMW" or east_asian_width(letter) in "WF"


def symbols(told: Sequence[Story], names: Sequence[str]) -> list[tuple[str, str, str]]:
    """Return the legend of the levels `told`: the class, the shape as SVG and the meaning of each symbol."""
    players = [(f"laid seat{seat}", f'<path d="{SHAPES[seat]}"/>', name) for seat, name in enumerate(names)]
    error, aside = landing_words()
    if any(one.error for story in told for one in story.laid):
        players.append(("error", CROSS, error))
    if any(story.aside for story in told):
        players.append(("aside seat0", f'<path d="{SHAPES[0]}"/>', aside))
    return players


def _cell(drawn: str, title: str, x: int, y: int) -> str:
    """Return the level `drawn` as SVG, with its title, at this position."""
    return (
        f'<g transform="translate({x} {y})"><text class="head-line" x="{LEVEL_WIDTH / 2}" y="10">'
        f'{escape(title)}</text><g transform="translate(0 14)">{OUTER.sub("", drawn)}</g></g>'
    )
