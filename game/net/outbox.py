"""What the host and the guest on this page have to say, to each other and to other pages."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from game.net.protocol.messages import Message


@dataclass(frozen=True, slots=True)
class Say:
    """Send `message` to `peer`. None closes the channel, after everything sent before has been delivered."""

    peer: str
    message: Message | None


class Outbox(deque[Say]):
    """The queue of a room, in order."""

    def say(self, peer: str, message: Message) -> None:
        """Send `message` to `peer`."""
        self.append(Say(peer, message))

    def close(self, peer: str) -> None:
        """Close the channel to `peer`, after everything sent before has been delivered."""
        self.append(Say(peer, None))
