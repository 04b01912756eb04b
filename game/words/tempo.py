"""The messages about the teammates' estimate of a person's tempo, and about its loss."""

from __future__ import annotations

from game.teammates.memory import MemoryFault
from game.teammates.tempo import Belief
from game.words.language import Message, gettext, percent, seconds

# Translators: In Settings, the person's tempo. {time} is such as "0.62 s", {percent} such as "6%".
TEMPO = Message("{time} a number, give or take {percent}")

FORGOTTEN = {
    MemoryFault.NOT_JSON: Message("What was remembered of your tempo cannot be read, so it was forgotten."),
    MemoryFault.VERSION: Message("What was remembered of your tempo is of another version, so it was forgotten."),
    MemoryFault.DAMAGED: Message("What was remembered of your tempo is damaged, so it was forgotten."),
}


def tempo(belief: Belief) -> str:
    """Return the tempo and its uncertainty: "0.62 s a number, give or take 6%"."""
    return gettext(TEMPO, time=seconds(belief.seconds, 2), percent=percent(belief.spread))


def forgotten(fault: MemoryFault) -> str:
    """Return why the stored tempo was discarded."""
    return gettext(FORGOTTEN[fault])
