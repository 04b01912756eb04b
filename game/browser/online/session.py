"""A multiplayer session: from the invitation through the lobby to the table, and out again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import js
from js import document, location

from game.browser.online.big_screen import ScreenLobby
from game.browser.online.choice_screen import ChoiceScreen, Invitation, ReturningScreen
from game.browser.online.commands import Commands
from game.browser.online.connecting import Connecting
from game.browser.online.lobby_screen import LobbyScreen
from game.browser.online.own_game import OwnGame
from game.browser.online.page_role import PageRole
from game.browser.online.seat_saver import SeatSaver
from game.browser.online.stage import Question, Stage
from game.browser.online.table.at_table import AtTable
from game.browser.online.table.followed_game import FollowedGame
from game.browser.online.table.newcomers import Newcomers
from game.browser.page.announcer import Announcer
from game.browser.page.dialogs import hide_dialogs
from game.browser.page.dom import find, listen
from game.browser.page.links import JOIN, PAIR, WATCH
from game.browser.page.tasks import Timer
from game.browser.table.sound import Sound
from game.browser.table.variant_rule import rules
from game.browser.title import last_table
from game.browser.title.joining_form import enter_code
from game.core import OVER, GameLost, GameWon, Phase, View
from game.net.guest import Membership
from game.net.guest_updates import NotPlayed, Out, Reshuffled, RouteChanged, Searching, Shown
from game.net.invite import Invite
from game.net.protocol.messages import AtDoor, Leaned, Note, Notice, Signed, Why
from game.net.room_endpoint import Room
from game.net.roster import Roster
from game.net.shuffle import Verdict
from game.words.online.connecting import JOINING, NOBODY, OPENING
from game.words.online.people import PAUSES, RESHUFFLED, SITS_NEXT_LEVEL, WHY, judged, leaving, note, searching
from game.words.table import MENU, PAUSED, resumed
from game.words.title_screen import NO_ROOM_FOR_GAME

if TYPE_CHECKING:
    from game.history.challenge import SharedChallenge

REMEMBERED = Why.REPLACED, Why.SENT_AWAY
"""Reasons for leaving after which the seat stays saved.

Either the seat still belongs to this person, or the key must stay because the host has banned it.
"""


GIVES_UP_AFTER = 30.0
"""Seconds without a host after which the page says that the table does not respond. The search continues."""

NEW_HOST = Note.TOOK_OVER, Note.HANDED_OVER, Note.SCREEN_GONE, Note.SCREEN_HIDDEN

HANDS_OVER_AFTER, PHONE_HANDS_OVER_AFTER = 30.0, 3.0
"""Seconds in the background after which a host hands the game over. The level is then dealt again.

