"""Lag compensation has a quota a level: when it is used up, lateness costs the seat that is late.

A line is compensated for a quarter of a second without limit. Whatever a seat needs beyond that, because it is
reached by relay, because its line loses messages, or because its page pretends so, comes out of its quota.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType

from game.net.messages import Press
from game.net.peer import Peer
from game.net.way import QUICK, Way

FREE = QUICK.wait
"""Seconds of lag compensation that count against no quota."""


@dataclass(frozen=True, slots=True)
class Quota:
    """Seconds a level beyond `FREE`: by which the others' cards land later for a seat, and its own presses count
    as made before they came."""

    delay: float
    credit: float


LINE = Quota(delay=1.25, credit=3.0)
"""On a line of 300 ms that loses 2 % a late press takes about a second: room for three of them in a level."""

QUOTAS = MappingProxyType({Way.DIRECT: LINE, Way.TURN: LINE, Way.RELAY: Quota(delay=1.25, credit=6.0)})
"""By route. One card of a level waits in full for presses by relay; after that, only a card that would cost a life
does. Presses by relay are about 0.4 s later than `FREE` each: room for the twelve cards of the last level.
"""


class LagQuota:
    """What one seat has used of its quota in this level; changing the route or reloading renews nothing."""

    def __init__(self) -> None:
        self._delay = 0.0
        self._credit = 0.0

    def wait(self, peer: Peer) -> float:
        """Seconds that the table waits for presses of the seat at `peer`."""
        return min(peer.reach, FREE + self._delay_left(peer))

    def patience(self, peer: Peer, now: float) -> float:
        """Seconds that a card which would cost a life waits for a lower one of that seat."""
        return min(max(peer.patience(now), peer.reach), FREE + self._credit_left(peer))

    def pressed(self, peer: Peer, press: Press, now: float) -> float:
        """Return when the seat pressed that card, as far as it is believed, and charge what is beyond `FREE`."""
        at = max(peer.pressed(press, now), now - FREE - self._credit_left(peer))
        self._credit += max(0.0, now - at - FREE)
        return at

    def delayed(self, peer: Peer) -> None:
        """Charge that a card of another seat landed while the table waited for this one."""
        self._delay += max(0.0, self.wait(peer) - FREE)

    def _delay_left(self, peer: Peer) -> float:
        return max(0.0, QUOTAS[peer.way].delay - self._delay)

    def _credit_left(self, peer: Peer) -> float:
        return max(0.0, QUOTAS[peer.way].credit - self._credit)
