"""The plot of finished games as SVG: tempo and agreement across games. Independent of the page."""

from __future__ import annotations

from collections.abc import Sequence

from game.browser.table import svg
from game.browser.table.svg import SHAPES, Scale, Symbol
from game.history.finished_game import FinishedGame
from game.words.history.games import PLOT, PLOT_IN_STEP, PLOT_TEMPO
from game.words.language import percent, seconds
from game.words.variants import variant_name

WIDTH, HEIGHT = 340, 232
LEFT, RIGHT, TOP, MIDDLE, BOTTOM = 40, 34, 27, 109, 28
INSET = 10
"""The distance of the first mark from the vertical axis, in SVG units."""

MOST = 60
"""The number of games in the plot, the latest ones. More would be too dense."""


def plot(games: Sequence[FinishedGame], since: str, until: str) -> str:
    """Return the plot of the latest `games`: tempo above, agreement below. `since` and `until` label the time axis.

    Only games of one variant are connected: their figures compare. Several variants differ in their marks.
    """
    shown = games[-MOST:]
    kinds = _kinds(shown)
    tempos = [game.summary.tempo for game in shown]
    slowest = max([one for one in tempos if one is not None], default=1.0) or 1.0
    tempo_scale = Scale(0.0, slowest, MIDDLE - 20, TOP)
    step_scale = Scale(0.0, 1.0, HEIGHT - BOTTOM, MIDDLE + 19)
    content = (
        _row(tempos, kinds, tempo_scale, "tempo", (seconds(0), seconds(slowest, 1))),
        _row([game.summary.in_step for game in shown], kinds, step_scale, "step", (percent(0.0), percent(1.0))),
        svg.text("scale title", 2, 11, PLOT_TEMPO()),
        svg.text("scale title", 2, MIDDLE + 1, PLOT_IN_STEP()),
        svg.text("scale title", LEFT, HEIGHT - 8, since),
        svg.text("scale value", WIDTH - RIGHT / 2, HEIGHT - 8, until if until != since else ""),
    )
    return svg.root(WIDTH, HEIGHT, "".join(content), PLOT(number=len(shown)), "plot")


def plot_symbols(games: Sequence[FinishedGame]) -> list[Symbol]:
    """Return the legend of the plot: the mark and the name of each variant, if there are several."""
    shown = games[-MOST:]
    names = {kind: variant_name(game.variant) for kind, game in zip(_kinds(shown), shown, strict=True)}
    return [Symbol(f"seat{kind}", svg.shape(kind), name) for kind, name in names.items()] if len(names) > 1 else []


def _kinds(games: Sequence[FinishedGame]) -> list[int]:
    """Return the number of the variant of each game: 0 for that of the first game."""
    numbers: dict[str, int] = {}
    return [numbers.setdefault(game.variant.name, len(numbers)) % len(SHAPES) for game in games]


def _row(values: Sequence[float | None], kinds: Sequence[int], scale: Scale, style: str, ends: tuple[str, str]) -> str:
    """Return the axes, labelled at both `ends`, and a line through the values of each variant, with a mark for each."""
    across = Scale(0.0, max(1, len(values) - 1), LEFT + INSET, WIDTH - RIGHT + INSET)
    points = [
        (kind, (across(at), scale(value)))
        for at, (kind, value) in enumerate(zip(kinds, values, strict=True))
        if value is not None
    ]
    parts = [
        svg.axes(LEFT, scale.last, WIDTH - RIGHT / 2, scale.first),
        svg.text("scale value", LEFT - 6, scale.last + 4, ends[1]),
        svg.text("scale value", LEFT - 6, scale.first + 2, ends[0]),
    ]
    parts += (svg.line(place for one, place in points if one == kind) for kind in dict.fromkeys(kinds))
    if len({*kinds}) == 1:
        parts += (f'<circle class="{style}" cx="{x}" cy="{y}" r="3.5"/>' for _, (x, y) in points)
    else:
        parts += (svg.mark(f"seat{kind} {style}", svg.shape(kind), place) for kind, place in points)
    return "".join(parts)
