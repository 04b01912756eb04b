"""The page that hosts the table: it lets players join, deals, orders the presses, and sends Views.

The host's own player is a guest like any other, or a screen that shows the table to a whole room. The caller passes
every message to `take`, calls `tick` no earlier than `due`, then calls `announce`, and delivers what the host has to
say. The seat of a message is that of the channel by which it came.
"""

from __future__ import annotations

from dataclasses import replace

from game.core import Seat, State
from game.net.channel import Channel
from game.net.host.hosted_game import HostedGame, TeammateFor
from game.net.host.lobby import Lobby, Refusal, hindrance
from game.net.host.members import Members
from game.net.host.peers import Peers, PeerState
from game.net.names import skeleton
from game.net.outbox import Outbox
from game.net.protocol import messages
from game.net.protocol.messages import Command, Do, Goodbye, Message, Note, Notice, Why
from game.net.roster import Place, Presence, Roster, unseated
from game.net.rules import RULES, permits
from game.net.succession.term import Term
from game.teammates.characters import CHARACTERS
from game.transport.identity import Credentials

MOST_AT_DOOR = 8
"""The most people who wait at the door. Beyond that, the oldest gives way, except the one that the leader sees."""


class Host:
    """The host of a table, on the page `me`, in its `term`. What it has to say goes to `out`.

    `seat` is the host's seat; None if it is the screen. Once it `gets_up` to watch, another page has to host.
    """

    def __init__(
        self,
        me: str,
        lobby: Lobby,
        teammates: TeammateFor,
        credentials: Credentials,
        term: Term,
        out: Outbox,
        *,
        seat: Seat | None = 0,
    ) -> None:
        self.lobby = lobby
        self.term = term
        self.gets_up = False
        self.peers = Peers(me, lobby, term, out)
        self.game = HostedGame(lobby, self.peers, teammates)
        self._out = out
        self._own = credentials
        self._me = me
        self._seat = seat
        self.members = Members(lobby, self.peers, self.game)

    @classmethod
    def take_over(
        cls,
        me: str,
        roster: Roster,
        seat: Seat | None,
        start: State | None,
        teammates: TeammateFor,
        credentials: Credentials,
        term: Term,
        out: Outbox,
        now: float,
    ) -> Host:
        """Return the host that follows the one of `roster`. The table stays as it was, but the level is dealt again.

        `start` is the state of the game, None before the first deal.
        """
        host = cls(me, Lobby.inherited(roster, now), teammates, credentials, term, out, seat=seat)
        host.game.start = start
        if not roster.started:
            return host
        if roster.host is None and seat is not None:
            host.members.notice = Notice(Note.SCREEN_HIDDEN if roster.screen_hidden else Note.SCREEN_GONE, seat)
        elif roster.host is not None and seat != roster.host:
            what = Note.HANDED_OVER if roster.places[roster.host].hidden else Note.TOOK_OVER
            host.members.notice = Notice(what, roster.host)
        awaited = (one for one, place in roster.people() if place.here and one != roster.host)
        host.game.await_players(frozenset(awaited), now)
        return host

    # --- state and commands for the page ------------------------------------------

    @property
    def seat(self) -> Seat | None:
        """The host's seat; None if it is the screen."""
        own = self.lobby.seat_of(self._me)
        return self._seat if own is None else own

    @property
    def roster(self) -> Roster:
        """The public roster of all players and watchers."""
        waits = self.peers.at_door
        first = replace(waits[0], key="", waits=False) if waits else None
        return self.lobby.roster(self.term.roster.term, self.seat, first)

    def knows(self, peer: str) -> bool:
        """Whether the page `peer` belongs to the table, or waits at its door."""
        known = self.peers.get(peer)
        return self.lobby.has(peer) or (known is not None and known.at_door is not None)

    def announce(self, now: float) -> None:
        """Send the members what they do not know yet. Call it after all other calls."""
        self.peers.announce(self.roster, now)

    def due(self) -> float:
        """Return when to call `tick` next."""
        return min(self.peers.due, self.game.due(), self.members.due(), self.lobby.next_change())

    def tick(self, now: float) -> None:
        """Do everything that is due by `now`."""
        self.members.tick(now)
        self.lobby.open_votes(now)
        self.game.tick(now)

    def woke(self, late: float) -> None:
        """Note that this tab was suspended for `late` seconds, in which no timer ran and no message arrived."""
        if self.game.fair is not None:
            self.game.fair.skip(late)

    def close(self, why: Why, now: float) -> None:
        """Stop hosting, and say goodbye to all peers."""
        self.game.show_shares()
        self.announce(now)
        for peer in self.peers:
            if peer != self._me:
                self._out.say(peer, Goodbye(why))

    def end(self, *, stays: bool) -> None:
        """End this term, if another page can follow. Unless the host `stays` at the table, it is no member any more."""
        hidden = {place.key: place.hidden for place in self.lobby.places if place.here and place.peer != self._me}
        heirs = [key for key in self.term.roster.order if key in hidden]
        if heirs:
            self.term.end(min(heirs, key=lambda key: hidden[key]), stays=stays)

    def may_hand_over(self) -> bool:
        """Whether another player, whose page is not in the background, can continue the game as host."""
        others = any(place.here and not place.hidden and place.peer != self._me for place in self.lobby.places)
        return others and self.lobby.started and not self.game.over

    @property
    def can_start(self) -> bool:
        """Whether the game has not begun, and nothing prevents its start."""
        return not self.lobby.started and hindrance(self.roster) is None

    def begin(self, now: float) -> None:
        """Start the game without the free seats, if nothing prevents it; after a game, another one."""
        if self.lobby.started and self.game.end():
            self.lobby.give_way()
            self.game.begin(now)
        elif self.can_start:
            self.lobby.close_up()
            self.lobby.started = True
            self.game.begin(now)

    def gather(self, now: float) -> None:
        """Return to the lobby after a game, to choose the next one."""
        if not self.game.shuffle.runs and self.game.end():
            self.lobby.reopen(now)

    # --- peers --------------------------------------------------------------------

    def route_changed(self, channel: Channel, now: float) -> None:
        """Note that the route of `channel` has changed."""
        if channel.peer in self.peers:
            self.game.go_on(now)

    def lost(self, peer: str, now: float) -> None:
        """Note that the channel to `peer` has closed."""
        if peer in self.peers:
            self.members.left(peer, Presence.AWAY, now)
            del self.peers[peer]

    def dismiss(self, peer: str, why: Why, now: float) -> None:
        """Say goodbye to `peer` and close its channel. Ban the key of a member that is removed or has offended.

        The founder is never banned, and cannot be removed.
        """
        known = self.peers.get(peer)
        if known is None or (known.channel.key == self._own.founder and why is Why.SENT_AWAY):
            return
        self._out.say(peer, Goodbye(why))
        self._out.close(peer)
        bans = why in (Why.SENT_AWAY, Why.MALFORMED, Why.FLOODED) and known.channel.key != self._own.founder
        if bans and self.lobby.has(peer):
            self.members.left(peer, Presence.GONE, now)
            self.lobby.ban(known.channel.key)
        self.lost(peer, now)

    def take(self, peer: str, message: Message, now: float) -> bool:
        """Handle a message from `peer`. Return False if it may not send that, which has no effect."""
        known = self.peers.get(peer)
        if known is None:
            return True
        if isinstance(message, messages.Join):
            return self._join(peer, known, message, now)
        if self.lobby.has(peer) and self._member(peer, known, message, now):
            return True
        return known.at_door is not None and self._at_door(known, known.at_door, message, now)

    def _member(self, peer: str, known: PeerState, message: Message, now: float) -> bool:
        """Handle a message from a member. Return False if it may not send that now."""
        match message:
            case Goodbye(why):
                self.members.left(peer, Presence.GONE if why is Why.LEFT else Presence.CLOSED, now)
            case Do(number, command) if known.is_next(number):
                if not self._permits(peer, known, command, now) or not self._do(peer, known, number, command, now):
                    self.peers.tell(peer, messages.Void(number))
                    return False
            case _:
                return False
        return True

    def _permits(self, peer: str, known: PeerState, command: Command, now: float) -> bool:
        person, limit = self.lobby.person(known.channel.key), RULES[type(command)].limit
        limits = {"effects": person.effects, "leans": person.leans, "claims": known.channel.claims}
        return permits(self.roster, peer, command) and (not limit or limits[limit].spend(now))

    def _do(self, peer: str, known: PeerState, number: int, command: Command, now: float) -> bool:
        """Carry out a `command` that the rules permit. Return False if it has no effect."""
        lobby, seat = self.lobby, self.lobby.seat_of(peer)
        match command:
            case messages.Accept(acceptance):
                return acceptance.key == known.channel.key and self.term.accept(acceptance)
            case messages.Watch(watch) if peer == self._me:
                self.gets_up = watch and lobby.may_give_up(peer)
            case messages.Watch(watch):
                lobby.watch(peer, watch)
            case messages.Hidden(hidden):
                self.members.hides(peer, hidden, now)
            case messages.Choose(settings, seats):
                lobby.choose(settings, seats)
            case messages.Fill(character):
                if character in CHARACTERS:
                    lobby.fill_one(character)
            case messages.Empty(teammate):
                lobby.empty(teammate)
            case messages.SendAway(other):
                if other not in (self._me, lobby.screen and lobby.screen.peer):
                    self.dismiss(other, Why.SENT_AWAY, now)
            case messages.LetIn(other, agreed):
                self._answer(other, agreed, now)
            case messages.HandOver(successor):
                lobby.hand_over(successor)
            case messages.Begin():
                self.begin(now)
            case messages.Gather():
                self.gather(now)
            case _:
                return seat is not None and self._do_at_seat(peer, seat, number, command, now)
        return True

    def _do_at_seat(self, peer: str, seat: Seat, number: int, command: Command, now: float) -> bool:
        """Carry out a player's `command`. Return False if it has no effect."""
        match command:
            case messages.Rename(name):
                self.lobby.rename(seat, name)
            case messages.Ready(ready):
                self.lobby.change(seat, ready=ready)
            case messages.TeammateVote(absent, agreed):
                if not self.lobby.vote(seat, absent, agreed):
                    return False
                self.game.count_votes(now)
            case messages.MakeSign() | messages.Lean():
                if isinstance(command, messages.MakeSign) or self.game.is_playing:
                    self.peers.tell_members(messages.Did(seat, command))
            case messages.Give():
                return self.game.shuffle.take(seat, command, now)
            case messages.Press():
                return self.game.press(peer, seat, number, command, now)
        return True

    def _at_door(self, known: PeerState, one: Place, message: Message, now: float) -> bool:
        """Handle a message from a person who waits at the door. Return False if it may not send that."""
        match message:
            case Goodbye():
                known.at_door = None
            case Do(what=messages.Rename(name)) if self.lobby.person(one.key).effects.spend(now):
                known.at_door = replace(one, name=self.lobby.free_name(name))
            case _:
                return False
        return True

    # --- joining and leaving ------------------------------------------------------

    def _join(self, peer: str, known: PeerState, join: messages.Join, now: float) -> bool:
        key = known.channel.key
        if self.lobby.has(peer):
            if not self.lobby.person(key).effects.spend(now):
                return False
            self.members.readmit(peer)
        elif peer == self._me or key != self._own.key:  # a newer tab of this page waits until this one closes
            return self._admit(unseated(peer, key, join.name, waits=not join.watch), now)
        return True

    def _admit(self, one: Place, now: float) -> bool:
        """Let a person in, if there is room, or let them wait at the door. Return False if they come too often."""
        try:
            return self.members.admit(one, now)
        except Refusal as refusal:
            full = refusal.why is Why.FULL and one.waits
            yields = self.lobby.gives_way(asked=self.lobby.person(one.key).known) if full else None
            if yields is not None:
                self.dismiss(yields, Why.FULL, now)
                return self._admit(one, now)
            if full or refusal.why is Why.NOT_LET_IN:
                self._wait(one, now)
            else:
                self.dismiss(one.peer, refusal.why, now)
            return True

    def _wait(self, one: Place, now: float) -> None:
        if self.peers[one.peer].at_door is None:
            self.peers.wait(one)
        if len(waits := self.peers.at_door) > MOST_AT_DOOR:
            self.dismiss(waits[1].peer, Why.FULL, now)
        self._out.say(one.peer, messages.AtDoor())

    def _answer(self, peer: str, let_in: bool, now: float) -> None:
        """Carry out the leader's answer about the person who waits at `peer`. A refusal is for all under that name."""
        asked = next((one for one in self.peers.at_door if one.peer == peer), None)
        if asked is not None and let_in:
            self.lobby.person(asked.key).known = True
            self.peers[peer].at_door = None
            self._admit(asked, now)
        elif asked is not None:
            for one in self.peers.at_door:
                if skeleton(one.name) == skeleton(asked.name):
                    self.dismiss(one.peer, Why.NOT_LET_IN, now)
