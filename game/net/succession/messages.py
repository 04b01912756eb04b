"""The messages by which pages find their host. A sender's key is the one that its channel has proven."""

from __future__ import annotations

from dataclasses import dataclass

from game.net.protocol.messages import Message
from game.net.succession.deeds import Acceptance, Deed


@dataclass(frozen=True, slots=True)
class Hosting(Message):
    """Host claim, and offer to join: "I am the host, by this deed." To members it carries each change of the deed.

    Before a goodbye it carries the last roster of the term, which names the successor.
    """

    deed: Deed


@dataclass(frozen=True, slots=True)
class Accept(Message):
    """The sender's acceptance of the receiver as host."""

    acceptance: Acceptance


@dataclass(frozen=True, slots=True)
class Seeking(Message):
    """Search request, or the answer to one: `hears` is the key of the sender's host, empty while it searches."""

    hears: str
