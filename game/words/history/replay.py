"""The messages of a replay."""

from __future__ import annotations

from collections.abc import Sequence

from game.words.language import Message, Plural

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
ANIMALS_ONLY = Message("Animals stand in for the players’ names.")
NO_MORE = {
    "mistake": Message("No more mistakes after this."),
    "star": Message("No more throwing stars after this."),
    "level": Message("This is the last level."),
}
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
    return CLOCK(now=_minutes(at), whole=_minutes(whole), level=level)


def animals(seats: int) -> list[str]:
    """Return a name for each seat of a game that is shared without names."""
    return [ANIMALS[seat]() for seat in range(seats)]


def public_names(names: Sequence[str], characters: Sequence[str]) -> list[str]:
    """Return the names of teammates, and an animal for each person, whose character is empty."""
    return [
        name if character else animal
        for name, character, animal in zip(names, characters, animals(len(names)), strict=True)
    ]


def _minutes(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"
