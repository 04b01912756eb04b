"""The lobby screen: a function of the Roster, plus the person's actions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from js import navigator

from game.browser.online import seat_store
from game.browser.online.commands import Commands
from game.browser.online.connecting import Connecting
from game.browser.online.game_choice_form import read_choice, show_choice
from game.browser.online.lobby_page import LobbyPage
from game.browser.online.people_list import PeopleList
from game.browser.page.bidi_text import show_sentence
from game.browser.page.dom import Keyed, copy_text, from_template
from game.core import Seat
from game.net.code_admission import Caller
from game.net.protocol.messages import DropChallenge, Empty, Fill, HandOver, Keep, SendAway
from game.net.room_endpoint import Room
from game.net.roster import Place, Roster, Sitter
from game.words.language import gettext
from game.words.online.invite import knocks
from game.words.online.lobby import (
    COPIED,
    OTHER_CARDS,
    TEAMMATE,
    WATCH_COPIED,
    challenge,
    get_up,
    kept_as,
    levels,
    standing,
)
from game.words.online.people import watching as watching_are


class LobbyScreen(LobbyPage):
    """The lobby of a page that sits at the table or watches it."""

    def __init__(self, commands: Commands, connecting: Connecting, leave: Callable[[], None]) -> None:
        super().__init__(from_template("lobby-template"), commands, connecting, leave)
        self._commands = commands
        self._ready = False
        self._does |= {
            "#ready": self._toggle_ready,
            "#sit": lambda _: commands.only_watch(False),
            "#watch": lambda _: commands.only_watch(True),
            "#other-cards": lambda _: commands.tell(DropChallenge()),
            "#copy-invite": lambda _: self._copy(self._find("#invite").value, gettext(COPIED)),
            "#copy-watch": lambda _: self._copy(self._watch_link, gettext(WATCH_COPIED)),
            "#share-invite": lambda _: navigator.share(url=self._find("#invite").value).catch(lambda _: None),
            "#make-code": lambda _: connecting.code.make(),
            "#let-in": lambda _: connecting.code.answer(True),
            "#keep-out": lambda _: connecting.code.answer(False),
            "#pair": lambda _: connecting.manual.pair(),
            "[data-send-away]": lambda button: commands.tell(SendAway(button.dataset.sendAway)),
            "[data-hand-over]": lambda button: commands.tell(HandOver(int(button.dataset.handOver))),
            "[data-get-up]": lambda button: commands.tell(Empty(int(button.dataset.getUp))),
        }
        self._name = self._find("#your-name")
        self._name.value = seat_store.name()
        self._form = self._find("#choices")
        self._people = PeopleList(self._find("#peers"))
        self._teammates = Keyed(self._find("#lobby-teammates"))
        self._find("#share-invite").hidden = not hasattr(navigator, "share")
        self._table_name = ""
        self._let_choose(leads=False)  # until the roster is known
        self._find("#other-cards").textContent = gettext(OTHER_CARDS)
        self._find("#ready").hidden = True
        self._listen(self._name, "input", lambda _: self._renamed())
        self._listen(self._form, "change", self._chosen)
        self._listen(self._form, "submit", lambda event: event.preventDefault())
        self._listen(self._find("#add-teammate"), "change", lambda _: self._filled())
        self._listen(self._find("#save-as"), "change", lambda _: self._name_table())

    def _show_roster(self, room: Room, roster: Roster) -> None:
        """Show who is here, and the possible actions."""
        me, leads = room.guest.table.seat, room.guest.table.leads
        self._ready = me is not None and roster.places[me].ready
        self._people.show(room, roster, may_send_away=leads)
        self._show_teammates(roster, leads)
        self._let_choose(leads=leads)
        free = any(place.sitter is Sitter.NOBODY for place in roster.places)
        self._find("#add-teammate").disabled = not free
        self._find("#sit").hidden = me is not None or not free
        self._find("#watch").hidden = me is None
        self._show_table_name(roster.saved_as)
        self._show_challenge(roster, leads)
        show_choice(self._form, roster)
        self._find("#levels").textContent = levels(roster)
        ready = self._find("#ready")
        ready.hidden = me is None
        ready.setAttribute("aria-pressed", str(self._ready).lower())
        self._find("#watching").textContent = watching_are(len(roster.watchers))
        self.say(standing(roster, hosts=leads, ready=self._ready, watches=me is None))

    def _show_table_name(self, name: str) -> None:
        if name != self._table_name:
            self._table_name = name
            self._find("#save-as").value = name
        self._find("#saved-as").textContent = kept_as(name)

    def _name_table(self) -> None:
        self._commands.tell(Keep(" ".join(self._find("#save-as").value.split())))

    def _show_challenge(self, roster: Roster, leads: bool) -> None:
        words = challenge(roster)
        self._find("#challenge").hidden = not words
        self._show("#challenge p", words)
        self._find("#other-cards").hidden = not leads

    def _let_choose(self, *, leads: bool) -> None:
        for element in self.element.querySelectorAll("[data-leads]"):
            element.hidden = not leads
        for element in self.element.querySelectorAll("[data-host]"):
            element.hidden = not self._connecting.table.hosts
        self._find("fieldset").disabled = not leads

    def ask_about(self, caller: Caller | None) -> None:
        """Ask whether to admit `caller`. None withdraws the question."""
        name = caller.name if caller else ""
        show_sentence(self._find("#knock"), knocks(name) if name else "", [name])
        self._find(".knock").hidden = not name

    def _show_teammates(self, roster: Roster, leads: bool) -> None:
        seats = {
            f"{seat} {place.name}": (seat, place)
            for seat, place in enumerate(roster.places)
            if place.sitter is Sitter.TEAMMATE
        }
        for key, item in self._teammates.show(seats, lambda _: from_template("peer-template")).items():
            _show_teammate(item, *seats[key], leads)

    def _toggle_ready(self, button: Any) -> None:
        self._commands.ready(not self._ready)

    def _chosen(self, event: Any) -> None:
        if event.target.id != "save-as":
            self._commands.choose(read_choice(self._form))

    def _renamed(self) -> None:
        if name := " ".join(self._name.value.split()):
            self._commands.rename(name)

    def _filled(self) -> None:
        chosen = self._find("#add-teammate")
        name, chosen.value = chosen.value, ""
        if name:
            self._commands.tell(Fill(name))

    def _copy(self, link: str, words: str) -> None:
        """Copy the link to the clipboard. If that is denied, show and select the link for manual copying."""

        def refused() -> None:
            field = self._find("#invite")
            field.value = link
            field.select()

        copy_text(link, lambda: self.say(words), refused)


def _show_teammate(item: Any, seat: Seat, place: Place, leads: bool) -> None:
    item.querySelector(".name").textContent = place.name
    item.querySelector(".tags").textContent = gettext(TEAMMATE)
    button = item.querySelector("[data-send-away], [data-get-up]")
    button.hidden = not leads
    button.removeAttribute("data-send-away")
    button.dataset.getUp = str(seat)
    button.setAttribute("aria-label", get_up(place.name))
