"""The table of one multiplayer game on the screen: its cards, its players, and the choices after the game."""

from __future__ import annotations

from collections.abc import Sequence

from game.browser.online.after_game import AfterGame
from game.browser.online.big_screen import Corner
from game.browser.online.commands import Commands
from game.browser.online.people_bar import PeopleBar
from game.browser.online.people_list import RouteTo
from game.browser.page.announcer import Announcer
from game.browser.table.sound import Sound
from game.browser.table.table_screen import TableCommands, TableScreen
from game.core import Seat
from game.net.failover import OVER
from game.net.guest import Guest
from game.net.protocol.messages import Sign
from game.words.language import said
from game.words.online.lobby import SITS_NEXT


class AtTable:
    """The screen of one game, from its creation until `close`.

    `names` and `characters` are by seat. A big screen shows `watch_link` in its corner; other pages pass an empty one.
    """

    def __init__(
        self,
        names: Sequence[str],
        characters: Sequence[str],
        sound: Sound,
        announcer: Announcer,
        person: TableCommands,
        commands: Commands,
        watch_link: str,
    ) -> None:
        self.screen = TableScreen(names, characters, sound, announcer, person)
        self._names = names
        self._announcer = announcer
        self._commands = commands
        self._people = PeopleBar(commands.vote, commands.sign, commands.send_away, commands.hand_over, announcer.say)
        self._after = AfterGame(commands.gather, self._sit_next)
        self._corner = Corner(watch_link) if watch_link else None

    def show_people(self, guest: Guest, me: str, route: RouteTo, searching: str) -> None:
        """Show who is at the table, and by which route."""
        roster = guest.table.roster
        if roster is not None:
            self._people.show(roster, guest.table.seat, me, route, searching, leads=self._commands.leads())
            self.show_choices(guest)
            self.screen.show_away(roster.missing)

    def show_choices(self, guest: Guest) -> None:
        """Show the choices after a game."""
        over = guest.table.view is not None and guest.table.view.phase in OVER
        may_sit = over and guest.table.seat is None and not guest.table.is_screen
        self._after.show(leads=over and self._commands.leads(), may_sit=may_sit)

    def show_sign(self, seat: Seat, sign: Sign) -> None:
        """Show the `sign` of the player at `seat`."""
        self._people.show_sign(seat, self._names[seat], sign)

    def close(self) -> None:
        """Remove everything from the page. May be called twice."""
        for part in (self._people, self._corner, self._after, self.screen):
            if part is not None:
                part.close()

    def _sit_next(self) -> None:
        self._commands.only_watch(False)
        self._announcer.say(said(SITS_NEXT))
