"""The stages of a multiplayer session: the invitation, the lobby, the table, and the way out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from game.core import Seat
from game.net.code_admission import Caller
from game.net.guest_updates import Shown
from game.net.protocol.messages import Sign
from game.net.room_endpoint import Room
from game.net.roster import Roster


class Stage:
    """One stage, which owns its screen until `close`. What a stage does not show, it ignores.

    This class itself is the stage without a screen.
    """

    def close(self) -> None:
        """Remove the screen from the page. May be called twice."""

    def say(self, sentence: str) -> None:
        """Show the progress of joining."""

    def trouble(self, sentence: str) -> None:
        """Show why others cannot join. An empty sentence clears the message."""

    def unanswered(self, sentence: str, code: str) -> None:
        """Show that no host answers the spoken `code`, which the person can then correct."""

    def show_code(self, code: str, words: str = "") -> None:
        """Show the spoken code. If it has expired or is unavailable, `code` is empty and `words` says why."""

    def ask_about(self, caller: Caller | None) -> None:
        """Ask whether to admit `caller`, who knows the code. None withdraws the question."""

    def wait_at_door(self) -> None:
        """Show that this person waits until the leader lets them in."""

    def show_people(self, room: Room, roster: Roster, searching: str) -> None:
        """Show the `roster` of `room`. `searching` is the message during a host search."""

    def name_relayed(self, names: Iterable[str], named: set[str]) -> None:
        """Name the peers without a direct connection, and add them to those already `named`."""

    def show_sign(self, seat: Seat, sign: Sign) -> None:
        """Show the `sign` of the player at `seat`."""

    def show_lean(self, seat: Seat, leaning: bool) -> None:
        """Show whether the player at `seat` leans towards the pile."""


@dataclass(frozen=True, slots=True)
class Question:
    """The question before a link is followed: a `sentence`, `lines` and a `rule` below it, and the `small_print`.

    `name` is the person who invites, whose table has this number of `seats`, with `people` at some of them. `button` is
    the text of the first button, unless it is that of the template.
    """

    sentence: str
    lines: Sequence[str] = ()
    rule: str = ""
    small_print: str = ""
    name: str = ""
    seats: int = 0
    people: int = 0
    button: str = ""


class ConnectionEvents(Protocol):
    """What the connections to other pages report to the session that owns them."""

    @property
    def stage(self) -> Stage:
        """The current stage, which shows progress and trouble."""

    def open_lobby(self, *, opens: bool = False) -> None:
        """Show the lobby, with the invitation if there is one. `opens` says that this page opens a table."""

    def return_to_table(self) -> None:
        """Show that this page returns to its game."""

    def show_last_known(self) -> None:
        """Show the game as this page last knew it, until the host answers."""

    def shown(self, shown: Shown) -> None:
        """Show an update from the room."""

    def ask(self, question: Question, sit: Callable[[], None] | None, watch: Callable[[], None] | None) -> None:
        """Ask whether to follow an invitation, and call the chosen function. None means the choice is not offered."""

    def turn_away(self, sentence: str, *, asks_for_code: bool = False) -> None:
        """Show why this page cannot join. If it `asks_for_code`, another try begins with the code."""
