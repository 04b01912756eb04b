"""Admission by code: people who know the code ask to be let in, and the host accepts or refuses them."""

from __future__ import annotations

import math
from typing import NamedTuple

from game.net.names import free_name
from game.net.protocol.messages import Goodbye, Invited, Knock, Message, Why
from game.net.protocol.wire import decoded

MOST_KNOCKS = 8
"""The most requests that wait at once, as many as there can be seats. Further ones are ignored."""


OTHERS_COME_WITHIN = 5.0
"""Seconds after a refusal in which a page that connects later may still invite us."""

OTHERS_ANSWER_WITHIN = 60.0
"""Seconds after a refusal in which another page that we asked may still answer: a person decides there."""


class Caller(NamedTuple):
    """A person who asks to be let in, with the page's peer id and the name."""

    peer: str
    name: str


class CodeAdmission:
    """The host's side. A page gets the invitation, `fragment`, only after the host has accepted it.

    The caller calls `heard` and `lost`, asks the host about `caller`, and sends what `answer` returns to that page.
    """

    def __init__(self, fragment: str) -> None:
        self._fragment = fragment
        self._waiting: dict[str, str] = {}
        self._answered: set[str] = set()

    @property
    def caller(self) -> Caller | None:
        """The person who has waited longest; None if there is none."""
        return next((Caller(peer, name) for peer, name in self._waiting.items()), None)

    def heard(self, peer: str, text: str) -> None:
        """Handle a message from `peer`. Only the first Knock of a page counts."""
        said = decoded(text)
        known = peer in self._waiting or peer in self._answered
        if isinstance(said, Knock) and not known and len(self._waiting) < MOST_KNOCKS:
            self._waiting[peer] = free_name(said.name, self._waiting.values())

    def lost(self, peer: str) -> None:
        """Note that `peer` has disconnected."""
        self._waiting.pop(peer, None)

    def answer(self, peer: str, let_in: bool) -> Message | None:
        """Return the answer to `peer` after the host's decision; None if `peer` is not waiting."""
        if self._waiting.pop(peer, None) is None:
            return None
        self._answered.add(peer)
        return Invited(self._fragment) if let_in else Goodbye(Why.NOT_LET_IN)


class Knocker:
    """The guest's side: asks every page that it meets, and accepts the first invitation.

    Other people who know the code are in the same room, and any of them may refuse. A refusal therefore counts only
    once no other page can answer, or none has answered for long.
    """

    def __init__(self) -> None:
        self.invitation: str | None = None
        self._waiting: set[str] = set()
        self._refused: Why | None = None
        self._refused_at = -math.inf

    def knocked(self, peer: str) -> None:
        """Note that we have sent a Knock to `peer`."""
        self._waiting.add(peer)

    def lost(self, peer: str) -> None:
        """Note that `peer` has disconnected."""
        self._waiting.discard(peer)

    def heard(self, peer: str, text: str, now: float) -> None:
        """Handle a message from `peer`. A page that sends a Knock itself cannot invite us."""
        message = decoded(text)
        if peer not in self._waiting or not isinstance(message, Knock | Invited | Goodbye):
            return
        self._waiting.discard(peer)
        match message:
            case Invited(fragment):
                self.invitation = self.invitation or fragment
            case Goodbye(why) if self._refused is None:
                self._refused, self._refused_at = why, now

    def refusal(self, now: float) -> Why | None:
        """Return the reason of the refusal once it is final; None while another page may still invite us."""
        return self._refused if self.invitation is None and now >= self.due() else None

    def due(self) -> float:
        """Return when `refusal` becomes final, if no other message arrives."""
        if self._refused is None:
            return math.inf
        return self._refused_at + (OTHERS_ANSWER_WITHIN if self._waiting else OTHERS_COME_WITHIN)
