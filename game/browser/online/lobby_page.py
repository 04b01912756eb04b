"""The common parts of all lobby screens: status message, invitation, connection trouble, and the spoken code."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from game.browser.online.commands import Commands
from game.browser.online.connecting import Connecting
from game.browser.online.qr_code import draw_qr
from game.browser.online.stage import Stage
from game.browser.page.bidi_text import show_sentence
from game.browser.page.dom import Screen
from game.browser.page.links import link_with
from game.browser.page.tasks import Tasks
from game.net.invite import About
from game.net.protocol.messages import Begin
from game.net.room_endpoint import Room
from game.net.roster import Roster, Sitter
from game.words.language import Message, gettext
from game.words.online.connecting import JOINING, NO_RELAY, OPENING
from game.words.online.lobby import blocked
from game.words.online.people import no_direct_line


class LobbyPage(Screen, Stage):
    """The lobby screen. `_roster` is None until known, and `_does` has what a press on a button does, by selector."""

    def __init__(self, element: Any, commands: Commands, connecting: Connecting, leave: Callable[[], None]) -> None:
        super().__init__(element)
        self._connecting = connecting
        self._roster: Roster | None = None
        self._watch_link = ""
        self._does: dict[str, Callable[[Any], object]] = {
            "#begin": lambda _: commands.tell(Begin()),
            "[data-leave]": lambda _: leave(),
            "[data-retry-relays]": lambda _: connecting.try_again(),
            "[data-pair]": lambda _: connecting.manual.pair(),
        }
        self._waits_for = JOINING
        self._tasks = Tasks()
        self._listen_to_buttons(element, self._pressed, "button:not([aria-disabled=true])")
        self._listen_to_buttons(element, lambda _: self._nudge(True), "#begin[aria-disabled=true]")

    def close(self) -> None:
        self._tasks.close()
        super().close()

    def show_people(self, room: Room, roster: Roster, searching: str) -> None:
        """Show who is here, and the possible actions."""
        self._roster = roster
        self.element.removeAttribute("data-looking")
        self._find("#begin").setAttribute("aria-disabled", str(bool(blocked(roster))).lower())
        self._show_roster(room, roster)
        self.show_invite()
        if searching:
            self.say(searching)

    def show_invite(self) -> None:
        """Show the invitation, if there is one."""
        invite = self._connecting.table.invite
        for panel in self.element.querySelectorAll("[data-invite]"):
            panel.hidden = invite is None
        if invite is not None:
            invite = replace(invite, about=self._about())
            self._watch_link = link_with(replace(invite, watch=True).fragment())
            link, field = link_with(invite.fragment()), self._find("#invite")
            if field.value != link:
                field.value = link
                self._tasks.start(self._draw(link))

    async def _draw(self, link: str) -> None:
        await draw_qr(self._find(".qr"), link)
        self._drawn()

    def _drawn(self) -> None:
        """Do nothing when the QR code is there."""

    def _about(self) -> About | None:
        """Return the description of the table that a new invitation contains."""
        roster = self._connecting.table.roster
        if roster is None:
            return None
        name = "" if roster.leader is None else roster.places[roster.leader].name
        seats = sum(place.sitter is not Sitter.TEAMMATE for place in roster.places)
        return About(name, sum(place.here for place in roster.places), roster.variant, seats)

    def name_relayed(self, names: Iterable[str], named: set[str]) -> None:
        """Name all peers without a direct connection."""
        self._show("#relayed", no_direct_line(names))
        named.update(names)

    def say(self, words: str) -> None:
        """Show and announce `words`, unless they are already shown."""
        if self._find("#lobby-status").textContent != words:
            self._nudge(False)
        self._show("#lobby-status", words)

    def wait(self, words: Message) -> None:
        """Show that the table is not there yet."""
        self._waits_for = words
        self.element.toggleAttribute("data-opens", words is OPENING)
        self.say(gettext(words))

    def _nudge(self, nudged: bool) -> None:
        """Point to the status message, which says why the game cannot start yet."""
        self._find("#lobby-status").classList.toggle("nudged", nudged)

    def trouble(self, words: str) -> None:
        self._show(".trouble p", words)
        self._find(".trouble").hidden = not words
        self._find(".trouble [data-pair]").hidden = not self._connecting.table.hosts or words != gettext(NO_RELAY)
        if self._roster is None:
            self.say("" if words else gettext(self._waits_for))

    def show_code(self, code: str, words: str = "") -> None:
        self._find(".code").hidden = not code
        self._find("#code").textContent = code
        self._find("#code-status").textContent = words

    def _show_roster(self, room: Room, roster: Roster) -> None:
        raise NotImplementedError

    def _pressed(self, button: Any) -> None:
        for which, do in self._does.items():
            if button.matches(which):
                do(button)

    def _show(self, where: str, words: str) -> None:
        element, places = self._find(where), self._roster.places if self._roster else ()
        if element.textContent != words:
            show_sentence(element, words, (place.name for place in places))
