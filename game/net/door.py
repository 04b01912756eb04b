"""Letting people in who know the code: they knock and say who they are, and the host says yes or no."""

from __future__ import annotations

import math
from typing import NamedTuple

from game.net.messages import Goodbye, Invited, Knock, Message, Why
from game.net.names import free_name
from game.net.wire import WireError, decode

MOST_KNOCKS = 8
"""As many as could sit down. Whoever knocks beside them is not heard."""


OTHERS_COME_WITHIN = 5.0
"""Seconds after a refusal in which a page that was not met yet may still invite us."""

OTHERS_ANSWER_WITHIN = 60.0
"""Seconds after a refusal in which another page at which we knocked may: a person answers there."""


class Caller(NamedTuple):
    """Somebody who knocks, by the page and the name."""

    peer: str
    name: str


class Door:
    """The host's side: nobody is told the invitation, `fragment`, before the host has said yes to them.

    Whoever runs it calls `heard` and `lost`, asks the host about `caller`, and passes what
    `answer` returns on to that page.
    """

    def __init__(self, fragment: str) -> None:
        self._fragment = fragment
        self._waiting: dict[str, str] = {}
        self._answered: set[str] = set()

    @property
    def caller(self) -> Caller | None:
        """Who has waited longest; None while nobody does."""
        return next((Caller(peer, name) for peer, name in self._waiting.items()), None)

    def heard(self, peer: str, text: str) -> None:
        """`peer` said this. Only the first knock of a page counts, and nothing else does."""
        said = _read(text)
        known = peer in self._waiting or peer in self._answered
        if isinstance(said, Knock) and not known and len(self._waiting) < MOST_KNOCKS:
            self._waiting[peer] = free_name(said.name, self._waiting.values())

    def lost(self, peer: str) -> None:
        """`peer` is gone."""
        self._waiting.pop(peer, None)

    def answer(self, peer: str, let_in: bool) -> Message | None:
        """What to say to `peer`, now that the host has said yes or no; None if it is gone."""
        if self._waiting.pop(peer, None) is None:
            return None
        self._answered.add(peer)
        return Invited(self._fragment) if let_in else Goodbye(Why.NOT_LET_IN)


class Knocker:
    """The guest's side: knocks at every page that it meets, and follows the first that invites it.

    Other people who heard the code are there as well. What one of them says counts for no more than its own word:
    a refusal stands only once nobody else can answer any more, or nobody has for long.
    """

    def __init__(self) -> None:
        self.invitation: str | None = None
        self._waiting: set[str] = set()
        self._refused: Why | None = None
        self._refused_at = -math.inf

    def knocked(self, peer: str) -> None:
        """We knock at `peer`."""
        self._waiting.add(peer)

    def lost(self, peer: str) -> None:
        """`peer` is gone."""
        self._waiting.discard(peer)

    def heard(self, peer: str, text: str, now: float) -> None:
        """`peer` said this. A page that knocks at us has no answer to give."""
        if isinstance(_read(text), Knock):
            self._waiting.discard(peer)
        said = heard_at_door(text)
        if peer not in self._waiting or said is None:
            return
        self._waiting.discard(peer)
        if isinstance(said, str):
            self.invitation = self.invitation or said
        elif self._refused is None:
            self._refused, self._refused_at = said, now

    def refusal(self, now: float) -> Why | None:
        """Why nobody lets us in; None while somebody may."""
        return self._refused if self.invitation is None and now >= self.due() else None

    def due(self) -> float:
        """When `refusal` stands, if nothing else is heard."""
        if self._refused is None:
            return math.inf
        return self._refused_at + (OTHERS_ANSWER_WITHIN if self._waiting else OTHERS_COME_WITHIN)


def heard_at_door(text: str) -> str | Why | None:
    """What a page at the door hears: the invitation, or why there is none; None for whatever means nothing."""
    match _read(text):
        case Invited(fragment):
            return fragment
        case Goodbye(why):
            return why
    return None


def _read(text: str) -> Message | None:
    try:
        return decode(text)
    except WireError:
        return None
