"""The texts of "Your games": one game in a few lines, statistics of many games, and their storage."""

from __future__ import annotations

from collections.abc import Sequence

from game.core import Variant
from game.history.errors import GameFault
from game.history.figures import Best, Streaks
from game.history.stored_game import StoredGame
from game.words.chart import IN_STEP, NO_FIGURE, WAITS_HEAD
from game.words.language import Message, Plural, gettext, ngettext, number, percent, seconds
from game.words.lists import capital, in_a_row, in_one_breath, listed, lives, stars
from game.words.table import called

NAME = "One Mind"
"""The name of the game, the same in all languages."""

BASES = {
    # Translators: Name of a variant, in "Your games".
    "classic": Message("Classic"),
    # Translators: Name of a variant, in "Your games".
    "tens": Message("Sets of ten"),
    # Translators: Name of a variant, in "Your games".
    "tens-descending": Message("Sets of ten, descending"),
    # Translators: Name of a variant, in "Your games".
    "descending": Message("Descending"),
    # Translators: Name of a variant, in "Your games".
    "fifty": Message("Around fifty"),
    # Translators: Name of a variant, in "Your games".
    "extreme": Message("Extreme"),
}
# Translators: Option after the name of a variant in "Your games", such as "Classic, no stars, blind".
NO_STARS = Message("no stars", "a variant without throwing stars")
# Translators: Option after the name of a variant in "Your games", such as "Classic, no stars, blind".
BLIND = Message("blind")
# Translators: Option after the name of a variant in "Your games", such as "Extreme, blind".
STRICT = Message("one life per mistake")
# Translators: Option after the name of a variant in "Your games", such as "Classic, blind, gentle".
GENTLE = Message("gentle timing")

NONE = Message("Games you finish will be listed here, to watch again or share. They stay on this device.")
# Translators: At the top of "Your games", with a capital letter. {number} is such as "two" or "12".
HOW_MANY = Plural("one game, saved on this device only.", "{number} games, saved on this device only.")

# Translators: Result of a game. {levels} is the number of levels.
WON = Message("Won: all {levels} levels")
# Translators: Result of a game: the team won, continued blind, and won again. {levels} is the number of levels.
WON_BLIND = Message("Won, then all {levels} levels blind")
# Translators: Result of a game. {level} is the level in which the last life was lost, {levels} the number of levels.
LOST = Message("Lost at level {level} of {levels}")
# Translators: Result of a game: the team won, continued blind, and lost at level {level} of {levels}.
LOST_BLIND = Message("Won, then lost blind level {level} of {levels}")
# Translators: Title of the picture of a level, or result of an unfinished game. {levels} is the number of levels.
REACHED = Message("Level {level} of {levels}")
# Translators: Title of the picture of a level that was played blind after a win.
REACHED_BLIND = Message("Blind level {level} of {levels}")
# Translators: About a game, with a capital letter. {lives} is such as "two lives", {stars} "one star".
LEFT = Message("{lives} and {stars} left")
# Translators: About a game. {variant} is such as "Classic, blind", {seats} the number of players.
ALONE = Message("{variant}, {seats} players")
# Translators: About a game. {variant} is such as "Extreme", {seats} counts all players, {people} only people.
TOGETHER = Message("{variant}, {seats} players ({people} people)")
# Translators: About a game, after "Classic, 4 players".
OF_THE_DAY = Message("daily game")
# Translators: About a game. {time} is such as "0.62 s": the team waited so long for each number in between.
TEMPO = Message("{time} per step")
NOT_WHOLE = Message("This device didn't see the whole game, so you can't watch it again.")

MARKS = {
    # Translators: {what} in "Level {level}: {what}", read by screen readers. Also in a legend, with a capital letter.
    "clean": Message("nothing lost"),
    # Translators: {what} in "Level {level}: {what}", read by screen readers. Also in a legend, with a capital letter.
    "life": Message("a life lost"),
    # Translators: {what} in "Level {level}: {what}", read by screen readers. Also in a legend, with a capital letter.
    "star": Message("a star used"),
    # Translators: {what} in "Level {level}: {what}", read by screen readers. Also in a legend, with a capital letter.
    "both": Message("a life lost, a star used"),
}
# Translators: Read by screen readers. {level} is the number of a level, {what} is such as "a life lost".
MARK = Message("Level {level}: {what}")

