"""The messages of a replay."""

from __future__ import annotations

from collections.abc import Sequence

from game.words.chart import MISTAKES_MADE
from game.words.language import Message, Plural, gettext, ngettext
from game.words.lists import capital

# Translators: Button that starts or resumes a replay.
PLAY = Message("Play")
# Translators: Button that pauses a replay.
PAUSE = Message("Pause")
# Translators: Time within a replay. {now} and {whole} are such as "1:05", {level} is the number of the level.
CLOCK = Message("{now} of {whole}, level {level}")
# Translators: Heading of the screen for the link to a game, and of its replay.
SHARED = Message("A game shared with you")
# Translators: Heading of the screen for the link to a game. {name} is a player, or an animal such as "Fox".
SHARED_BY = Message("{name} shared a game with you")
# Translators: On the screen for the link to a game that was shared without names.
ANIMALS_ONLY = Message("Animals stand in for the players' names.")
NO_MORE_MISTAKES = Message("No more mistakes after this.")
NO_MORE_STARS = Message("No more throwing stars after this.")
NO_MORE_LEVELS = Message("This is the last level.")
NO_MORE = {"mistake": NO_MORE_MISTAKES, "star": NO_MORE_STARS, "level": NO_MORE_LEVELS}
# Translators: Announced in a replay when a level begins. {level} is its number.
LEVEL = Message("Level {level}.")
ANIMALS = (
    # Translators: An animal. It is the name of a player in a game that is shared without names.
    Message("Fox"),
    # Translators: An animal. It is the name of a player in a game that is shared without names.
    Message("Owl"),
    # Translators: An animal. It is the name of a player in a game that is shared without names.
    Message("Bear"),
    # Translators: An animal. It is the name of a player in a game that is shared without names.
    Message("Hare"),
    # Translators: An animal. It is the name of a player in a game that is shared without names.
    Message("Frog"),
    # Translators: An animal. It is the name of a player in a game that is shared without names.
    Message("Swan"),
    # Translators: An animal. It is the name of a player in a game that is shared without names.
    Message("Deer"),
    # Translators: An animal. It is the name of a player in a game that is shared without names.
    Message("Otter"),
)
# Translators: {cards} in "{name}: {cards}" for an empty hand, read by screen readers in a replay.
HOLDS_NOTHING = Message("no cards")
# Translators: Last item of {cards} in "{name}: {cards}", read by screen readers. {number} is such as "two".
FACE_DOWN = Plural("{number} face down", "{number} face down")
# Translators: Read by screen readers in a replay. {name} is a player, {cards} is such as "12, 40 and 77".
OPEN_HAND = Message("{name}: {cards}")


def clock(at: float, whole: float, level: int) -> str:
    """Return the position of the replay: "1:05 of 7:40, level 3"."""
    return gettext(CLOCK, now=_minutes(at), whole=_minutes(whole), level=level)


def toggle(playing: bool) -> str:
    """Return the label of the button that plays and pauses."""
    return gettext(PAUSE) if playing else gettext(PLAY)


def mistakes_marked(number: int) -> str:
    """Return the screen reader text of the marks on the timeline. The buttons lead to them."""
    return capital(ngettext(MISTAKES_MADE, number))


def shared_title() -> str:
    """Return the title of a game that was opened from a link."""
    return gettext(SHARED)


def shared_by(name: str) -> str:
    """Return the heading of a game that the player called `name` shared."""
    return gettext(SHARED_BY, name=name)


def animals(seats: int) -> list[str]:
    """Return a name for each seat of a game that is shared without names."""
    return [gettext(ANIMALS[seat]) for seat in range(seats)]


def public_names(names: Sequence[str], characters: Sequence[str]) -> list[str]:
    """Return the names of teammates, and an animal for each person, whose character is empty."""
    return [
        name if character else animal
        for name, character, animal in zip(names, characters, animals(len(names)), strict=True)
    ]


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
