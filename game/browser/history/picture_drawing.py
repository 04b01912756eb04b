"""Levels as one SVG picture, to be saved. Independent of the page."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from unicodedata import east_asian_width

from game.browser.table import svg
from game.browser.table.level_drawing import HEIGHT, WIDTH, content, symbols
from game.browser.table.svg import Symbol
from game.core import Seat, Variant
from game.teammates.story import Story
from game.teammates.tempo import Clock
from game.words.history.games import NAME
from game.words.table import LEVEL_TITLE

COLUMNS, GAP, HEAD, LINE, MARGIN = 3, 18, 64, 20, 12
"""The number of columns of levels, and distances in SVG units."""

SCALE = 3
"""Pixels per SVG unit."""

LETTER, WIDE, SYMBOL = 7.6, 15.2, 40
"""Widths in the legend, in SVG units: a letter, a wide one, and a symbol with its spaces."""


def picture(
    told: Sequence[Story],
    variant: Variant,
    seat: Seat | None,
    lines: Sequence[str],
    names: Sequence[str],
    address: str,
    clock: Clock | None = None,
) -> str:
    """Return the levels `told` side by side, below the game's name and `lines`, above a legend.

    `names` are by seat. `address` is where to play, shown at the bottom if it is known. `clock` is as for a level.
    """
    columns = min(COLUMNS, len(told))
    width, cell_height = columns * (WIDTH + GAP) + GAP, HEIGHT + GAP + 12
    top = HEAD + LINE * len(lines)
    parts = [svg.text("title-line", GAP, 38, NAME)]
    parts += (svg.text("line", GAP, HEAD + LINE * number, line) for number, line in enumerate(lines))
    for number, story in enumerate(told):
        x, y = GAP + number % columns * (WIDTH + GAP), top + number // columns * cell_height
        parts.append(svg.text("head-line", x + WIDTH / 2, y + 10, LEVEL_TITLE(level=story.level)))
        parts.append(svg.mark("level", content(story, variant, seat, clock), (x, y + 14)))
    legend, height = _legend(symbols(told, names), width, top + ceil(len(told) / columns) * cell_height + LINE // 2)
    parts += legend
    if address:
        height += LINE
        parts.append(svg.text("line", GAP, height, address))
    return _framed("".join(parts), width, height + GAP)


def _framed(content: str, width: int, height: int) -> str:
    """Return the picture with a margin around `content`, in its size in pixels."""
    width, height = width + 2 * MARGIN, height + 2 * MARGIN
    size = f'width="{SCALE * width}" height="{SCALE * height}" viewBox="-{MARGIN} -{MARGIN} {width} {height}"'
    return f'<svg class="game-picture" {size}>{content}</svg>'


def _legend(symbols: Sequence[Symbol], width: int, y: int) -> tuple[list[str], int]:
    """Return the legend, with as many rows as its width demands, and the y coordinate of the last one."""
    parts: list[str] = []
    x = GAP
    for symbol in symbols:
        long = round(SYMBOL + sum(WIDE if _is_wide(one) else LETTER for one in symbol.word))
        if x > GAP and x + long > width:
            x, y = GAP, y + LINE
        parts += svg.mark(symbol.style, symbol.shape, (x + 6, y - 5)), svg.text("line", x + 18, y, symbol.word)
        x += long
    return parts, y


def _is_wide(letter: str) -> bool:
    return letter in "mwMW" or east_asian_width(letter) in "WF"