A phone suspends a page within seconds, a computer after minutes, and some browsers do so without an event.
"""


class OnlineSession:
    """A table with others: at a seat, watching, or as the `screen` for a whole room.

    `stage` owns the current screen. `home` is called when this page leaves the table. A page that comes from a club
    returns there by `back`, if the table refuses it.
    """

    def __init__(
        self,
        sound: Sound,
        home: Callable[[], None],
        *,
        screen: bool = False,
        back: Callable[[], None] | None = None,
    ) -> None:
        self.stage = Stage()
        self._sound = sound
        self._home = home
        self._back = back
        self._role = PageRole(sound)
        self._connecting = Connecting(self)
        self._table = self._connecting.table
        self._saver = SeatSaver(self._table)
        self._commands = Commands(self._table, self._refused)
        self._announcer = Announcer()
        self._newcomers = Newcomers(partial(self._announcer.say, waits=True))
        self._game = FollowedGame()
        self._searching = ""
        self._host_key = ""
        self._sits: tuple[object, ...] = ()
        self._is_last_known = self._waits_for_seat = False
        self._named_relayed: set[str] = set()
        self._closed = False
        self._hands_over = Timer(self._hand_over)
        self._gives_up = Timer(self._give_up)
        rules()  # reads the setup dialog, and keeps the rules for this session
        # Solo play's form has fields with the same names, so it is detached during this session.
        self._setup = find("setup")
        self._setup.remove()
        find("menu-title").textContent = MENU()
        find("kept-here").hidden = True
        self._listening = [
            listen(js.window, "beforeunload", lambda _: self._say_goodbye()),
            listen(js.window, "pagehide", lambda _: self._say_goodbye()),
            listen(js.window, "pageshow", lambda event: event.persisted and location.reload()),
            listen(document, "visibilitychange", lambda _: self._visibility_changed()),
            listen(document, "freeze", lambda _: self._hand_over()),
        ]
        if screen:
            self._role.become_screen()

    # --- joining and leaving --------------------------------------------------------

    def open(self, where: str, *, pressed: bool, challenge: SharedChallenge | None = None) -> None:
        """Join the table of a link or of a spoken code; open a new table if `where` is empty.

        Ask before following a link unless it was `pressed`. A new table deals the `challenge`, if there is one.
        """
        if where.startswith(PAIR):
            self._connecting.manual.join(where.removeprefix(PAIR), pressed=pressed)
        elif where.startswith((JOIN, WATCH)):
            self._connecting.link.join(where, pressed=pressed)
        elif where:
            self._connecting.code.join(where)
        else:
            self._connecting.link.host(screen=self._role.is_screen, challenge=challenge)

    def sit(self, invite: Invite, *, watch: bool) -> None:
        """Sit down at a table that is listed in a club, or only `watch`."""
        self._connecting.link.join(replace(invite, watch=watch).fragment(), pressed=True, listed=True)

    def play(self, game: OwnGame) -> None:
        """Open a new table that is listed in a club, and play `game` there at once."""
        self._connecting.link.play(game)

    def ask(self, question: Question, sit: Callable[[], None] | None, watch: Callable[[], None] | None) -> None:
        """Ask whether to follow an invitation, and how. None means the choice is not offered."""
        if not self._closed:
            self._end_stage()
            self.stage = Invitation(question, {"yes": sit, "watch": watch, "leave": self._home})

    def open_lobby(self, *, opens: bool = False) -> None:
        """Show the lobby, with the invitation if there is one. `opens` says that this page opens a table."""
        if self._closed:
            return
        self._role.keep_awake()
        kind = ScreenLobby if self._role.is_screen else LobbyScreen
        lobby = self.stage
        if not isinstance(lobby, kind):
            self._end_stage()
            self.stage = lobby = kind(self._commands, self._connecting, self.leave)
            self._announcer.speak_in(find("lobby-status"))
            lobby.wait(OPENING if opens else JOINING)
            lobby.focus()
        lobby.show_invite()

    def return_to_table(self) -> None:
        """Show that this page returns to its game. If that is not possible, the lobby says why."""
        if not self._closed:
            self._role.keep_awake()
            self._end_stage()
            self.stage = ReturningScreen(JOINING(), self._home, self.open_lobby, lambda: self.stage)

    def show_last_known(self) -> None:
        """Show the game as this page last knew it, until the host answers."""
        if self._closed or self._table.room is None:
            return
        room, roster, view = self._table.room.room, self._table.roster, self._table.room.room.guest.table.view
        if roster is not None and roster.started and view is not None:
            self._role.show(room.guest, roster)
            self._searching = JOINING()
            self._open_table(room, roster).show_last_known(view)
            self._is_last_known = True
            self._show_people()
            self._gives_up.start(GIVES_UP_AFTER)

    def _give_up(self) -> None:
        """Say that the table does not respond. A page in the background may only have been frozen, and searches on."""
        if document.hidden:
            self._gives_up.start(GIVES_UP_AFTER)
        else:
            self.stage.trouble(NOBODY())

    def _search_again(self) -> None:
        """Search for the other pages at once, and give up again later."""
        self._connecting.try_again()
        self._gives_up.start(GIVES_UP_AFTER)

    def turn_away(self, sentence: str, *, for_good: bool = False, asks_for_code: bool = False) -> None:
        """Show why this page cannot stay at the table, and let the person try again unless it is closed `for_good`."""
        if self._closed:
            return
        was_refused = self._table.roster is None
        self._connecting.stop()
        self._gives_up.stop()
        self._saver.stop()
        self._role.clear()
        self._end_stage()
        hide_dialogs()  # for example the menu of the table, which is closed
        elsewhere = partial(enter_code, self._home) if asks_for_code else self._back or self._home
        returns = location.hash and not (was_refused and self._back)
        again = None if for_good else location.reload if returns else elsewhere
        self.stage = ChoiceScreen("out-template", {"sentence": sentence}, {"again": again, "leave": self._home})

    def pause(self) -> None:
        """Save the seat. The game does not pause: the others play on unless this person stops it."""
        self._saver.save_pending()

    @property
    def leaving_means(self) -> str:
        table, roster = self._table, self._table.roster
        view = table.room.room.guest.table.view if table.room is not None else None
        if not isinstance(self.stage, AtTable) or view is None or view.seat is None or view.phase in OVER:
            return ""
        return "" if roster is None else leaving(roster, hosts=table.hosts)

    def leave(self) -> None:
        """Give up the seat and go to the title."""
        if self._closed:
            return
        if self._table.room is not None:
            if self._table.hosts and self._table.roster is not None:
                self._saver.remember_next_host(self._table.roster)
            self._table.room.leave(Why.LEFT)
        self._saver.forget()
        self._end()
        self._home()

    def close(self) -> None:
        """Close the session. The seat stays saved unless `leave` was called."""
        if not self._closed:
            self._say_goodbye()
            self._end()

    def _visibility_changed(self) -> None:
        """Tell the host whether this page is in the background. If it hosts, another page soon does so instead."""
        table, hidden = self._table.room, bool(document.hidden)
        if table is not None:
            table.do(lambda _: table.room.guest.hide(hidden))
        if hidden:
            is_phone = js.matchMedia("(pointer: coarse)").matches
            self._hands_over.start(PHONE_HANDS_OVER_AFTER if is_phone else HANDS_OVER_AFTER)
        else:
            self._hands_over.stop()

    def _hand_over(self) -> None:
        if self._table.room is not None:
            self._table.room.hand_over()
            is_still_host = self._table.room.room.host is not None  # no other page could take over
            if document.hidden and is_still_host:
                self._hands_over.start(HANDS_OVER_AFTER)

    def _say_goodbye(self) -> None:
        if self._table.room is not None:
            self._saver.save()
            self._connecting.listed.say_gone()
            self._table.room.leave(Why.CLOSED)

    def _end(self) -> None:
        self._closed = True
        self._hands_over.stop()
        self._gives_up.stop()
        self._connecting.close()
        self._saver.stop()
        self._end_stage()
        for stop in self._listening:
            stop()
        self._role.close()
        document.body.append(self._setup)
        find("menu-title").textContent = PAUSED()

    def _end_stage(self) -> None:
        self.stage.close()
        self.stage = Stage()

    # --- updates --------------------------------------------------------------------

    def shown(self, shown: Shown) -> None:
        """Show an update from the room."""
        if self._table.room is None:
            return
        room, roster = self._table.room.room, self._table.roster
        match shown:
            case View() if roster is not None:
                self._show_view(shown, room, roster)
            case Roster():
                self._show_roster(shown, room)
            case Notice(what, seat) if roster is not None:
                self._game.moved(seat)
                if what not in PAUSES:
                    own, words = room.guest.table, note(what, seat, roster, room.guest.table.seat)
                    if what is Note.BACK and seat == own.seat and own.view:
                        plays_on = own.view.phase is Phase.PLAY and not own.view.hand
                        words = words if plays_on else resumed(own.view)
                    self._announcer.say(words, first=what in NEW_HOST, waits=True)
            case NotPlayed(cards) if isinstance(self.stage, AtTable):
                self.stage.take_back(cards)
            case Signed(seat, sign):
                self.stage.show_sign(seat, sign)
            case Leaned(seat, leaning):
                self.stage.show_lean(seat, leaning)
            case AtDoor():
                self._gives_up.stop()
                self.stage.wait_at_door()
            case Searching() if room.guest.membership is Membership.SEEKING:
                self._searching = searching(roster, room.guest.credentials.key)
                self._show_people()
                self._gives_up.start(GIVES_UP_AFTER)
            case RouteChanged():
                self._show_people()
            case Verdict():
                self._announcer.say(judged(shown), waits=True)
            case Reshuffled(times):
                self._announcer.say(RESHUFFLED(times, times=times), waits=True)
            case Out(reason):
                if reason not in REMEMBERED:
                    self._saver.forget()
                last_table.forget()
                self.turn_away(WHY[reason](), for_good=reason in (Why.CLOSED, Why.SENT_AWAY))

    def _refused(self, sentence: str) -> None:
        self._show_people()
        self._announcer.say(sentence)

    def _show_roster(self, roster: Roster, room: Room) -> None:
        if not roster.started or not roster.missing:  # players are missing until they have joined the new host
            self._found_table()
        if bool(document.hidden) != room.guest.hidden:  # this page was opened in the background
            self._visibility_changed()
        if roster.host_key != self._host_key:
            self._host_key = roster.host_key
            self._announcer.withdraw_first()
        self._saver.changed()
        self._connecting.met(roster)
        self._role.show(room.guest, roster)
        if not roster.started and not self._table.started:  # a newer roster may follow at once
            self.open_lobby()
        self._show_people()
        self._newcomers.show(room, roster)
        self._saver.remember_table(room.guest, roster)

    def _found_table(self) -> None:
        """Hide the message that the page searches for the table."""
        if self._searching:
            self._searching = ""
            self._gives_up.stop()
            self.stage.trouble("")

    def _show_people(self) -> None:
        """Show who is at the table, if anybody is known."""
        roster = self._table.roster
        if self._table.room is not None and roster is not None:
            room = self._table.room.room
            self.stage.show_people(room, roster, self._searching)
            self.stage.name_relayed(room.relayed, self._named_relayed)

    def _show_view(self, view: View, room: Room, roster: Roster) -> None:
        self._saver.changed()
        if self._searching:
            self._found_table()
            self._show_people()
        view = self._game.follow(view)
        self._role.keep_awake(self._role.is_screen or self._table.hosts or view.phase not in OVER)
        table = self.stage
        sits = view.variant, room.guest.table.seat, *((place.sitter, place.name) for place in roster.places)
        if view.begins_game or self._is_last_known or not isinstance(table, AtTable) or sits != self._sits:
            self._sits = sits
            self._is_last_known = False
            table = self._open_table(room, roster)
            self._show_people()
        if view.tells(GameWon, GameLost) and not self._game.note_end(roster, room.guest.table.seat):
            self._announcer.say(NO_ROOM_FOR_GAME(), waits=True)
        table.show_view(view)
        table.name_relayed(room.relayed, self._named_relayed)
        waits = bool(roster.club) and view.seat is None and not room.guest.watch
        if waits and not self._waits_for_seat:
            self._waits_for_seat = True
            self._announcer.say(SITS_NEXT_LEVEL(), waits=True)

    def _open_table(self, room: Room, roster: Roster) -> AtTable:
        """Make the table of a game the current stage."""
        self._end_stage()
        invite = self._table.invite if self._role.is_screen else None
        self.stage = table = AtTable(
            room.guest,
            roster,
            invite,
            self._game,
            self._commands,
            self._connecting.listed,
            self._sound,
            self._announcer,
            self.leave,
            {"home": self._home, "search": self._search_again},
        )
        return table
