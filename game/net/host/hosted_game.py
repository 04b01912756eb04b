"""The game at the host's table: its deals, its presses in the order of pressing, and the Views for all members."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from game.core import (
    OVER,
    Dealt,
    GoBlind,
    LiftHand,
    LowerStar,
    Phase,
    Play,
    PlayRest,
    Seat,
    State,
    Stop,
    View,
)
from game.net.host.lag_compensation import LagCompensatedTable
from game.net.host.lobby import Lobby
from game.net.host.peers import Peers
from game.net.host.press_timing import LagQuota
from game.net.host.shuffle_host import ShuffleHost
from game.net.protocol.messages import Note, Notice, Press, Seen, Void
from game.net.roster import Presence, Sitter
from game.net.succession.host_search import RESTORED_LOST_FOR
from game.table import Table
from game.teammates import Teammate
from game.transport.hashes import mixed

GATHER = 2
"""Answer times in which the other players receive a new host's offer and join, once they follow it."""

TeammateFor: TypeAlias = Callable[[str, Seat], Teammate]
"""Makes the teammate for a character and a seat. The character "" is the one that plays best with the others."""


class HostedGame:
    """The games of a table, one after the other. `fair` is the table of the current one, `shuffle` deals its cards.

    If it continues the game of an earlier host, `start` is that game before its next deal.
    """

    def __init__(self, lobby: Lobby, peers: Peers, teammates: TeammateFor) -> None:
        self.fair: LagCompensatedTable | None = None
        self.quotas = defaultdict[Seat, LagQuota](LagQuota)
        self.shuffle = ShuffleHost(
            self._present, peers.slowest_answer, peers.tell_members, lambda shares, now: self.deal(mixed(shares), now)
        )
        self._lobby = lobby
        self._peers = peers
        self._teammates = teammates
        self._deal = 0
        self.start: State | None = None
        self._gathers_since = math.inf
        self._awaited: frozenset[Seat] = frozenset()
        self._goes_blind: Seat | None = None

    # --- course of the game -------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether the game has ended. A game that was won may still go on blind."""
        return self.fair is not None and self.fair.table.view(None).phase in OVER

    @property
    def is_playing(self) -> bool:
        """Whether a level is being played at this moment."""
        return self.fair is not None and self.fair.table.view(None).phase is Phase.PLAY

    def await_players(self, seats: frozenset[Seat], now: float) -> None:
        """Wait for the players on `seats`, who may have to find the new host, before the next deal."""
        self._gathers_since = now
        self._awaited = seats

    def begin_if_complete(self, now: float) -> None:
        """Deal once every player that a new host waits for is connected."""
        if self._gathers_since < math.inf and all(self._lobby.places[seat].here for seat in self._awaited):
            self.begin(now)

    def begin(self, now: float) -> None:
        """Deal the cards of the challenge at once. Without a challenge, start a shuffle first."""
        self._gathers_since = math.inf
        challenge = self._lobby.settings.challenge
        if challenge is None:
            self.shuffle.begin(now)
        else:
            self.deal(challenge.seed, now)

    def end(self) -> bool:
        """Clear the table after a game. Return False if no game has ended."""
        if not self.over or self.fair is None:
            return False
        self.shuffle.show_shares()
        self._clear()
        return True

    def abandon(self) -> None:
        """Clear the table in the middle of a game. Its deals stay unverified."""
        self.shuffle.cancel()
        self._gathers_since = math.inf
        self._clear()

    def _clear(self) -> None:
        if self.fair is not None:
            self._deal = self.fair.deal
        self.fair = self.start = self._goes_blind = None

    def due(self) -> float:
        """Return when to call `tick` next."""
        table = math.inf if self.fair is None else self.fair.due(self._wait())
        return min(self._gathers_until, self.shuffle.due, table)

    def tick(self, now: float) -> None:
        """Do everything that is due by `now`."""
        if now >= self._gathers_until:
            self.begin(now)
        self.shuffle.tick(now)
        self.go_on(now)

    @property
    def _gathers_until(self) -> float:
        """The time until which a new host waits for the players that it can reach; inf if it does not wait."""
        return self._gathers_since + RESTORED_LOST_FOR + GATHER * self._peers.slowest_answer()

    def _present(self) -> set[Seat]:
        return {seat for seat, place in enumerate(self._lobby.places) if place.here}

    def deal(self, seed: str, now: float) -> None:
        """Deal the cards of `seed`, in a new game or in the current one."""
        seat, self._goes_blind = self._goes_blind, None
        if seat is not None and self.fair is not None:
            self.fair.table.reseed(seed)
            self.fair.take(seat, GoBlind())
            self.go_on(now)
            return
        lobby = self._lobby
        teammates = {
            seat: self._teammates(place.character, seat)
            for seat, place in enumerate(lobby.places)
            if place.sitter is Sitter.TEAMMATE or place.stands_in
        }
        table = Table(lobby.settings.variant, len(lobby.places), seed, teammates, start=self.start)
        self.fair = LagCompensatedTable(table, now, self._deal)
        self.go_on(now)
        if self.start is not None and self.start.phase is not Phase.DEAL:
            for peer, seat in lobby.members():
                self.show(peer, seat)

    def show_shares(self) -> None:
        """Send the shares of the shuffle if the game has ended, so that every page can verify its deals."""
        if self.over:
            self.shuffle.show_shares()

    # --- players ------------------------------------------------------------------

    def player_left(self, seat: Seat, presence: Presence, now: float) -> None:
        """Pause the game for the player of `seat`, who has disconnected."""
        if not self._lobby.started:
            return
        if presence is Presence.GONE and self._take_back(seat):
            self.go_on(now)
            self.shuffle.gone(seat, now)
            return
        self._peers.tell_members(Notice(Note(presence.value), seat))
        if self.fair is not None:
            self.fair.take(seat, Stop(), LowerStar(), LiftHand())
            self.go_on(now)
        self.shuffle.gone(seat, now)
        self.count_votes(now)  # with fewer players present, fewer votes are a majority

    def player_returned(self, seat: Seat, now: float) -> None:
        """Pause the game for the player of `seat`, who is connected again."""
        if self.fair is None:
            return
        self.fair.take(seat, Stop(), LiftHand())  # a teammate in this seat may have laid its hand
        self.fair.table.seat(seat, None, self.fair.table.now)
        self._peers.tell_members(Notice(Note.BACK, seat))
        self.go_on(now)

    def player_hides(self, seat: Seat, now: float) -> None:
        """Pause the game if the player of `seat`, whose page is in the background, still holds cards."""
        if not self._lobby.started or self._lobby.places[seat].stands_in:
            return
        self._peers.tell_members(Notice(Note.HIDDEN, seat))
        if self.fair is not None and self.fair.table.view(seat).hand:
            self.fair.take(seat, Stop(), LowerStar(), LiftHand())
            self.go_on(now)

    def player_shows(self, seat: Seat) -> None:
        """Tell all that the player of `seat` sees the page again."""
        if self._lobby.started and not self._lobby.places[seat].stands_in:
            self._peers.tell_members(Notice(Note.BACK, seat))

    def count_votes(self, now: float) -> None:
        """Let a teammate play for each seat where a majority has voted for it."""
        for seat, place in enumerate(self._lobby.places):
            if place.votable and not place.stands_in and self._lobby.carried(seat):
                self._lobby.stand_in(seat)
                self._peers.tell_members(Notice(Note.STANDS_IN, seat))
                if self.fair is not None:
                    self.fair.table.seat(seat, self._teammates(place.character, seat), self.fair.table.now)
                    self.go_on(now)

    def _change_seats(self) -> bool:
        """At a new level, take back the seats of people who are away, and lend those of teammates to people who wait.

        Return whether any seat has changed.
        """
        taken_back = [seat for seat in range(len(self._lobby.places)) if self._take_back(seat)]
        lent = self._lobby.lend_seats()
        for seat in lent:
            if self.fair is not None:
                self.fair.table.seat(seat, None, self.fair.table.now)
        return bool(taken_back or lent)

    def _take_back(self, seat: Seat) -> bool:
        """Let the teammate play again whose `seat` a person had taken. Return False if the seat is not lent."""
        if not self._lobby.take_back(seat):
            return False
        if self.fair is not None:
            character = self._lobby.places[seat].character
            self.fair.table.seat(seat, self._teammates(character, seat), self.fair.table.now)
        return True

    def _resume(self, seat: Seat, fair: LagCompensatedTable) -> None:
        """Give the seat back to its player, who was present but held up play."""
        self._lobby.resume(seat)
        self._peers.tell_members(Notice(Note.BACK, seat))
        fair.table.seat(seat, None, fair.table.now)

    # --- presses and updates ------------------------------------------------------

    def press(self, peer: str, seat: Seat, number: int, press: Press, now: float) -> bool:
        """Take the press of `seat`, command `number` of `peer`, at the time when it was made.

        Return False if it has no effect.
        """
        fair, known = self.fair, self._peers[peer]
        if fair is None or press.seen > known.timing.sent.number:
            return False
        if isinstance(press.action, GoBlind) and self.over:
            return self._go_blind(seat, fair, now)
        if self._lobby.places[seat].stands_in:
            self._resume(seat, fair)
        plays = isinstance(press.action, Play | PlayRest)
        at = self.quotas[seat].pressed(known.timing, press, now) if plays else known.timing.pressed(press, now)
        fair.press(seat, press.action, at, peer, number, press.deal)
        self.go_on(now)
        return True

    def _go_blind(self, seat: Seat, fair: LagCompensatedTable, now: float) -> bool:
        """Start the shuffle for the blind levels of a won game, whose old shares are public.

        A challenge has its own cards for the blind levels.
        """
        if GoBlind() not in fair.table.view(seat).legal:
            return False
        if self._goes_blind is None:
            self._goes_blind = seat
            self.begin(now)
        return True

    def go_on(self, now: float) -> None:
        """Advance the table to `now`, and send all updates."""
        if self.fair is None:
            return
        patience = max((self.quotas[seat].patience(peer, now) for seat, peer in self._peers.guests()), default=0.0)
        updates, void = self.fair.go_on(now, self._wait(), patience)
        self._lobby.hold_up(self._holding_up(self.fair), now)
        changed = False
        for deal, update in updates:
            if any(isinstance(event, Dealt) for event in update.events):
                self.quotas.clear()
                changed = self._change_seats() or changed
            for peer, seat in self._lobby.members():
                self._show(peer, deal, update.view(seat))
            self.show_shares()
        for press in void:
            if self._lobby.has(press.peer):
                self._peers.tell(press.peer, Void(press.number))
        if changed:
            self.go_on(now)  # the other teammates may have acted while a seat changed

    def show(self, peer: str, seat: Seat | None) -> None:
        """Send `peer` the current View of `seat`; the public View if that is None."""
        if self.fair is not None:
            self._peers[peer].shown = None
            self._show(peer, self.fair.deal, self.fair.table.view(seat))

    def _show(self, peer: str, deal: int, view: View) -> None:
        """Send `peer` the View that it may know, unless nothing in it has changed for `peer`."""
        known, standing = self._peers[peer], replace(view, news=())
        if view.news or standing != known.shown:
            known.shown = standing
            self._peers.tell(peer, Seen(deal, view))

    def _wait(self) -> float:
        face_down = self.fair is not None and self.fair.table.plays_face_down
        return max((peer.wait(face_down=face_down) for _, peer in self._peers.guests()), default=0.0)

    def _holding_up(self, fair: LagCompensatedTable) -> set[Seat]:
        """Return the players who are present, and whose hands all others wait for."""
        view, places = fair.table.view(None), self._lobby.places
        people = {seat for seat, place in enumerate(places) if place.here and not place.stands_in}
        waiting = (
            view.phase in (Phase.FOCUS, Phase.REVEAL)
            and people & view.down
            and not any(place.missing for place in places)
        )
        return people - view.down if waiting else set()
