"""The chart of a finished level: the time of each card against its value, and the players' agreement."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from html import escape
from typing import Any

from game.browser.page.archives import NotFetched
from game.browser.page.bidi_text import show_sentence
from game.browser.page.dom import Screen, find, from_template
from game.browser.page.lazy_modules import HISTORY, fetch_modules
from game.browser.page.tasks import soon
from game.browser.table import svg
from game.browser.table.level_drawing import drawing, symbols
from game.core import Seat, View
from game.teammates.story import Story
from game.teammates.tempo import Clock
from game.words.chart import (
    card_rows,
    cards_head,
    chart_title,
    example,
    in_sync,
    remarks,
    tempo_rows,
    tempos_head,
    wait_rows,
    waits_head,
)
from game.words.title_screen import GAMES_NOT_FETCHED


class LevelChart(Screen):
    """The small chart in the middle of the table, and the dialog with details. `characters` are empty for people."""

    def __init__(self, characters: Sequence[str]) -> None:
        super().__init__(from_template("picture-template"))
        self._characters = characters
        self._shown: tuple[Story, View, Clock | None, Sequence[str]] | None = None
        self._glimpse = find("glimpse")
        self._players = find("chart").querySelector(".shapes")
        self._listen(self._find("[data-save]"), "click", lambda _: soon(self._save()))
        self._drawing: asyncio.Handle | None = None

    def close(self) -> None:
        """Remove the dialog from the page."""
        self.clear()
        super().close()

    def show(self, view: View, stories: Sequence[Story], clock: Clock | None, names: Sequence[str]) -> None:
        """Draw the last of `stories`. `clock` holds how the teammates expect this person to wait, if they do.

        Drawing runs as a separate task, so that it does not delay the end of the level.
        """
        self.clear()
        self._drawing = asyncio.get_running_loop().call_soon(self._draw, view, stories, clock, names)

    def _draw(self, view: View, stories: Sequence[Story], clock: Clock | None, names: Sequence[str]) -> None:
        story, variant = stories[-1], view.variant
        picture = drawing(story, variant, view.seat, clock)
        self._shown = story, view, clock, names
        self._glimpse.innerHTML = picture
        self._players.innerHTML = svg.legend(symbols([story], names, view.seat, clock))
        parts = {
            "level": chart_title(story),
            "result": in_sync(story, view.seat),
            "remarks": remarks(story, variant, names),
        }
        for part, text in parts.items():
            self._part(part).textContent = text
        show_sentence(self._part("example"), example(story, view.seat, variant, names), names)
        self._part("shares").hidden = view.seat is None or all(pair.share is None for pair in story.in_step)
        self._part("waits").innerHTML = _waits(story, view.seat, names)
        self._part("drawing").innerHTML = picture
        self._part("legend").innerHTML = svg.legend(symbols([story], (), view.seat, clock))
        tempos = tempo_rows(stories)
        self._part("tempos").innerHTML = table_markup(tempos_head(), tempos)
        self._part("tempos").parentElement.hidden = len(tempos) < 2
        self._part("cards").innerHTML = table_markup(cards_head(), card_rows(story, variant, names))

    def clear(self) -> None:
        """Remove the chart."""
        if self._drawing is not None:
            self._drawing.cancel()
            self._drawing = None
        self._glimpse.replaceChildren()

    async def _save(self) -> None:
        """Save the chart as a picture, after loading the modules for that. It names teammates, but no people."""
        try:
            await fetch_modules(HISTORY)
        except NotFetched:
            self._part("remarks").textContent = GAMES_NOT_FETCHED()
            return
        from game.browser.history.picture_file import save_level

        if self._shown is not None:
            save_level(*self._shown, self._characters)

    def _part(self, name: str) -> Any:
        return self._find(f"[data-part={name}]")


def _waits(story: Story, me: Seat | None, names: Sequence[str]) -> str:
    """Return the contents of a table element: how long each player waited. Each has the shape of the chart."""
    head, rows = waits_head(me), wait_rows(story, me, names)
    table = table_markup(head, rows)
    for seat, (name, *_) in enumerate(rows):
        row = f'<th scope="row">{escape(name)}'
        table = table.replace(
            row,
            f'<th scope="row" class="seat{seat}">{svg.icon(svg.shape(seat))}<bdi translate="no">{escape(name)}</bdi>',
            1,
        )
    return table


def table_markup(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return the contents of a table element. The first cell of each row is its header."""
    heading = "".join(f'<th scope="col">{escape(word)}</th>' for word in head)
    body = "".join(
        f'<tr><th scope="row">{escape(first)}</th>{"".join(f"<td>{escape(word)}</td>" for word in rest)}</tr>'
        for first, *rest in rows
    )
    return f"<thead><tr>{heading}</tr></thead><tbody>{body}</tbody>"
