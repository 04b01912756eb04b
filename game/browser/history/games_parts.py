"""What the screen of finished games shows: a list of them with statistics, or one game in full."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, islice, repeat
from typing import NamedTuple

from game.browser.history.dates import day, day_and_time, number_of_local_day
from game.browser.history.offer_parts import legend_items, mark_items
from game.browser.history.plot_drawing import MOST, plot, plot_symbols
from game.browser.history.stored_games import StoredGames
from game.browser.page.daily_result import level_marks
from game.browser.page.view import Each, Markup, Parts, Said, at, each
from game.browser.table import svg
from game.browser.table.level_drawing import drawing, symbols
from game.core.record import BadGame
from game.history.figures import best, streaks
from game.history.finished_game import FinishedGame
from game.teammates.story import Story, stories
from game.words.cards import is_numbered
from game.words.chart import summary
from game.words.history import games as words
from game.words.lists import in_one_breath
from game.words.table import called

FEWEST_TO_PLOT = 2
FIRST, MORE = 10, 50
"""Games that the list shows at first, and that it adds on request: each takes a stop of the Tab key, and time."""


class OneGame(NamedTuple):
    """A game in full, with its levels, if they are known. The one at the index `at` is drawn."""

    game: FinishedGame
    levels: Sequence[Story]
    at: int


def in_full(game: FinishedGame) -> OneGame:
    """Return `game` in full, at the last level with a mistake, or else at the last one."""
    try:
        levels = stories(game.game.views(game.team.seat)) if game.text else []
    except BadGame:
        levels = []
    wrong = (number for number, story in enumerate(levels) if any(one.error for one in story.laid))
    return OneGame(game, levels, max(wrong, default=len(levels) - 1))


@dataclass
class Games:
    """The state of the screen.

    The list has the latest `listed` of the games that are `stored`. `one` is shown in its place. `figures` are their
    statistics, once all were read. `result` is that of the last press. `kept` is how permanent the browser's storage
    is. `is_wide` is whether there is room for the statistics beside the list.
    """

    stored: StoredGames
    one: OneGame | None = None
    figures: Parts | None = None
    listed: int = FIRST
    result: Said | None = None
    kept: str = ""
    may_ask_to_keep: bool = False
    is_wide: bool = False


def parts_of_games(it: Games) -> Parts:
    """Return what the screen shows."""
    there, faults = any(it.stored.games.latest()), dict.fromkeys(one.fault for one in it.stored.unread)
    return {
        "screen": at(data_empty=not there, data_one=it.one is not None),
        "says": it.result or _how_many(it),
        "trouble-words": in_one_breath(words.UNREAD[fault]() for fault in faults),
        "trouble": bool(faults),
        "first": not there,
        "kept": it.kept,
        "persist": it.may_ask_to_keep,
        "export": there,
        "delete-all": there,
        "figures": at(bool(it.figures), open=it.is_wide),
        "all-games": it.one is None,
        "one-game": it.one is not None,
        **(_one(it.one) if it.one else {**_list(it), **(it.figures or {})}),
    }


def _how_many(it: Games) -> str:
    """Return how many games there are, and how many of them cannot be read, once that was tried."""
    games = it.stored.games
    if it.stored.full:
        return words.FULL()
    others = 0 if it.figures is None else len(games.others)
    return words.OTHERS(others) if others else words.HOW_MANY(len(games.lines))


def _list(it: Games) -> Parts:
    *shown, older = islice(chain(it.stored.games.latest(), repeat(None)), it.listed + 1)
    items = {str(one[0]): _item(*one) for one in shown if one is not None}
    return {"list": Each("game-item-template", items), "older": older is not None}


def _item(number: int, game: FinishedGame) -> Parts:
    return {
        "open": at(value=str(number)),
        "result": at(class_="won" if game.won else "lost"),
        "symbol": at(href="#i-mind" if game.won else "#i-life"),
        "outcome": words.outcome(game),
        "when": day(game.ended),
        "marks": level_marks(game.summary.marks),
        "what": words.played(game),
        "who": words.team(game),
    }


def figures(games: Sequence[FinishedGame]) -> Parts:
    """Return the statistics of those `games` that this person played, the oldest first; {} if they only watched."""
    games = [game for game in games if game.team.seat is not None]
    if not games:
        return {}
    shown, enough = games[-MOST:], len(games) >= FEWEST_TO_PLOT
    rows = words.plot_rows(shown, len(games) - len(shown) + 1)
    return {
        "plotted": enough,
        "plot": Markup(plot(games, day(shown[0].ended), day(shown[-1].ended)) if enough else ""),
        "variants": Markup(svg.legend(plot_symbols(games)) if enough else ""),
        "plot-table": Markup(svg.table(words.PLOT_HEAD, rows)),
        "streaks": words.streak_sentences(streaks(games, number_of_local_day)),
        "best": Markup(svg.table(words.BEST_HEAD, words.best_rows(best(games)))),
    }


def _one(it: OneGame) -> Parts:
    game = it.game
    has_steps, numbered = bool(words.in_step(game) or words.tempo(game)), is_numbered(game.variant)
    return {
        "outcome": words.outcome(game),
        "when": day_and_time(game.ended),
        "marks": mark_items(game.summary.marks, game.levels, it.at),
        "legend": legend_items(game.summary.marks),
        "facts": _facts(words.played(game), words.team(game), words.left(game)),
        "tempo": _facts(words.in_step(game), words.tempo(game)),
        "shares": bool(words.in_step(game)) and game.team.seat is not None,
        "steps": has_steps and numbered,
        "steps-from-fifty": has_steps and not numbered,
        "note": "" if it.levels else words.NOT_WHOLE(),
        "whole": bool(it.levels),
        "levels": bool(it.levels),
        **(_level(it) if it.levels else {}),
    }


def _level(it: OneGame) -> Parts:
    game, story, last = it.game, it.levels[it.at], len(it.levels) - 1
    return {
        "level": words.level_title(game, [one.level for one in it.levels[: it.at + 1]]),
        "drawing": Markup(drawing(story, game.variant, game.team.seat, None)),
        "told": summary(story),
        "symbols": Markup(svg.legend(symbols([story], [called(name) for name in game.team.names]))),
        "before": at(aria_disabled=it.at == 0),
        "after": at(aria_disabled=it.at == last),
    }


def _facts(*facts: str) -> Each:
    """Return those `facts` that are known."""
    return each("fact-template", ({"fact": fact} for fact in facts if fact))
