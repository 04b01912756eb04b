"""What a page holds to sit at somebody's table: its View, and who would be host next.

Whoever runs a Guest calls `take` for every message, `tick` no earlier than `due`, then
delivers what `outbox` returns and shows what `updates` returns.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from random import Random
from typing import TypeAlias

from game.core import Action, Card, Dealt, Phase, Play, Seat, State, View
from game.net.digests import key_digest, new_secret, table_proof
from game.net.messages import (
    Commit,
    Committed,
    Company,
    Goodbye,
    Heard,
    Hosting,
    Join,
    MakeSign,
    Message,
    Notice,
    Ping,
    Pong,
    Press,
    Ready,
    Rename,
    Reveal,
    Revealed,
    Seek,
    Seen,
    Shuffle,
    Sign,
    Signed,
    Void,
    Vote,
    Watchword,
    Why,
)
from game.net.outgoing import Close, Dial, Say
from game.net.peer import SILENCE
from game.net.roster import Place, Roster
from game.net.shuffle import Hand, OwnShare
from game.net.succession import Search, survives

STRANGERS_AFTER = 5.0
"""Seconds of searching after which a host is followed that this page does not know."""

MOVES_ON = (Why.CLOSED, Why.LEFT, Why.MOVED)
"""A host's goodbye after which the table goes on elsewhere; all others are meant for this page."""


class Whereabouts(Enum):
    """How this page stands to the table."""

    SEEKING = "seeking"
    JOINING = "joining"
    IN = "in"
    OUT = "out"


@dataclass(frozen=True, slots=True)
class Searching:
    """The host is not heard any more, and is looked for."""


@dataclass(frozen=True, slots=True)
class Out:
    """This page has no place at the table any more."""

    why: Why


@dataclass(frozen=True, slots=True)
class Checked:
    """The shuffle was shown: it was fair, or the host dealt other cards."""

    fair: bool


Shown: TypeAlias = View | Roster | Notice | Signed | Searching | Out | Checked


