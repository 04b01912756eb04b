"""The teammates' memory of this person's tempo, saved between games."""

from __future__ import annotations

from game.browser.page import storage
from game.teammates.memory import BadMemory, Memory, from_json
from game.words.tempo import FORGOTTEN

MEMORY = "memory"


def recall() -> tuple[Memory | None, str]:
    """Return the memory, or None; and a message if unreadable memory was deleted."""
    text = storage.read(MEMORY)
    if text is None:
        return None, ""
    try:
        return from_json(text), ""
    except BadMemory as error:
        forget()
        return None, FORGOTTEN[error.fault]()


def save(memory: Memory) -> None:
    """Save the memory for the next game."""
    storage.write(MEMORY, memory.to_json())


def forget() -> None:
    """Delete the memory."""
    storage.remove(MEMORY)
