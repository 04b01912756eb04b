"""The lobby screen: a function of the Roster, plus the person's actions."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from game.browser.device.sharing import copy_text, share_link
from game.browser.online import seat_store
from game.browser.online.commands import Commands
from game.browser.online.connecting import Connecting
from game.browser.online.game_choice_form import read_choice, show_choice
from game.browser.online.lobby_page import LobbyPage
from game.browser.online.lobby_seats import LobbySeats
from game.browser.online.removal import Removal
from game.browser.online.ways_in.listed_table import ClubChoice
from game.browser.page.bidi_text import show_sentence
from game.browser.page.dom import from_template, scroll_to_opened
from game.browser.page.tasks import Timer
from game.browser.table.variant_rule import rule_of
from game.browser.title.joining_form import enter_code
from game.net.code_admission import Caller
from game.net.protocol.messages import DropChallenge, Empty, Fill, HandOver, SendAway
from game.net.room_endpoint import Room
from game.net.roster import Place, Roster, Sitter
from game.words.language import gettext
from game.words.online.invite import knocks
from game.words.online.lobby import (
    COPIED,
    OTHER_CARDS,
    WATCH_COPIED,
    challenge,
    chosen,
    lacks_player,
    levels,
    new_host,
    standing,
)

COPIED_SHOWN = 4.0
"""Seconds for which the page shows beside the button that the link was copied."""


class LobbyScreen(LobbyPage):
    """The lobby of a page that sits at the table or watches it.

    A host without a name enters it before the invitation appears, because the link contains the name.
    """

    def __init__(self, commands: Commands, connecting: Connecting, leave: Callable[[], None]) -> None:
        super().__init__(from_template("lobby-template"), commands, connecting, leave)
        self._commands = commands
        self._leave = leave
        self._ready = False
        self._removal = Removal(self.element)
        self._does |= {
            "[data-retry-relays]": lambda _: self._try_again(),
            "#ready": self._toggle_ready,
            "#sit": lambda _: commands.only_watch(False),
            "#watch": lambda _: commands.only_watch(True),
            "#other-cards": lambda _: commands.tell(DropChallenge()),
            "#share-invite": lambda _: self._share(self._find("#invite").value),
            "#copy-watch": lambda _: copy_text(
                self._watch_link,
                lambda: self.say(gettext(WATCH_COPIED)),
                lambda: self._select(self._watch_link),
            ),
            "#add-one": lambda _: commands.tell(Fill(self._find("#add-teammate").options[1].value)),
            "#make-code": lambda _: connecting.code.make(),
            "#let-in": lambda _: connecting.code.answer(True),
            "#keep-out": lambda _: connecting.code.answer(False),
            "#pair": lambda _: connecting.manual.pair(),
            "[data-send-away]": lambda button: self._removal.ask(button.dataset.sendAway),
            "#remove": lambda _: commands.tell(SendAway(self._removal.confirm())),
            "[data-read]": lambda _: self._show_news(""),
            "[data-hand-over]": lambda button: commands.tell(HandOver(int(button.dataset.handOver))),
            "[data-get-up]": lambda button: commands.tell(Empty(int(button.dataset.getUp))),
        }
        self._name = self._find("#your-name")
        self._name.value = seat_store.name()
        self._form = self._find("#choices")
        self._seats = LobbySeats(self.element)
        self._before: Roster | None = None
        self._former: Place | None = None
        self._named = bool(self._name.value)
        self._copied = Timer(lambda: self._show_copied(""))
        self._let_choose(leads=False)  # until the roster is known
        self._find("#other-cards").textContent = gettext(OTHER_CARDS)
        self._listen(self.element, "toggle", scroll_to_opened, capture=True)
        self._club = ClubChoice(self._find("#listed"), connecting.listed)
        self._listen(self._name, "input", lambda _: self._renamed())
        self._listen(self._name, "change", lambda _: self._entered_name())
        self._listen(self._find(".me"), "submit", self._submitted_name)
        self._listen(self._form, "change", self._chosen)
        self._listen(self._form, "submit", lambda event: event.preventDefault())
        self._listen(self._find("#add-teammate"), "change", lambda _: self._filled())

    def _show_roster(self, room: Room, roster: Roster) -> None:
        """Show who is here, and the possible actions."""
        me, leads = room.guest.table.seat, room.guest.table.leads
        self._ready = me is not None and roster.places[me].ready
        self._seats.show(room, roster, leads=leads)
        self._let_choose(leads=leads)
        self._removal.show(roster if leads else None)
        self._show_new_host(room.me, roster)
        free = any(place.sitter is Sitter.NOBODY for place in roster.places)
        self._find("#sit").hidden = me is not None or not free
        self._club.show(hosts=self._connecting.table.hosts)
        alone = not any(place.here for seat, place in roster.people() if seat != me)
        self.element.toggleAttribute("data-alone", alone)
        lonely = leads and roster.screen is not None and lacks_player(roster)
        self._find("#add-one").hidden = not lonely
        self._find("#begin").hidden = lonely or not leads
        self._find("#watch").hidden = me is None or (self._connecting.table.hosts and alone)
        self._show_challenge(roster, leads)
        show_choice(self._form, roster)
        self._show("#chosen", chosen(roster))
        self._find("#variant-rule").textContent = rule_of(roster.variant)[1]
        self._find("#levels").textContent = levels(roster)
        ready = self._find("#ready")
        ready.hidden = me is None or leads
        ready.setAttribute("aria-pressed", str(self._ready).lower())
        self.say(standing(roster, hosts=leads, ready=self._ready, watches=me is None))

    def _show_new_host(self, me: str, roster: Roster) -> None:
        """Show the page `me` that the host changed, and why, until the person closes the message."""
        former = self._before and roster.former_leader(self._before)
        self._former = former or self._former
        self._before = roster
        if self._former is not None:
            self._former = roster.now(self._former)
            words = new_host(self._former, roster, me)
            self._show_news(words, [self._former.name, *(place.name for place in roster.places)])

    def _show_news(self, words: str, names: Iterable[str] = ()) -> None:
        """Show `words`, or hide the last ones."""
        news = self._find(".news")
        if not words:
            self._former = None
            self.focus()
        news.hidden = not words
        if news.querySelector("p").textContent != words:
            show_sentence(news.querySelector("p"), words, names)

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
        self.element.toggleAttribute("data-leads", leads)
        self._find("fieldset").disabled = not leads
        self._find("#share-invite").classList.toggle("primary", leads)
        self._ask_name()

    @property
    def _asks_name(self) -> bool:
        return bool(self.element.hasAttribute("data-unnamed"))

    def _ask_name(self) -> None:
        """Ask a host who has given no name yet, in place of the invitation."""
        self.element.toggleAttribute("data-unnamed", self._connecting.table.hosts and not self._named)

    def close(self) -> None:
        self._copied.stop()
        self._club.close()
        super().close()

    def show_code(self, code: str, words: str = "") -> None:
        super().show_code(code, words)
        if code:
            self._find(".code").scrollIntoView(block="nearest")

    def ask_about(self, caller: Caller | None) -> None:
        """Ask whether to admit `caller`. None withdraws the question."""
        name = caller.name if caller else ""
        show_sentence(self._find("#knock"), knocks(name) if name else "", [name])
        self._find(".knock").hidden = not name

    def trouble(self, words: str) -> None:
        super().trouble(words)
        self._find("#entered").textContent = ""

    def unanswered(self, sentence: str, code: str) -> None:
        self.trouble(sentence)
        self._find("#entered").textContent = code

    def _try_again(self) -> None:
        """Search for the table again. After a table code, open the code dialog, which still contains the code."""
        if self._find("#entered").textContent:
            enter_code(self._leave)
        else:
            self._connecting.try_again()

    def _toggle_ready(self, button: Any) -> None:
        self._commands.ready(not self._ready)

    def _chosen(self, event: Any) -> None:
        self._commands.choose(read_choice(self._form))

    def _renamed(self) -> None:
        self._commands.rename(" ".join(self._name.value.split()))

    def _entered_name(self) -> None:
        """Note the name, unless the host has to submit it: otherwise a button could disappear before a press."""
        self._named = self._named or (bool(self._name.value.strip()) and not self._asks_name)

    def _submitted_name(self, event: Any) -> None:
        """Show the host the invitation, even without a name. Otherwise leave the field."""
        event.preventDefault()
        if self._asks_name:
            self._named = True
            self._ask_name()
            self._find("#share-invite").focus()
        else:
            self._name.blur()

    def _filled(self) -> None:
        chosen = self._find("#add-teammate")
        name, chosen.value = chosen.value, ""
        if name:
            self._commands.tell(Fill(name))

    def _share(self, link: str) -> None:
        share_link(link, lambda: self._show_copied(gettext(COPIED)), lambda: self._select(link))

    def _show_copied(self, words: str) -> None:
        self._find("#copied").textContent = words
        if words:
            self._copied.start(COPIED_SHOWN)

    def _select(self, link: str) -> None:
        """Show and select the link for manual copying."""
        self._find("#other-ways").open = True
        field = self._find("#invite")
        field.value = link
        field.select()
