"""A direct connection to a peer, as the mesh uses it, and what it reports. Only the browser knows how it is made."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol, TypeAlias

from game.transport.route import Route


class Opened(NamedTuple):
    """The data channel is open, or its route has changed to `route`."""

    route: Route


class Closed(NamedTuple):
    """The data channel is closed."""


class Failed(NamedTuple):
    """No data channel can be opened, or the open one broke, unless `mend` helps."""


class Text(NamedTuple):
    """`text` has arrived on the data channel."""

    text: str


class Flooded(NamedTuple):
    """The peer sends something else than texts, or opens a second data channel."""


class Signal(NamedTuple):
    """`content`, a JSON value, is to be sent to the other end over relays."""

    content: list[Any]


Report: TypeAlias = Opened | Closed | Failed | Text | Flooded | Signal


class Connection(Protocol):
    """A direct connection. `mend` connects or restarts ICE; `signalled` takes the peer's signals."""

    @property
    def making(self) -> bool:
        """Whether it is in setup, and not open yet."""

    def send(self, text: str) -> None:
        """Send `text`, if it is open."""

    def mend(self) -> None:
        """Connect, or restart ICE."""

    def signalled(self, signal: object) -> None:
        """Handle a signal from the peer."""

    def drop(self) -> None:
        """Close the connection. A new one may be made."""

    def close(self) -> None:
        """Close the connection permanently, and report nothing more. May be called twice."""


Connect: TypeAlias = Callable[[str, bool], Connection]
"""Makes the connection to the named peer; the flag says whether this page makes the offers."""
