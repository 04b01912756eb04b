"""Who is in the room, as everybody may know it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from game.core import Seat, Variant


class Sitter(Enum):
    """Who a seat is for."""

    NOBODY = "nobody"
    PERSON = "person"
    TEAMMATE = "teammate"


class Presence(Enum):
    """Whether a person's page is heard: `AWAY` fell silent, `GONE` said goodbye."""

    CONNECTED = "connected"
    AWAY = "away"
    GONE = "gone"


@dataclass(frozen=True, slots=True)
class Place:
    """A seat and who has it.

    `key` opens a person's seat to whoever can sign with it; `character` says how a
    teammate plays, whatever its name. While a person is absent, `votes` are the seats
    that would go on with a teammate, which they may say once `votable`; then the
    teammate `stands_in` until the person is back.
    """

    sitter: Sitter = Sitter.NOBODY
    name: str = ""
    peer: str = ""
    presence: Presence = Presence.GONE
    ready: bool = False
    key: str = ""
    character: str = ""
    votable: bool = False
    votes: frozenset[Seat] = frozenset()
    stands_in: bool = False

    @property
    def here(self) -> bool:
        """Whether a person sits here and is heard."""
        return self.sitter is Sitter.PERSON and self.presence is Presence.CONNECTED

    @property
    def missing(self) -> bool:
        """Whether the table waits for the person who belongs here."""
        return self.sitter is Sitter.PERSON and not self.here and not self.stands_in


@dataclass(frozen=True, slots=True)
class Watcher:
    """Somebody who watches and is shown no hand."""

    name: str
    peer: str


@dataclass(frozen=True, slots=True)
class Roster:
    """Everybody in the room of the `term`-th host, who sits at seat `host`."""

    term: int
    host: Seat
    variant: Variant
    signs: bool
    locked: bool
    started: bool
    places: tuple[Place, ...]
    watchers: tuple[Watcher, ...]

    def seat_of(self, peer: str) -> Seat | None:
        """Where the page `peer` sits; None if it does not."""
        return next((seat for seat, place in self.people() if place.peer == peer), None)

    def people(self) -> Iterator[tuple[Seat, Place]]:
        """The seats that belong to persons, present or not."""
        return ((seat, place) for seat, place in enumerate(self.places) if place.sitter is Sitter.PERSON)

    @property
    def missing(self) -> tuple[Seat, ...]:
        """The seats for which the table waits."""
        return tuple(seat for seat, place in enumerate(self.places) if place.missing)
