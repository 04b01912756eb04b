"""The word that all who sit at one table share, by which they know each other in other pages."""

from __future__ import annotations

import hashlib
from random import Random


def new_watchword(dice: Random) -> str:
    """A word for a new table: 128 bits, if the dice hold so many."""
    return f"{dice.getrandbits(128):032x}"


def sign_of(watchword: str, sender: str, receiver: str) -> str:
    """What shows the page `receiver` that `sender` knows the word, and is of no use to anybody else."""
    return hashlib.sha256(f"one mind table {watchword} {sender} {receiver}".encode()).hexdigest()[:32]