class Guest:
    """The page `me` at a table. `key` opens its seat; the browser keeps it."""

    def __init__(
        self,
        me: str,
        name: str,
        key: str,
        dice: Random,
        now: float,
        *,
        watch: bool = False,
        roster: Roster | None = None,
        view: View | None = None,
        watchword: str | None = None,
    ) -> None:
        self.name = name
        self.key = key
        self.watch = watch
        self.roster = roster
        self.view = view
        self.watchword = new_secret(dice) if watchword is None else watchword
        self.whereabouts = Whereabouts.SEEKING
        self.host: str | None = None
        self.pressed: dict[int, Card] = {}
        self._me = me
        self._key_digest = key_digest(key)
        self.restored = roster is not None
        self._heard_host = now
        self._search = Search(now)
        self._share = OwnShare(dice)
        self._deal = self._seen = -1
        self._presses = 0
        self._out: list[Say | Close | Dial] = []
        self._shown: list[Shown] = []

    # --- what the page shows and does ---------------------------------------------

    @property
    def seat(self) -> Seat | None:
        """Where this page sits; None while it watches."""
        return next((seat for seat, place in self._people() if place.key_digest == self._key_digest), None)

    @property
    def survives(self) -> State | None:
        """The game as another host would deal it anew; None before the first deal."""
        return None if self.view is None else survives(self.view)

    def updates(self) -> list[Shown]:
        """What is to be shown, in order."""
        shown, self._shown = self._shown, []
        return shown

    def outbox(self) -> list[Say | Close | Dial]:
        """What is to be delivered, in order."""
        out, self._out = self._out, []
        return out

    def act(self, action: Action, now: float) -> None:
        """The person took `action`. A card moves at once; the host says whether it landed."""
        if self.whereabouts is not Whereabouts.IN or self._deal < 0:
            return
        self._presses += 1
        if isinstance(action, Play):
            self.pressed[self._presses] = action.card
        self._say(Press(self._presses, self._deal, self._seen, now, action))

    def ready(self, ready: bool) -> None:
        """Say that this page is ready, or not any more."""
        self._say(Ready(ready))

    def rename(self, name: str) -> None:
        """Be called `name`."""
        self.name = name
        self._say(Rename(name))

    def vote(self, seat: Seat, agreed: bool) -> None:
        """Be for going on with a teammate at `seat`, or not any more."""
        self._say(Vote(seat, agreed))

    def sign(self, sign: Sign) -> None:
        """Make a wordless sign."""
        self._say(MakeSign(sign))

    def leave(self, why: Why = Why.LEFT) -> None:
        """Say goodbye: for good, or because the page is closed."""
        self._say(Goodbye(why))
        self.whereabouts = Whereabouts.OUT

    # --- time ---------------------------------------------------------------------

    def due(self) -> float:
        """When `tick` next has something to do."""
        match self.whereabouts:
            case Whereabouts.OUT:
                return float("inf")
            case Whereabouts.SEEKING:
                return self._search.due()
            case _:
                return self._heard_host + SILENCE

    def tick(self, now: float) -> None:
        """Do all that is due by `now`."""
        if self.host is not None and now >= self._heard_host + SILENCE:
            self._lose_host(now)
        if self.whereabouts is not Whereabouts.SEEKING:
            return
        if self._search.calls(now):
            self._out += [Say(peer, Seek(self._term)) for peer in self._search.peers]
        if self._search.dials(now):
            self._out.append(Dial())

    def slept(self, seconds: float) -> None:
        """The page did not run for so long: silence in that time was not the host's."""
        self._heard_host += seconds

    def told_other_version(self) -> None:
        """Whoever is in the room has another version of the page."""
        if self.whereabouts is Whereabouts.SEEKING:
            self.whereabouts = Whereabouts.OUT
            self._shown.append(Out(Why.VERSION))

    def takes_over(self, now: float) -> bool:
        """Whether it is for this page to be host: it is the first of those who miss the last one."""
        roster, seat = self.roster, self.seat
        if self.whereabouts is not Whereabouts.SEEKING or roster is None or seat is None:
            return False
        return self._search.is_next(roster, seat, now, restored=self.restored)

    def _lose_host(self, now: float) -> None:
        self.whereabouts, self.host = Whereabouts.SEEKING, None
        self.pressed.clear()
        self._deal = -1
        self._search.begin(now)
        self._shown.append(Searching())

    # --- peers --------------------------------------------------------------------

    def connected(self, peer: str, now: float) -> None:
        """There is a channel to `peer`."""
        self._search.connected(peer)
        if self.whereabouts is Whereabouts.SEEKING:
            self._out.append(Say(peer, Seek(self._term)))

    def lost(self, peer: str, now: float) -> None:
        """There is no channel to `peer` any more."""
        self._search.lost(peer)
        if peer == self.host:
            self._lose_host(now)

    def follow(self, peer: str, now: float) -> None:
        """Ask `peer`, who is host, for a seat."""
        self.whereabouts, self.host = Whereabouts.JOINING, peer
        self._heard_host = now
        self._out.append(Say(peer, Join(self.name, self.key, self.watch)))

    def trusts(self, peer: str) -> bool:
        """Whether `peer` sat at this page's table."""
        return any(place.peer == peer for _, place in self._people())

    def knows(self, peer: str, hosting: Hosting) -> bool:
        """Whether who says so sat at this page's table, be it in another page."""
        return self.trusts(peer) or hosting.proof == table_proof(self.watchword, peer, self._me)

    def take(self, peer: str, message: Message, now: float) -> bool:
        """`peer` said this. False if that is not its to say."""
        if not self._search.hears(peer) or self.whereabouts is Whereabouts.OUT:
            return True
        match message:
            case Hosting():
                self._hosting(peer, message, now)
            case Seek():
                self._search.sought_by(peer, now)
                if self.whereabouts is Whereabouts.IN:
                    self._out.append(Say(peer, Heard(self._term)))
            case Heard():
                if self.trusts(peer):
                    self._search.vouched(now)
            case _ if peer == self.host:
                self._heard_host = now
                return self._from_host(message, now)
            case _:
                return False
        return True

    def _hosting(self, peer: str, message: Hosting, now: float) -> None:
        if peer == self.host:
            self.follow(peer, now)  # it does not know us any more
            return
        if self.whereabouts is not Whereabouts.SEEKING:
            return
        searched = now - self._search.since
        known = self.roster is None or self.knows(peer, message)
        current = message.term >= self._term
        if (known and current) or searched >= STRANGERS_AFTER:
            self.follow(peer, now)

    def _from_host(self, message: Message, now: float) -> bool:
        assert self.host is not None
        match message:
            case Ping(at):
                self._say(Pong(at, now, max(0, self._seen)))
            case Company(roster):
                self._company(self.host, roster, now)
            case Watchword(word):
                self.watchword = word
            case Seen():
                return self._see(message)
            case Void(number):
                self.pressed.pop(number, None)
                self._show_again()
            case Notice(seat=seat) | Signed(seat=seat) if self.roster and seat < len(self.roster.places):
                self._shown.append(message)
            case Shuffle(number):
                self._shuffle(number)
            case Committed(number, commitments):
                return self._reveal(number, dict(commitments))
            case Revealed(number, shares):
                if (fair := self._share.check(number, dict(shares))) is not None:
                    self._shown.append(Checked(fair))
            case Goodbye(why):
                self._told_goodbye(self.host, why, now)
            case _:
                return False
        return True

    def _company(self, host: str, roster: Roster, now: float) -> None:
        if self.whereabouts is Whereabouts.JOINING:
            if self._seated and all(place.key_digest != self._key_digest for place in roster.places):
                self._search.lost(host)  # that is not the table at which this page sits
                self._lose_host(now)
                return
            self.whereabouts = Whereabouts.IN
            self.restored = False
            self._deal = self._seen = -1
            self._share.forget()
        self.roster = roster
        if self.view is not None and not self._at_this_table(self.view):
            self.view = None
        self._shown.append(roster)

    @property
    def _seated(self) -> bool:
        """Whether this page has a seat in a game that has begun."""
        return self.roster is not None and self.roster.started and self.seat is not None

    def _told_goodbye(self, host: str, why: Why, now: float) -> None:
        if why in MOVES_ON:
            self._search.connected(host)
            self._lose_host(now)
            return
        self.whereabouts, self.host = Whereabouts.OUT, None
        self._shown.append(Out(why))
        self._out.append(Close(host))

    # --- the table ----------------------------------------------------------------

    def _at_this_table(self, view: View) -> bool:
        """Whether `view` is of the table that the roster shows, from this page's seat."""
        roster = self.roster
        if roster is None:
            return False
        return (view.variant, view.seats, view.seat) == (roster.variant, len(roster.places), self.seat)

    def _see(self, seen: Seen) -> bool:
        view = seen.view
        if not self._at_this_table(view):
            return False
        if seen.number <= self._seen:
            return True
        self.view, self._deal, self._seen = view, seen.deal, seen.number
        gone = [n for n, card in self.pressed.items() if card not in view.hand or view.phase is not Phase.PLAY]
        for number in gone:
            del self.pressed[number]
        if view.seat is not None and any(isinstance(event, Dealt) for event in view.news):
            self._share.dealt(Hand(survives(view), view.seat, view.hand))
        self._shown.append(view)
        return True

    def _show_again(self) -> None:
        if self.view is not None:
            self._shown.append(replace(self.view, news=()))

    # --- the shuffle --------------------------------------------------------------

    def _shuffle(self, number: int) -> None:
        if self.seat is not None and (commitment := self._share.commit(number, self.seat)):
            self._say(Commit(number, commitment))

    def _reveal(self, number: int, commitments: dict[Seat, str]) -> bool:
        """Show our share, once, if it is bound into the round with all the others'."""
        share = None if self.seat is None else self._share.reveal(number, self.seat, commitments)
        if share is not None:
            self._say(Reveal(number, share))
        return share is not None

    # ------------------------------------------------------------------------------

    @property
    def _term(self) -> int:
        return 0 if self.roster is None else self.roster.term

    def _people(self) -> list[tuple[Seat, Place]]:
        return [] if self.roster is None else list(self.roster.people())

    def _say(self, message: Message) -> None:
        if self.host is not None:
            self._out.append(Say(self.host, message))
