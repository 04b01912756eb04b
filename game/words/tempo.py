"""The messages about the teammates' estimate of a person's tempo, and about its loss."""

from __future__ import annotations

from game.teammates.memory import MemoryFault
from game.teammates.tempo import Belief
from game.words.language import Message, percent, seconds

# Translators: In Settings, the person's tempo. {time} is such as "0.62 s", {percent} such as "6%".
TEMPO = Message("{time} per step, plus or minus {percent}")

FORGOTTEN = {
    MemoryFault.NOT_JSON: Message("Your saved tempo couldn’t be read and was reset."),
    MemoryFault.VERSION: Message("Your saved tempo was from another version and was reset."),
    MemoryFault.DAMAGED: Message("Your saved tempo was damaged and was reset."),
}


def tempo(belief: Belief) -> str:
    """Return the tempo and its uncertainty: "0.62 s per step, plus or minus 6%"."""
    return TEMPO(time=seconds(belief.seconds, 2), percent=percent(belief.spread))
