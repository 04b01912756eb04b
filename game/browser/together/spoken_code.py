"""The code to say aloud: a room of its own, in which the host hands out the invitation."""

from __future__ import annotations

from collections.abc import Callable

from game.browser.together.transport import Transport
from game.net.messages import Invited
from game.net.wire import WireError, decode, encode


class CodeHost:
    """The host's side: whoever knows the code is told the invitation."""

    def __init__(self, fragment: str) -> None:
        self._invited = encode(Invited(fragment))

    def connected(self, transport: Transport, peer: str) -> None:
        transport.send(peer, self._invited)

    def lost(self, transport: Transport, peer: str) -> None:
        """They have what they came for."""

    def heard(self, transport: Transport, peer: str, text: str) -> None:
        """Nothing said here matters."""


class CodeGuest:
    """Whoever typed the code: `invited` is called with the first invitation that is heard."""

    def __init__(self, invited: Callable[[str], None]) -> None:
        self._invited = invited
        self._heard = False

    def connected(self, transport: Transport, peer: str) -> None:
        """The other side speaks first."""

    def lost(self, transport: Transport, peer: str) -> None:
        """There may be another."""

    def heard(self, transport: Transport, peer: str, text: str) -> None:
        try:
            said = decode(text)
        except WireError:
            return
        if isinstance(said, Invited) and not self._heard:
            self._heard = True
            self._invited(said.fragment)
