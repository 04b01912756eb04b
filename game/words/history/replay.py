"""The messages of a replay."""

from __future__ import annotations

from game.core import Seat
from game.words.language import Message, Plural, gettext, ngettext

PLAY = Message("Play")
PAUSE = Message("Pause")
CLOCK = Message("{now} of {whole}, level {level}")
SHARED = Message("A game that was sent to you")
NO_MORE_MISTAKES = Message("There is no mistake after this.")
NO_MORE_STARS = Message("There is no throwing star after this.")
NO_MORE_LEVELS = Message("This is the last level.")
NO_MORE = {"mistake": NO_MORE_MISTAKES, "star": NO_MORE_STARS, "level": NO_MORE_LEVELS}
LEVEL = Message("Level {level}.")
PERSON = Message("Player {seat}")
HOLDS_NOTHING = Message("no cards")
FACE_DOWN = Plural("{number} face down", "{number} face down")
OPEN_HAND = Message("{name}: {cards}")


def clock(at: float, whole: float, level: int) -> str:
    """Return the position of the replay: "1:05 of 7:40, level 3"."""
    return gettext(CLOCK, now=_minutes(at), whole=_minutes(whole), level=level)


def toggle(playing: bool) -> str:
    """Return the label of the button that plays and pauses."""
    return gettext(PAUSE) if playing else gettext(PLAY)


def shared_title() -> str:
    """Return the title of a game that was opened from a link."""
    return gettext(SHARED)


def person(seat: Seat) -> str:
    """Return the name of a player whose link contains no names."""
    return gettext(PERSON, seat=seat + 1)


def dealt(level: int) -> str:
    """Return the message that a level begins."""
    return gettext(LEVEL, level=level)


def no_more(kind: str) -> str:
    """Return the message that no later moment has this kind."""
    return gettext(NO_MORE[kind])


def open_hand(name: str, cards: str) -> str:
    """Return the screen reader text of a hand that is shown."""
    return gettext(OPEN_HAND, name=name, cards=cards or gettext(HOLDS_NOTHING))


def face_down(number: int) -> str:
    """Return the text for a number of cards that are still face down."""
    return ngettext(FACE_DOWN, number)


def _minutes(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"
