"""The routes between two pages, and the timeouts of each route. All that depends on the route is defined here."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from game.transport.timeouts import ASKS_WITHIN, BEAT, GRACE, RELAY_BEAT, RELAY_GRACE, RELAY_LOST


@dataclass(frozen=True, slots=True)
class Pace:
    """The timeouts and intervals of a route, in seconds; only `first_beats` is a count.

    - `first_beats`, `first_beat`: the first `first_beats` heartbeats set the clock, and are `first_beat` apart.
    - `beat`: interval of all later heartbeats.
    - `memory`: age of the oldest round trip that sets the clock. Clocks drift by a millisecond in 20 to 50 s.
    - `call`: interval at which a page without a host asks for it.
    - `answer`: time within which a request is answered.
    - `grace`: a healthy page sends something at least this often.
    - `silence`: a page that repeats no request for this long does not want it any more.
    - `wait`: the longest time that the host waits for a press.
    - `slack`: added to the longest recent delay of a message, when waiting for a press that may take longer.
    """

    first_beats: int
    first_beat: float
    beat: float
    memory: float
    call: float
    answer: float
    grace: float
    silence: float
    wait: float
    slack: float


QUICK = Pace(
    first_beats=10,
    first_beat=0.1,
    beat=BEAT,
    memory=50.0,
    call=0.5,
    answer=1.0,
    grace=GRACE,
    silence=ASKS_WITHIN,
    wait=0.25,
    slack=0.01,
)

THRIFTY = Pace(
    first_beats=4,
    first_beat=1.0,
    beat=RELAY_BEAT,
    memory=300.0,
    call=5.0,
    answer=2.5,
    grace=RELAY_GRACE,
    silence=RELAY_LOST,
    wait=1.5,
    slack=0.5,  # a third of a second until the next event is allowed, plus the delay differences between relays
)


class Care(Enum):
    """How soon a page has to notice that a peer is silent, and which of the two sends heartbeats first.

    LEADS: soon, and this page sends first. FOLLOWS: soon, and this page answers. SELDOM: later.
    """

    LEADS = "leads"
    FOLLOWS = "follows"
    SELDOM = "seldom"


class Route(Enum):
    """The route to a page: a direct data channel, a data channel through a TURN server, or messages over relays."""

    DIRECT = "direct"
    TURN = "turn"
    RELAY = "relay"

    @property
    def pace(self) -> Pace:
        """The timeouts of this route."""
        return THRIFTY if self is Route.RELAY else QUICK


def slowest(paces: Iterable[Pace]) -> Pace:
    """Return the timeouts of the slowest route; those of a data channel if there is none."""
    return max(paces, default=QUICK, key=lambda pace: pace.answer)


LONGEST_WAIT = max(route.pace.wait for route in Route)
"""Seconds after which the host waits for no press, whatever its route."""