# Translators: Describes the plot of games to screen readers. {number} is the number of games.
PLOT = Message("{number} games, newest on the right: the team's tempo, and how in sync you were.")
# Translators: Title of an axis in the plot of games: how long the team waited for each number.
PLOT_TEMPO = Message("seconds per step")
# Translators: Title of an axis in the plot of games: how well the players were in step, from 0 to 1.
PLOT_IN_STEP = Message("in sync")
PLOT_HEAD = (
    # Translators: Column of "The chart as a table": 1 for the first game, 2 for the next.
    Message("Game"),
    # Translators: Column of "The chart as a table": how long the team waited for each number.
    Message("Time per step"),
    WAITS_HEAD[2],
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

# Translators: In "Your games", with a capital letter. {number} is such as "two" or "12".
STREAK_WON = Plural("longest winning streak: one game.", "longest winning streak: {number} games.")
# Translators: In "Your games", with a capital letter: no life and no star. {number} is such as "two" or "12".
STREAK_CLEAN = Plural(
    "most levels in a row with nothing lost: one.", "most levels in a row with nothing lost: {number}."
)
# Translators: In "Your games", with a capital letter. {number} is such as "two" or "12".
STREAK_DAYS = Plural("most days played in a row: one.", "most days played in a row: {number}.")
FEWEST = 2
"""The least length of a streak that is shown."""

# Translators: Shown after the person deleted a game, or games that cannot be read.
DELETED = Message("Deleted.")
# Translators: Shown after the person deleted all games.
DELETED_ALL = Message("All games deleted.")
# Translators: Shown after an import, with a capital letter. {number} is such as "two" or "12".
IMPORTED = Plural("one game imported.", "{number} games imported.")
# Translators: Shown after an import: "it" is the file.
NOTHING_NEW = Message("No new games in this file.")
FULL = Message("Browser storage is full: your latest changes weren't saved. Export your games, then delete some.")
UNREAD = {
    GameFault.DAMAGED: Message("Your saved games are damaged and can't be shown. Download the data, then delete it."),
    GameFault.VERSION: Message("Your saved games are from another version of One Mind. Try reloading the page."),
    GameFault.NOT_OURS: Message("This data isn't from One Mind. Download it if you need it, then delete it."),
    GameFault.TOO_LONG: Message("The saved data is too large to read. Download it, then delete it."),
    GameFault.IMPOSSIBLE: Message(
        "Your saved games are damaged and can't be shown. Download the data, then delete it."
    ),
}
BAD_FILE = {
    GameFault.DAMAGED: Message("That file is damaged, so nothing was imported. Try another copy."),
    GameFault.VERSION: Message("That file is from another version of One Mind. Reload the page, then try again."),
    GameFault.NOT_OURS: Message("That file has no One Mind games. Choose a file you exported from One Mind."),
    GameFault.TOO_LONG: Message("That file is too large. Choose a file you exported from One Mind."),
    GameFault.IMPOSSIBLE: Message("That file is damaged, so nothing was imported. Try another copy."),
}
# Translators: In "Your games", with a capital letter. {number} is such as "two" or "12".
OTHERS = Plural(
    "one more game can't be shown: it's damaged or from another version.",
    "{number} more games can't be shown: they're damaged or from another version.",
)
MAY_BE_ERASED = Message(
    "Your browser may delete saved games: Safari after seven days without a visit, others when space is low. "
    "To protect your games, install One Mind, or export them now and then."
)
KEPT_FOR_GOOD = Message("Your games are protected. Only you can delete them.")
NO_PROMISE = Message("Your browser won't protect your games. Install One Mind, or export them now and then.")

DAMAGED_LINK = {
    GameFault.DAMAGED: Message("This link is damaged or incomplete. Ask for it again."),
    GameFault.VERSION: Message("This link is from another version of One Mind. Reload the page, then try again."),
    GameFault.NOT_OURS: Message("This link has no game in it. Ask for a new one."),
    GameFault.TOO_LONG: Message("This link is too long for a game. Ask for a new one."),
    GameFault.IMPOSSIBLE: Message("The game in this link breaks the rules and can't be shown. Ask for another."),
}


def variant_name(variant: Variant) -> str:
    """Return the name of a variant: "Classic", or "Extreme, no stars, blind"."""
    options = (
        (gettext(NO_STARS), not variant.stars),
        (gettext(BLIND), variant.blind),
        (gettext(STRICT), variant.strict),
        (gettext(GENTLE), variant.gentle),
    )
    return in_a_row((gettext(BASES[variant.base]), *(word for word, chosen in options if chosen)))


def outcome(game: StoredGame) -> str:
    """Return whether a game was won, or at which level it was lost: "Lost at level 4 of 8"."""
    told = game.summary
    after_win = told.blind and not game.variant.blind
    if told.won:
        return gettext(WON_BLIND, levels=game.levels) if after_win else gettext(WON, levels=game.levels)
    lost = LOST_BLIND if after_win else REACHED if told.lives else LOST
    return gettext(lost, level=told.level, levels=game.levels)


def level_titles(game: StoredGame, levels: Sequence[int]) -> list[str]:
    """Return the titles of the pictures of the `levels` that were played: "Level 3 of 8"."""
    begun = [at for at, level in enumerate(levels) if at and level < levels[at - 1]]  # blind, after a win
    blind = begun[0] if begun else len(levels)
    return [
        gettext(REACHED if at < blind else REACHED_BLIND, level=level, levels=game.levels)
        for at, level in enumerate(levels)
    ]


def left(game: StoredGame) -> str:
    """Return the lives and stars left at the end."""
    return capital(gettext(LEFT, lives=lives(game.summary.lives), stars=stars(game.summary.stars)))


def played(game: StoredGame) -> str:
    """Return the variant and the number of players."""
    words = table_kind(game.variant, game.team.characters)
    return in_a_row((words, gettext(OF_THE_DAY))) if game.day else words


def table_kind(variant: Variant, characters: Sequence[str]) -> str:
    """Return the variant and the number of players, whose `characters` are by seat and empty for people."""
    people = characters.count("")
    places = {"variant": variant_name(variant), "seats": len(characters)}
    return gettext(ALONE, **places) if people == 1 else gettext(TOGETHER, people=people, **places)


def team(game: StoredGame) -> str:
    """Return the names of the players."""
    return listed(called(name) for name in game.team.names if name)


def in_step(game: StoredGame) -> str:
    """Return how well the players were in step; empty if unknown."""
    told = game.summary.in_step
    return "" if told is None else gettext(IN_STEP, share=percent(told))


def tempo(game: StoredGame) -> str:
    """Return the team's time for each number; empty if unknown."""
    told = game.summary.tempo
    return "" if told is None else gettext(TEMPO, time=seconds(told, 2))


def not_whole() -> str:
    """Return the message that a game has no replay."""
    return gettext(NOT_WHOLE)


def mark(level: int, what: str) -> str:
    """Return the screen reader text of a level's mark: what the level cost."""
    return gettext(MARK, level=level, what=gettext(MARKS[what]))


def kind_of_mark(what: str) -> str:
    """Return the meaning of a kind of mark for a legend: "A life lost"."""
    return capital(gettext(MARKS[what]))


def how_many(games: int) -> str:
    """Return the number of stored games, and where they are stored."""
    return capital(ngettext(HOW_MANY, games)) if games else gettext(NONE)


def plot_head() -> list[str]:
    """Return the column titles of `plot_rows`."""
    return [gettext(word) for word in PLOT_HEAD]


def plot_rows(games: Sequence[StoredGame], first: int) -> list[tuple[str, ...]]:
    """Return one row for each of `games`, numbered from `first` on."""
    return [
        (
            number(at),
            NO_FIGURE if game.summary.tempo is None else seconds(game.summary.tempo, 2),
            NO_FIGURE if game.summary.in_step is None else percent(game.summary.in_step),
        )
        for at, game in enumerate(games, start=first)
    ]


def plot_titles() -> tuple[str, str]:
    """Return the titles of the plot's two rows."""
    return gettext(PLOT_TEMPO), gettext(PLOT_IN_STEP)


def plot_summary(games: int) -> str:
    """Return a description of the plot for screen readers."""
    return gettext(PLOT, number=games)


def best_head() -> list[str]:
    """Return the column titles of `best_rows`."""
    return [gettext(word) for word in BEST_HEAD]


def best_rows(kinds: Sequence[Best]) -> list[tuple[str, ...]]:
    """Return one row for each kind of game."""
    return [
        (
            variant_name(one.variant),
            number(one.seats),
            gettext(BEST_LEVEL, level=one.level, levels=one.levels),
            gettext(BEST_WON, won=one.won, games=one.games),
        )
        for one in kinds
    ]


def streak_sentences(found: Streaks) -> str:
    """Return the streaks of at least FEWEST."""
    rows = (
        (found.won, ngettext(STREAK_WON, found.won)),
        (found.clean, ngettext(STREAK_CLEAN, found.clean)),
        (found.days, ngettext(STREAK_DAYS, found.days)),
    )
    return in_one_breath(capital(sentence) for row, sentence in rows if row >= FEWEST)


def unread(fault: GameFault) -> str:
    """Return why the stored games cannot be shown."""
    return gettext(UNREAD[fault])


def others(number: int) -> str:
    """Return the message that this version does not understand some of the games; empty if there are none."""
    return capital(ngettext(OTHERS, number)) if number else ""


def bad_file(fault: GameFault) -> str:
    """Return why a file was not imported."""
    return gettext(BAD_FILE[fault])


def bad_link(fault: GameFault) -> str:
    """Return why a link holds no usable game."""
    return gettext(DAMAGED_LINK[fault])


def came_in(number: int) -> str:
    """Return how many games were imported from a file."""
    return capital(ngettext(IMPORTED, number)) if number else gettext(NOTHING_NEW)
