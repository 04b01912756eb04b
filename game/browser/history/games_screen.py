"""The screen of finished games: a list, or one game in full, to watch, share or delete."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from typing import Any

from js import matchMedia

from game.browser.history.challenge_screen import legend_items, mark_items
from game.browser.history.dates import day, day_and_time
from game.browser.history.plot_drawing import MOST, plot, plot_symbols
from game.browser.page.dom import Keyed, Screen, from_template
from game.browser.table import svg
from game.browser.table.level_chart import table_markup
from game.browser.table.level_drawing import drawing, symbols
from game.history.errors import BadGame
from game.history.figures import best, streaks
from game.history.stored_game import StoredGame
from game.history.summary import views
from game.teammates.story import Story, stories
from game.words.cards import is_numbered
from game.words.chart import summary
from game.words.history import games as words
from game.words.table import called

FEWEST_TO_PLOT = 2
FIRST, MORE = 10, 50
"""Games that the list shows at first, and that it adds on request: each takes a stop of the Tab key, and time."""

WIDE = "(min-width: 48rem)"
"""The media query of screens with room for the statistics beside the list."""

TURNS = {"before": -1, "after": 1, "ArrowLeft": -1, "ArrowRight": 1}
"""Buttons and keys that turn to another level."""


class GamesScreen(Screen):
    """The screen. `do` is called with the pressed action and the game that is shown."""

    def __init__(self, do: Callable[[str, StoredGame | None], None], leave: Callable[[], None]) -> None:
        super().__init__(from_template("games-template"))
        self._do = do
        self._leave = leave
        self._games: tuple[StoredGame, ...] = ()
        self._chosen: StoredGame | None = None
        self._told: list[Story] = []
        self._at = 0
        self._listed = FIRST
        self._list = Keyed(self._find(".list"))
        self._find("#figures").open = matchMedia(WIDE).matches
        self._listen_to_buttons(self.element, self._pressed)
        self._listen(self._find(".levels"), "keydown", self._key_down)

    def show(self, games: Sequence[StoredGame], chosen: StoredGame | None = None) -> None:
        """Show `games`, ordered from oldest to latest: the list of them, or `chosen` in full."""
        self._games = tuple(games)
        if chosen is not None and chosen in self._games:
            self._listed = max(self._listed, len(self._games) - self._games.index(chosen))
        self._find("#games-status").textContent = words.HOW_MANY(len(games))
        self.element.toggleAttribute("data-empty", not games)
        self._find("#first").hidden = bool(games)
        self._find("#figures").hidden = not games
        for what in ("export", "delete-all"):
            self._find(f"[data-do={what}]").hidden = not games
        self._show_list()
        self._show_figures()
        self._choose(chosen if chosen in self._games else None)

    def say(self, sentence: str) -> None:
        """Show the result of the last press."""
        self._find("#games-status").textContent = sentence

    def trouble(self, sentence: str) -> None:
        """Show which saved games are unreadable. An empty sentence clears the message."""
        box = self._find(".trouble")
        box.querySelector("p").textContent = sentence
        box.hidden = not sentence

    def tell_keeping(self, sentence: str, *, may_ask: bool) -> None:
        """Show how permanent the browser's storage is."""
        self._part("kept").textContent = sentence
        self._find("[data-do=persist]").hidden = not may_ask

    def ask_whether_sure(self, asked: bool) -> None:
        """Show or hide the question whether to delete all games."""
        self._find(".sure").hidden = not asked
        self._find("[data-do=delete-all]").hidden = asked
        self._find("[data-do=not-really]" if asked else "[data-do=delete-all]").focus()

    @property
    def file_field(self) -> Any:
        """The file input."""
        return self._find("input[type=file]")

    def _show_list(self) -> None:
        latest_first = self._games[: -self._listed - 1 : -1]
        items = self._list.show((_key(game) for game in latest_first), lambda _: from_template("game-item-template"))
        for game in latest_first:
            item = items[_key(game)]
            item.querySelector("use").setAttribute("href", "#i-mind" if game.won else "#i-life")
            item.querySelector("svg").setAttribute("class", "won" if game.won else "lost")
            item.querySelector("b").textContent = words.outcome(game)
            item.querySelector(".when").textContent = day(game.ended)
            item.querySelector(".what").textContent = words.played(game)
            item.querySelector(".who").textContent = words.team(game)
            item.querySelector("button").dataset.game = _key(game)
        self._find("[data-older]").hidden = len(latest_first) == len(self._games)

    def _list_older(self) -> None:
        """List more games, and focus the first of them."""
        before, self._listed = self._listed, self._listed + MORE
        self._show_list()
        self._find(".list").children[before].querySelector("button").focus()

    def _show_figures(self) -> None:
        games = self._games
        enough = len(games) >= FEWEST_TO_PLOT
        self._part("plot").innerHTML = plot(games, day(games[-MOST:][0].ended), day(games[-1].ended)) if enough else ""
        self._part("variants").innerHTML = svg.legend(plot_symbols(games)) if enough else ""
        for part in ("#figures .measure", "#figures details"):
            self._find(part).hidden = not enough
        self._part("plotted").innerHTML = table_markup(
            [head() for head in words.PLOT_HEAD], words.plot_rows(games[-MOST:], max(1, len(games) - MOST + 1))
        )
        self._part("streaks").textContent = words.streak_sentences(streaks(games))
        self._part("best").innerHTML = table_markup([head() for head in words.BEST_HEAD], words.best_rows(best(games)))

    def _choose(self, game: StoredGame | None) -> None:
        """Show the details of `game`, or the list if it is None, and move the focus there."""
        before, self._chosen = self._chosen, game
        self._find("#all-games").hidden = self._find("#games-status").hidden = game is not None
        self._find("#one-game").hidden = game is None
        if game is not None:
            self._show_game(game)
            self._part("outcome").focus()
        elif item := before and self._find(f'[data-game="{_key(before)}"]'):
            item.focus()
        else:
            self.focus()

    def _show_game(self, game: StoredGame) -> None:
        self._part("when").textContent = day_and_time(game.ended)
        self._part("outcome").textContent = words.outcome(game)
        self._part("marks").innerHTML = mark_items(game.summary.marks)
        self._part("legend").innerHTML = legend_items(game.summary.marks)
        self._part("facts").innerHTML = _facts(words.played(game), words.team(game), words.left(game))
        self._part("tempo").innerHTML = _facts(words.in_step(game), words.tempo(game))
        self._part("shares").hidden = not words.in_step(game)
        has_steps, from_fifty = bool(words.in_step(game) or words.tempo(game)), not is_numbered(game.variant)
        self._part("steps").hidden = not has_steps or from_fifty
        self._part("steps-from-fifty").hidden = not has_steps or not from_fifty
        self._told = _levels_of(game)
        self._part("note").textContent = "" if self._told else words.NOT_WHOLE()
        self._find("[data-do=watch]").parentElement.hidden = not self._told
        self._find(".levels").hidden = not self._told
        if self._told:
            self._show_level(_decisive(self._told))

    def _show_level(self, at: int) -> None:
        """Show the picture of one level. `at` is its place among those of the chosen game."""
        if self._chosen is None or not 0 <= at < len(self._told):
            return
        self._at, game, story = at, self._chosen, self._told[at]
        self._part("level").textContent = words.level_titles(game, [one.level for one in self._told])[at]
        self._part("drawing").innerHTML = drawing(story, game.variant, game.team.seat, None)
        self._part("told").textContent = summary(story)
        self._part("symbols").innerHTML = svg.legend(symbols([story], [called(name) for name in game.team.names]))
        for what, last in (("before", 0), ("after", len(self._told) - 1)):
            self._find(f"[data-turn={what}]").setAttribute("aria-disabled", str(at == last).lower())
        for number, mark in enumerate(self._part("marks").children):
            mark.toggleAttribute("data-shown", number == at)

    def _key_down(self, event: Any) -> None:
        if event.key in TURNS and not (event.ctrlKey or event.altKey or event.metaKey):
            event.preventDefault()
            self._show_level(self._at + TURNS[event.key])

    def _pressed(self, button: Any) -> None:
        if button.hasAttribute("data-leave"):
            if self._chosen is None:
                self._leave()
            else:
                self._choose(None)
        elif name := getattr(button.dataset, "game", None):
            self._choose(next(game for game in self._games if _key(game) == name))
        elif button.hasAttribute("data-older"):
            self._list_older()
        elif turn := getattr(button.dataset, "turn", None):
            self._show_level(self._at + TURNS[turn])
        elif what := getattr(button.dataset, "do", None):
            self._do(what, self._chosen)

    def _part(self, name: str) -> Any:
        return self._find(f"[data-part={name}]")


def _facts(*facts: str) -> str:
    """Return the markup of those `facts` that are known."""
    return "".join(f"<li>{escape(fact)}</li>" for fact in facts if fact)


def _key(game: StoredGame) -> str:
    return f"{game.ended} {game.code[:8]}"


def _decisive(told: Sequence[Story]) -> int:
    """Return the index of the last level with a mistake, or of the last level if there was none."""
    return max((at for at, story in enumerate(told) if any(one.error for one in story.laid)), default=len(told) - 1)


def _levels_of(game: StoredGame) -> list[Story]:
    """Return the levels of `game`, or an empty list if the game's record is missing or damaged."""
    try:
        return stories(views(game.game(), game.team.seat)) if game.code else []
    except BadGame:
        return []
