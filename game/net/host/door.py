"""The people who wait until the leader lets them in."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from game.net.names import skeleton
from game.net.roster import Place

MOST_AT_DOOR = 8
"""The most people who wait at once. Beyond that, the oldest gives way, except the one that the leader sees."""


class Door:
    """The people who wait, the first one first, and the `known` keys, which need not ask."""

    def __init__(self, known: Iterable[str] = ()) -> None:
        self._known = {*known}
        self._waiting: dict[str, Place] = {}

    def guard(self, known: Iterable[str]) -> None:
        """Let only the `known` keys in without asking."""
        self._known = {*known}

    def knows(self, key: str) -> bool:
        """Whether the holder of `key` need not ask."""
        return key in self._known

    def has(self, peer: str) -> bool:
        """Whether the page `peer` waits."""
        return peer in self._waiting

    @property
    def first(self) -> Place | None:
        """The person who has waited longest, without the key; None if there is nobody."""
        return next((replace(one, key="", waits=False) for one in self._waiting.values()), None)

    def wait(self, one: Place) -> str | None:
        """Let a person wait. Return the page that gives way; None if there is room."""
        self._waiting.setdefault(one.peer, one)
        return None if len(self._waiting) <= MOST_AT_DOOR else [*self._waiting][1]

    def rename(self, peer: str, name: str) -> None:
        """Change the name of the person who waits at `peer`."""
        self._waiting[peer] = replace(self._waiting[peer], name=name)

    def leave(self, peer: str) -> bool:
        """Note that the page `peer` waits no longer. Return whether it did."""
        return self._waiting.pop(peer, None) is not None

    def answer(self, peer: str, let_in: bool) -> list[Place]:
        """Return who is let in or refused by the answer about `peer`. A refusal is for all who wait under that name."""
        asked = self._waiting.get(peer)
        if asked is None:
            return []
        if let_in:
            self._known.add(asked.key)
            return [self._waiting.pop(peer)]
        return [one for one in self._waiting.values() if skeleton(one.name) == skeleton(asked.name)]
