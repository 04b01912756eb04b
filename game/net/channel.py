"""The channel from this page to a peer, held by the room and passed to all that need it."""

from __future__ import annotations

from dataclasses import dataclass

from game.transport.route import Pace, Route


@dataclass(slots=True, eq=False)
class Channel:
    """A channel to `peer` over the route `route`, which may change. Both ends know its `binding`, which is unique."""

    peer: str
    binding: str = ""
    route: Route = Route.DIRECT

    @property
    def pace(self) -> Pace:
        """The timeouts of the current route."""
        return self.route.pace
