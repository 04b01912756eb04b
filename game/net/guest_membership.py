"""The state machine of a guest: it searches for a host, joins its table, belongs to it, or has left it."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType


class Membership(Enum):
    """The state of this page: it searches for a host, waits for a seat, belongs to the table, or has left it."""

    SEEKING = "seeking"
    JOINING = "joining"
    IN = "in"
    OUT = "out"


class Step(Enum):
    """What moves a guest from one state to another."""

    FOLLOWS = "follows"  # it asks a host for a seat, also when the host has restarted its state for this page
    ADMITTED = "admitted"  # the host sends the roster
    LOSES_HOST = "loses host"  # a timeout, a closed channel, or a goodbye after which another page hosts
    DISMISSED = "dismissed"  # a goodbye that concerns only this page
    OUTDATED = "outdated"  # only pages of another version answer
    LEAVES = "leaves"  # the person leaves, or the page closes


_S, _J, _I, _O = Membership

TRANSITIONS: Mapping[tuple[Membership, Step], Membership] = MappingProxyType(
    {
        (_S, Step.FOLLOWS): _J,
        (_J, Step.FOLLOWS): _J,
        (_I, Step.FOLLOWS): _J,
        (_J, Step.ADMITTED): _I,
        (_J, Step.LOSES_HOST): _S,
        (_I, Step.LOSES_HOST): _S,
        (_J, Step.DISMISSED): _O,
        (_I, Step.DISMISSED): _O,
        (_S, Step.OUTDATED): _O,
        (_S, Step.LEAVES): _O,
        (_J, Step.LEAVES): _O,
        (_I, Step.LEAVES): _O,
        (_O, Step.LEAVES): _O,  # leaving twice is allowed
    }
)


class GuestMembership:
    """The state of a guest, and the `host` that it follows; None while it searches and after it has left."""

    def __init__(self) -> None:
        self.membership = Membership.SEEKING
        self.host: str | None = None

    def move(self, step: Step, host: str | None = None) -> None:
        """Take `step`, and follow `host` from now on. Raises KeyError if the state has no such step."""
        self.membership = TRANSITIONS[self.membership, step]
        self.host = host if self.membership in (_J, _I) else None

    def admit(self) -> bool:
        """Belong to the table of the host. Return whether this page waited for that."""
        joins = self.membership is Membership.JOINING
        if joins:
            self.move(Step.ADMITTED, self.host)
        return joins
