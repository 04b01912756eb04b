"""The table as this page knows it from its host: the roster, its View, its presses and the check of its deals."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

from game.core import Action, Card, Phase, Play, PlayRest, Seat, State, View, dealt_again
from game.net.guest_updates import NotPlayed, Shown
from game.net.protocol.messages import (
    Command,
    Content,
    Did,
    Notice,
    Press,
    Seen,
    Shuffle,
    Void,
)
from game.net.roster import Place, Presence, Roster
from game.net.shuffle_audit import ShuffleAudit


class OwnTable:
    """The table of the page `me` with the key `key`. All of it is None before the host sends it.

    The host's newest update is number `seen` of deal `deal`; both are -1 before it. `tell` gives the host a command.
    """

    def __init__(
        self,
        me: str,
        key: str,
        dice: Random,
        tell: Callable[[Command], None],
        roster: Roster | None,
        view: View | None,
    ) -> None:
        self.roster = roster
        self.view = view
        self.deal = self.seen = -1
        self._pressed: dict[int, tuple[Card, ...]] = {}
        self.audit = ShuffleAudit(dice, None if roster is None else roster.settings.challenge, tell, self.show)
        self._me = me
        self._key = key
        self._shown: list[Shown] = []

    # --- queries ------------------------------------------------------------------

    @property
    def seat(self) -> Seat | None:
        """The seat of this page; None while it watches."""
        return next((seat for seat, place in self._people() if place.key == self._key), None)

    @property
    def is_screen(self) -> bool:
        """Whether this page is a shared screen: it has no seat, and shows the table to a whole room."""
        screen = None if self.roster is None else self.roster.screen
        return screen is not None and screen.key == self._key

    @property
    def may_host(self) -> bool:
        """Whether this page may become host: it has a seat, or is the screen."""
        return self.seat is not None or self.is_screen

    @property
    def has_next_host(self) -> bool:
        """Whether a page that is here may host after the last host has left."""
        roster = self.roster
        if roster is None or (roster.screen is not None and roster.screen.here and roster.host is not None):
            return True
        return any(place.here for _, place in roster.people())

    @property
    def leads(self) -> bool:
        """Whether this page leads: it may choose the game and start it."""
        return self.roster is not None and self.roster.leads(self._me, self.seat)

    @property
    def dealt_again(self) -> State | None:
        """The game as another host would deal it again; None before the first deal."""
        return None if self.view is None else dealt_again(self.view)

    def trusts(self, peer: str) -> bool:
        """Whether `peer` has a seat at this table, or is its screen."""
        screen = None if self.roster is None else self.roster.screen
        return any(place.peer == peer for _, place in self._people()) or (screen is not None and screen.peer == peer)

    # --- presses ------------------------------------------------------------------

    def press(self, number: int, action: Action, now: float) -> Press:
        """Return command `number` for the player's `action`. Its cards count as pressed until the host's answer."""
        hand = () if self.view is None else self.view.hand
        match action:
            case Play(card):
                self._pressed[number] = (card,)
            case PlayRest() if hand:
                self._pressed[number] = hand
        return Press(self.deal, self.seen, now, action)

    def host_leaves(self, presence: Presence) -> None:
        """Note that the host's player has said goodbye, so that the next host knows it."""
        roster = self.roster
        if roster is not None and roster.host is not None:
            places = list(roster.places)
            places[roster.host] = replace(places[roster.host], presence=presence)
            self.roster = replace(roster, places=tuple(places))

    def lost_host(self) -> None:
        """Take back all presses. New ones wait for the next host's first update."""
        for number in [*self._pressed]:
            self._take_back(number)
        self.deal = -1

    # --- output for the page ------------------------------------------------------

    def show(self, one: Shown) -> None:
        """Show `one` to the player, after all earlier updates."""
        self._shown.append(one)

    def updates(self) -> list[Shown]:
        """Return what to show, in order."""
        shown, self._shown = self._shown, []
        return shown

    # --- messages from the host ---------------------------------------------------

    def renew(self, roster: Roster, joined: str | None) -> None:
        """Handle the host's newest `roster`. This page has just `joined` that host; None if it joined before."""
        self.audit.heed(roster.settings.challenge, too_late=roster.started and self.roster is not None)
        self.roster = roster
        if joined is not None:
            self.deal = self.seen = -1
            self.audit.joined(joined, roster.term, ours=joined == self._me)
        if self.view is not None and not (roster.started and self._shows(self.view)):
            self.view = None
        self.show(roster)

    def take(self, what: Content, answer: float, now: float) -> bool:
        """Handle `what` else has happened at the table. The host answers within `answer` seconds.

        Return False if the host may not send that.
        """
        match what:
            case Seen(deal, view) if self._shows(view):
                self.deal, self.view = deal, view
                hand = {*view.hand} if view.phase is Phase.PLAY else set[Card]()
                self._pressed = {number: cards for number, cards in self._pressed.items() if hand & {*cards}}
                self.show(view)
                self.audit.saw(deal, view, answer, now)
            case Void(number):
                self._take_back(number)
            case Notice(seat=seat) | Did(seat=seat) if self._has(seat):
                self.show(what)
            case Shuffle():
                return self.audit.take(what, self.seat, {seat for seat, _ in self._people()})
            case _:
                return False
        return True

    def _take_back(self, number: int) -> None:
        """Show that the cards of a press are not played."""
        if cards := self._pressed.pop(number, ()):
            self.show(NotPlayed(cards))

    def _has(self, seat: Seat) -> bool:
        return self.roster is not None and seat < len(self.roster.places)

    def _shows(self, view: View) -> bool:
        """Whether `view` matches this page's seat and the table in the roster."""
        roster = self.roster
        if roster is None:
            return False
        return (view.variant, view.seats, view.seat) == (roster.settings.variant, len(roster.places), self.seat)

    def _people(self) -> list[tuple[Seat, Place]]:
        return [] if self.roster is None else list(self.roster.people())
