"""The messages of a replay."""

from __future__ import annotations

from game.core import Seat
from game.words.language import said
from game.words.lists import Counted, count

PLAY, PAUSE = "Play", "Pause"
CLOCK = "{now} of {whole}, level {level}"
SHARED = "A game that was sent to you"
NO_MORE_MISTAKES = "There is no mistake after this."
NO_MORE_STARS = "There is no throwing star after this."
NO_MORE_LEVELS = "This is the last level."
NO_MORE = {"mistake": NO_MORE_MISTAKES, "star": NO_MORE_STARS, "level": NO_MORE_LEVELS}
LEVEL = "Level {level}."
PERSON = "Player {seat}"
HOLDS_NOTHING = "no cards"
FACE_DOWN = Counted("{number} face down", "{number} face down")
OPEN_HAND = "{name}: {cards}"


def clock(at: float, whole: float, level: int) -> str:
    """Return the position of the replay: "1:05 of 7:40, level 3"."""
    return said(CLOCK, now=_minutes(at), whole=_minutes(whole), level=level)


def toggle(playing: bool) -> str:
    """Return the label of the button that plays and pauses."""
    return said(PAUSE) if playing else said(PLAY)


def shared_title() -> str:
    """Return the title of a game that was opened from a link."""
    return said(SHARED)


def person(seat: Seat) -> str:
    """Return the name of a player whose link contains no names."""
    return said(PERSON, seat=seat + 1)


def dealt(level: int) -> str:
    """Return the message that a level begins."""
    return said(LEVEL, level=level)


def no_more(kind: str) -> str:
    """Return the message that no later moment has this kind."""
    return said(NO_MORE[kind])


def open_hand(name: str, cards: str) -> str:
    """Return the screen reader text of a hand that is shown."""
    return said(OPEN_HAND, name=name, cards=cards or said(HOLDS_NOTHING))


def face_down(number: int) -> str:
    """Return the text for a number of cards that are still face down."""
    return count(number, FACE_DOWN)


def _minutes(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"
