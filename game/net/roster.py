"""Who is in the room, as everybody may know it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum

from game.core import Seat, Variant
from game.core.result import Result
from game.core.variants import MAX_SEATS

MOST_SENT_AWAY = 16
"""Keys that the next host knows not to let in again, the latest ones."""


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
    def afresh(self) -> Place:
        """The same before a game: nobody is ready, nor asked to go on without somebody."""
        return replace(self, ready=False, votable=False, votes=frozenset(), stands_in=False)

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
class Screen:
    """A page without a seat that shows the table to a whole room: `peer`, while it is `here`, by that `key`."""

    key: str
    peer: str = ""
    here: bool = False


@dataclass(frozen=True, slots=True)
class Challenge:
    """The cards that `seed` deals, and what others made of them, if they tell."""

    seed: str
    result: Result | None = None


@dataclass(frozen=True, slots=True)
class Roster:
    """Everybody in the room of the `term`-th host, who sits at seat `host`, or is the `screen` if that is None.

    Where a screen belongs to the table, whoever sits at seat `captain` leads from there. A table
    that the browsers of all who sit there are to keep is `kept` under that name. The cards of the
    next game, or of the one that is played, are those of the `challenge`, or shuffled if that is None.
    The keys of people who were `sent_away` open no seat for the rest of the evening.
    """

    term: int
    host: Seat | None
    variant: Variant
    signs: bool
    locked: bool
    started: bool
    places: tuple[Place, ...]
    watchers: tuple[Watcher, ...]
    screen: Screen | None = None
    captain: Seat | None = None
    kept: str = ""
    challenge: Challenge | None = None
    sent_away: tuple[str, ...] = ()

    @property
    def host_key(self) -> str:
        """The key of the page that is host."""
        if self.host is not None:
            return self.places[self.host].key
        return self.screen.key if self.screen is not None else ""

    @property
    def afresh(self) -> Roster:
        """The same people before a game, of shuffled cards, with all seats that a table can have."""
        places = tuple(place.afresh for place in self.places)
        free = (Place(),) * (MAX_SEATS - len(places))
        return replace(self, started=False, places=(*places, *free), challenge=None, sent_away=())

    @property
    def leader(self) -> Seat | None:
        """Who starts the game and chooses it; None if only the screen can."""
        return self.host if self.captain is None else self.captain

    def leads(self, peer: str, seat: Seat | None) -> bool:
        """Whether the page `peer`, whose person sits at `seat`, starts the game and chooses it."""
        if self.screen is not None and self.screen.here and self.screen.peer == peer:
            return True
        return seat is not None and seat == self.leader

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
