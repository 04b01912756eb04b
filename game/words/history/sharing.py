"""The messages about links: to a game, to a challenge, and to the deal of the day."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.result import Result
from game.history.challenge import SharedChallenge
from game.history.stored_game import StoredGame
from game.history.summary import BOTH, CLEAN, LIFE, STAR
from game.words.history.games import in_step, outcome, variant_name
from game.words.language import Message, gettext, percent
from game.words.lists import in_one_breath, lives, stars

SHARE_GAME = Message("Share this game")
GAME_TOLD = Message(
    "The link holds the whole game: it can be watched again in any browser, and nothing is sent to anybody else."
)
WITH_NAMES = Message("With everybody's names")
TOO_LONG = Message("This game has too many moves to fit into a link. Export your games as a file instead.")

CHALLENGE = Message("Challenge")
CHALLENGE_TOLD = Message(
    "Whoever opens the link is dealt the same cards, with other teammates. "
    "Scores are on trust: nothing keeps anybody from playing twice."
)
WITH_RESULT = Message("With how far you came")

TODAY = Message("Today's deal")
TODAY_TOLD = Message("Nothing in these lines gives a card away.")

COPIED = Message("Copied.")
COPY_BY_HAND = Message("It is selected: copy it from there.")

CHALLENGE_TRUST = Message("Scores are on trust: nobody checks them.")
TAKE_ON = Message("Play it")
TAKE_ON_TOGETHER = Message("Play together")
CHALLENGED = Message("Somebody challenges you")
WHAT = Message(
    "{variant}, {seats} at the table. The cards are the same as theirs; everybody's teammates have minds of their own."
)
THEY_CAME = Message("They came to level {level} of {levels}.")
THEY_WON = Message("They won, with {lives} and {stars} left.")

DATED = Message("{day}: the same cards for everybody, all over the world.")
TO_PLAY = Message("Four at the table, classic. The first game counts; after that you can play it again for fun.")
PLAYED = Message("You have played it. You can play it again for fun.")
IN_STEP = Message("{share} in step.")
UNFINISHED = Message("A game that you began earlier is kept until you start another.")
NEXT = Message("The next deal comes at midnight, UTC.")

RESULT_HEAD = Message("One Mind, {day}")
RESULT_MARKS = {CLEAN: "🟢", LIFE: "💔", STAR: "⭐", BOTH: "💔"}
PLAY_TODAY = Message("Play today's deal")
PLAY_FOR_FUN = Message("Play it again for fun")


def what(challenge: SharedChallenge) -> str:
    """Return the variant and the number of seats of a challenge."""
    return gettext(WHAT, variant=variant_name(challenge.variant), seats=challenge.seats)


def their_result(result: Result | None, levels: int) -> str:
    """Return the result of the other team; empty if it is not included."""
    if result is None:
        return ""
    if result.won:
        return gettext(THEY_WON, lives=lives(result.lives), stars=stars(result.stars))
    return gettext(THEY_CAME, level=result.level, levels=levels)


def dated(day: str) -> str:
    """Return the date of the deal, and when the next one comes."""
    return in_one_breath((gettext(DATED, day=day), gettext(NEXT)))


def played_today(game: StoredGame) -> str:
    """Return that the player has played the deal of the day, and how well the team was in step."""
    told = game.summary.in_step
    return in_one_breath(("" if told is None else gettext(IN_STEP, share=percent(told)), gettext(PLAYED)))


def result_lines(game: StoredGame, day: str, link: str) -> str:
    """Return the result of the deal of the day in a few lines that reveal no card."""
    marks = "".join(_marks(game.summary.marks[: game.levels]))
    return "\n".join(filter(None, (gettext(RESULT_HEAD, day=day), outcome(game), marks, in_step(game), link)))


def _marks(marks: Sequence[str]) -> list[str]:
    return [RESULT_MARKS[mark] for mark in marks]
