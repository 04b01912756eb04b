"""The public state of a room: its seats, players, watchers and settings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from typing import Annotated

from game.core import Seat, Variant
from game.core.codec import CHECKS, integer, refuse
from game.core.record import LONGEST_SEED
from game.core.result import Result
from game.core.variants import MAX_SEATS, MIN_SEATS
from game.net.fields import Character, KeyOrNobody, Name, Peer, ShortKey, printable
from game.net.succession.deeds import Term

MOST_WATCHERS = 8

MOST_SENT_AWAY = 16
"""The number of banned keys that the next host gets, the latest ones."""

LONGEST_VOTE_IN = 60
"""The most seconds that a roster announces until a vote."""


class Sitter(Enum):
    """The kind of player that has a seat."""

    NOBODY = "nobody"
    PERSON = "person"
    TEAMMATE = "teammate"


class Presence(Enum):
    """The state of a person's page.

    `AWAY`: the connection is lost. `CLOSED`: the page closed or reloads, and may return. `GONE`: the player left.
    """

    CONNECTED = "connected"
    AWAY = "away"
    CLOSED = "closed"
    GONE = "gone"


@dataclass(frozen=True, slots=True)
class Place:
    """A seat and its player, or a person without a seat: one who watches or `waits` for a seat, or the shared screen.

    The person who can sign with `key` owns the place; the key is empty at the door. `character` defines how a teammate
    plays, whatever its name. While a person is absent, the others may vote for a teammate once the seat is `votable`:
    `vote_in` seconds after the roster first gave that number. `votes` are the seats that have done so. The teammate
    then `stands_in` until the person returns. `hidden` means that the person's page is in the background. A person
    with a `character` has a teammate's seat, which the teammate takes back.
    """

    sitter: Sitter = Sitter.NOBODY
    name: Name = ""
    peer: Peer = ""
    presence: Presence = Presence.GONE
    ready: bool = False
    key: KeyOrNobody = ""
    character: Character = ""
    votable: bool = False
    votes: frozenset[Seat] = frozenset()
    stands_in: bool = False
    vote_in: Annotated[int, integer(0, LONGEST_VOTE_IN)] = 0
    hidden: bool = False
    waits: bool = False

    @property
    def here(self) -> bool:
        """Whether a person has this place and is connected."""
        return self.sitter is Sitter.PERSON and self.presence is Presence.CONNECTED

    @property
    def before_game(self) -> Place:
        """This seat before a new game: its player is not ready, and there is no vote about it."""
        kept = replace(self, ready=False, votable=False, votes=frozenset(), stands_in=False, vote_in=0)
        return kept.settled

    @property
    def settled(self) -> Place:
        """This seat, which its person does not give back to a teammate any more."""
        return replace(self, character="") if self.sitter is Sitter.PERSON else self

    @property
    def lent(self) -> bool:
        """Whether a person has this seat of a teammate."""
        return self.sitter is Sitter.PERSON and bool(self.character)

    @property
    def missing(self) -> bool:
        """Whether the table waits for the person who has this seat."""
        return self.sitter is Sitter.PERSON and not self.here and not self.stands_in


def unseated(peer: str, key: str = "", name: str = "", *, waits: bool = False) -> Place:
    """Return the place of a person without a seat, who is connected."""
    return Place(Sitter.PERSON, name, peer, Presence.CONNECTED, key=key, waits=waits)


@dataclass(frozen=True, slots=True)
class Challenge:
    """The cards that `seed` deals, and the `result` of the players who shared them, if known."""

    seed: Annotated[str, printable(LONGEST_SEED)]
    result: Result | None = None


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a table.

    A `locked` table accepts no new pages. With `tell`, the players may show that they lean towards the pile. The cards
    of the current or next game are those of the `challenge`; None means that they are shuffled. If `club` is not empty,
    the table is listed in the club with that id, and people who join a game take the seats of teammates.
    """

    variant: Variant
    signs: bool = False
    locked: bool = False
    tell: bool = False
    challenge: Challenge | None = None
    club: Annotated[str, printable(32)] = ""


