"""The table of one multiplayer game on the screen: its cards, its players, and the choices after the game."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from game.browser.online.big_screen import WatchInvite
from game.browser.online.table.followed_game import FollowedGame
from game.browser.online.table.people_bar import People, PeopleBar
from game.browser.online.table.tell import Tell
from game.browser.page import first_game
from game.browser.page.announcer import Announcer
from game.browser.page.dom import Listening
from game.browser.page.links import link_with
from game.browser.page.view import Act, Sentence
from game.browser.shell.page import Page
from game.browser.table.table_screen import TableScreen
from game.core import OVER, Action, GameLost, GameWon, Play, PlayRest, View
from game.net.guest_updates import NotPlayed
from game.net.invite import Invite
from game.net.protocol.messages import Begin, Did, Gather, Lean, MakeSign, Watch
from game.net.room_endpoint import Room
from game.net.roster import Roster
from game.net.shuffle import Verdict
from game.words.lists import in_one_breath
from game.words.online.lobby import BIG_SCREEN_STARTS, HOST_STARTS_NEXT, SITS_NEXT, WATCHING
from game.words.online.people import absences, judged
from game.words.table import YOU
from game.words.title_screen import NO_ROOM_FOR_GAME

if TYPE_CHECKING:
    from game.browser.online.ways_in.table_connection import TableConnection


class AtTable(Listening):
    """The screen of one `game` at the `table`. A big screen shows the `invite` for watchers.

    `acts` are what the buttons of the people bar do that end or list the table, or look for it again.
    """

    def __init__(
        self,
        table: TableConnection,
        invite: Invite | None,
        game: FollowedGame,
        page: Page,
        announcer: Announcer,
        leave: Callable[[], None],
        acts: Mapping[str, Act],
    ) -> None:
        super().__init__()
        room, roster = table.room, table.roster
        assert room is not None and roster is not None
        me = room.guest.table.seat
        self._names = [YOU() if seat == me else place.name for seat, place in enumerate(roster.places)]
        self.leave = leave
        self._guest = room.guest
        self._game = game
        self._announcer = announcer
        self._table = table
        to_beat = roster.settings.challenge.result if roster.settings.challenge is not None else None
        self._screen = TableScreen(self._names, roster.characters, page.sound, announcer, self, to_beat=to_beat)
        self._people = PeopleBar(page.menu, self._screen, People(room, roster), table.tell, announcer, acts)
        self._tell = Tell(self._screen, lambda leaning: table.tell(Lean(leaning)))
        self._screen.add({"sit": lambda _: self._sit_next()})
        self._says_to_watcher = ""
        if invite is not None:
            link = link_with(replace(invite, watch=True).fragment())
            self._at_close(WatchInvite(link, self._screen.element).close)
        self._at_close(self._people.close, self._tell.close, self._screen.close)

    def show_view(self, view: View, roster: Roster) -> None:
        """Show `view`, after adding it to the stories of the levels, and saving the game of `roster` that it ends."""
        stories = self._game.stories
        is_kept = not view.tells(GameWon, GameLost) or self._game.note_end(roster, self._guest.table.seat)
        if view.phase in OVER:
            first_game.end()
        if stories.add(time.monotonic(), view):
            self._screen.look_back(view, stories.complete, None)
        self._screen.show(view, **self._choices())
        self._people.show_view(view)
        self._tell.show(view)
        if not is_kept:
            self._screen.note(NO_ROOM_FOR_GAME())

    def show_last_known(self, view: View) -> None:
        """Show the `view` of an earlier connection, in which nothing can be pressed."""
        self._screen.show(replace(view, legal=frozenset(), news=()))

    def trouble(self, sentence: str) -> None:
        """Show why the other pages are not reached. An empty sentence clears the message."""
        if not self._people.show_trouble(sentence):
            self._announcer.say(sentence)

    def show_people(self, room: Room, roster: Roster, searching: str) -> None:
        """Show who is at the table, and by which route."""
        self._people.show(room, roster, searching)
        self._tell.show_people(roster)
        self._screen.set(absent=absences(roster), **self._choices())

    def tell(self, what: NotPlayed | Did | Verdict) -> None:
        """Show `what` a player did beside the game, or which cards are back in the hand or were not verified."""
        match what:
            case NotPlayed(cards):
                self._screen.take_back(cards)
            case Did(seat, MakeSign(sign)) if seat < len(self._names):  # the roster may be that of the next game
                self._people.show_sign(seat, self._names[seat], sign)
            case Did(seat, Lean(leaning)):
                self._tell.show_lean(seat, leaning)
            case Verdict():
                self._screen.set(unverified=judged(replace(what, fair=())))

    # --- actions of the person --------------------------------------------------------

    def act(self, action: Action, age: float) -> None:
        self._guest.act(action, time.monotonic() - age)
        if isinstance(action, Play | PlayRest):  # show the cards leaving the hand first
            asyncio.get_running_loop().call_soon(self._table.deliver)
        else:
            self._table.deliver()

    def again(self) -> None:
        self._table.tell(Begin())

    def change(self) -> None:
        self._table.tell(Gather())

    def _sit_next(self) -> None:
        self._table.tell(Watch(False))
        self._screen.set(**self._choices())
        self._screen.parts["title"].focus()

    def _choices(self) -> dict[str, Any]:
        """Return the part of the table's state that depends on who leads and on whether the game is over."""
        own = self._guest.table
        roster, over = own.roster, own.view is not None and own.view.phase in OVER
        may_deal = own.leads and not (own.is_screen and roster is not None and roster.leader is not None)
        starts, host = "", "" if roster is None or roster.leader is None else roster.places[roster.leader].name
        if over and roster is not None and not may_deal:
            starts = BIG_SCREEN_STARTS() if roster.leader is None else HOST_STARTS_NEXT(host=host)
        watches = own.seat is None and not own.is_screen
        waits = watches and not self._guest.watch
        if waits:
            self._say_sits_next()
            starts = in_one_breath((SITS_NEXT(), starts)) if over else ""
        return {
            "may_deal": may_deal,
            "may_change": may_deal,
            "may_sit": over and watches and not waits,
            "starts": Sentence(starts, (host,)) if starts else None,
            "ended": self._game.ended if over and not own.is_screen else None,
        }

    def _say_sits_next(self) -> None:
        """Show and announce that this person watches, and gets a seat for the next game if one is free."""
        roster = self._guest.table.roster
        lends = roster is not None and roster.settings.club  # a seat at the next level, which the session announces
        words = WATCHING() if lends else in_one_breath((WATCHING(), SITS_NEXT()))
        if words != self._says_to_watcher:
            self._says_to_watcher = words
            self._screen.parts.show({"watching-note": words})
            self._announcer.read_out(words)
