"""A multiplayer session: from the invitation through the lobby to the table, and out again."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Collection
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

import js
from js import document, location

from game.browser.online import seat_store
from game.browser.online.at_table import AtTable
from game.browser.online.big_screen import Remote, ScreenLobby, load_style
from game.browser.online.commands import Commands
from game.browser.online.connecting import Connecting
from game.browser.online.invited_screen import InvitedScreen
from game.browser.online.lobby_screen import LobbyScreen
from game.browser.online.out_screen import OutScreen
from game.browser.online.page_role import Role, show_role
from game.browser.online.seat_saver import SeatSaver
from game.browser.online.wake_lock import WakeLock
from game.browser.page import ended_games, first_game
from game.browser.page.announcer import Announcer
from game.browser.page.dom import find, listen
from game.browser.page.links import JOIN, PAIR, WATCH, link_with
from game.browser.table.level_stories import LevelStories, begins_game
from game.browser.table.sound import Sound
from game.browser.title import named_tables
from game.core import Action, Card, Event, GameLost, GameWon, Phase, Play, PlayRest, Seat, Started, Stopped, View
from game.net.code_admission import Caller
from game.net.game_recorder import GameRecorder
from game.net.guest_state import Membership
from game.net.invite import About, Invite
from game.net.player_updates import Out, Reshuffled, RouteChanged, Searching, Shown
from game.net.protocol.messages import Notice, Signed, Why
from game.net.room_endpoint import Room
from game.net.roster import Roster, Sitter
from game.net.shuffle import Verdict
from game.teammates import Teammate
from game.teammates.characters import CHARACTERS, DEFAULT, teammate
from game.words.language import said
from game.words.online.connecting import JOINING, SEARCHING
from game.words.online.invite import CODE_IS_OLD, knocks
from game.words.online.people import judged, no_direct_line, note, reshuffled, why
from game.words.table import MENU, PAUSED, YOU
from game.words.title_screen import NO_ROOM_FOR_GAME

if TYPE_CHECKING:
    from game.history.challenge import SharedChallenge

REMEMBERED = Why.REPLACED, Why.SENT_AWAY
"""Reasons for leaving after which the seat stays saved.

