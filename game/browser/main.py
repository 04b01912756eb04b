"""The start of the page: its title, and what leads from there to a game."""

from __future__ import annotations

import asyncio
import gc
from functools import partial
from typing import TYPE_CHECKING, Any

import js
from js import document, location

from game.browser.page import storage
from game.browser.page.dom import listen
from game.browser.page.event_loop import clear_timers_on_cancel
from game.browser.page.failures import report_failures
from game.browser.page.links import set_fragment
from game.browser.page.tabs import SavesGame
from game.browser.page.view import Act
from game.browser.shell.page import Page
from game.browser.solo import game_store, memory_store
from game.browser.solo.seeds import seeds
from game.browser.solo.session import Setup, SoloSession
from game.browser.table.sound import Sound
from game.browser.title.joining_form import JoiningForm
from game.browser.title.settings_dialog import SettingsDialog
from game.browser.title.setup_form import SetupForm
from game.browser.title.title_screen import TitleScreen
from game.core import Variant
from game.core.record import BadGame
from game.links import LinkError, read_link
from game.words import title_screen as words

if TYPE_CHECKING:
    from game.core.result import Result


class App:
    """The title with its dialogs, and games of one person."""

    def __init__(self, saves_game: SavesGame) -> None:
        self._saves_game = saves_game
        acts: dict[str, Act] = {
            "continue": lambda _: saves_game and self.resume(),
            "start": lambda _: self._begin(self._setup.read()),
            "together": lambda _: self._page.go("together"),
            "big-screen": lambda _: self._page.go("together", screen=True),
            "return": lambda link: self._page.go("together", where=link),
            "try": lambda _: self._page.go("try"),
            "clubs": lambda _: self._page.go("clubs"),
            "games": lambda _: self._page.go("games"),
            "today": lambda _: self._page.go("today"),
            "join": lambda _: self._page.go("join", form=joining),
        }
        self._acts = {name: partial(self._answer, name, act) for name, act in acts.items()}
        sound = Sound()
        SettingsDialog(sound)
        self._setup = SetupForm(lambda: self._acts["start"](""))
        joining = JoiningForm(lambda: self._acts["join"](""))
        self._title = TitleScreen(self._acts)
        self._page = Page(
            sound,
            saves_game,
            seeds(),
            {
                "title": self._show_title,
                "message": self._title.say,
                "solo": self._begin,
                "setup": self._change_setup,
                "deal": self._once_more,
                "resume": self.resume,
            },
        )
        listen(js.window, "hashchange", self._address_changed)

    # --- the title ----------------------------------------------------------------------

    def _answer(self, name: str, act: Act, value: str) -> None:
        """Show that the button `name` was pressed, and act after that is painted: making a table takes longer."""
        self._page.show_pressed(name)
        asyncio.get_running_loop().call_soon(self._do, act, value)

    def _do(self, act: Act, value: str) -> None:
        act(value)
        if not self._page.loading:
            self._page.show_pressed("")

    def open(self) -> None:
        """Follow the link in the address, restore the interrupted game, or show the title.

        A damaged link leads to the title, which says so.
        """
        is_damaged, pressed = False, document.documentElement.getAttribute("data-pressed")
        self._page.show_pressed("")
        try:
            if self._follow_address():
                return
        except LinkError:
            is_damaged = True
            self._title.say(words.DAMAGED_LINK())
        _, dropped = memory_store.recall()
        if dropped:
            self._title.say(dropped)
        if not storage.is_available():
            self._title.say(words.NOTHING_IS_KEPT())
        if not self._saves_game:
            self._title.say(words.OTHER_TAB())
        elif not is_damaged and storage.read(game_store.LESSON) is not None:
            self._page.go("try")
            return
        elif not is_damaged and storage.read(game_store.LEFT) is None and self.resume():
            return
        self._offer_saved()
        self._page.back_button.update()
        if pressed:
            self._acts[pressed]("")

    def gained_game(self) -> None:
        """Take over saving after the other tab has closed."""
        self._title.say()
        self._offer_saved()

    def _show_title(self) -> None:
        """Update the title, to which the page has returned."""
        self._offer_saved()
        self._title.show_again()

    def _offer_saved(self) -> None:
        """Show the button that continues the saved game, if there is one and no other tab plays it."""
        offered = bool(self._saves_game) and storage.read(game_store.SAVED) is not None
        document.documentElement.toggleAttribute("data-saved", offered)

    def _follow_address(self) -> bool:
        """Follow the link in the address, and return whether there is one.

        Raises LinkError for a damaged link, and removes it from the address.
        """
        try:
            link = read_link(str(location.hash), address=True)
        except LinkError:
            set_fragment("")
            raise
        if link is not None:
            self._page.follow(link)
        return link is not None

    def _address_changed(self, event: Any) -> None:
        """Handle a link opened in this page, or left before its modules were loaded.

        A damaged one ends nothing that a person would miss.
        """
        if not self._page.back_button.opened_link:
            return
        try:
            if not self._follow_address():
                self._page.cancel()
        except LinkError:
            if not self._page.asks_before_leaving:
                self._page.home()
            self._title.say(words.DAMAGED_LINK())

    # --- solo play ----------------------------------------------------------------------

    def _change_setup(self, setup: Setup) -> None:
        """Show the choices of `setup`, and whether a new game replaces a saved one."""
        self._offer_saved()
        self._setup.open(setup)

    def resume(self) -> bool:
        """Restore the saved game. Return False if there is none, or if it is damaged; then it moves to another key."""
        text = storage.read(game_store.SAVED)
        if text is None:
            return False
        if text.startswith(game_store.OLD):
            self._page.go("old game")
            return False
        try:
            session = SoloSession.resume(self._page, text, next(self._page.seeds))
        except BadGame as error:
            game_store.set_aside(text)
            self._offer_saved()
            self._title.say(words.kept_aside(error.fault), text)
            return False
        self._page.open(lambda: session).open()
        return True

    def _begin(self, setup: Setup, seed: str | None = None, to_beat: Result | None = None) -> None:
        seeds = self._page.seeds
        session = SoloSession.begin(self._page, setup, next(seeds) if seed is None else seed, next(seeds))
        session.to_beat = to_beat
        self._page.open(lambda: session).open()

    def _once_more(self, variant: Variant, seats: int, seed: str, to_beat: Result | None) -> None:
        """Play the deal of `seed` again, with teammates in new moods, to compare with the result `to_beat`."""
        self._begin(self._setup.read_for(variant, seats), seed, to_beat)


async def main() -> None:
    """Open the page. From here on Python handles all clicks."""
    report_failures()
    clear_timers_on_cancel()
    if document.documentElement.dataset.language != "en":
        from game.browser.page.language import use_page_language  # not loaded for English

        await use_page_language()
    storage.inherit()
    saves_game = SavesGame()
    app = App(saves_game)
    await saves_game.ask(app.gained_game)
    app.open()
    gc.freeze()  # exclude permanent objects: collecting them delayed play by 8 to 60 ms per game
    document.documentElement.dataset.ready = "true"
