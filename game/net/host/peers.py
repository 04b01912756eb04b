"""The peers of a host: the state of each, and the messages to and from them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from game.core import Seat
from game.net.channel import Channel
from game.net.host.lobby import Lobby
from game.net.host.peer_state import PeerState
from game.net.host.press_timing import PressTiming
from game.net.outgoing import Close, Say
from game.net.protocol.messages import Message
from game.transport.route import slowest


class Peers(dict[str, PeerState]):
    """The connected peers of the host at the page `me`. Those that have joined are the members of the `lobby`."""

    def __init__(self, me: str, lobby: Lobby) -> None:
        super().__init__()
        self.me = me
        self._lobby = lobby
        self._out: list[Say | Close] = []

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

    def say(self, peer: str, message: Message) -> None:
        """Send `message` to `peer`."""
        self._out.append(Say(peer, message))

    def say_first(self, messages: Iterable[Say]) -> None:
        """Send `messages` before all that are not delivered yet."""
        self._out[:0] = messages

    def tell_members(self, message: Message) -> None:
        """Send `message` to all members."""
        for peer, _ in self._lobby.members():
            self.say(peer, message)

    def close(self, peer: str) -> None:
        """Close the channel to `peer` after everything sent before has been delivered."""
        self._out.append(Close(peer))

    def outbox(self) -> list[Say | Close]:
        """Return what to deliver since the last call, in order."""
        out, self._out = self._out, []
        return out
