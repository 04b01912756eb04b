"""Charts of games as SVG: tempo and agreement across games, and all levels of one game. Independent of the page."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from math import ceil

from game.browser.table.level_drawing import HEIGHT as LEVEL_HEIGHT
from game.browser.table.level_drawing import WIDTH as LEVEL_WIDTH
from game.browser.table.level_drawing import drawing
from game.core import Seat, Variant
from game.history.stored_game import StoredGame
from game.teammates.story import Story
from game.words.chart import chart_title
from game.words.history.games import plot_summary, plot_titles

WIDTH, HEIGHT = 340, 190
LEFT, RIGHT, TOP, MIDDLE, BOTTOM = 34, 34, 20, 96, 16
MOST = 60
"""The number of games in the plot, the latest ones. More would be too dense."""

COLUMNS, GAP, HEAD, FOOT = 3, 18, 72, 12
"""Layout of the levels in the picture of a game: columns, and distances in the SVG units of a level."""

OUTER = re.compile(r"^<svg[^>]*>|</svg>$")


def plot(games: Sequence[StoredGame]) -> str:
    """Return the plot of the latest `games`: tempo above, agreement below."""
    shown = games[-MOST:]
    tempos = [game.summary.tempo for game in shown]
    slowest = max([one for one in tempos if one is not None], default=1.0) * 1.15
    upper = _row([None if t is None else t / slowest for t in tempos], TOP, MIDDLE - 14, "tempo")
    lower = _row([game.summary.in_step for game in shown], MIDDLE + 8, HEIGHT - BOTTOM, "step")
    head = (
        f'<svg class="plot" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(plot_summary(len(shown)))}">'
    )
    tempo, step = plot_titles()
    words = (
        f'<text class="scale title" x="2" y="11">{escape(tempo)}</text>'
        f'<text class="scale title" x="2" y="{MIDDLE + 4}">{escape(step)}</text>'
        f'<text class="scale value" x="{LEFT - 6}" y="{TOP + 4}">{slowest:.1f}</text>'
        f'<text class="scale value" x="{LEFT - 6}" y="{MIDDLE + 18}">1</text>'
    )
    return f"{head}{_axis(TOP, MIDDLE - 14)}{_axis(MIDDLE + 8, HEIGHT - BOTTOM)}{upper}{lower}{words}</svg>"


def _axis(top: float, floor: float) -> str:
    return f'<path class="axis" d="M{LEFT} {top}V{floor}H{WIDTH - RIGHT / 2}"/>'


def _row(values: Sequence[float | None], top: float, floor: float, kind: str) -> str:
    """Return a line through all values, with a dot for each."""
    step = (WIDTH - LEFT - RIGHT) / max(1, len(values) - 1)
    points = [
        (round(LEFT + 10 + at * step, 1), round(floor - (floor - top) * value, 1))
        for at, value in enumerate(values)
        if value is not None
    ]
    way = " ".join(f"{x},{y}" for x, y in points)
    dots = "".join(f'<circle class="{kind}" cx="{x}" cy="{y}" r="3.5"/>' for x, y in points)
    return f'<polyline class="way" points="{way}"/>{dots}'


def game_picture(
    told: Sequence[Story],
    variant: Variant,
    seat: Seat | None,
    title: str,
    lines: Sequence[str],
    *,
    numbered: bool = True,
) -> str:
    """Return all levels of a game side by side, below `title` and `lines`. `numbered` adds the card numbers."""
    rows = ceil(len(told) / COLUMNS)
    cell_height = LEVEL_HEIGHT + GAP + 12
    width, height = COLUMNS * (LEVEL_WIDTH + GAP) + GAP, HEAD + rows * cell_height + FOOT + 18 * max(0, len(lines) - 1)
    top = height - FOOT - rows * cell_height
    said = "".join(
        f'<text class="line" x="{GAP}" y="{52 + 18 * number}">{escape(line)}</text>'
        for number, line in enumerate(lines)
    )
    cells = "".join(
        _cell(
            drawing(story, variant, seat, None, numbered=numbered),
            chart_title(story),
            GAP + number % COLUMNS * (LEVEL_WIDTH + GAP),
            top + number // COLUMNS * cell_height,
        )
        for number, story in enumerate(told)
    )
    label = escape(". ".join((title, *lines)))
    head = f'<svg class="game-picture" viewBox="0 0 {width} {height}" role="img" aria-label="{label}">'
    return f'{head}<text class="title-line" x="{GAP}" y="30">{escape(title)}</text>{said}{cells}</svg>'


def _cell(drawn: str, title: str, x: int, y: int) -> str:
    """Return the level `drawn` as SVG, with its title, at this position."""
    return (
        f'<g transform="translate({x} {y})"><text class="head-line" x="{LEVEL_WIDTH / 2}" y="10">'
        f'{escape(title)}</text><g transform="translate(0 14)">{OUTER.sub("", drawn)}</g></g>'
    )
