"""The course of a visit to a table: the way there, the lobby, the game, and the way out."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, TypeAlias, TypeVar

from js import document, location

from game.browser.online import seat_store
from game.browser.online.background import Background
from game.browser.online.big_screen import ScreenLobby
from game.browser.online.choice_screen import INVITED, ChoiceScreen, ReturningScreen
from game.browser.online.lobby_parts import Lobby
from game.browser.online.lobby_screen import LobbyPage, LobbyScreen
from game.browser.online.news import News
from game.browser.online.page_role import PageRole
from game.browser.online.seat_saver import SeatSaver
from game.browser.online.table.at_table import AtTable
from game.browser.online.table.followed_game import FollowedGame
from game.browser.online.ways_in.listed_table import ListedTable
from game.browser.online.ways_in.table_connection import TableConnection
from game.browser.page.announcer import Announcer
from game.browser.page.dialogs import hide_dialogs
from game.browser.page.dom import find
from game.browser.page.tasks import Tasks, Timer
from game.browser.page.view import Act, Parts
from game.browser.shell.page import Page
from game.browser.title import last_table
from game.browser.title.joining_form import enter_code
from game.browser.webrtc.servers import from_address
from game.core import OVER, View
from game.net.guest import Membership
from game.net.guest_updates import NotPlayed, Out, Reshuffled, Searching, Shown
from game.net.protocol.messages import AtDoor, Did, Notice, Why
from game.net.room_endpoint import Room
from game.net.roster import Roster
from game.net.shuffle import Verdict
from game.transport.mesh_events import RouteChanged
from game.words.online.connecting import JOINING, NOBODY, OPENING
from game.words.online.invite import KNOCKED
from game.words.online.people import ELSEWHERE, WHY, searching

GIVES_UP_AFTER = 30.0
"""Seconds without a host after which the page says that the table does not respond. The search continues."""


Work: TypeAlias = Coroutine[Any, Any, None]

AnyScreen = TypeVar("AnyScreen", bound=LobbyPage | AtTable | ChoiceScreen)


class Visit:
    """A visit to a `table`, at a seat, watching, or as the big screen of a room. `screen` is what it shows now.

    Its `way` there, and a `pairing` with one other page, end with `close`. From the lobby, others come by a code that
    `offer_code` makes, or by hand with `pair`. The person gives up the seat with `leave`. A page that comes from a club
    returns there by `back`, if the table refuses it.
    """

    def __init__(
        self,
        page: Page,
        offer_code: Callable[[Visit, LobbyPage], Work],
        pair: Callable[[Visit], Work],
        *,
        leave: Callable[[], None],
        back: Callable[[], None] | None,
    ) -> None:
        self.table = TableConnection(self.shown, self.trouble, self._replaced)
        self.listed = ListedTable(self.table)
        self.saver = SeatSaver(self.table)
        self.role = PageRole(page)
        self.screen: LobbyPage | AtTable | ChoiceScreen | None = None
        self._background = Background(self.table)
        self._page, self._leave, self._back = page, leave, back
        self._offer_code, self._pair = offer_code, pair
        self.way, self.pairing, self._code = Tasks(), Tasks(), Tasks()
        self._announcer = Announcer()
        self._news = News(self._announcer)
        self._game = FollowedGame()
        self._searching = ""
        self._here = 1
        self._sits: tuple[object, ...] = ()
        self._gives_up = Timer(self._give_up)

    # --- the way to the table -------------------------------------------------------

    async def ask(self, question: Parts, *answers: str) -> str:
        """Return which of `answers`, "yes" or "watch", the person gives. Another one is to go home."""
        answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()

        def give(one: str) -> None:
            if not answer.done():
                answer.set_result(one)

        choices = {one: partial(give, one) if one in answers else None for one in ("yes", "watch")}
        self._show(lambda: ChoiceScreen(INVITED, question, {**choices, "leave": self._page.home}))
        return await answer

    def open_lobby(self, *, opens: bool = False) -> LobbyPage:
        """Return the lobby, with the invitation if there is one. `opens` says that this page opens a table."""
        self.role.wake_lock.hold(True)
        lobby = self.screen
        kind = ScreenLobby if self.role.is_screen else LobbyScreen
        if not isinstance(lobby, kind):
            lobby = self._show(self._new_lobby)
            self._announcer.speak_in(find("lobby-status"))
            lobby.set(waits_for=OPENING if opens else JOINING)
            lobby.focus()
        lobby.show_invite()
        return lobby

    def return_to_table(self) -> None:
        """Show that this page returns to its game. If that is not possible, the lobby says why."""
        self.role.wake_lock.hold(True)
        self._show(lambda: ReturningScreen(self._page.home))

    def trouble(self, sentence: str) -> None:
        """Show why the other pages are not reached. An empty sentence clears the message."""
        screen = self.screen
        if sentence and isinstance(screen, ReturningScreen):
            screen = self.open_lobby()
        if isinstance(screen, LobbyPage | AtTable):
            screen.trouble(sentence)

    def show_last_known(self) -> None:
        """Show the game as this page last knew it, until the host answers."""
        room, roster, view = self.table.room, self.table.roster, self.table.view
        if room is not None and roster is not None and roster.started and view is not None:
            self.role.show(room.guest, roster)
            self._searching = JOINING()
            self._open_table().show_last_known(view)
            self._sits = ()  # so that the first View of the host opens the table again
            self._show_people()
            self._gives_up.start(GIVES_UP_AFTER)

    def turn_away(self, sentence: str, *, for_good: bool = False, asks_for_code: bool = False) -> None:
        """Show why this page cannot stay at the table, and let the person try again unless it is closed `for_good`.

        If it `asks_for_code`, another try begins with the code.
        """
        was_refused = self.table.roster is None
        self._stop()
        self.role.clear()
        hide_dialogs()  # for example the menu of the table, which is closed
        elsewhere = partial(enter_code, self._page.home) if asks_for_code else self._back or self._page.home
        returns = location.hash and not (was_refused and self._back)
        again = None if for_good else location.reload if returns else elsewhere
        self._show(
            lambda: ChoiceScreen("out-template", {"sentence": sentence}, {"again": again, "leave": self._page.home})
        )

    def close(self) -> None:
        """Leave nothing behind: no connection, no screen, and nothing that waits. May be called twice."""
        self._stop()
        self._background.close()
        self._close_screen()
        self.role.close()

    def _stop(self) -> None:
        for tasks in (self.way, self._code, self.pairing):
            tasks.close()
        self._gives_up.stop()
        self.listed.close()
        self.table.close()
        self.saver.stop()

    def _show(self, make: Callable[[], AnyScreen]) -> AnyScreen:
        """Close the screen, and show the one that `make` returns."""
        self._close_screen()
        self.screen = screen = make()
        return screen

    def _close_screen(self) -> None:
        if self.screen is not None:
            self.screen.close()
        self.screen = None

    def _new_lobby(self) -> LobbyPage:
        acts: dict[str, Act] = {
            "leave": lambda _: self._leave(),
            "retry": lambda _: self._try_again(),
            "pair": lambda _: self.pairing.replace(self._pair(self)),
            "make-code": lambda _: self._make_code(),
            "list": self.listed.choose,
        }
        name = seat_store.name()
        lobby = Lobby(name, bool(name))
        if not self.role.is_screen:
            return LobbyScreen(lobby, self.table, self._refused, acts)
        relays = "&".join(f"relay={relay}" for relay in from_address())
        lobby.address = location.host + (f"{location.pathname}?{relays}" if relays else location.pathname.rstrip("/"))
        return ScreenLobby(lobby, self.table, acts)

    def _make_code(self) -> None:
        """Replace the spoken code by a new one, as soon as there is an invitation."""
        if self.table.invite is not None and self.table.key is not None and isinstance(self.screen, LobbyPage):
            self._code.replace(self._offer_code(self, self.screen))

    def _try_again(self) -> None:
        """Search for the table again. After a table code, open the code dialog, which still contains the code."""
        if isinstance(self.screen, LobbyPage) and self.screen.state.entered:
            enter_code(self._leave)
        else:
            self._search_again()

    def _search_again(self) -> None:
        """Search for the other pages at once."""
        self.trouble("")
        self.table.try_again()

    def _give_up(self) -> None:
        """Say that the table does not respond. A page in the background may only have been frozen, and searches on."""
        if document.hidden:
            self._gives_up.start(GIVES_UP_AFTER)
        else:
            self.trouble(NOBODY())

    # --- updates --------------------------------------------------------------------

    def shown(self, shown: Shown) -> None:
        """Show an update from the room."""
        room, roster, screen = self.table.room, self.table.roster, self.screen
        if room is None:
            return
        match shown:
            case View() if roster is not None:
                self._show_view(shown, room, roster)
            case Roster():
                self._show_roster(shown, room)
            case Notice(_, seat):
                self._game.moved.add(seat)
                self._news.tell(shown, room, roster)
            case NotPlayed() | Did() if isinstance(screen, AtTable):
                screen.tell(shown)
            case AtDoor():
                self._gives_up.stop()
                if isinstance(screen, LobbyPage):
                    screen.set(waits_at_door=True, says=KNOCKED())
            case Searching() if room.guest.membership is Membership.SEEKING:
                self._searching = searching(roster, room.guest.credentials.key)
                self._show_people()
                self._gives_up.start(GIVES_UP_AFTER)
            case RouteChanged():
                self._show_people()
            case Verdict() | Reshuffled():
                self._news.tell(shown, room, roster)
                if isinstance(shown, Verdict) and isinstance(screen, AtTable):
                    screen.tell(shown)
            case Out(reason):
                if reason is not Why.SENT_AWAY:  # the key stays saved, because the host has banned it
                    self.saver.forget()
                last_table.forget()
                self.turn_away(WHY[reason](), for_good=reason in (Why.CLOSED, Why.SENT_AWAY))

    def _replaced(self) -> None:
        """Leave the table to a newer tab, which has the same seat."""
        self.say_goodbye()
        self.turn_away(ELSEWHERE())

    def say_goodbye(self) -> None:
        """Say to the other pages that this one closes."""
        if self.table.driver is not None:
            self.listed.say_gone()
            self.table.driver.leave(Why.CLOSED)

    def _refused(self, sentence: str) -> None:
        self._show_people()
        self._announcer.say(sentence)

    def _show_roster(self, roster: Roster, room: Room) -> None:
        if not roster.started or not roster.missing:  # players are missing until they have joined the new host
            self._found_table()
        if bool(document.hidden) != room.guest.hidden:  # this page was opened in the background
            self._background.tell()
        self.saver.changed()
        self._meet(roster)
        self.role.show(room.guest, roster)
        if not roster.started and not self.table.started:  # a newer roster may follow at once
            self.open_lobby()
            if self.role.is_screen and not self._code.running:
                self._make_code()
        self._show_people()
        self._news.show_roster(room, roster)
        self.saver.remember_table(room.guest, roster)

    def _meet(self, roster: Roster) -> None:
        """End a pairing once somebody has joined, and withdraw the spoken code once the game starts."""
        here = sum(place.here for place in roster.places)
        if here > self._here:
            self.pairing.cancel()
        self._here = here
        if self.table.finds_others:
            self.trouble("")
        self.listed.show(roster)
        if roster.started:
            self._code.cancel()

    def _found_table(self) -> None:
        """Hide the message that the page searches for the table."""
        if self._searching:
            self._searching = ""
            self._gives_up.stop()
            self.trouble("")

    def _show_people(self) -> None:
        """Show who is at the table, if anybody is known."""
        room, roster, screen = self.table.room, self.table.roster, self.screen
        if room is not None and roster is not None and isinstance(screen, LobbyPage | AtTable):
            screen.show_people(room, roster, self._searching)
            self._news.show_routes(room, in_lobby=isinstance(screen, LobbyPage))

    def _show_view(self, view: View, room: Room, roster: Roster) -> None:
        self.saver.changed()
        if self._searching:
            self._found_table()
            self._show_people()
        view = self._game.follow(view)
        self.role.wake_lock.hold(self.role.is_screen or self.table.hosts or view.phase not in OVER)
        table = self.screen
        sits = view.variant, room.guest.table.seat, *((place.sitter, place.name) for place in roster.places)
        if view.begins_game or not isinstance(table, AtTable) or sits != self._sits:
            self._sits = sits
            table = self._open_table()
            self._show_people()
        table.show_view(view, roster)
        self._news.show_routes(room, in_lobby=False)
        self._news.show_view(view, room, roster)

    def _open_table(self) -> AtTable:
        """Show the table of a game."""

        def search(_: str) -> None:
            self._search_again()
            self._gives_up.start(GIVES_UP_AFTER)

        return self._show(
            lambda: AtTable(
                self.table,
                self.table.invite if self.role.is_screen else None,
                self._game,
                self._page,
                self._announcer,
                self._leave,
                {"list": self.listed.choose, "give-up": lambda _: self._page.home(), "search": search},
            )
        )
