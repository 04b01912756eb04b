"""The screen of finished games: a list, and one game in full, to watch, share, play again or delete."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from typing import Any

from game.browser.history.challenge_screen import mark_items
from game.browser.history.dates import day, day_and_time
from game.browser.history.plot_drawing import game_picture, plot
from game.browser.page.dom import Keyed, Screen, from_template
from game.browser.table.level_chart import table_markup
from game.history.errors import BadGame
from game.history.figures import best, streaks
from game.history.stored_game import StoredGame
from game.history.summary import views
from game.teammates.story import stories
from game.words.history.games import (
    best_head,
    best_rows,
    how_many,
    in_step,
    left,
    not_whole,
    outcome,
    played,
    plot_head,
    plot_rows,
    streak_sentences,
    team,
    tempo,
)

FEWEST_TO_PLOT = 2


class GamesScreen(Screen):
    """The screen. `do` is called with the pressed action and the game that is shown."""

    def __init__(self, do: Callable[[str, StoredGame | None], None], leave: Callable[[], None]) -> None:
        super().__init__(from_template("games-template"))
        self._do = do
        self._leave = leave
        self._games: tuple[StoredGame, ...] = ()
        self._chosen: StoredGame | None = None
        self._list = Keyed(self._find("#all-games .list"))
        self._listen_to_buttons(self.element, self._pressed)

    def show(self, games: Sequence[StoredGame], chosen: StoredGame | None = None) -> None:
        """Show `games`, ordered from oldest to latest, and `chosen` or else the latest one in full."""
        self._games = tuple(games)
        self._find("#games-status").textContent = how_many(len(games))
        for part in ("one-game", "all-games", "figures"):
            self._find(f"#{part}").hidden = not games
        for what in ("export", "delete-all"):
            self._find(f"[data-do={what}]").hidden = not games
        self._show_list()
        self._show_figures()
        if games:
            self._choose(chosen if chosen is not None and chosen in games else games[-1])

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

    def picture(self) -> Any:
        """Return the SVG element of the current game, with all card numbers."""
        if self._chosen is not None:
            self._part("picture").innerHTML = _picture_of(self._chosen, numbered=True)
        return self._part("picture").querySelector("svg")

    def _show_list(self) -> None:
        latest_first = list(reversed(self._games))
        items = self._list.show((_key(game) for game in latest_first), lambda _: from_template("game-item-template"))
        for game in latest_first:
            item = items[_key(game)]
            item.querySelector("b").textContent = outcome(game)
            item.querySelector(".when").textContent = day(game.ended)
            item.querySelector(".what").textContent = played(game)
            item.querySelector("button").dataset.game = _key(game)

    def _show_figures(self) -> None:
        games = self._games
        enough = len(games) >= FEWEST_TO_PLOT
        self._part("plot").innerHTML = plot(games) if enough else ""
        self._part("plotted").closest("details").hidden = not enough
        self._part("plotted").innerHTML = table_markup(plot_head(), plot_rows(games))
        self._part("streaks").textContent = streak_sentences(streaks(games))
        self._part("best").innerHTML = table_markup(best_head(), best_rows(best(games)))

    def _choose(self, game: StoredGame) -> None:
        self._chosen = game
        for button in self.element.querySelectorAll("[data-game]"):
            button.setAttribute("aria-pressed", str(button.dataset.game == _key(game)).lower())
        self._part("when").textContent = day_and_time(game.ended)
        self._part("outcome").textContent = outcome(game)
        self._part("marks").innerHTML = mark_items(game.summary.marks)
        facts = (played(game), team(game), left(game), in_step(game), tempo(game))
        self._part("facts").innerHTML = "".join(f"<li>{escape(fact)}</li>" for fact in facts if fact)
        self._part("picture").innerHTML = _picture_of(game, numbered=False)
        whole = bool(self._part("picture").childElementCount)
        self._part("note").textContent = "" if whole else not_whole()
        for what in ("watch", "share", "picture"):
            self._find(f"[data-do={what}]").hidden = not whole
        self._find("[data-do=challenge]").hidden = not game.seed

    def _pressed(self, button: Any) -> None:
        if button.hasAttribute("data-leave"):
            self._leave()
        elif name := getattr(button.dataset, "game", None):
            self._choose(next(game for game in self._games if _key(game) == name))
        elif what := getattr(button.dataset, "do", None):
            self._do(what, self._chosen)

    def _part(self, name: str) -> Any:
        return self._find(f"[data-part={name}]")


def _key(game: StoredGame) -> str:
    return f"{game.ended} {game.code[:8]}"


def _picture_of(game: StoredGame, *, numbered: bool) -> str:
    """Return the markup of all levels of `game`, or an empty string if the game's record is missing or damaged."""
    if not game.code:
        return ""
    try:
        told = stories(views(game.game(), game.team.seat))
    except BadGame:
        return ""
    lines = [played(game), *filter(None, (left(game), in_step(game)))]
    return game_picture(told, game.variant, game.team.seat, outcome(game), lines, numbered=numbered)
