"""Where the page starts: joins the game to the elements of the page."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

import js
from js import document, location

from game.browser import memory_store, storage
from game.browser.dom import find, listen
from game.browser.lazy_modules import NotFetched, fetch_together
from game.browser.saved import SaveError
from game.browser.settings import Settings, SetupForm
from game.browser.solo import SAVED, Setup, SoloGame
from game.browser.sound import Sound
from game.browser.table_screen import TableScreen
from game.browser.tabs import KeepsGame
from game.words.table import resumed
from game.words.title import NOT_FETCHED, OTHER_TAB, kept_aside

DAMAGED = "game-damaged"
LEFT = "left"
PLAYED = "played"
JOIN, PAIR = "#join=", "#pair="
"""How the ends of links begin that lead to somebody's table."""


class App:
    """The page: the title, or one game at the table."""

    def __init__(self, keeps_game: KeepsGame) -> None:
        self._keeps_game = keeps_game
        self._sound = Sound()
        self._settings = Settings(self._sound)
        self._setup = SetupForm()
        self._game: SoloGame | None = None
        self._screen: TableScreen | None = None
        self._evening: Any = None
        self._seeds = _seeds()
        self._notice = Notice()
        listen(find("start"), "click", lambda _: self.start())
        listen(find("setup-form"), "submit", self._submitted)
        listen(find("continue"), "click", lambda _: self.resume())
        listen(find("leave"), "click", lambda _: self._evening.leave() if self._evening else self.leave())
        for sheet in ("menu", "rules", "settings"):
            listen(find(sheet), "beforetoggle", lambda _: self._pause())
        for sheet in document.querySelectorAll(".sheet"):
            listen(sheet, "toggle", self._keep_focus)
        listen(document, "visibilitychange", lambda _: document.hidden and self._pause())
        listen(js.window, "pagehide", lambda _: self._pause())
        listen(find("together"), "click", lambda _: self._with_others(self.play_together))
        listen(find("joining-form"), "submit", self._join)
        listen(js.window, "hashchange", lambda _: self._invited() and self._follow_link())
        find("secret").hidden = storage.read(PLAYED) is None

    def open(self) -> None:
        """Come back to the game that was interrupted; else show the title."""
        if self._invited():
            self._follow_link()
            return
        _, dropped = memory_store.recall()
        if dropped:
            self._notice.show(dropped)
        if not self._keeps_game:
            self._notice.show(OTHER_TAB)
        elif storage.read(LEFT) is None and self.resume():
            return
        self._offer_saved()
        match document.documentElement.getAttribute("data-pressed"):
            case "start":
                self.start()
            case "together":
                self._with_others(self.play_together)

    def start(self) -> None:
        """A new game with what is chosen."""
        self._begin(self._setup.read())

    def resume(self) -> bool:
        """Go on with the saved game, if there is one; one that is damaged is kept aside."""
        text = storage.read(SAVED)
        if text is None:
            return False
        try:
            game = SoloGame.resume(text, next(self._seeds))
        except SaveError as error:
            storage.remove(SAVED)  # first, for there may not be room for both
            storage.write(DAMAGED, text)
            self._offer_saved()
            self._notice.show(kept_aside(str(error)), text)
            return False
        screen = self._sit_down(game)
        screen.say(resumed(game.view))
        return True

    def _follow_link(self) -> None:
        self._with_others(lambda: self.play_together(location.hash))

    def _with_others(self, go: Callable[[], object]) -> None:
        """Call `go` once the modules for play together are there."""

        async def fetch() -> None:
            try:
                await fetch_together()
            except NotFetched:
                self._notice.show(NOT_FETCHED)
            else:
                go()

        self._fetching = asyncio.ensure_future(fetch())

    def play_together(self, link: str = "", code: Any = None) -> None:
        """Open a table for others to come to, or go to theirs: by `link`, or where the `code` leads."""
        from game.browser.together.session import Evening  # solo play need not wait for it

        self._clear()
        _hide_sheets()
        find("title").hidden = find("table").hidden = True
        evening = self._evening = Evening(self._sound, self.leave)
        if link.startswith(PAIR):
            coming = evening.join_by_hand(link.removeprefix(PAIR))
        elif link:
            coming = evening.join(link)
        else:
            coming = evening.join_by_code(code) if code else evening.host()
        self._coming = asyncio.ensure_future(coming)

    def leave(self) -> None:
        """Back to the title. The game stays saved while it can be gone on with."""
        if self._game is not None:
            storage.write(LEFT, "yes")
        self._clear()
        _hide_sheets()
        self._offer_saved()
        find("table").hidden = True
        find("title").hidden = False
        find("title").querySelector("button:not([hidden])").focus()

    def _offer_saved(self) -> None:
        find("continue").hidden = not self._keeps_game or storage.read(SAVED) is None

    def gained_game(self) -> None:
        """The other tab is gone: from now on this one keeps the game."""
        self._notice.hide()
        if self._game is None:
            self._offer_saved()

    def _begin(self, setup: Setup) -> None:
        self._sit_down(SoloGame.begin(setup, next(self._seeds), next(self._seeds)))

    def _sit_down(self, game: SoloGame) -> TableScreen:
        self._clear()
        storage.remove(LEFT)
        _hide_sheets()
        find("title").hidden = True
        find("table").hidden = False
        screen = TableScreen(game.setup.names, self._sound, game.act, lambda: self._begin(game.setup), self.leave)
        self._game, self._screen = game, screen
        game.open(screen, self._keeps_game)
        return screen

    def _clear(self) -> None:
        if self._game is not None:
            self._game.close()
            storage.write(PLAYED, "yes")
            find("secret").hidden = False
        if self._screen is not None:
            self._screen.close()
        if self._evening is not None:
            self._evening.close()
        self._game = self._screen = self._evening = None

    def _pause(self) -> None:
        if self._game is not None:
            self._game.pause()

    def _keep_focus(self, event: Any) -> None:
        """Where a closed sheet leaves the focus nowhere, it goes to what opened the sheet."""
        if event.newState == "open" or not document.activeElement.isSameNode(document.body):
            return
        for button in document.querySelectorAll(f'[popovertarget="{event.target.id}"]'):
            if button.checkVisibility():
                button.focus()
                return

    def _invited(self) -> bool:
        return str(location.hash).startswith((JOIN, PAIR))

    def _join(self, event: Any) -> None:
        event.preventDefault()
        self._with_others(self._join_by_code)

    def _join_by_code(self) -> None:
        from game.net.invite import InviteError, code_meeting
        from game.words.together.invite import refused

        trouble = find("joining-form").querySelector(".told")
        if by_hand := find("pair-code").value.strip():
            self.play_together(PAIR + by_hand)
            return
        try:
            meeting = code_meeting(find("typed-code").value)
        except InviteError as error:
            trouble.textContent = refused(error)
            trouble.hidden = False
            return
        trouble.hidden = True
        self.play_together(code=meeting)

    def _submitted(self, event: Any) -> None:
        event.preventDefault()
        self.start()


