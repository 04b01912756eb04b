"""What the teammates learned of this person's tempo, kept from one game to the next."""

from __future__ import annotations

from game.browser import storage
from game.teammates.memory import BadMemory, Memory, from_json
from game.words.tempo import forgotten

MEMORY = "memory"


def recall() -> tuple[Memory | None, str]:
    """What is remembered, and a sentence if it had to be dropped."""
    text = storage.read(MEMORY)
    if text is None:
        return None, ""
    try:
        return from_json(text), ""
    except BadMemory as error:
        forget()
        return None, forgotten(error.fault)


def keep(memory: Memory) -> None:
    """Remember this for the next game."""
    storage.write(MEMORY, memory.to_json())


def forget() -> None:
    """Remember nothing."""
    storage.remove(MEMORY)
