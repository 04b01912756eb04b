"""The texts of "Your games": one game in a few lines, statistics of many games, and their storage."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from game.core import Variant
from game.core.record import GameFault
from game.history.figures import Best, Streaks
from game.history.finished_game import FinishedGame
from game.words import title_screen
from game.words.chart import IN_STEP, NO_FIGURE, WAITS_HEAD
from game.words.language import Message, Plural, listed, number, percent, seconds
from game.words.lists import STARS, in_a_row, in_one_breath
from game.words.table import called
from game.words.variants import variant_name

NAME = "One Mind"
"""The name of the game, the same in all languages."""

NONE = Message("Finished games appear here, to watch again or share. They stay on this device.")
# Translators: At the top of "Your games". {Number} is such as "Two" or "12".
HOW_MANY = Plural("One game, saved on this device only.", "{Number} games, saved on this device only.", NONE)

# Translators: Result of a game. {levels} is the number of levels.
WON = Message("Won: all {levels} levels")
# Translators: Result of a game: the team won, continued blind, and won again. {levels} is the number of levels.
WON_BLIND = Message("Won, then all {levels} levels blind")
# Translators: Result of a game. {level} is the level in which the last life was lost, {levels} the number of levels.
LOST = Message("Lost at level {level} of {levels}")
# Translators: Result of a game: the team won, continued blind, and lost at level {level} of {levels}.
LOST_BLIND = Message("Won, then lost at blind level {level} of {levels}")
# Translators: Title of the chart of a level, or result of an unfinished game. {levels} is the number of levels.
REACHED = Message("Level {level} of {levels}")
# Translators: Title of the chart of a level that was played blind after a win. {levels} is the number of levels.
REACHED_BLIND = Message("Blind level {level} of {levels}")
# Translators: {lives} in "{lives} and {stars} left".
NO_LIVES = Message("No lives")
# Translators: {lives} in "{lives} and {stars} left". {Number} is such as "Two" or "12".
LIVES = Plural("One life", "{Number} lives", NO_LIVES)
# Translators: About a game. {lives} is such as "Two lives", {stars} "one star".
LEFT = Message("{lives} and {stars} left")
# Translators: About a game. {variant} is such as "Classic, blind", {seats} the number of players.
PLAYERS = Message("{variant}, {seats} players")
# Translators: About a game. {variant} is such as "Extreme", {seats} counts all players, {people} only people.
TOGETHER = Message("{variant}, {seats} players ({people} people)")
# Translators: About a game, after "Classic, 4 players".
OF_THE_DAY = Message("daily game")
# Translators: About a game. {time} is such as "0.62 s": the team waited so long for each number in between.
TEMPO = Message("{time} per step")
NOT_WHOLE = Message("This device didn’t see the whole game, so you can’t watch it again.")

MARKS = {
    # Translators: {what} in "Level {level}: {what}", read by screen readers.
    "clean": Message("nothing lost"),
    # Translators: {what} in "Level {level}: {what}", read by screen readers.
    "life": Message("a life lost"),
    # Translators: {what} in "Level {level}: {what}", read by screen readers.
    "star": Message("a star used"),
    # Translators: {what} in "Level {level}: {what}", read by screen readers.
    "both": Message("a life lost, a star used"),
}
KINDS_OF_MARK = {
    # Translators: In a legend: a level without a loss.
    "clean": Message("Nothing lost"),
    # Translators: In a legend: a level that cost a life.
    "life": Message("A life lost"),
    # Translators: In a legend: a level that cost a throwing star.
    "star": Message("A star used"),
    # Translators: In a legend: a level that cost a life and a throwing star.
    "both": Message("A life lost, a star used"),
}
# Translators: Read by screen readers. {level} is the number of a level, {what} is such as "a life lost".
MARK = Message("Level {level}: {what}")
# Translators: Read by screen readers. {level} is the number of a level that was played blind after the game was won.
BLIND_MARK = Message("Blind level {level}: {what}")

# Translators: Describes the chart of games to screen readers. {number} is the number of games.
PLOT = Message("{number} games, newest on the right: the team’s tempo, and how in sync you were.")
# Translators: Title of an axis in the chart of games: how long the team waited for each number.
PLOT_TEMPO = Message("seconds per step")
# Translators: Title of an axis in the chart of games: how well the players were in sync, from 0% to 100%.
PLOT_IN_STEP = Message("in sync")
PLOT_HEAD = (
    # Translators: Column of "Chart as a table": 1 for the first game, 2 for the next.
    Message("Game"),
    *WAITS_HEAD[1:],
)

BEST_HEAD = (
    # Translators: Column of the table "Personal bests": the name of the variant.
    Message("Variant"),
    # Translators: Column of the table "Personal bests": the number of players.
    Message("Players"),
    # Translators: Column of the table "Personal bests", with cells such as "7 of 12".
    Message("Best level"),
    # Translators: Column of the table "Personal bests", with cells such as "3 of 5" (games).
    Message("Won"),
)
# Translators: In the column "Best level". {level} is the level reached, {levels} the number of levels.
BEST_LEVEL = Message("{level} of {levels}")
# Translators: In the column "Won". {won} of all {games} were won; both are numbers.
BEST_WON = Message("{won} of {games}")

# Translators: In "Your games". {number} is such as "two" or "12".
STREAK_WON = Plural("Longest winning streak: one game.", "Longest winning streak: {number} games.")
# Translators: In "Your games": no life and no star. {number} is such as "two" or "12".
STREAK_CLEAN = Plural(
    "Most levels in a row without losing a life or using a star: one.",
    "Most levels in a row without losing a life or using a star: {number}.",
)
# Translators: In "Your games". {number} is such as "two" or "12".
STREAK_DAYS = Plural("Most days played in a row: one.", "Most days played in a row: {number}.")
FEWEST = 2
"""The least length of a streak that is shown."""

# Translators: Shown after the person deleted a game, or games that cannot be read.
DELETED = Message("Deleted.")
# Translators: Shown after the person deleted all games.
DELETED_ALL = Message("All games deleted.")
# Translators: Shown after an import. All games of the file are here already.
NOTHING_NEW = Message("No new games in this file.")
# Translators: Shown after an import. {Number} is such as "Two" or "12".
IMPORTED = Plural("One game imported.", "{Number} games imported.", NOTHING_NEW)
FULL = Message(
    "Your latest changes weren’t saved: browser storage is full or blocked. Export your games, then delete some."
)
DAMAGED_GAMES = Message("Your saved games are damaged and can’t be shown. Download the data, then delete it.")
UNREAD = {
    GameFault.DAMAGED: DAMAGED_GAMES,
    GameFault.VERSION: Message("Your saved games are from another version of One Mind. Try reloading the page."),
    GameFault.NOT_OURS: Message("This data isn’t from One Mind. Download it if you need it, then delete it."),
    GameFault.TOO_LONG: Message("The saved data is too large to read. Download it, then delete it."),
    GameFault.IMPOSSIBLE: DAMAGED_GAMES,
}
DAMAGED_FILE = Message("That file is damaged, so nothing was imported. Try another copy.")
BAD_FILE = {
    GameFault.DAMAGED: DAMAGED_FILE,
    GameFault.VERSION: Message("That file is from another version of One Mind. Reload the page, then try again."),
    GameFault.NOT_OURS: Message("That file has no One Mind games. Choose a file you exported from One Mind."),
    GameFault.TOO_LONG: Message("That file is too large. Choose a file you exported from One Mind."),
    GameFault.IMPOSSIBLE: DAMAGED_FILE,
}
# Translators: In "Your games". {Number} is such as "Two" or "12".
OTHERS = Plural(
    "One more game can’t be shown: it’s damaged or from another version. Try reloading the page.",
    "{Number} more games can’t be shown: they’re damaged or from another version. Try reloading the page.",
)
MAY_BE_ERASED = Message("Your browser may delete saved games. Protect or export them.")
KEPT_FOR_GOOD = Message("Your games are protected. Only you can delete them.")
NO_PROMISE = Message("Your browser won’t protect your games. Install One Mind as an app, or export them.")

DAMAGED_LINK = {
    GameFault.DAMAGED: title_screen.DAMAGED_LINK,
    GameFault.VERSION: Message("This link is from another version of One Mind. Reload the page, then try again."),
    GameFault.NOT_OURS: Message("This link has no game in it. Ask for a new one."),
    GameFault.TOO_LONG: Message("This link is too long for a game. Ask for a new one."),
    GameFault.IMPOSSIBLE: Message("The game in this link breaks the rules and can’t be shown. Ask for another."),
}


def outcome(game: FinishedGame) -> str:
    """Return whether a game was won, or at which level it was lost: "Lost at level 4 of 8"."""
    told = game.summary
    after_win = told.blind and not game.variant.blind
    if told.won:
        return WON_BLIND(levels=game.levels) if after_win else WON(levels=game.levels)
    lost = LOST_BLIND if after_win else REACHED if told.lives else LOST
    return lost(level=told.level, levels=game.levels)


def level_title(game: FinishedGame, levels: Sequence[int]) -> str:
    """Return the title of the picture of the last of the `levels` that were played so far: "Level 3 of 8"."""
    is_blind = any(after < before for before, after in pairwise(levels))  # after a win
    return (REACHED_BLIND if is_blind else REACHED)(level=levels[-1], levels=game.levels)


def left(game: FinishedGame) -> str:
    """Return the lives and stars left at the end."""
    return LEFT(lives=LIVES(game.summary.lives), stars=STARS(game.summary.stars))


def played(game: FinishedGame) -> str:
    """Return the variant and the number of players."""
    words = table_kind(game.variant, game.team.characters)
    return in_a_row((words, OF_THE_DAY())) if game.day else words


def table_kind(variant: Variant, characters: Sequence[str]) -> str:
    """Return the variant and the number of players: "Classic, 4 players".

    If several people played with computer players, also return how many people. `characters` are by seat, and empty for
    people.
    """
    people = characters.count("")
    places = {"variant": variant_name(variant), "seats": len(characters)}
    return PLAYERS(**places) if people in (1, len(characters)) else TOGETHER(people=people, **places)


def team(game: FinishedGame) -> str:
    """Return the names of the players."""
    return listed(called(name) for name in game.team.names if name)


def in_step(game: FinishedGame) -> str:
    """Return how well the players were in step; empty if unknown."""
    told = game.summary.in_step
    return "" if told is None else IN_STEP(share=percent(told))


def tempo(game: FinishedGame) -> str:
    """Return the team's time for each number; empty if unknown."""
    told = game.summary.tempo
    return "" if told is None else TEMPO(time=seconds(told, 2))


def plot_rows(games: Sequence[FinishedGame], first: int) -> list[tuple[str, ...]]:
    """Return one row for each of `games`, numbered from `first` on."""
    return [
        (
            number(at),
            NO_FIGURE if game.summary.tempo is None else seconds(game.summary.tempo, 2),
            NO_FIGURE if game.summary.in_step is None else percent(game.summary.in_step),
        )
        for at, game in enumerate(games, start=first)
    ]


def best_rows(kinds: Sequence[Best]) -> list[tuple[str, ...]]:
    """Return one row for each kind of game."""
    return [
        (
            variant_name(one.variant),
            number(one.seats),
            BEST_LEVEL(level=one.level, levels=one.levels),
            BEST_WON(won=one.won, games=one.games),
        )
        for one in kinds
    ]


def streak_sentences(found: Streaks) -> str:
    """Return the streaks of at least FEWEST."""
    rows = (
        (found.won, STREAK_WON(found.won)),
        (found.clean, STREAK_CLEAN(found.clean)),
        (found.days, STREAK_DAYS(found.days)),
    )
    return in_one_breath(sentence for row, sentence in rows if row >= FEWEST)
