"""A transport that records what is sent."""

from __future__ import annotations

from game.browser.webrtc.mesh_transport import MeshTransport


class Wire(MeshTransport):
    """A transport that records which texts were `sent`, which of them before a flush, and how often it was closed."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, str]] = []
        self.flushed: list[tuple[str, str]] = []
        self.closed = 0

    def send(self, peer: str, text: str) -> None:
        self.sent.append((peer, text))

    def flush(self) -> None:
        self.flushed = [*self.sent]

    def close_channel(self, peer: str, *, bans: bool) -> None:
        pass

    def close(self) -> None:
        self.closed += 1