Either the seat still belongs to this person, or the key must stay because the host has banned it.
"""


class OnlineSession:
    """A table with others: at a seat, watching, or as the `screen` for a whole room.

    `home` is called when this page leaves the table.
    """

    def __init__(self, sound: Sound, home: Callable[[], None], *, screen: bool = False) -> None:
        self._sound = sound
        self._is_screen = screen
        self._awake: WakeLock | None = None
        self._remote: Remote | None = None
        self._code_shown = False
        self._home = home
        self._connecting = Connecting(self)
        self._saver = SeatSaver(self._connecting.table)
        self._acts = Commands(self._connecting, self._refused)
        self._announcer = Announcer()
        self._stories = LevelStories()
        self._heard = GameRecorder()
        self._lobby: LobbyScreen | ScreenLobby | None = None
        self._invited: InvitedScreen | None = None
        self._out: OutScreen | None = None
        self._table: AtTable | None = None
        self._searching = ""
        self._told_relayed: set[str] = set()
        self._moved: set[Seat] = set()
        self._closed = False
        # Solo play's form has fields with the same names, so it is detached during this session.
        self._setup = find("setup")
        self._setup.remove()
        find("menu-title").textContent = said(MENU)
        self._listening = [
            listen(js.window, "beforeunload", lambda _: self._say_goodbye()),
            listen(js.window, "pagehide", lambda _: self._say_goodbye()),
            listen(js.window, "pageshow", lambda event: event.persisted and location.reload()),
        ]
        if screen:
            self._become_screen()

    # --- joining and leaving --------------------------------------------------------

    def open(
        self, where: str, *, pressed: bool, afresh: bool = False, challenge: SharedChallenge | None = None
    ) -> None:
        """Join the table of a link or of a spoken code; open a new table if `where` is empty.

        Ask before following a link unless it was `pressed`. `afresh` opens a saved table for a new game instead of
        continuing the old one. A new table deals the `challenge`, if there is one.
        """
        if where.startswith(PAIR):
            self._connecting.manual.join(where.removeprefix(PAIR), pressed=pressed)
        elif where.startswith((JOIN, WATCH)):
            self._connecting.link.join(where, pressed=pressed, afresh=afresh)
        elif where:
            self._connecting.code.join(where)
        else:
            self._connecting.link.host(screen=self._is_screen, challenge=challenge)

    def ask(self, sentence: str, sit: Callable[[], None] | None, watch: Callable[[], None] | None) -> None:
        """Ask whether to follow an invitation, and how. None means the choice is not offered."""
        if self._closed:
            return
        self._close_screens()
        self._invited = InvitedScreen(sentence, sit and self._then(sit), watch and self._then(watch), self._home)

    def _then(self, go: Callable[[], None]) -> Callable[[], None]:
        def follow() -> None:
            self._close_screens()
            go()

        return follow

    def pause(self) -> None:
        """Save the seat. The game does not pause: the others play on unless this person stops it."""
        self._saver.save_pending()

    def leave(self) -> None:
        """Give up the seat and go to the title."""
        if self._closed:
            return
        if self._connecting.table.room is not None:
            self._connecting.table.room.leave(Why.LEFT)
        self._saver.forget()
        self._gone()
        self._home()

    def go_home(self) -> None:
        """Show the title as if the page was closed. The seat stays saved."""
        self._home()

    def close(self) -> None:
        """Close the session. The seat stays saved unless `leave` was called."""
        if self._closed:
            return
        self._say_goodbye()
        self._gone()

    def _gone(self) -> None:
        self._closed = True
        self._connecting.close()
        self._saver.stop()
        self._close_screens()
        for stop in self._listening:
            stop()
        self._rest()
        if self._remote is not None:
            self._remote.close()
        document.body.append(self._setup)
        find("menu-title").textContent = said(PAUSED)

    def turn_away(self, sentence: str) -> None:
        """Show why this page cannot stay at the table."""
        if self._closed:
            return
        self._connecting.stop()
        self._saver.stop()
        self._rest()
        self._close_screens()
        link = location.hash
        self._out = OutScreen(sentence, lambda: location.reload() if link else self._home(), self._home)

    def _rest(self) -> None:
        """Release the wake lock, unmute the sound and clear the role, since this page is at no table."""
        if self._awake is not None:
            self._awake.close()
        self._sound.hush(False)
        show_role(Role.ALONE)

    def _close_screens(self) -> None:
        for screen in (self._invited, self._lobby, self._out, self._table):
            if screen is not None:
                screen.close()
        self._invited = self._lobby = self._out = self._table = None

    def _say_goodbye(self) -> None:
        if self._connecting.table.room is not None:
            self._saver.save()
            self._connecting.table.room.leave(Why.CLOSED)

    # --- display --------------------------------------------------------------------

    def shown(self, shown: Shown) -> None:
        """Show an update from the room."""
        if self._connecting.table.room is None:
            return
        match shown:
            case View():
                self._show_view(shown)
            case Roster():
                self._show_roster(shown)
            case Notice(what, seat):
                self._moved.add(seat)
                self._announcer.say(note(what, seat, self._roster))
            case Signed(seat, sign):
                if self._table is not None:
                    self._table.show_sign(seat, sign)
            case Searching() if self._playing.guest.state.membership is Membership.SEEKING:
                self._searching = said(SEARCHING)
                self._show_company()
            case RouteChanged():
                self._show_company()
            case Verdict():
                self._announcer.say(judged(shown))
            case Reshuffled(times):
                self._announcer.say(reshuffled(times))
            case Out(reason):
                if reason not in REMEMBERED:
                    self._saver.forget()
                self.turn_away(why(reason))

    def open_lobby(self) -> None:
        """Show the lobby, with the invitation if there is one."""
        if self._closed:
            return
        if self._awake is None:
            self._awake = WakeLock()
        if self._lobby is None or isinstance(self._lobby, ScreenLobby) is not self._is_screen:
            self._close_screens()
            self._lobby = self._new_lobby()
            self._announcer.speak_in(find("lobby-said"))
            self._lobby.say(said(JOINING))
            self._lobby.focus()
        self._show_invite(self._lobby)

    def _new_lobby(self) -> LobbyScreen | ScreenLobby:
        if self._is_screen:
            return ScreenLobby(self._acts.start, self.leave, self._connecting.try_again)
        return LobbyScreen(self._acts, self._connecting, self.leave, seat_store.name())

    def _show_invite(self, lobby: LobbyScreen | ScreenLobby) -> None:
        invite = self._connecting.table.invite
        for panel in lobby.element.querySelectorAll("[data-invite]"):
            panel.hidden = invite is None
        if invite is not None:
            about = self._about()
            lobby.invite(_link(replace(invite, about=about)), _link(replace(invite, about=about, watch=True)))

    def _about(self) -> About | None:
        """Return the description of the table that a new invitation contains."""
        roster = None if self._connecting.table.room is None else self._playing.guest.table.roster
        if roster is None:
            return None
        name = "" if roster.leader is None else roster.places[roster.leader].name
        return About(name, sum(place.here for place in roster.places), roster.variant)

    def show_code(self, code: str, words: str = "") -> None:
        """Show the spoken code. If it has expired or is unavailable, `code` is empty and `words` says why.

        A big screen makes a new code when one expires.
        """
        if self._is_screen and words == said(CODE_IS_OLD):
            self._connecting.code.make()
        elif self._lobby is not None:
            self._lobby.show_code(code, words)

    def ask_about(self, caller: Caller | None) -> None:
        """Ask whether to admit `caller`, who knows the code. None withdraws the question.

        A big screen admits every caller: only people in the room can see its code.
        """
        if self._is_screen and caller is not None:
            self._connecting.code.answer(True)
        elif self._lobby is not None:
            name = caller.name if caller else ""
            self._lobby.ask(knocks(name) if name else "", name)

    def say(self, sentence: str) -> None:
        """Show the progress of joining."""
        if self._lobby is not None:
            self._lobby.say(sentence)

    def trouble(self, sentence: str) -> None:
        """Show why others cannot join. An empty sentence clears the message."""
        if self._lobby is not None:
            self._lobby.trouble(sentence)

    def _refused(self, sentence: str) -> None:
        self._show_company()
        self._announcer.say(sentence)

    def _show_roster(self, roster: Roster) -> None:
        self._searching = ""
        self._saver.changed()
        self._connecting.met(roster)
        self._play_part(roster)
        if not roster.started and (self._table is not None or self._is_screen):
            self.open_lobby()
        if self._is_screen and self._code_shown is roster.started:
            self._code_shown = not roster.started
            if self._code_shown:
                self._connecting.code.make()
        self._show_company()
        if roster.kept and self._connecting.table.invite is not None and self._playing.guest.table.may_host:
            own = self._playing.guest.credentials
            named_tables.keep(self._connecting.table.invite.fragment(), roster.kept, own=own.key == own.founder)

    def _play_part(self, roster: Roster) -> None:
        """Show this page's role: big screen, hand before a big screen, or ordinary page."""
        guest, screen = self._playing.guest, roster.screen
        if guest.table.is_screen and not self._is_screen:
            self._become_screen()
        before_screen = screen is not None and screen.here and not self._is_screen
        if before_screen:
            load_style()
        self._sound.hush(before_screen)
        role = Role.SCREEN if self._is_screen else Role.WATCHER if guest.table.seat is None else Role.SEAT
        show_role(role, before_screen=before_screen)

    def _become_screen(self) -> None:
        self._is_screen = True
        load_style()
        self._remote = Remote()
        show_role(Role.SCREEN)

    def _show_company(self) -> None:
        if self._connecting.table.room is None:
            return
        guest, me, route = self._playing.guest, self._connecting.table.me, self._playing.route
        if self._table is not None and guest.table.roster is not None:
            self._table.show_people(guest, me, route, self._searching)
        elif self._lobby is not None and guest.table.roster is not None:
            self._lobby.show(guest.table.roster, guest.table.seat, me, route, leads=self._acts.leads())
            self._show_invite(self._lobby)
            if self._searching:
                self._lobby.say(self._searching)
        self._tell_relayed()

    def _tell_relayed(self) -> None:
        """Name the peers without a direct connection once: in the lobby, or while no level is being played."""
        relayed, view = self._playing.relayed, self._playing.guest.table.view
        if self._table is None and self._lobby is not None:
            self._lobby.tell_relayed(no_direct_line(relayed))
            self._told_relayed.update(relayed)
        elif self._table is not None and view is not None and view.phase is not Phase.PLAY:
            self._announcer.say(no_direct_line(name for name in relayed if name not in self._told_relayed))
            self._told_relayed.update(relayed)

    def _show_view(self, view: View) -> None:
        self._saver.changed()
        self._heard.hear(time.monotonic(), view)
        if self._table is None or begins_game(view):
            self._open_table()
        view = view._replace(news=tuple(event for event in view.news if not self._stops_by_moving(event)))
        if Started() in view.news:
            self._moved.clear()
        if view.phase in (Phase.WON, Phase.LOST):
            first_game.end()
        assert self._table is not None
        screen = self._table.screen
        if self._stories.hear(time.monotonic(), view):
            screen.look_back(view, self._stories.told, None)
        screen.show(view)
        self._table.show_choices(self._playing.guest)
        self._tell_relayed()
        if any(isinstance(event, GameWon | GameLost) for event in view.news):
            self._note_end()

    def _note_end(self) -> None:
        """Save the finished game for the history. Every page saves its own copy."""
        places, me = self._roster.places, self._playing.guest.table.seat
        names = [YOU if seat == me else place.name for seat, place in enumerate(places)]
        characters = [place.character for place in places]
        if not ended_games.note(names, characters, me, heard=self._heard.plain()):
            self._announcer.say(said(NO_ROOM_FOR_GAME))

    def _open_table(self) -> None:
        """Open a new table screen."""
        self._close_screens()
        me = self._playing.guest.table.seat
        places, invite = self._roster.places, self._connecting.table.invite
        names = tuple(said(YOU) if seat == me else place.name for seat, place in enumerate(places))
        characters = tuple(place.character for place in places)
        watch_link = _link(replace(invite, watch=True)) if self._is_screen and invite is not None else ""
        self._table = AtTable(names, characters, self._sound, self._announcer, self, self._acts, watch_link)
        self._show_company()

    def _stops_by_moving(self, event: Event) -> bool:
        """Whether the table stopped because a player left or came back. That was already announced."""
        return isinstance(event, Stopped) and event.seat in self._moved

    # --- actions of the person ------------------------------------------------------

    def act(self, action: Action, age: float) -> None:
        """Take `action`, pressed `age` seconds ago."""
        self._acts.press(action, age)
        if isinstance(action, Play | PlayRest):  # show the cards leaving the hand first
            asyncio.get_running_loop().call_soon(self._deliver)
        else:
            self._acts.deliver()

    def pressed(self) -> Collection[Card]:
        """Return the cards already played whose confirmation by the host is pending."""
        return self._acts.pressed()

    def again(self) -> None:
        """Play another game."""
        self._acts.again()

    def may_deal(self) -> bool:
        """Whether this page may start another game."""
        return self._acts.leads()

    def _deliver(self) -> None:
        self._acts.deliver()
        if self._table is not None:
            self._table.screen.refresh()

    # --- players --------------------------------------------------------------------

    @property
    def _playing(self) -> Room:
        assert self._connecting.table.room is not None
        return self._connecting.table.room.room

    @property
    def _roster(self) -> Roster:
        roster = self._playing.guest.table.roster
        assert roster is not None
        return roster

    def teammate(self, character: str, seat: Seat) -> Teammate:
        """Return the teammate for `seat`: the named character, or the default one."""
        plays = CHARACTERS.get(character, CHARACTERS[DEFAULT])
        host = self._playing.host
        places = host.lobby.places if host is not None else self._roster.places
        people = [other for other, place in enumerate(places) if place.sitter is Sitter.PERSON and other != seat]
        return teammate(plays, Random(secrets.token_hex(16)), people=people)


def _link(invite: Invite) -> str:
    return link_with(invite.fragment())
