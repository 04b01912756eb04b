"""The texts of "Your games": one game in a few lines, statistics of many games, and their storage."""

from __future__ import annotations

from collections.abc import Sequence

from game.core import Variant
from game.history.errors import GameFault
from game.history.figures import Best, Streaks
from game.history.stored_game import StoredGame
from game.words.language import number, percent, said, seconds
from game.words.lists import Counted, capital, count, in_a_row, in_one_breath, listed, lives, stars
from game.words.table import called

BASES = {
    "classic": "Classic",
    "tens": "Sets of ten",
    "tens-descending": "Sets of ten, highest first",
    "descending": "Descending",
    "fifty": "Around fifty",
    "extreme": "Extreme",
}
NO_STARS, BLIND, STRICT, GENTLE = "no stars", "blind", "a life for every misplaced card", "gentle"

NONE = "No game has ended here yet. Every game you finish is kept on this device, and nowhere else."
HOW_MANY = Counted(
    "one game, kept on this device and nowhere else.", "{number} games, kept on this device and nowhere else."
)

WON = "Won: all {levels} levels"
WON_BLIND = "Won, and all {levels} levels blind"
REACHED = "Level {level} of {levels}"
REACHED_BLIND = "Blind level {level} of {levels}"
LEFT = "{lives} and {stars} left"
ALONE = "{variant}, {seats} at the table"
TOGETHER = "{variant}, {people} people among {seats} at the table"
OF_THE_DAY = "the deal of the day"
IN_STEP = "{share} in step"
TEMPO = "{time} a number"
NOT_WHOLE = "This page did not see the whole game, so it cannot be watched again."

MARKS = {"clean": "nothing lost", "life": "a life lost", "star": "a star used", "both": "a life lost, a star used"}
MARK = "Level {level}: {what}"

PLOT = "Of {number} games, the latest on the right: the team's tempo, and how well you were in step."
PLOT_TEMPO, PLOT_IN_STEP = "seconds a number", "in step"
PLOT_HEAD = "Game", "Each number", "In step"
NO_FIGURE = "–"

BEST_HEAD = "Variant", "Players", "Best level", "Won"
BEST_LEVEL = "{level} of {levels}"
BEST_WON = "{won} of {games}"

STREAK_WON = Counted("you won one game in a row.", "you won {number} games in a row.")
STREAK_CLEAN = Counted("one level in a row cost nothing.", "{number} levels in a row cost nothing.")
STREAK_DAYS = Counted("you played on one day in a row.", "you played on {number} days in a row.")
FEWEST = 2
"""The least length of a streak that is shown."""

DELETED = "Deleted."
DELETED_ALL = "All games are deleted."
IMPORTED = Counted("one game has come in.", "{number} games have come in.")
NOTHING_NEW = "There was no game in it that is not here already."
FULL = "The browser has no room left: what came last is not kept. Export your games, then delete some."
UNREAD = {
    GameFault.DAMAGED: "Games kept here earlier are damaged. They are left as they are, and you can download them.",
    GameFault.VERSION: "Games kept here are of another version of One Mind. They are left as they are.",
    GameFault.NOT_OURS: "What is kept here in place of your games is none of ours. It is left as it is.",
    GameFault.TOO_LONG: "What is kept here in place of your games is too long to be read. It is left as it is.",
    GameFault.IMPOSSIBLE: "Games kept here earlier are damaged. They are left as they are, and you can download them.",
}
BAD_FILE = {
    GameFault.DAMAGED: "That file is damaged. Nothing was changed.",
    GameFault.VERSION: "That file is of another version of One Mind. Nothing was changed.",
    GameFault.NOT_OURS: "That file holds no games of One Mind. Nothing was changed.",
    GameFault.TOO_LONG: "That file is too long to hold games of One Mind. Nothing was changed.",
    GameFault.IMPOSSIBLE: "That file is damaged. Nothing was changed.",
}
OTHERS = Counted(
    "one more game is of another version, or damaged. It is kept as it is.",
    "{number} more games are of another version, or damaged. They are kept as they are.",
)
MAY_BE_ERASED = (
    "The browser may erase what a page keeps: Safari after seven days without a visit, others when room is scarce. "
    "To keep your games, install One Mind on the home screen, or export them now and then."
)
KEPT_FOR_GOOD = "The browser has promised to keep your games until you delete them."
NO_PROMISE = "The browser did not promise to keep your games. Install One Mind, or export them now and then."

DAMAGED_LINK = {
    GameFault.DAMAGED: "This link is damaged: it does not hold a whole game.",
    GameFault.VERSION: "This link is of another version of One Mind.",
    GameFault.NOT_OURS: "This link holds no game.",
    GameFault.TOO_LONG: "This link is too long to hold a game.",
    GameFault.IMPOSSIBLE: "The game in this link cannot have been played: the rules refuse it.",
}


