"""The channel from this page to a peer, held by the room and passed to all that need it."""

from __future__ import annotations

from dataclasses import dataclass

from game.transport.route import OWN, Pace, Route


@dataclass(slots=True, eq=False)
class Channel:
    """A channel to `peer` over the route `route`, which may change. Both ends know its `binding`, which is unique.

    The channel between a host and its `own` player stays within the page.
    """

    peer: str
    binding: str = ""
    route: Route = Route.DIRECT
    own: bool = False

    @property
    def pace(self) -> Pace:
        """The timeouts of the current route."""
        return OWN if self.own else self.route.pace
