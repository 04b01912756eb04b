"""The peers of a host: the state of each, and the messages to and from them."""

from __future__ import annotations

from collections.abc import Iterator

from game.core import Seat
from game.net.channel import Channel
from game.net.host.lobby import Lobby
from game.net.host.peer_state import PeerState
from game.net.host.press_timing import PressTiming
from game.net.outbox import Outbox
from game.net.protocol.messages import Content
from game.transport.route import slowest


class Peers(dict[str, PeerState]):
    """The connected peers of the host at the page `me`. Those that have joined are the members of the `lobby`.

    What the host has to say to them goes to `out`.
    """

    def __init__(self, me: str, lobby: Lobby, out: Outbox) -> None:
        super().__init__()
        self.me = me
        self._lobby = lobby
        self.out = out

    # --- states -------------------------------------------------------------------

    def connect(self, channel: Channel, now: float) -> PeerState:
        """Start with a new state for the peer at `channel`."""
        peer = self[channel.peer] = PeerState(now, channel)
        return peer

    def guests(self) -> Iterator[tuple[Seat, PressTiming]]:
        """Yield the timing of the presses of all seated guests, without the host's own player."""
        members = self._lobby.members()
        return ((seat, self[peer].timing) for peer, seat in members if seat is not None and peer != self.me)

    def slowest_answer(self) -> float:
        """Return the answer time of the slowest route to a peer, in seconds."""
        return slowest(known.channel.pace for known in self.values()).answer

    # --- messages -----------------------------------------------------------------

    def tell(self, peer: str, what: Content) -> None:
        """Send the member `peer` an update with `what`, after its roster."""
        self[peer].untold.append(what)

    def tell_members(self, what: Content) -> None:
        """Send all members an update with `what`."""
        for peer, _ in self._lobby.members():
            self.tell(peer, what)
