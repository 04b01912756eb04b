"""The messages that compare two teams with the same cards: the challengers' result, what beats it, who did better."""

from __future__ import annotations

from game.core import OVER, Phase, View
from game.core.result import Result
from game.words.language import Message
from game.words.lists import LIVES, STARS, in_one_breath

# Translators: Result in a challenge. {level} is the level reached, {levels} the number of levels.
THEY_CAME = Message("They reached level {level} of {levels}.")
# Translators: Result in a challenge. {lives} is such as "two lives", {stars} such as "one star".
THEY_WON = Message("They won, with {lives} and {stars} left.")
# Translators: In a challenge, after "They reached level 3 of 12."
BEAT_LOSS = Message("Get past level {level} to beat them.")
# Translators: In a challenge, after "They won, with two lives and one star left."
BEAT_WIN = Message("To beat them, win with more lives left, or as many lives and more stars.")
# Translators: At the end of a challenge, before "They reached level 3 of 12."
BETTER = Message("You beat them!")
# Translators: At the end of a challenge, before "They reached level 3 of 12."
EQUAL = Message("It’s a tie.")
# Translators: At the end of a challenge, before "They reached level 3 of 12."
WORSE = Message("They did better.")


def their_result(result: Result | None, levels: int) -> str:
    """Return the result of the other team; empty if it is not included."""
    if result is None:
        return ""
    if result.won:
        return THEY_WON(lives=LIVES(result.lives), stars=STARS(result.stars))
    return THEY_CAME(level=result.level, levels=levels)


def to_beat(result: Result | None) -> str:
    """Return what beats the result of the other team; empty if it is not included."""
    if result is None:
        return ""
    return BEAT_WIN() if result.won else BEAT_LOSS(level=result.level)


def compared(view: View, theirs: Result) -> str:
    """Return which of two teams did better; empty before the end, and in a game that continued blind after a win."""
    if view.phase not in OVER or (view.blind and not view.variant.blind):
        return ""
    ours = Result(view.level, view.lives, view.stars, view.phase is Phase.WON)
    verdict = BETTER if ours.rank > theirs.rank else EQUAL if ours.rank == theirs.rank else WORSE
    return in_one_breath((verdict(), their_result(theirs, view.levels)))
