"""Collection of ICE candidates, to send several in one signal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from game.browser.page.tasks import Timer

GATHER = 0.1
"""Seconds that ICE candidates are collected before they are sent."""

MOST_CANDIDATES = 30


class CandidateBatch:
    """The candidates found since the last signal. `send` sends them, GATHER seconds after the first."""

    def __init__(self, send: Callable[[list[list[Any]]], None]) -> None:
        self._send = send
        self._found: list[list[Any]] = []
        self._held = True
        self._timer = Timer(self._send_found)

    def hold(self) -> None:
        """Ignore candidates until `release`: the description that is sent then contains them."""
        self._held = True
        self._found.clear()

    def release(self) -> None:
        """Collect candidates from now on."""
        self._held = False

    def add(self, candidate: Any) -> None:
        """Add an RTCIceCandidate. The null that ends the search is ignored."""
        if self._held or not candidate or not candidate.candidate:
            return
        self._found.append([str(candidate.candidate), str(candidate.sdpMid), int(candidate.sdpMLineIndex)])
        if not self._timer.pending:
            self._timer.start(GATHER)

    def _send_found(self) -> None:
        found, self._found = self._found[:MOST_CANDIDATES], []
        if found:
            self._send(found)
