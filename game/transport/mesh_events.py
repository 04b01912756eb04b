"""What happens in a mesh: about its peers, and for the relays."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from game.transport.link_clock import LinkClock
from game.transport.room_events import RoomEvent
from game.transport.route import Route


@dataclass(frozen=True, slots=True)
class Connected:
    """Messages can be sent to `peer`, by this `route`. The `clock` is that of the peer.

    The `binding` is a value that both ends of this channel know and that no other channel has.
    """

    peer: str
    binding: str
    route: Route
    clock: LinkClock = field(default_factory=LinkClock, compare=False)


class RouteChanged(NamedTuple):
    """Messages to the connected `peer` use another `route`."""

    peer: str
    route: Route


class Received(NamedTuple):
    """The connected `peer` has sent `text`."""

    peer: str
    text: str


class Lost(NamedTuple):
    """The connected `peer` has disconnected."""

    peer: str


class Lonely(NamedTuple):
    """No peer was found: connect to more relays."""


class Left(NamedTuple):
    """This page has left: disconnect from the relays. Nothing happens after that."""


PageEvent: TypeAlias = Connected | RouteChanged | Received | Lost
Event: TypeAlias = PageEvent | RoomEvent | Lonely | Left
