"""The table of one multiplayer game on the screen: its cards, its players, and the choices after the game."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Collection, Iterable
from dataclasses import replace

from game.browser.online.big_screen import WatchInvite
from game.browser.online.commands import Commands
from game.browser.online.stage import Stage
from game.browser.online.table.people_bar import PeopleBar
from game.browser.online.table.tell import Tell
from game.browser.page import first_game
from game.browser.page.announcer import Announcer
from game.browser.page.dom import Listening, find
from game.browser.page.links import link_with
from game.browser.table.level_stories import LevelStories
from game.browser.table.sound import Sound
from game.browser.table.table_screen import TableScreen
from game.core import OVER, Action, Card, Phase, Play, PlayRest, Seat, View
from game.net.guest import Guest
from game.net.invite import Invite
from game.net.protocol.messages import Begin, Gather, Lean, Sign
from game.net.room_endpoint import Room
from game.net.roster import Roster
from game.words.language import gettext
from game.words.online.lobby import SITS_NEXT
from game.words.online.people import no_direct_line
from game.words.table import YOU


class AtTable(Stage):
    """The stage of one game. `guest` is this page's player. A big screen shows the `invite` for watchers."""

    def __init__(
        self,
        guest: Guest,
        roster: Roster,
        invite: Invite | None,
        commands: Commands,
        sound: Sound,
        announcer: Announcer,
        leave: Callable[[], None],
    ) -> None:
        me = guest.table.seat
        self._names = [gettext(YOU) if seat == me else place.name for seat, place in enumerate(roster.places)]
        self.leave = leave
        self._guest = guest
        self._announcer = announcer
        self._commands = commands
        characters = [place.character for place in roster.places]
        self._screen = TableScreen(self._names, characters, sound, announcer, self)
        self._people = PeopleBar(commands, announcer.say)
        self._tell = Tell(lambda leaning: commands.tell(Lean(leaning)))
        self._after = AfterGame(lambda: commands.tell(Gather()), self._sit_next)
        self._watch_invite = (
            WatchInvite(link_with(replace(invite, watch=True).fragment())) if invite is not None else None
        )
        self._closed = False

    def show_view(self, view: View, stories: LevelStories) -> None:
        """Show `view`, after adding it to the `stories` of the levels."""
        if view.phase in OVER:
            first_game.end()
        if stories.add(time.monotonic(), view):
            self._screen.look_back(view, stories.complete, None)
        self._screen.show(view)
        self._tell.show(view)
        self._show_choices()

    def show_people(self, room: Room, roster: Roster, searching: str) -> None:
        """Show who is at the table, and by which route."""
        self._people.show(room, roster, searching)
        self._tell.show_people(roster)
        self._show_choices()
        self._screen.show_away(roster.missing)

    def name_relayed(self, names: Iterable[str], named: set[str]) -> None:
        """Announce those not `named` before, while no level is being played."""
        if self._guest.table.view is not None and self._guest.table.view.phase is not Phase.PLAY:
            self._announcer.say(no_direct_line(name for name in names if name not in named))
            named.update(names)

    def show_sign(self, seat: Seat, sign: Sign) -> None:
        self._people.show_sign(seat, self._names[seat], sign)

    def show_lean(self, seat: Seat, leaning: bool) -> None:
        self._tell.show_lean(seat, leaning)

    def close(self) -> None:
        self._closed = True
        for part in (self._people, self._tell, self._watch_invite, self._after, self._screen):
            if part is not None:
                part.close()

    # --- actions of the person --------------------------------------------------------

    def act(self, action: Action, age: float) -> None:
        self._guest.act(action, time.monotonic() - age)
        if isinstance(action, Play | PlayRest):  # show the cards leaving the hand first
            asyncio.get_running_loop().call_soon(self._deliver)
        else:
            self._commands.deliver()

    def pressed(self) -> Collection[Card]:
        return self._guest.table.pressed

    def again(self) -> None:
        self._commands.tell(Begin())

    def may_deal(self) -> bool:
        return self._guest.table.leads

    def _deliver(self) -> None:
        self._commands.deliver()
        if not self._closed:
            self._screen.refresh()

    def _sit_next(self) -> None:
        self._commands.only_watch(False)
        self._announcer.say(gettext(SITS_NEXT))

    def _show_choices(self) -> None:
        """Show the choices after a game."""
        guest = self._guest
        over = guest.table.view is not None and guest.table.view.phase in OVER
        may_sit = over and guest.table.seat is None and not guest.table.is_screen
        self._after.show(leads=over and guest.table.leads, may_sit=may_sit)


class AfterGame(Listening):
    """The buttons after a game besides the one for the same again: another game, or a seat in the next one."""

    def __init__(self, gather: Callable[[], None], sit: Callable[[], None]) -> None:
        super().__init__()
        self._again, self._gather, self._sit = find("again"), find("gather"), find("sit")
        self._seat = sit
        self._listen(self._gather, "click", lambda _: gather())
        self._listen(self._sit, "click", lambda _: self._sits())

    def show(self, *, leads: bool, may_sit: bool) -> None:
        """Show the choices after a game, for a person who `leads` or for a watcher who `may_sit`."""
        self._again.hidden = self._gather.hidden = not leads
        self._sit.hidden = not may_sit

    def _sits(self) -> None:
        self._sit.setAttribute("aria-pressed", "true")
        self._seat()
