"""Quota of lag compensation per level. Once a seat has used it up, its lag affects only that seat.

A quarter of a second of lag is always compensated. The rest comes out of the seat's quota, whether the seat uses
relays, has a lossy connection, or pretends to have one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from types import MappingProxyType

from game.core import Seat
from game.net.host.press_timing import PressTiming
from game.net.protocol.messages import Press
from game.transport.route import QUICK, Route

FREE = QUICK.wait
"""Seconds of lag compensation that do not count against a quota."""


@dataclass(frozen=True, slots=True)
class Quota:
    """Seconds per level of lag compensation beyond `FREE`.

    `delay` limits how much later the cards of other players land for a seat, and `credit` how much earlier than their
    arrival its own presses count.
    """

    delay: float
    credit: float


LINE = Quota(delay=1.25, credit=3.0)
"""With 300 ms of delay and 2 % loss, a late press takes about a second: this allows three of them per level."""

QUOTAS = MappingProxyType({Route.DIRECT: LINE, Route.TURN: LINE, Route.RELAY: Quota(delay=1.25, credit=6.0)})
"""The quota of each route.

With relays, one card of a level waits in full for presses; after that, only a card that would cost a life does. Presses
over relays arrive about 0.4 s later than `FREE`: this allows the twelve cards of the last level.
"""


class LagQuota:
    """The quota that one seat has used in this level. Changing the route or reloading the page does not renew it."""

    def __init__(self) -> None:
        self._delay = 0.0
        self._credit = 0.0

    def wait(self, peer: PressTiming) -> float:
        """Return the seconds that the table waits for presses of the seat at `peer`."""
        return min(peer.reach, FREE + self._delay_left(peer))

    def patience(self, peer: PressTiming, now: float) -> float:
        """Return the seconds that a card which would cost a life waits for a lower one of that seat."""
        return min(max(peer.patience(now), peer.reach), FREE + self._credit_left(peer))

    def pressed(self, peer: PressTiming, press: Press, now: float) -> float:
        """Return the press timestamp that the host accepts, and charge the credit beyond `FREE`."""
        at = max(peer.pressed(press, now), now - FREE - self._credit_left(peer))
        self._credit += max(0.0, now - at - FREE)
        return at

    def delayed(self, peer: PressTiming) -> None:
        """Charge the delay of another seat's card, which the table held back for presses of this seat."""
        self._delay += max(0.0, self.wait(peer) - FREE)

    def _delay_left(self, peer: PressTiming) -> float:
        return max(0.0, QUOTAS[peer.channel.route].delay - self._delay)

    def _credit_left(self, peer: PressTiming) -> float:
        return max(0.0, QUOTAS[peer.channel.route].credit - self._credit)


class LagQuotas(defaultdict[Seat, LagQuota]):
    """The quotas of all seats in a level. Clear them at the next one. `guests` are the peers by seat."""

    def __init__(self) -> None:
        super().__init__(LagQuota)

    def wait(self, guests: Iterable[tuple[Seat, PressTiming]]) -> float:
        """Return the seconds within which the slowest guest's press very probably arrives, limited by its quota."""
        return max((self[seat].wait(peer) for seat, peer in guests), default=0.0)

    def patience(self, guests: Iterable[tuple[Seat, PressTiming]], now: float) -> float:
        """Return the seconds within which every guest's press arrives, if at all, limited by its quota."""
        return max((self[seat].patience(peer, now) for seat, peer in guests), default=0.0)

    def delayed_by(self, player: Seat, guests: Iterable[tuple[Seat, PressTiming]]) -> None:
        """Charge the delay of the card of `player` to the seats for which the table held it back."""
        for seat, peer in guests:
            if seat != player:
                self[seat].delayed(peer)
