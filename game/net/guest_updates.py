"""Updates from the guest, for the page to show to its player."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from game.core import Card, View
from game.net.protocol.messages import AtDoor, Did, Notice, Why
from game.net.roster import Roster
from game.net.shuffle import Verdict
from game.transport.mesh_events import RouteChanged


@dataclass(frozen=True, slots=True)
class Searching:
    """The page has lost its host, and searches for a new one."""


@dataclass(frozen=True, slots=True)
class Out:
    """This page is no longer at the table; `why` is the reason."""

    why: Why


@dataclass(frozen=True, slots=True)
class Reshuffled:
    """The host restarted the shuffle before this deal `times` times, when it could already know the cards."""

    times: int


@dataclass(frozen=True, slots=True)
class NotPlayed:
    """The host did not take a press, so its `cards` are still in the hand."""

    cards: tuple[Card, ...]


FromHost: TypeAlias = View | Roster | AtDoor | Notice | Did
Shown: TypeAlias = FromHost | Searching | Out | Verdict | Reshuffled | RouteChanged | NotPlayed
