"""A level looked back on: when each card came against its value, and how well it fitted."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from js import document

from game.browser.dom import find, from_template
from game.browser.level_drawing import drawing, legend_mark, waited_for
from game.core import Seat, View
from game.teammates.story import Story
from game.teammates.tempo import Clock
from game.words.chart import (
    CARDS_HEAD,
    EXPECTED_OF_YOU,
    TEMPOS_HEAD,
    card_rows,
    chart_title,
    pair_in_step,
    remarks,
    share,
    tempo_rows,
)


class LevelChart:
    """The glimpse in the middle of the table, and the sheet behind it."""

    def __init__(self) -> None:
        self._glimpse = find("glimpse")
        self._sheet = from_template("picture-template")
        document.body.append(self._sheet)

    def close(self) -> None:
        """Take the sheet out of the page."""
        self._sheet.remove()

    def show(self, view: View, stories: Sequence[Story], clock: Clock | None, names: Sequence[str]) -> None:
        """Draw the last of `stories`; `clock` is how the teammates expect this person to wait, if they do."""
        story, variant = stories[-1], view.variant
        banded = clock is not None and bool(waited_for(story, view.seat))
        picture = drawing(story, variant, view.seat, clock)
        self._glimpse.innerHTML = picture
        parts = {
            "title": chart_title(story),
            "told": remarks(story, clock, variant, names),
        }
        for part, text in parts.items():
            self._part(part).textContent = text
        self._part("drawing").innerHTML = picture
        self._part("legend").innerHTML = _legend(story, names, view.seat, banded=banded)
        self._part("tempos").innerHTML = _table(TEMPOS_HEAD, tempo_rows(stories))
        self._part("cards").innerHTML = _table(CARDS_HEAD, card_rows(story, variant, names))

    def clear(self) -> None:
        """There is nothing to look back on."""
        self._glimpse.replaceChildren()

    @property
    def drawn(self) -> bool:
        """Whether there is a level to look back on."""
        return bool(self._glimpse.childElementCount)

    def _part(self, name: str) -> Any:
        return self._sheet.querySelector(f"[data-part={name}]")


def _drawing(story: Story, variant: Variant) -> str:
    """Time to the right, the order of the cards upwards; a line from card to card on each pile."""
    landings = [one for one in (*story.laid, *story.aside) if one.rank is not None]
    seconds = max([one.at for one in landings], default=0.0) or 1.0
    ranks = [one.rank or 0 for one in landings] or [0]
    low, high = min(ranks), max(max(ranks), min(ranks) + 1)

    def place(one: Landing) -> tuple[float, float]:
        across = EDGE + (WIDTH - 2 * EDGE) * one.at / seconds
        upward = HEIGHT - EDGE - (HEIGHT - 2 * EDGE) * ((one.rank or 0) - low) / (high - low)
        return round(across, 1), round(upward, 1)

    marks = []
    taken = [(x, y + 4) for x, y in map(place, landings)]
    for pile in range(len(variant.piles)):
        path = " ".join(
            f"{x},{y}" for x, y in (place(one) for one in story.laid if one.pile == pile and one in landings)
        )
        marks.append(f'<polyline class="way" points="{path}"/>')
    for one in landings:
        x, y = place(one)
        number = label(variant, one.card) if one.card is not None else ""
        beside = _free(x, y, taken)
        value = f'<text x="{beside[0]}" y="{beside[1]}">{escape(number)}</text>' if number and beside else ""
        kind = "error" if one.error else "aside" if one in story.aside else "laid"
        cross = '<path class="cross" d="M-9-9 9 9M9-9-9 9"/>' if one.error else ""
        marks.append(
            f'<g class="{kind} seat{one.seat}" transform="translate({x} {y})">'
            f'<path d="{SHAPES[one.seat]}"/>{cross}{value}</g>'
        )
    axis = f'<path class="axis" d="M{EDGE / 2} {EDGE / 2}V{HEIGHT - EDGE / 2}H{WIDTH - EDGE / 2}"/>'
    scale = f'<text class="scale" x="{WIDTH - EDGE / 2}" y="{HEIGHT - 2}">{length(seconds)}</text>'
    head = f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(summary(story))}">'
    return f"{head}{axis}{scale}{''.join(marks)}</svg>"


def _free(x: float, y: float, taken: list[tuple[float, float]]) -> tuple[int, int] | None:
    """Where the number of a mark covers no other, which is then `taken`; None where there is no room."""
    for across, down in BESIDE:
        at = x + across, y + down
        if not any(abs(at[0] - other[0]) < ROOM[0] and abs(at[1] - other[1]) < ROOM[1] for other in taken):
            taken.append(at)
            return across, down
    return None


def _legend(story: Story, names: Sequence[str], me: Seat | None) -> str:
    """Every seat's shape, and how well each pair was in step."""
    seats = "".join(f'<li class="seat{seat}">{mark(seat)}{escape(name)}</li>' for seat, name in enumerate(names))
    pairs = "".join(
        f"<li>{escape(pair_in_step(pair, names))} <b>{share(pair.share)}</b></li>"
        for pair in sorted(story.in_step, key=lambda pair: (me not in (pair.one, pair.other), -(pair.share or 0)))
        if pair.share is not None
    )
    return f'<ul class="shapes">{seats}</ul><ul class="pairs">{pairs}</ul>'


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """The inside of a table; the first cell of a row names it."""
    heading = "".join(f'<th scope="col">{escape(word)}</th>' for word in head)
    body = "".join(
        f'<tr><th scope="row">{escape(first)}</th>{"".join(f"<td>{escape(word)}</td>" for word in rest)}</tr>'
        for first, *rest in rows
    )
    return f"<thead><tr>{heading}</tr></thead><tbody>{body}</tbody>"
