"""The lobby screens: what connections and the room report to them, and what a press does."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from game.browser.device.sharing import copy_text, share_link
from game.browser.online import seat_store
from game.browser.online.commands import Commands
from game.browser.online.connecting import Connecting
from game.browser.online.game_choice_form import read_choice, show_choice
from game.browser.online.lobby_parts import Lobby, parts_of_lobby, standing
from game.browser.online.qr_code import draw_qr
from game.browser.online.stage import Stage
from game.browser.online.ways_in.listed_table import ClubChoice
from game.browser.page.dom import scroll_to_opened
from game.browser.page.links import link_with
from game.browser.page.tasks import Tasks, Timer
from game.browser.page.view import Act, Parts, Screen
from game.browser.title.joining_form import enter_code
from game.net.code_admission import Caller
from game.net.invite import About, Invite
from game.net.protocol.messages import Begin, DropChallenge, Empty, Fill, HandOver, LetIn, SendAway
from game.net.room_endpoint import Room
from game.net.roster import Roster, Sitter
from game.words.language import Message
from game.words.online import lobby as words
from game.words.online.invite import KNOCKED
from game.words.online.people import no_direct_line

COPIED_SHOWN = 4.0
"""Seconds for which the page shows beside the button that the link was copied."""


class LobbyPage(Screen[Lobby], Stage):
    """What all lobbies have: the invitation, and what the room and the connections report."""

    def __init__(
        self, template: str, parts: Callable[[Lobby], Parts], connecting: Connecting, acts: Mapping[str, Act]
    ) -> None:
        self._connecting = connecting
        self._tasks = Tasks()
        name = seat_store.name()
        super().__init__(template, Lobby(name, bool(name), connecting.table.hosts), parts, acts)

    def close(self) -> None:
        self._tasks.close()
        super().close()

    def set(self, **changes: Any) -> None:
        super().set(hosts=self._connecting.table.hosts, **changes)

    def show_people(self, room: Room, roster: Roster, searching: str) -> None:
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
                self._tasks.start(self._draw(link))

    @property
    def _invite(self) -> Invite | None:
        """The invitation, which contains a description of the table."""
        table = self._connecting.table
        if table.invite is None or table.roster is None:
            return table.invite
        roster = table.roster
        name = "" if roster.leader is None else roster.places[roster.leader].name
        seats = sum(place.sitter is not Sitter.TEAMMATE for place in roster.places)
        people = sum(place.here for place in roster.places)
        return replace(table.invite, about=About(name, people, roster.variant, seats))

    async def _draw(self, link: str) -> None:
        await draw_qr(self.parts["qr"], link)
        self.set(is_drawn=True)

    def say(self, sentence: str) -> None:
        """Show and announce `sentence`."""
        self.set(says=sentence)

    def wait(self, for_what: Message) -> None:
        """Show that the table is not there yet."""
        self.set(waits_for=for_what, says="")

    def wait_at_door(self) -> None:
        """Show that this person waits for the leader's answer, and may still enter a name."""
        self.set(waits_at_door=True, says=KNOCKED())

    def trouble(self, sentence: str) -> None:
        says = "" if self.state.roster is None else self.state.says
        self.set(trouble=sentence, entered="", says=says)

    def show_code(self, code: str, words: str = "") -> None:
        self.set(code=code, code_says=words)


class LobbyScreen(LobbyPage):
    """The lobby of a page that sits at the table or watches it."""

    def __init__(self, commands: Commands, connecting: Connecting, leave: Callable[[], None]) -> None:
        self._commands = commands
        self._leave = leave
        self._copied = Timer(lambda: self.set(copied=""))
        acts: dict[str, Act] = {
            "leave": lambda _: leave(),
            "retry": lambda _: self._try_again(),
            "pair": lambda _: connecting.manual.pair(),
            "begin": lambda _: self._begin(),
            "ready": lambda _: commands.ready(not self.state.ready),
            "sit": lambda _: commands.only_watch(False),
            "watch": lambda _: commands.only_watch(True),
            "other-cards": lambda _: commands.tell(DropChallenge()),
            "share": lambda _: self._share(),
            "copy-watch": lambda _: self._copy_watch(),
            "make-code": lambda _: connecting.code.make(),
            "let-in": lambda _: self._answer(True),
            "keep-out": lambda _: self._answer(False),
            "ask": self._ask,
            "remove": lambda _: commands.tell(SendAway(self._close_question())),
            "read": lambda _: self._read(),
            "hand-over": lambda seat: commands.tell(HandOver(int(seat))),
            "get-up": lambda seat: commands.tell(Empty(int(seat))),
            "fill": self._fill,
            "add-one": lambda _: commands.tell(Fill(self.parts["add-teammate"].options[1].value)),
            "choose": lambda _: commands.choose(read_choice(self.parts["choices"])),
            "rename": self._rename,
            "enter-name": lambda _: self._enter_name(),
        }
        super().__init__("lobby-template", parts_of_lobby, connecting, acts)
        self._club = ClubChoice(self.parts["listed"], connecting.listed)
        self._listen(self.element, "toggle", scroll_to_opened, capture=True)

    def close(self) -> None:
        self._copied.stop()
        self._club.close()
        super().close()

    def show_people(self, room: Room, roster: Roster, searching: str) -> None:
        super().show_people(room, roster, searching)
        show_choice(self.parts["choices"], roster)
        self._club.show(hosts=self.state.hosts)
        if self.state.asked not in self.state.removable:
            self._close_question()

    def show_code(self, code: str, words: str = "") -> None:
        super().show_code(code, words)
        if code:
            self.parts["has-code"].scrollIntoView(block="nearest")

    def ask_about(self, caller: Caller | None) -> None:
        self.set(caller=caller)

    def unanswered(self, sentence: str, code: str) -> None:
        self.trouble(sentence)
        self.set(entered=code)

    def name_relayed(self, names: Iterable[str], named: set[str]) -> None:
        """Name all peers without a direct connection."""
        self.set(relayed=no_direct_line(names))
        named.update(names)

    def _try_again(self) -> None:
        """Search for the table again. After a table code, open the code dialog, which still contains the code."""
        if self.state.entered:
            enter_code(self._leave)
        else:
            self._connecting.try_again()

    def _begin(self) -> None:
        """Start the game, or point to the message that says why it cannot start yet."""
        if self.state.roster is not None and words.blocked(self.state.roster):
            self.set(nudged=self.state.says or standing(self.state))
        else:
            self._commands.tell(Begin())

    def _answer(self, let_in: bool) -> None:
        """Answer the person at the door, or else the caller, who knows the code."""
        if self.state.at_door is not None:
            self._commands.tell(LetIn(self.state.at_door.peer, let_in))
        else:
            self._connecting.code.answer(let_in)

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
        self._commands.rename(" ".join(name.split()))
        if name.strip() and not self.state.asks_name:
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
            self._commands.tell(Fill(name))

    def _share(self) -> None:
        link = self.state.link
        share_link(link, self._show_copied, lambda: self._select(link))

    def _show_copied(self) -> None:
        self.set(copied=words.COPIED())
        self._copied.start(COPIED_SHOWN)

    def _copy_watch(self) -> None:
        if self._invite is not None:
            link = link_with(replace(self._invite, watch=True).fragment())
            copy_text(link, lambda: self.say(words.WATCH_COPIED()), lambda: self._select(link))

    def _select(self, link: str) -> None:
        """Show and select the link for manual copying."""
        self.parts["other-ways"].open = True
        field = self.parts["link"]
        field.value = link
        field.select()
