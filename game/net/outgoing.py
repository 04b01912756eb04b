"""What host and guest want to have delivered."""

from __future__ import annotations

from dataclasses import dataclass

from game.net.protocol.messages import Message


@dataclass(frozen=True, slots=True)
class Say:
    """Send `message` to `peer`."""

    peer: str
    message: Message


@dataclass(frozen=True, slots=True)
class Close:
    """Close the channel to `peer`, after everything sent before has been delivered."""

    peer: str
