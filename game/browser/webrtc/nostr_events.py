"""The events of one room on its relays: how this page encrypts and authenticates them, and reads those of others.

A relay sees events under a meaningless topic, signed by keys that a page creates when it loads. Contents are encrypted
twice: with a key derived from the room's secret, and inside that with the key that the two pages share.
"""

from __future__ import annotations

import hmac
import json
import re
from collections.abc import Mapping
from typing import Any

from pyodide.ffi import JsException

from game.browser.webrtc.keys import LONGEST_SEALED, PageKey, js_bytes
from game.core.safe_json import read_json
from game.net.invite import Meeting
from game.transport.hashes import envelope_key, stamp, topic

KINDS, OF_KINDS = 20_000, 10_000
"""The range of event kinds in use: the first kind and their number. Relays do not store events of these kinds."""

KEY = re.compile("[0-9a-f]{64}")
NUMBER = re.compile("[1-9][0-9]{0,14}", re.ASCII)


class NostrEvents:
    """Writes and reads the events of the room of `meeting`, for the page with `key`."""

    def __init__(self, key: PageKey, meeting: Meeting) -> None:
        self.topic = topic(meeting.room)
        self.kind = KINDS + int(self.topic[:8], 16) % OF_KINDS
        self._key = key
        self._secret = meeting.secret
        self._envelope = js_bytes(envelope_key(meeting.secret))
        self._published = 0

    def is_genuine(self, public: str, number: str, stamped: str, sealed: str) -> bool:
        """Whether a page that knows the room's secret made this event."""
        if not KEY.fullmatch(public) or not NUMBER.fullmatch(number) or len(sealed) > LONGEST_SEALED:
            return False
        if not (sealed.isascii() and stamped.isascii()):
            return False
        return hmac.compare_digest(stamped, stamp(self._secret, public, int(number), sealed))

    def read(self, sealed: object, shared: Any = None) -> object:
        """Return the JSON value that was encrypted for the room, or with the key `shared`; None for anything else."""
        key = self._envelope if shared is None else shared
        try:
            return read_json(self._key.opened(sealed, key)) if isinstance(sealed, str) else None
        except (JsException, ValueError, RecursionError):
            return None

    def event(self, greets: bool, frames: Mapping[str, object], shared: Mapping[str, Any]) -> Any:
        """Return an event with the `frames` for each peer, encrypted with the key that it has in `shared`."""
        number = self._next_number()
        parts = {peer: self._key.seal(json.dumps([number, one]), shared[peer]) for peer, one in frames.items()}
        sealed = self._sealed(greets, parts)
        return self._key.event(self.kind, self._tags(number, sealed), sealed)

    async def greeting_with_work(self, bits: int) -> Any:
        """Return a greeting with `bits` of proof of work. Raises JsException if this browser lacks the worker."""
        number, sealed = self._next_number(), self._sealed(True, {})
        return await self._key.event_with_work(self.kind, self._tags(number, sealed), sealed, bits)

    def _next_number(self) -> int:
        self._published += 1
        return self._published

    def _sealed(self, greets: bool, parts: Mapping[str, str]) -> str:
        return self._key.seal(json.dumps([greets, parts]), self._envelope)

    def _tags(self, number: int, sealed: str) -> list[list[str]]:
        return [["x", self.topic], ["t", stamp(self._secret, self._key.public, number, sealed), str(number)]]
