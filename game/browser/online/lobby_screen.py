"""The lobby screens: what connections and the room report to them, and what a press does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from game.browser.device.sharing import copy_text, share_link
from game.browser.online import seat_store
from game.browser.online.club_choice import names_of_clubs
from game.browser.online.game_choice_form import read_choice, show_choice
from game.browser.online.lobby_parts import Lobby, parts_of_lobby, standing
from game.browser.online.people_parts import removable
from game.browser.online.qr_code import QrScreen
from game.browser.page.dom import scroll_to_opened
from game.browser.page.links import link_with
from game.browser.page.view import Act, Parts
from game.core.variants import MAX_SEATS, MIN_SEATS
from game.net.invite import About, Invite
from game.net.protocol.messages import Begin, Choose, Empty, Fill, HandOver, LetIn, Ready, Rename, SendAway, Watch
from game.net.room_endpoint import Room
from game.net.roster import Roster, Sitter
from game.words.online import lobby as words
from game.words.online.people import GUEST

if TYPE_CHECKING:
    from game.browser.online.ways_in.table_connection import TableConnection

COPIED_SHOWN = 4.0
"""Seconds for which the page shows beside the button that the link was copied."""


class LobbyPage(QrScreen[Lobby]):
    """What all lobbies have: the invitation to the `table`, and what the room reports."""

    def __init__(
        self,
        template: str,
        lobby: Lobby,
        parts: Callable[[Lobby], Parts],
        table: TableConnection,
        acts: Mapping[str, Act],
    ) -> None:
        self._table = table
        super().__init__(template, lobby, parts, acts)

    def show_people(self, room: Room, roster: Roster, searching: str) -> None:
        """Show the `roster` of `room`. `searching` is the message during a host search."""
        former = self.state.roster and roster.former_leader(self.state.roster)
        former = former or (self.state.former and roster.now(self.state.former))
        self.set(room=room, roster=roster, former=former, waits_at_door=False, says=searching)
        self.show_invite()

    def show_invite(self) -> None:
        """Show the invitation, if there is one."""
        if self._invite is not None:
            link = link_with(self._invite.fragment())
            if link != self.state.link:
                self.set(link=link)
                self.draw(link)

    def trouble(self, sentence: str, entered: str = "") -> None:
        """Show why others are not reached, and the code that was `entered`. An empty sentence clears the message."""
        says = "" if self.state.roster is None else self.state.says
        self.set(trouble=sentence, entered=entered, says=says)

    def show_code(self, code: str) -> None:
        """Show the spoken code."""
        self.set(code=code, code_says="")
        self.parts["has-code"].scrollIntoView(block="nearest")

    @property
    def _invite(self) -> Invite | None:
        """The invitation, which contains a description of the table."""
        invite, roster = self._table.invite, self._table.roster
        if invite is None or roster is None:
            return invite
        name = "" if roster.leader is None else roster.places[roster.leader].name
        seats = sum(place.sitter is not Sitter.TEAMMATE for place in roster.places)
        people = sum(place.here for place in roster.places)
        return replace(invite, about=About(name, people, roster.settings.variant, seats))


class LobbyScreen(LobbyPage):
    """The lobby of a page that sits at the table or watches it.

    `refused` is called with a message about a choice that is impossible.
    """

    def __init__(
        self,
        lobby: Lobby,
        table: TableConnection,
        refused: Callable[[str], None],
        acts: Mapping[str, Act],
    ) -> None:
        self._refused = refused
        own: dict[str, Act] = {
            "begin": lambda _: self._begin(),
            "ready": lambda _: table.tell(Ready(not self.state.ready)),
            "sit": lambda _: table.tell(Watch(False)),
            "watch": lambda _: table.tell(Watch(True)),
            "other-cards": lambda _: self._shuffle(),
            "share": lambda _: self._share(),
            "copy-watch": lambda _: self._copy_watch(),
            "let-in": lambda _: self._answer(True),
            "keep-out": lambda _: self._answer(False),
            "ask": self._ask,
            "remove": lambda _: table.tell(SendAway(self._close_question())),
            "read": lambda _: self._read(),
            "hand-over": lambda seat: table.tell(HandOver(int(seat))),
            "get-up": lambda seat: table.tell(Empty(int(seat))),
            "fill": self._fill,
            "add-one": lambda _: table.tell(Fill(self.parts["add-teammate"].options[1].value)),
            "choose": lambda _: self._choose_game(read_choice(self.parts["choices"])),
            "rename": self._rename,
            "enter-name": lambda _: self._enter_name(),
        }
        lobby.clubs = names_of_clubs()
        super().__init__("lobby-template", lobby, parts_of_lobby, table, {**own, **acts})
        self._listen(self.element, "toggle", scroll_to_opened, capture=True)
        self._copied = self._new_timer(lambda: self.set(copied=""))

    def show_people(self, room: Room, roster: Roster, searching: str) -> None:
        super().show_people(room, roster, searching)
        show_choice(self.parts["choices"], roster)
        if self.state.asked not in removable(room, roster):
            self._close_question()

    def _begin(self) -> None:
        """Start the game, or point to the message that says why it cannot start yet."""
        if self.state.roster is not None and words.blocked(self.state.roster):
            self.set(nudged=self.state.says or standing(self.state))
        else:
            self._table.tell(Begin())

    def _choose_game(self, choice: Choose) -> None:
        """Choose this game, if it has enough seats for the people at the table."""
        roster = self._table.roster
        if roster is None:
            return
        people = sum(1 for _ in roster.people())
        chosen, seats = replace(choice.settings, challenge=roster.settings.challenge), choice.seats
        if seats < max(MIN_SEATS, people):
            self._refused(words.SEATS_TAKEN(people, people=people, most=MAX_SEATS))
            chosen, seats = replace(roster.settings, locked=chosen.locked), len(roster.places)
        self._table.tell(Choose(chosen, seats))

    def _shuffle(self) -> None:
        """Replace the cards of the challenge by shuffled ones."""
        roster = self._table.roster
        if roster is not None:
            self._table.tell(Choose(replace(roster.settings, challenge=None), len(roster.places)))

    def _answer(self, let_in: bool) -> None:
        """Answer the person at the door, or else the caller, who knows the code."""
        if self.state.at_door is not None:
            self._table.tell(LetIn(self.state.at_door.peer, let_in))
        else:
            self.state.answer(let_in)

    def _ask(self, peer: str) -> None:
        """Ask whether to remove the person at the page `peer`."""
        self.set(asked=peer)
        self.parts["removing"].showPopover()

    def _close_question(self) -> str:
        """Close the question, and return the page of its person.

        Focus the heading: the button that opened the question disappears with the person.
        """
        asked = self.state.asked
        if self.parts["removing"].matches(":popover-open"):
            self.parts["removing"].hidePopover()
            self.focus()
        self.set(asked="")
        return asked

    def _read(self) -> None:
        self.set(former=None)
        self.focus()

    def _rename(self, name: str) -> None:
        """Note the name, unless the host has to submit it: otherwise a button could disappear before a press."""
        name = " ".join(name.split())
        seat_store.save_name(name)
        self._table.tell(Rename(name or GUEST()))
        if name and not self.state.asks_name:
            self.set(named=True)

    def _enter_name(self) -> None:
        """Show the host the invitation, even without a name. Otherwise leave the field."""
        if self.state.asks_name:
            self.set(named=True)
            self.parts["share"].focus()
        else:
            self.parts["name"].blur()

    def _fill(self, name: str) -> None:
        self.parts["add-teammate"].value = ""
        if name:
            self._table.tell(Fill(name))

    def _share(self) -> None:
        link = self.state.link
        share_link(link, self._show_copied, lambda: self._select(link))

    def _show_copied(self) -> None:
        self.set(copied=words.COPIED())
        self._copied.start(COPIED_SHOWN)

    def _copy_watch(self) -> None:
        if self._invite is not None:
            link = link_with(replace(self._invite, watch=True).fragment())
            copy_text(link, lambda: self.set(says=words.WATCH_COPIED()), lambda: self._select(link))

    def _select(self, link: str) -> None:
        """Show and select the link for manual copying."""
        self.parts["other-ways"].open = True
        field = self.parts["link"]
        field.value = link
        field.select()
