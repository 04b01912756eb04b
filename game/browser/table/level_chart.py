"""The chart of a finished level: the time of each card against its value, and the players' agreement."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from game.browser.page.lazy_modules import HISTORY, fetch_modules
from game.browser.page.tasks import soon
from game.browser.page.view import Markup, Parts, Screen, Sentence
from game.browser.table import svg
from game.browser.table.level_drawing import drawing, symbols
from game.core import View
from game.teammates.story import Story
from game.teammates.tempo import Clock
from game.words import chart as words
from game.words.table import LEVEL_TITLE
from game.words.title_screen import NOT_FETCHED


@dataclass
class Chart:
    """The last of the `stories` of a game, in `view` at its end.

    `clock` holds how the teammates expect this person to wait, if they do. `names` and `characters` are by seat; a
    person's character is empty. `trouble` is why the picture could not be saved.
    """

    stories: Sequence[Story]
    view: View
    clock: Clock | None
    names: Sequence[str]
    characters: Sequence[str]
    trouble: str = ""


class LevelChart(Screen[Chart | None]):
    """The dialog that shows the chart."""

    def __init__(self) -> None:
        super().__init__("picture-template", None, _parts, {"save": lambda _: soon(self._save())})
        self._drawing = self._new_timer(self.set)

    def show(self, chart: Chart) -> None:
        """Draw the `chart`, after the end of the level was shown."""
        self.state = chart
        self._drawing.start(0)

    def clear(self) -> None:
        """Draw no chart that was to be drawn."""
        self._drawing.stop()

    async def _save(self) -> None:
        """Save the chart as a picture, after loading the modules for that. It names teammates, but no people."""
        if not await fetch_modules(HISTORY):
            self.set(trouble=NOT_FETCHED())
            return
        from game.browser.history.picture_file import save_level

        if (it := self.state) is not None:
            save_level(it.stories[-1], it.view, it.clock, it.names, it.characters)


def _parts(it: Chart | None) -> Parts:
    if it is None:
        return {}
    story, me, variant, names = it.stories[-1], it.view.seat, it.view.variant, it.names
    waits: list[Sequence[str | svg.Symbol]] = [
        (svg.Symbol(f"seat{seat}", svg.shape(seat), name, is_name=True), *figures)
        for seat, (name, *figures) in enumerate(words.wait_rows(story, me, names))
    ]
    tempos = words.tempo_rows(it.stories)
    return {
        "level": LEVEL_TITLE(level=story.level),
        "result": words.in_sync(story, me),
        "remarks": it.trouble or words.remarks(story, variant, names),
        "example": Sentence(words.example(story, me, variant, names), tuple(names)),
        "shares": me is not None and any(pair.share is not None for pair in story.in_step),
        "waits": Markup(svg.table(words.waits_head(me), waits)),
        "drawing": Markup(drawing(story, variant, me, it.clock)),
        "legend": Markup(svg.legend(symbols([story], (), me, it.clock))),
        "tempos": Markup(svg.table(words.TEMPOS_HEAD, tempos)),
        "by-level": len(tempos) > 1,
        "cards": Markup(svg.table(words.CARDS_HEAD, words.card_rows(story, variant, names))),
    }
