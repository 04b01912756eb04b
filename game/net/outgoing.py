"""What host and guest want delivered."""

from __future__ import annotations

from dataclasses import dataclass

from game.net.messages import Message


@dataclass(frozen=True, slots=True)
class Say:
    """Say `message` to `peer`."""

    peer: str
    message: Message


@dataclass(frozen=True, slots=True)
class Close:
    """Close the channel to `peer`, once what was said before is out."""

    peer: str


@dataclass(frozen=True, slots=True)
class Dial:
    """Look for the others anew: leave the relays' room and enter it again."""