class Notice:
    """One sentence on the title about the saved game."""

    def __init__(self) -> None:
        self._element = find("notice")
        self._text = ""
        listen(self._element, "click", self._clicked)

    def show(self, words: str, text: str = "") -> None:
        """Tell `words`; offer `text`, if there is any, for download."""
        self._text = text
        self._element.querySelector("[data-download]").hidden = not text
        self._element.querySelector("[data-words]").textContent = words
        self._element.hidden = False

    def hide(self) -> None:
        """Nothing to tell any more."""
        self._element.hidden = True

    def _clicked(self, event: Any) -> None:
        if event.target.closest("[data-dismiss]"):
            self.hide()
        if event.target.closest("[data-download]"):
            link = document.createElement("a")
            link.href = f"data:application/json;charset=utf-8,{js.encodeURIComponent(self._text)}"
            link.download = "one-mind-game.json"
            link.click()


def _hide_sheets() -> None:
    for sheet in document.querySelectorAll(":popover-open"):
        sheet.hidePopover()


def _seeds() -> Iterator[str]:
    """Seeds for deals and dice: from the address where it names one, else not to be guessed."""
    fixed = js.URLSearchParams.new(location.search).get("seed")
    for number in count():
        yield f"{fixed[:100]} {number}" if isinstance(fixed, str) else secrets.token_hex(16)


async def main() -> None:
    """Open the page; from here on Python takes every click."""
    keeps_game = KeepsGame()
    app = App(keeps_game)
    await keeps_game.ask(app.gained_game)
    app.open()
    root = document.documentElement
    root.removeAttribute("data-pressed")
    root.dataset.ready = "true"