@dataclass(frozen=True, slots=True)
class Roster:
    """The public state of the room in the term `term`. The host has the seat `host`; if None, the `screen` is the host.

    At a table with a screen, the player at seat `screen_leader` leads from that seat. The keys in `sent_away` are
    banned for the rest of the session. The person `at_door` waits until the leader lets them in.
    """

    term: Term
    host: Seat | None
    settings: Settings
    started: bool
    places: tuple[Place, ...]
    watchers: Annotated[tuple[Place, ...], MOST_WATCHERS]
    screen: Place | None = None
    screen_leader: Seat | None = None
    sent_away: Annotated[tuple[ShortKey, ...], MOST_SENT_AWAY] = ()
    at_door: Place | None = None

    @property
    def host_place(self) -> Place:
        """The place of the host."""
        return self.screen or Place() if self.host is None else self.places[self.host]

    @property
    def host_key(self) -> str:
        """The key of the host."""
        return self.host_place.key

    @property
    def leader(self) -> Seat | None:
        """The seat that chooses and starts the game; None if only the screen can do so."""
        return self.host if self.screen_leader is None else self.screen_leader

    @property
    def next_host(self) -> Seat | None:
        """The seat that probably hosts if the host leaves: the next one, with pages in the background last."""
        if self.host is None:
            return None
        seats, host = len(self.places), self.host
        order = sorted(range(1, seats), key=lambda step: self.places[(host + step) % seats].hidden)
        return next((seat for step in order if self.places[seat := (host + step) % seats].here), None)

    def former_leader(self, before: Roster) -> Place | None:
        """Return the player who led in `before`, as they are now, if another player leads now; otherwise None."""
        if before.leader is None or self.leader is None:
            return None
        former = before.places[before.leader]
        if former.key == self.places[self.leader].key:
            return None
        return self.now(former)

    def now(self, former: Place) -> Place:
        """Return the player of the place `former` as they are now."""
        now = (place for _, place in self.people() if place.key == former.key)
        return next(now, replace(former, presence=Presence.GONE))

    def leads(self, peer: str, seat: Seat | None) -> bool:
        """Whether the page `peer`, whose player has `seat`, may choose and start the game."""
        if self.screen is not None and self.screen.here and self.screen.peer == peer:
            return True
        return seat is not None and seat == self.leader

    def seat_of(self, peer: str) -> Seat | None:
        """Return the seat of the page `peer`; None if it has none."""
        return next((seat for seat, place in self.people() if place.peer == peer), None)

    def people(self) -> Iterator[tuple[Seat, Place]]:
        """Return the seats that belong to persons, connected or not."""
        return ((seat, place) for seat, place in enumerate(self.places) if place.sitter is Sitter.PERSON)

    @property
    def everyone(self) -> Iterator[Place]:
        """The places of all persons at the table: at seats, connected or not, then without a seat."""
        yield from (place for _, place in self.people())
        yield from self.watchers
        if self.screen is not None:
            yield self.screen

    @property
    def missing(self) -> tuple[Seat, ...]:
        """The seats that the table waits for."""
        return tuple(seat for seat, place in enumerate(self.places) if place.missing)

    @property
    def characters(self) -> list[str]:
        """The characters of the teammates, by seat; empty for people, also those at a lent seat."""
        return [place.settled.character for place in self.places]

    @property
    def screen_hidden(self) -> bool:
        """Whether the screen is connected, but in the background."""
        return self.screen is not None and self.screen.hidden

    @property
    def hidden(self) -> tuple[Seat, ...]:
        """The seats of connected players whose pages are in the background, unless a teammate plays for them."""
        return tuple(
            seat for seat, place in enumerate(self.places) if place.here and place.hidden and not place.stands_in
        )


def _check(roster: Roster) -> None:
    seats = range(len(roster.places))
    if not MIN_SEATS <= len(seats) <= MAX_SEATS:
        refuse(len(seats), "a number of seats")
    if roster.screen is None if roster.host is None else roster.host not in seats:
        refuse(roster.host, "the seat of the host")
    if roster.screen_leader is not None and (roster.screen is None or roster.screen_leader not in seats):
        refuse(roster.screen_leader, "the seat of the leader")
    challenge = roster.settings.challenge
    if challenge is not None and challenge.result is not None:
        result, levels = challenge.result, roster.settings.variant.levels(len(seats))
        if result.level > levels or (result.won and result.level < levels):
            refuse(result, "possible")


CHECKS[Roster] = _check
