"""Parts of charts as markup: scales, axes, lines, marks, texts, legends and tables. Independent of the page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from typing import NamedTuple

from game.core import Seat
from game.words.language import Message

SHAPES = (
    "M-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0",
    "M-5-5H5V5H-5z",
    "M0-6 6 5H-6z",
    "M0-6 6 0 0 6-6 0z",
    "M0 6 6-5H-6z",
    "M-2-6H2V-2H6V2H2V6H-2V2H-6V-2H-2z",
    "M0-6 6-1.5 3.7 5.5H-3.7L-6-1.5z",
    "M-6 0-3-5H3L6 0 3 5H-3z",
)
"""A shape for each seat, so that colour is never needed to tell seats apart."""

Place = tuple[float, float]
"""A position in SVG units."""


@dataclass(frozen=True, slots=True)
class Scale:
    """Values from `low` to `high`, drawn from the coordinate `first` to `last`."""

    low: float
    high: float
    first: float
    last: float

    def __call__(self, value: float) -> float:
        """Return the coordinate of `value`, not beyond `last`."""
        share = min((value - self.low) / (self.high - self.low), 1.0)
        return round(self.first + (self.last - self.first) * share, 1)


class Symbol(NamedTuple):
    """An entry of a legend: a shape as SVG in a square of 16 units, its CSS class, and its meaning or a name."""

    style: str
    shape: str
    word: str
    is_name: bool = False


def root(width: float, height: float, content: str, label: str, style: str = "") -> str:
    """Return a chart. `label` describes it to screen readers."""
    head = f'<svg class="{style}" viewBox="0 0 {width} {height}" role="img" aria-label="{escape(label)}">'
    return f"{head}{content}</svg>"


def text(style: str, x: float, y: float, words: str) -> str:
    """Return a text whose CSS class sets its alignment."""
    return f'<text class="{style}" x="{x}" y="{y}">{escape(words)}</text>'


def axes(left: float, top: float, right: float, floor: float) -> str:
    """Return a vertical axis and a horizontal one, which meet at `left` and `floor`."""
    return f'<path class="axis" d="M{left} {top}V{floor}H{right}"/>'


def line(places: Iterable[Place]) -> str:
    """Return the line that connects `places`."""
    return f'<polyline class="way" points="{" ".join(f"{x},{y}" for x, y in places)}"/>'


def shape(seat: Seat) -> str:
    """Return the shape of `seat`."""
    return f'<path d="{SHAPES[seat]}"/>'


def cross(arm: float) -> str:
    """Return the cross of a mistake. It reaches `arm` units from its middle."""
    return f'<path class="cross" d="M-{arm}-{arm} {arm} {arm}M{arm}-{arm}-{arm} {arm}"/>'


def mark(style: str, content: str, place: Place) -> str:
    """Return `content`, which is drawn around the origin, at `place`."""
    x, y = place
    return f'<g class="{style}" transform="translate({x} {y})">{content}</g>'


def icon(content: str, style: str = "") -> str:
    """Return a drawing of its own, for text and cards: a shape in a square of 16 units."""
    return f'<svg class="{style}" viewBox="-8 -8 16 16" aria-hidden="true">{content}</svg>'


def legend(symbols: Iterable[Symbol]) -> str:
    """Return the list items of a legend."""
    return "".join(f"<li>{_content(one)}</li>" for one in symbols)


def table(head: Iterable[Message], rows: Iterable[Sequence[str | Symbol]]) -> str:
    """Return the contents of a table element. The first cell of each row is its header."""
    heading = "".join(f'<th scope="col">{escape(word())}</th>' for word in head)
    body = "".join(
        f'<tr><th scope="row">{_content(first)}</th>{"".join(f"<td>{_content(one)}</td>" for one in rest)}</tr>'
        for first, *rest in rows
    )
    return f"<thead><tr>{heading}</tr></thead><tbody>{body}</tbody>"


def _content(one: str | Symbol) -> str:
    if isinstance(one, str):
        return escape(one)
    attributes = ' translate="no"' if one.is_name else ""
    return f"{icon(one.shape, one.style)}<bdi{attributes}>{escape(one.word)}</bdi>"