def variant_name(variant: Variant) -> str:
    """Return the name of a variant: "Classic", or "Extreme, no stars, blind"."""
    options = (
        (said(NO_STARS), not variant.stars),
        (said(BLIND), variant.blind),
        (said(STRICT), variant.strict),
        (said(GENTLE), variant.gentle),
    )
    return in_a_row((said(BASES[variant.base]), *(word for word, chosen in options if chosen)))


def outcome(game: StoredGame) -> str:
    """Return the level that a game reached: "Level 4 of 8"."""
    told = game.summary
    after_win = told.blind and not game.variant.blind
    if told.won:
        return said(WON_BLIND, levels=game.levels) if after_win else said(WON, levels=game.levels)
    places = {"level": told.level, "levels": game.levels}
    return said(REACHED_BLIND, **places) if after_win else said(REACHED, **places)


def left(game: StoredGame) -> str:
    """Return the lives and stars left at the end."""
    return capital(said(LEFT, lives=lives(game.summary.lives), stars=stars(game.summary.stars)))


def played(game: StoredGame) -> str:
    """Return the variant and the number of players."""
    places = {"variant": variant_name(game.variant), "seats": game.seats}
    people = game.team.people
    words = said(ALONE, **places) if people == 1 else said(TOGETHER, people=people, **places)
    return in_a_row((words, said(OF_THE_DAY))) if game.day else words


def team(game: StoredGame) -> str:
    """Return the names of the players."""
    return listed(called(name) for name in game.team.names if name)


def in_step(game: StoredGame) -> str:
    """Return how well the players were in step; empty if unknown."""
    told = game.summary.in_step
    return "" if told is None else said(IN_STEP, share=percent(told))


def tempo(game: StoredGame) -> str:
    """Return the team's time for each number; empty if unknown."""
    told = game.summary.tempo
    return "" if told is None else said(TEMPO, time=seconds(told, 2))


def not_whole() -> str:
    """Return the message that a game has no replay."""
    return said(NOT_WHOLE)


def mark(level: int, what: str) -> str:
    """Return the screen reader text of a level's mark: what the level cost."""
    return said(MARK, level=level, what=said(MARKS[what]))


def how_many(games: int) -> str:
    """Return the number of stored games, and where they are stored."""
    return capital(count(games, HOW_MANY)) if games else said(NONE)


def plot_head() -> list[str]:
    """Return the column titles of `plot_rows`."""
    return [said(word) for word in PLOT_HEAD]


def plot_rows(games: Sequence[StoredGame]) -> list[tuple[str, ...]]:
    """Return one row for each plotted game."""
    return [
        (
            number(at),
            said(NO_FIGURE) if game.summary.tempo is None else seconds(game.summary.tempo, 2),
            said(NO_FIGURE) if game.summary.in_step is None else percent(game.summary.in_step),
        )
        for at, game in enumerate(games, start=1)
    ]


def plot_titles() -> tuple[str, str]:
    """Return the titles of the plot's two rows."""
    return said(PLOT_TEMPO), said(PLOT_IN_STEP)


def plot_summary(games: int) -> str:
    """Return a description of the plot for screen readers."""
    return said(PLOT, number=games)


def best_head() -> list[str]:
    """Return the column titles of `best_rows`."""
    return [said(word) for word in BEST_HEAD]


def best_rows(kinds: Sequence[Best]) -> list[tuple[str, ...]]:
    """Return one row for each kind of game."""
    return [
        (
            variant_name(one.variant),
            number(one.seats),
            said(BEST_LEVEL, level=one.level, levels=one.levels),
            said(BEST_WON, won=one.won, games=one.games),
        )
        for one in kinds
    ]


def streak_sentences(found: Streaks) -> str:
    """Return the streaks of at least FEWEST."""
    rows = (
        (found.won, count(found.won, STREAK_WON)),
        (found.clean, count(found.clean, STREAK_CLEAN)),
        (found.days, count(found.days, STREAK_DAYS)),
    )
    return in_one_breath(capital(sentence) for row, sentence in rows if row >= FEWEST)


def unread(fault: GameFault) -> str:
    """Return why the stored games cannot be shown."""
    return said(UNREAD[fault])


def others(number: int) -> str:
    """Return the message that this version does not understand some of the games; empty if there are none."""
    return capital(count(number, OTHERS)) if number else ""


def bad_file(fault: GameFault) -> str:
    """Return why a file was not imported."""
    return said(BAD_FILE[fault])


def bad_link(fault: GameFault) -> str:
    """Return why a link holds no usable game."""
    return said(DAMAGED_LINK[fault])


def came_in(number: int) -> str:
    """Return how many games were imported from a file."""
    return capital(count(number, IMPORTED)) if number else said(NOTHING_NEW)
