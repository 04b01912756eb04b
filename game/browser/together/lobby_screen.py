"""The lobby on the screen: a function of the Roster, and what people do there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from js import document, navigator
from pyodide.ffi import JsException

from game.browser.dom import Keyed, from_template, listen
from game.browser.sentences import show_sentence
from game.browser.together.people_list import PeopleList, WayTo
from game.browser.together.table_form import TableChoice, read_choice, show_choice
from game.core import Seat
from game.net.roster import Place, Roster, Sitter
from game.words.language import said
from game.words.together.connecting import JOINING
from game.words.together.lobby import COPIED, TEAMMATE, blocked, get_up, levels, standing


class LobbyCommands(Protocol):
    """Who takes what people do in the lobby."""

    def rename(self, name: str) -> None:
        """Be called `name`."""

    def ready(self, ready: bool) -> None:
        """Be ready, or not any more."""

    def choose(self, choice: TableChoice) -> None:
        """Play this game."""

    def fill(self, name: str) -> None:
        """Let the teammate `name` sit down."""

    def free(self, seat: Seat) -> None:
        """Let the teammate at `seat` get up."""

    def send_away(self, peer: str) -> None:
        """Send somebody away."""

    def start(self) -> None:
        """Begin the game."""


class InviteCommands(Protocol):
    """Who takes what people do to let others come."""

    def make_code(self) -> None:
        """Have a code to say aloud."""

    def answer(self, let_in: bool) -> None:
        """Let whoever knocks in, or not."""

    def pair(self) -> None:
        """Pair with another page by hand."""

    def try_again(self) -> None:
        """Look for the relays and the others again."""


class LobbyScreen:
    """Stands in the page from when it is made until `close`."""

    def __init__(self, commands: LobbyCommands, inviting: InviteCommands, leave: Callable[[], None], name: str) -> None:
        self._commands = commands
        self._inviting = inviting
        self._leave = leave
        self._roster: Roster | None = None
        self._ready = False
        self.element = from_template("lobby-template")
        document.body.append(self.element)
        self._name = self._find("#your-name")
        self._name.value = name
        self._form = self._find("#choices")
        self._people = PeopleList(self._find("#peers"))
        self._mates = Keyed(self._find("#mates"))
        self._share = self._find("#share-invite")
        self._share.hidden = not hasattr(navigator, "share")
        self._let_choose(hosts=False)  # until it is known who is here
        self._find("#ready").hidden = True
        self._listening = [
            listen(self.element, "click", self._clicked),
            listen(self._name, "input", lambda _: self._renamed()),
            listen(self._form, "change", lambda _: commands.choose(read_choice(self._form))),
            listen(self._form, "submit", lambda event: event.preventDefault()),
            listen(self._find("#add-mate"), "change", lambda _: self._filled()),
        ]

    def close(self) -> None:
        """Be gone from the page."""
        for stop in self._listening:
            stop()
        self.element.remove()

    def invite(self, link: str) -> None:
        """Show the link by which others come."""
        self._find("#invite").value = link

    def show(self, roster: Roster, me: Seat | None, watching: str, way: WayTo, *, hosts: bool) -> None:
        """Show who is here, and what may be done about it."""
        self._roster = roster
        self._ready = me is not None and roster.places[me].ready
        self._people.show(roster, me, watching, way, may_send_away=hosts)
        self._show_mates(roster, hosts)
        self._let_choose(hosts=hosts)
        show_choice(self._form, roster)
        self._find("#levels").textContent = levels(roster)
        ready = self._find("#ready")
        ready.hidden = me is None
        ready.setAttribute("aria-pressed", str(self._ready).lower())
        self._find("#begin").setAttribute("aria-disabled", str(bool(blocked(roster))).lower())
        self.say(standing(roster, hosts=hosts, ready=self._ready, watches=me is None))

    def _let_choose(self, *, hosts: bool) -> None:
        for element in self.element.querySelectorAll("[data-host]"):
            element.hidden = not hosts
        self._find("fieldset").disabled = not hosts

    def say(self, words: str) -> None:
        """Show and speak `words`, unless they stand there already."""
        self._show("#lobby-said", words)

    def tell_relayed(self, words: str) -> None:
        """Tell with whom there is no direct line; nothing if there is one with everybody."""
        self._show("#relayed", words)

    def _show(self, where: str, words: str) -> None:
        element, places = self._find(where), self._roster.places if self._roster else ()
        if element.textContent != words:
            show_sentence(element, words, (place.name for place in places))

    def trouble(self, words: str) -> None:
        """Tell what keeps others from coming; nothing if that is over."""
        box = self._find(".trouble")
        if box.querySelector("p").textContent != words:
            box.querySelector("p").textContent = words
        box.hidden = not words
        if self._roster is None:
            self.say("" if words else said(JOINING))

    def show_code(self, code: str, words: str = "") -> None:
        """Show the code to say aloud; none if it is good no more, or not to be had, which `words` tell."""
        self._find(".code").hidden = not code
        self._find("#code").textContent = code
        self._find("#code-said").textContent = words

    def ask(self, words: str, name: str) -> None:
        """Ask whether to let somebody of that name in; nothing if nobody knocks any more."""
        show_sentence(self._find("#knock"), words, [name])
        self._find(".knock").hidden = not words

    def focus(self) -> None:
        """Begin at the top, where no keyboard unfolds over half of a phone."""
        self._find("h1").focus()

    def _show_mates(self, roster: Roster, hosts: bool) -> None:
        seats = {
            f"{seat} {place.name}": (seat, place)
            for seat, place in enumerate(roster.places)
            if place.sitter is Sitter.TEAMMATE
        }
        for key, item in self._mates.show(seats, lambda _: from_template("peer-template")).items():
            _show_mate(item, *seats[key], hosts)
        free = any(place.sitter is Sitter.NOBODY for place in roster.places)
        self._find("#add-mate").disabled = not free

    def _clicked(self, event: Any) -> None:
        button = event.target.closest("button")
        if not button or button.getAttribute("aria-disabled") == "true":
            return
        data = button.dataset
        if button.hasAttribute("data-leave"):
            self._leave()
        elif button.hasAttribute("data-retry-relays"):
            self._inviting.try_again()
        elif button.hasAttribute("data-send-away"):
            self._commands.send_away(data.sendAway)
        elif button.hasAttribute("data-get-up"):
            self._commands.free(int(data.getUp))
        else:
            self._pressed(button.id)

    def _pressed(self, name: str) -> None:
        match name:
            case "ready":
                self._commands.ready(not self._ready)
            case "begin":
                self._commands.start()
            case "copy-invite":
                self._copy()
            case "share-invite":
                navigator.share(url=self._find("#invite").value).catch(lambda _: None)
            case "make-code":
                self._inviting.make_code()
            case "let-in":
                self._inviting.answer(True)
            case "keep-out":
                self._inviting.answer(False)
            case "pair":
                self._inviting.pair()

    def _renamed(self) -> None:
        if name := " ".join(self._name.value.split()):
            self._commands.rename(name)

    def _filled(self) -> None:
        chosen = self._find("#add-mate")
        name, chosen.value = chosen.value, ""
        if name:
            self._commands.fill(name)

    def _copy(self) -> None:
        """To the clipboard; where that is denied, the link is selected, ready to be copied."""
        field = self._find("#invite")
        try:
            navigator.clipboard.writeText(field.value).then(lambda _: self.say(said(COPIED)), lambda _: field.select())
        except (AttributeError, JsException):
            field.select()

    def _find(self, selector: str) -> Any:
        return self.element.querySelector(selector)


def _show_mate(item: Any, seat: Seat, place: Place, hosts: bool) -> None:
    item.querySelector(".name").textContent = place.name
    item.querySelector(".tags").textContent = said(TEAMMATE)
    button = item.querySelector("button")
    button.hidden = not hosts
    button.removeAttribute("data-send-away")
    button.dataset.getUp = str(seat)
    button.setAttribute("aria-label", get_up(place.name))
