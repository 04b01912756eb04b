"""The channel from this page to a peer, held by the room and passed to all that need it."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf
from typing import Any, NamedTuple

from game.net.succession.deeds import Deed
from game.transport.link_clock import LinkClock
from game.transport.rate_limit import (
    CLAIMS,
    CLAIMS_A_SECOND,
    FORGIVEN_A_SECOND,
    MESSAGES_A_SECOND,
    PATIENCE,
    TokenBucket,
)
from game.transport.route import Pace, Route


class Offer(NamedTuple):
    """A sound claim to host, first heard `at` that time."""

    at: float
    deed: Deed


@dataclass(slots=True, eq=False)
class Channel:
    """A channel to `peer` over the route `route`, which may change. Both ends know its `binding`, which is unique.

    The peer has proven that it holds the seat `key`; before that, `key` is empty. The rate limits are those of its
    `messages`, of its `offences`, and, in `claims`, of what it says about hosts. During a host search, `called` is when
    we last asked the peer for the host, and `sought` and `vouched` are when it last said that it searches, or that it
    hears the host. If it hosts a table that this page may follow, `offer` is its claim. The `clock` is that of the
    peer. The channel between a host and its `own` player stays within the page. All others have a `carrier`, which the
    owner of the room sends by. A peer that `is_banned` may not return.
    """

    peer: str
    binding: str = ""
    route: Route = Route.DIRECT
    key: str = ""
    own: bool = False
    carrier: Any = None
    is_banned: bool = False
    clock: LinkClock = field(default_factory=LinkClock)
    messages: TokenBucket = field(default_factory=lambda: TokenBucket(MESSAGES_A_SECOND, MESSAGES_A_SECOND, 0.0))
    offences: TokenBucket = field(default_factory=lambda: TokenBucket(PATIENCE, FORGIVEN_A_SECOND, 0.0))
    claims: TokenBucket = field(default_factory=lambda: TokenBucket(CLAIMS, CLAIMS_A_SECOND, 0.0))
    called: float = -inf
    sought: float = -inf
    vouched: float = -inf
    offer: Offer | None = None

    @property
    def pace(self) -> Pace:
        """The timeouts of the current route."""
        return self.route.pace

    def says(self, now: float, *, hears_host: bool) -> None:
        """Note that the peer hears the host, or searches for one, too."""
        self.sought, self.vouched = (self.sought, now) if hears_host else (now, -inf)
