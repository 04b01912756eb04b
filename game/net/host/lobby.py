"""The seats and their players, before and during the game. Only the host's page has a Lobby."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from game.core import Seat, Variant
from game.core.variants import MAX_SEATS, MIN_SEATS
from game.net.host.person import Cause, Person
from game.net.names import free_name
from game.net.protocol.messages import Why
from game.net.roster import MOST_SENT_AWAY, MOST_WATCHERS, Place, Presence, Roster, Settings, Sitter, unseated


class Refusal(ValueError):
    """A page may not join; `why` is the reason that it gets."""

    def __init__(self, why: Why) -> None:
        super().__init__(why.value)
        self.why = why


class Hindrance(NamedTuple):
    """The reasons why the game cannot start.

    `absent` and `unready` name players who are not connected or not ready, `alone` means fewer than MIN_SEATS seats are
    taken, and `too_few` means that a seat is free although a challenge needs all of them.
    """

    absent: tuple[str, ...]
    unready: tuple[str, ...]
    alone: bool
    too_few: bool = False


def hindrance(roster: Roster) -> Hindrance | None:
    """Return why the game cannot start yet; None if it can.

    Starting removes free seats, so they prevent the start only with a challenge, which deals cards to all seats.
    """
    people = list(roster.people())
    found = Hindrance(
        absent=tuple(place.name for _, place in people if not place.here),
        unready=tuple(place.name for seat, place in people if place.here and not place.ready and seat != roster.leader),
        alone=sum(place.sitter is not Sitter.NOBODY for place in roster.places) < MIN_SEATS,
        too_few=roster.settings.challenge is not None and any(place.sitter is Sitter.NOBODY for place in roster.places),
    )
    return found if any(found) else None


class Lobby:
    """The seats and their players. The roster shows all but the earlier banned keys.

    During a game at a table that is listed in a club, people who wait for a seat take those of teammates at the next
    level, until they leave.
    """

    def __init__(self, variant: Variant, seats: int, screen: Place | None = None) -> None:
        self.settings = Settings(variant)
        self.started = False
        self.screen = screen
        self._leader_key = ""
        self._wanted = seats
        self._places = [Place() for _ in range(seats)]
        self._watchers: list[Place] = []
        self._people: dict[str, Person] = {}

    @classmethod
    def inherited(cls, roster: Roster, now: float) -> Lobby:
        """Return a copy of the lobby in `roster` for a new host. All players count as absent until they join it."""
        screen = None if roster.screen is None else Place(Sitter.PERSON, key=roster.screen.key)
        lobby = cls(roster.settings.variant, MAX_SEATS if roster.started else len(roster.places), screen)
        lobby.settings = roster.settings
        lobby.started = roster.started
        lobby._places = list(roster.places)
        for one in roster.everyone:
            lobby.person(one.key).untold = roster.started
        for key in roster.sent_away:
            lobby.person(key).banned = True
        for key in (*lobby._seat_keys, *(one.key for one in roster.watchers)):
            lobby.person(key).known = True
        lobby._leader_key = "" if roster.screen_leader is None else roster.places[roster.screen_leader].key
        for seat, place in roster.people():
            if place.here:
                lobby.change(seat, presence=Presence.AWAY)
            lobby.person(place.key).start(Cause.ABSENT, now)
            if place.presence is Presence.GONE:
                lobby.person(place.key).expire(now)
        lobby._tell_waits(now)
        return lobby

    def roster(self, term: int, host: Seat | None, at_door: Place | None = None) -> Roster:
        """Return the public roster."""
        return Roster(
            term,
            host,
            self.settings,
            self.started,
            tuple(self._places),
            tuple(self._watchers),
            self.screen,
            self.screen_leader,
            tuple(self.sent_away)[-MOST_SENT_AWAY:],
            at_door,
        )

    def person(self, key: str) -> Person:
        """Return what this host knows of the person with `key`."""
        if key not in self._people:
            kept = {*self._seat_keys, *(place.key for _, place in self._here)}
            self._people = {one: known for one, known in self._people.items() if known.is_remembered or one in kept}
            self._people[key] = Person()
        return self._people[key]

    @property
    def sent_away(self) -> list[str]:
        """The banned keys, the latest one last."""
        return [key for key, one in self._people.items() if one.banned]

    @property
    def gone(self) -> set[str]:
        """The keys of people who are no members of the table any more: they gave up their seats, or are banned."""
        return {key for key, one in self._people.items() if one.left or one.banned}

    @property
    def screen_leader(self) -> Seat | None:
        """The seat that leads while a screen shows the table: the first player's, or the one that got the lead.

        While that player is not connected, another one leads.
        """
        if self.screen is None:
            return None
        here = [seat for seat, place in enumerate(self._places) if place.here]
        return next((seat for seat in here if self._places[seat].key == self._leader_key), next(iter(here), None))

    @property
    def places(self) -> tuple[Place, ...]:
        return tuple(self._places)

    def seat_of(self, peer: str) -> Seat | None:
        """Return the seat of the page `peer`; None if it watches or is not connected."""
        return next((seat for seat, place in enumerate(self._places) if place.here and place.peer == peer), None)

    @property
    def _here(self) -> Iterator[tuple[Seat | None, Place]]:
        """The places of all connected members, with their seats."""
        without_seat = [*self._watchers, *([self.screen] if self.screen is not None else [])]
        every = [*enumerate(self._places), *((None, place) for place in without_seat)]
        return ((seat, place) for seat, place in every if place.here)

    def place_of(self, peer: str) -> Place | None:
        """Return the place of the page `peer`; None if it has not joined."""
        return next((place for _, place in self._here if place.peer == peer), None)

    def members(self) -> list[tuple[str, Seat | None]]:
        """Return every connected page that has joined, with its seat."""
        return [(place.peer, seat) for seat, place in self._here]

    def has(self, peer: str) -> bool:
        """Whether the page `peer` has joined."""
        return self.place_of(peer) is not None

    # --- joining and leaving ------------------------------------------------------

    def join(self, peer: str, name: str, key: str, watch: bool, now: float) -> Seat | None:
        """Let a page join: at the seat that belongs to `key`, else at a free seat, else as a watcher.

        Return its seat. It replaces another page with the same key. Raises Refusal.
        """
        if self.person(key).banned:
            raise Refusal(Why.SENT_AWAY)
        if self.screen is not None and self.screen.key == key:
            self.screen = unseated(peer, key)
            return None
        own = next((seat for seat, place in enumerate(self._places) if place.key == key), None)
        if own is not None:
            if self.started:
                self.person(key).stop(Cause.ABSENT, now)
            else:
                self.person(key).forget_waits()
            self._sit(own, peer)
            self._tell_waits(now)
            return own
        if self.has(peer):
            return self.seat_of(peer)
        if self.settings.locked:
            raise Refusal(Why.LOCKED)
        if self._asks and not self.person(key).known:
            raise Refusal(Why.NOT_LET_IN)
        free = self._free_seat
        if free is not None and not watch and not self.started:
            self._sit_down(free, unseated(peer, key, name))
            return free
        if len(self._watchers) >= MOST_WATCHERS:
            raise Refusal(Why.FULL)
        self._watchers.append(unseated(peer, key, self.free_name(name), waits=not watch))
        self._tell_waits(now)
        return None

    @property
    def _asks(self) -> bool:
        """Whether unknown keys wait at the door: after a removal, if there is a leader to ask."""
        return bool(self.sent_away) and (self.screen is None or self.screen_leader is not None)

    @property
    def _seat_keys(self) -> list[str]:
        return [place.key for place in self._places if place.key]

    def gives_way(self, *, asked: bool) -> str | None:
        """Return the watcher who yields in a full room: one who only watches.

        If the leader was `asked`, it may also be the last one who waits for a seat.
        """
        idle = next((one.peer for one in self._watchers if not one.waits), None)
        return self.waiting[-1] if idle is None and asked else idle

    def leave(self, peer: str, presence: Presence, now: float) -> Seat | None:
        """Mark the member at `peer` as AWAY or GONE. Return the member's seat; None for a watcher.

        Before a game, a player who is GONE loses the seat. A player who is AWAY stays ready.
        """
        if self.screen is not None and self.screen.peer == peer:
            self.screen = Place(Sitter.PERSON, key=self.screen.key)
        self._drop_watcher(peer)
        gone = presence is Presence.GONE
        if (seat := self.seat_of(peer)) is None:
            return None
        place = self._places[seat]
        self.change(seat, presence=presence, ready=place.ready and presence is Presence.AWAY)
        person = self.person(place.key)
        person.start(Cause.ABSENT, now)
        if gone:
            person.left = True
            person.expire(now)
            if not self.started:
                self.free(seat)
        self._tell_waits(now)
        return seat

    def ban(self, key: str) -> None:
        """Refuse the holder of `key` from now on, who has left."""
        self.person(key).banned = True
        self._people[key] = self._people.pop(key)
        here = {*self._seat_keys, *(one.key for one in self._watchers)}
        for other in here:
            self.person(other)
        for other, one in self._people.items():
            one.known = other in here

    def _seat_who_waits(self, seat: Seat) -> None:
        """Give the free `seat` to the watcher who has waited longest for one."""
        one = next((one for one in self._watchers if one.waits), None)
        if one is not None:
            self._drop_watcher(one.peer)
            self._sit_down(seat, one)

    def _drop_watcher(self, peer: str) -> None:
        self._watchers = [one for one in self._watchers if one.peer != peer]

    def _seat_all_who_wait(self) -> None:
        """Give the free seats to the watchers who wait for one."""
        for seat, place in enumerate(self.places):
            if place.sitter is Sitter.NOBODY:
                self._seat_who_waits(seat)

    @property
    def _free_seat(self) -> Seat | None:
        return next((seat for seat, place in enumerate(self._places) if place.sitter is Sitter.NOBODY), None)

    def _sit_down(self, seat: Seat, one: Place) -> None:
        """Give the free `seat` to a person."""
        name = self.free_name(one.name, seat)
        self._places[seat] = Place(Sitter.PERSON, name, key=one.key)
        self._sit(seat, one.peer)

    def _sit(self, seat: Seat, peer: str) -> None:
        self._drop_watcher(peer)
        self.person(self._places[seat].key).left = False
        if not any(place.key and place.key == self._leader_key for place in self._places):
            self._leader_key = self._places[seat].key
        self.change(seat, peer=peer, presence=Presence.CONNECTED, vote_in=0, hidden=False)
        self.change(seat, votable=False, votes=frozenset(), stands_in=False)

    def free_name(self, name: str, seat: Seat | None = None) -> str:
        """Return `name`, changed if it looks like another name at the table. `seat` is its seat; None without one."""
        seated = (place.name for other, place in enumerate(self._places) if other != seat and place.name)
        return free_name(name, [*seated, *(one.name for one in self._watchers)])

    # --- before the game ----------------------------------------------------------

    def rename(self, seat: Seat, name: str) -> None:
        """Change the name of the player at `seat`."""
        self.change(seat, name=self.free_name(name, seat))

    def choose(self, chosen: Settings, seats: int) -> None:
        """Choose the settings and the number of seats of the next game, as far as a challenge leaves the choice."""
        self.settings = before = replace(self.settings, locked=chosen.locked)
        if before.challenge is not None:  # it is for this variant and this number of seats
            chosen, seats = replace(chosen, variant=before.variant), len(self._places)
        keeps = chosen.challenge == before.challenge
        chosen = replace(chosen, challenge=before.challenge if keeps else None, club=before.club)
        if (chosen, seats) != (before, len(self._places)):
            self.arrange(chosen, seats)

    def arrange(self, settings: Settings, seats: int) -> None:
        """Change the settings before the game, unless there are too many or too few `seats` for the people here."""
        people = [seat for seat, place in enumerate(self._places) if place.sitter is Sitter.PERSON]
        if self.started or not max(MIN_SEATS, len(people)) <= seats <= MAX_SEATS:
            return  # perhaps a player has just taken a seat; the next roster shows it
        unmanned = [seat for seat in range(min(seats, len(self._places))) if seat not in people]
        for seat, nearer in zip([seat for seat in people if seat >= seats], unmanned, strict=False):
            self._places[nearer] = self._places[seat]
        self._places = [*self._places, *(Place() for _ in range(seats))][:seats]
        self._places = [replace(place, ready=False) for place in self._places]
        self.settings = settings
        self._wanted = seats
        self._seat_all_who_wait()

    def fill(self, seat: Seat, character: str, name: str = "") -> None:
        """Give `seat`, which no person has, to a teammate with this `character`, called `name` or like it."""
        self._places[seat] = Place(Sitter.TEAMMATE, self.free_name(name or character, seat), character=character)

    def fill_one(self, character: str) -> None:
        """Give the first free seat to a teammate, if there is one. A game that has begun has none."""
        if (free := self._free_seat) is not None:
            self.fill(free, character)

    def empty(self, seat: Seat) -> None:
        """Free `seat`, if a teammate has it and the game has not begun."""
        if seat < len(self._places) and not self.started and self._places[seat].sitter is Sitter.TEAMMATE:
            self.free(seat)

    @property
    def is_deserted(self) -> bool:
        """Whether a game is running whose players have all left. Then only a screen can be host."""
        people = [place for place in self._places if place.sitter is Sitter.PERSON]
        return self.started and bool(people) and all(place.presence is Presence.GONE for place in people)

    def free_all(self) -> None:
        """Free all seats, and give them to the persons who wait for one."""
        for seat in range(len(self._places)):
            self.free(seat)

    def free(self, seat: Seat) -> None:
        """Free `seat`, and give it to the next person who waits for one."""
        self.person(self._places[seat].key).forget_waits()
        leads = self._leader_key and self._places[seat].key == self._leader_key
        self._places[seat] = Place()
        if leads:
            self._leader_key = next((place.key for place in self._places if place.here), "")
        self._seat_who_waits(seat)

    def watch(self, peer: str, watch: bool) -> None:
        """Make a player a watcher before the game. A watcher takes the next free seat, or stops waiting for one."""
        seat = self.seat_of(peer)
        if seat is not None:
            if watch and not self.started and len(self._watchers) < MOST_WATCHERS:
                place = self._places[seat]
                self.person(place.key).left = True
                self.free(seat)
                self._watchers.append(unseated(peer, place.key, self.free_name(place.name)))
            return
        one = next((one for one in self._watchers if one.peer == peer), None)
        if one is not None:
            self._drop_watcher(peer)
            self._watchers.append(replace(one, waits=not watch))
            free = self._free_seat
            if free is not None and not self.started:
                self._seat_who_waits(free)

    def may_give_up(self, host: str) -> bool:
        """Whether the player at the page `host` may become a watcher: before a game, if another player can host."""
        others = any(place.here and place.peer != host for place in self._places)
        return others and self.seat_of(host) is not None and not self.started and len(self._watchers) < MOST_WATCHERS

    def hand_over(self, seat: Seat) -> None:
        """Give the lead to the player at `seat`, if that player is connected."""
        if seat < len(self._places) and self._places[seat].here:
            self._leader_key = self._places[seat].key

    def give_way(self) -> None:
        """Between two games, give the seats of absent players, and unused ones, to people who wait for a seat.

        Also drop the challenge: its cards are known by now, and are not dealt again.
        """
        self.settings = replace(self.settings, challenge=None)
        self._places = [place.settled for place in self._places]
        for seat, place in enumerate(self.places):
            if place.sitter is Sitter.PERSON and not place.here and self.waiting:
                self.free(seat)
        while self.waiting and len(self._places) < self._wanted:
            self._places.append(Place())
            self._seat_who_waits(len(self._places) - 1)

    @property
    def waiting(self) -> list[str]:
        """The pages of the people who wait for a seat, the first one first."""
        return [one.peer for one in self._watchers if one.waits]

    def close_up(self) -> None:
        """Remove the free seats. The other seats move up."""
        self._places = [place for place in self._places if place.sitter is not Sitter.NOBODY]

    def reopen(self, now: float) -> None:
        """Return to the lobby after a game. The next one may have other settings and players."""
        self.started = False
        for one in self._people.values():
            one.begin_again(now)
        places = [place.before_game for place in self._places]
        self._places = [*places, *(Place() for _ in range(self._wanted - len(places)))]
        self.give_way()
        self._seat_all_who_wait()

    # --- during the game ----------------------------------------------------------

    def lend_seats(self) -> list[Seat]:
        """Give the seats of teammates to the people who wait for a seat. Return these seats."""
        lent: list[Seat] = []
        for seat, place in enumerate(self.places):
            if self.settings.club and self.waiting and place.sitter is Sitter.TEAMMATE:
                self._seat_who_waits(seat)
                self.change(seat, character=place.character)
                lent.append(seat)
        return lent

    def take_back(self, seat: Seat) -> bool:
        """Give a lent `seat` back to its teammate. Return False if it is not lent, or its person is connected."""
        place = self._places[seat]
        if not place.lent or place.here or not self.started:
            return False
        self.person(place.key).forget_waits()
        self.fill(seat, place.character)
        return True

    def next_change(self) -> float:
        """Return when to call `open_votes` next."""
        return min((self._vote_at(place) for place in self._places if not place.votable), default=math.inf)

    def _vote_at(self, place: Place, *causes: Cause) -> float:
        """Return when the others may vote about the player at `place`, for one of these `causes`; inf if never."""
        return self.person(place.key).vote_at(*causes) if place.key else math.inf

    def _tell_waits(self, now: float) -> None:
        """Set, for each absent player in the roster, the seconds from `now` until the others may vote."""
        for seat, place in enumerate(self.places):
            at = self._vote_at(place, Cause.ABSENT)
            if self.started and at < math.inf:
                self.change(seat, vote_in=max(1, round(at - now)) if at > now else 0)

    def is_hidden(self, peer: str) -> bool:
        """Whether the page `peer`, of a player or the screen, is in the background."""
        place = self.place_of(peer)
        return place is not None and place.hidden

    def hide(self, peer: str, hidden: bool) -> None:
        """Note whether the page `peer`, of a player or the screen, is in the background."""
        seat = self.seat_of(peer)
        if seat is not None:
            self.change(seat, hidden=hidden)
        elif self.screen is not None and self.screen.peer == peer:
            self.screen = replace(self.screen, hidden=hidden)

    def hold_up(self, seats: Collection[Seat], now: float) -> None:
        """Set the seats whose hands all other players wait for. Their players are connected."""
        for seat, place in enumerate(self.places):
            if seat in seats:
                self.person(place.key).start(Cause.HOLDS_UP, now)
            elif place.key and self.person(place.key).waits_for(Cause.HOLDS_UP):
                self.person(place.key).stop(Cause.HOLDS_UP, now)
                if place.here:
                    self.change(seat, votable=False, votes=frozenset())

    def open_votes(self, now: float) -> None:
        """Open the votes about players who have been absent for long. Before the game, such a seat becomes free."""
        for seat, place in enumerate(self.places):
            if now >= self._vote_at(place) and not place.votable:
                if self.started:
                    self.change(seat, votable=True, vote_in=0)
                else:
                    self.free(seat)

    def vote(self, voter: Seat, seat: Seat, agreed: bool) -> bool:
        """Set whether `voter` votes for a teammate at `seat`. Return False if there is no such vote."""
        if seat >= len(self._places):
            return False
        place = self._places[seat]
        if not place.votable or place.stands_in or voter == seat:
            return False
        self.change(seat, votes=place.votes | {voter} if agreed else place.votes - {voter})
        return True

    def carried(self, seat: Seat) -> bool:
        """Whether more than half of the other connected players vote for a teammate at `seat`."""
        here = {other for other, place in enumerate(self._places) if place.here and other != seat}
        return 2 * len(self._places[seat].votes & here) > len(here)

    def stand_in(self, seat: Seat) -> None:
        """Let a teammate play for `seat` until its player returns."""
        self.change(seat, stands_in=True, votes=frozenset())

    def resume(self, seat: Seat) -> None:
        """Let the player at `seat`, who never disconnected, play again."""
        self.change(seat, stands_in=False, votable=False)

    def change(self, seat: Seat, **changes: Any) -> None:
        """Change these fields of the place at `seat`."""
        self._places[seat] = replace(self._places[seat], **changes)
