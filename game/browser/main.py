"""The start of the page: connects the title and the sessions to the page's elements."""

from __future__ import annotations

import gc
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import js
from js import document

from game.browser.page import storage
from game.browser.page.current_session import CurrentSession
from game.browser.page.dom import find, listen, on_submit
from game.browser.page.failures import report_failures
from game.browser.page.lazy_modules import FIRST_TABLE, HISTORY, ONLINE
from game.browser.page.links import link_in_address
from game.browser.page.tabs import SavesGame
from game.browser.solo import game_store, memory_store
from game.browser.solo.saved_game import SaveError
from game.browser.solo.seeds import seeds
from game.browser.solo.session import Setup, SoloSession
from game.browser.table.sound import Sound
from game.browser.title.joining_form import JoiningForm
from game.browser.title.last_table import LastTable
from game.browser.title.settings_dialog import SettingsDialog
from game.browser.title.setup_form import SetupForm
from game.browser.title.title_message import TitleMessage
from game.core import Variant
from game.links import Kind, Link, LinkError
from game.words import title_screen as words
from game.words.language import Message

if TYPE_CHECKING:
    from game.browser.history.session import HistorySession
    from game.core.result import Result
    from game.history.challenge import SharedChallenge


class App:
    """The title, and the sessions that start there."""

    def __init__(self, saves_game: SavesGame) -> None:
        self._saves_game = saves_game
        self._sound = Sound()
        SettingsDialog(self._sound)
        self._setup = SetupForm()
        self._joining = JoiningForm(lambda: self._with_others(self._join))
        self._current = CurrentSession()
        self._last_table = LastTable(lambda link: self._with_others(lambda: self.play_together(link)))
        self._seeds = seeds()
        self._message = TitleMessage()
        self._buttons: dict[str, Callable[[], object]] = {
            "continue": lambda: self._saves_game and self.resume(),
            "start": self.start,
            "together": lambda: self._with_others(self.play_together),
            "big-screen": lambda: self._with_others(lambda: self.play_together(screen=True)),
            "try": self.try_it,
            "try-again": self.try_it,
            "clubs": lambda: self._with_others(self._show_clubs),
            "games": lambda: self._look_back(lambda past: past.open_games()),
            "today": lambda: self._look_back(lambda past: past.open_today()),
        }
        for button in self._buttons:
            listen(find(button), "click", lambda event: self._buttons[event.currentTarget.id]())
        on_submit(find("setup-form"), self.start)
        listen(js.window, "hashchange", self._address_changed)

    # --- the title ----------------------------------------------------------------------

    def open(self) -> None:
        """Follow the link in the address, restore the interrupted game, or show the title.

        A damaged link leads to the title, which says so.
        """
        is_damaged = False
        try:
            if self._follow_address():
                return
        except LinkError:
            is_damaged = True
            self._message.show(words.DAMAGED_LINK())
        _, dropped = memory_store.recall()
        if dropped:
            self._message.show(dropped)
        if not storage.is_available():
            self._message.show(words.NOTHING_IS_KEPT())
        if not self._saves_game:
            self._message.show(words.OTHER_TAB())
        elif not is_damaged and not game_store.was_left() and self.resume():
            return
        self._offer_saved()
        self._current.back_button.update()
        if pressed := document.documentElement.getAttribute("data-pressed"):
            self._buttons[pressed]()

    def home(self) -> None:
        """Close the session and all dialogs, and show the title."""
        self._current.show_title()
        self._offer_saved()
        self._last_table.show()
        next(button for button in find("title").querySelectorAll("button") if button.checkVisibility()).focus()

    def gained_game(self) -> None:
        """Take over saving after the other tab has closed."""
        self._message.hide()
        self._offer_saved()

    def _offer_saved(self) -> None:
        """Show the button that continues the saved game, if there is one and no other tab plays it."""
        offered = bool(self._saves_game) and game_store.saved() is not None
        document.documentElement.toggleAttribute("data-saved", offered)

    def _follow_address(self) -> bool:
        """Follow the link in the address. Return False if there is none. Raises LinkError."""
        link = link_in_address()
        if link is not None:
            self._follow(link, pressed=False)
        return link is not None

    def _follow(self, link: Link, *, pressed: bool) -> None:
        if link.kind is Kind.CLUB:
            self._with_others(lambda: self._show_clubs(link.fragment))
        elif link.leads_to_table:
            self._with_others(lambda: self.play_together(link.fragment, pressed=pressed))
        else:
            self._look_back(lambda past: past.follow(link))

    def _address_changed(self, event: Any) -> None:
        """Handle a link opened in this page, or left before its modules were loaded.

        A damaged one ends nothing that a person would miss.
        """
        if not self._current.back_button.opened_link:
            return
        try:
            if not self._follow_address():
                self._current.cancel_fetch()
        except LinkError:
            if not self._current.asks_before_leaving:
                self.home()
            self._message.show(words.DAMAGED_LINK())

    # --- solo play ----------------------------------------------------------------------

    def start(self) -> None:
        """Start a new game with the chosen setup."""
        self._begin(self._setup.read())

    def resume(self) -> bool:
        """Restore the saved game. Return False if there is none, or if it is damaged; then it moves to another key."""
        text = game_store.saved()
        if text is None:
            return False
        try:
            session = SoloSession.resume(text, next(self._seeds))
        except SaveError as error:
            game_store.set_aside(text)
            self._offer_saved()
            self._message.show(words.kept_aside(error.reason), text)
            return False
        self._play(session)
        return True

    def try_it(self) -> None:
        """Open the tutorial table."""

        def fetched() -> None:
            from game.browser.first_table.session import FirstTable  # not loaded at the start

            session = self._current.open(lambda: FirstTable.of(self._seeds))
            session.open(self._sound, False, lambda _: self.try_it(), self.home)

        self._fetch(FIRST_TABLE, fetched, words.FIRST_TABLE_NOT_FETCHED)

    def _begin(self, setup: Setup) -> None:
        self._play(SoloSession.begin(setup, next(self._seeds), next(self._seeds)))

    def _play(self, session: SoloSession) -> None:
        table = self._current.open(lambda: session)
        table.open(self._sound, self._saves_game, self._begin, self.home, self._setup.open)

    # --- multiplayer and finished games -------------------------------------------------

    def play_together(
        self,
        where: str = "",
        *,
        pressed: bool = True,
        screen: bool = False,
        challenge: SharedChallenge | None = None,
    ) -> None:
        """Open a table for others, perhaps for a `challenge`, or join the table of a link or a spoken code.

        Ask first unless a person has `pressed` the link. `screen` opens a table without a seat for this page.
        """
        from game.browser.online.session import OnlineSession  # not loaded for solo play

        session = self._current.open(lambda: OnlineSession(self._sound, self.home, screen=screen))
        session.open(where, pressed=pressed, challenge=challenge)

    def _show_clubs(self, link: str = "") -> None:
        """Show the clubs, or the one of `link`."""
        from game.browser.clubs.navigation import Clubs  # not loaded at the start

        clubs = Clubs(self._current, self._sound, self.home, self._message.show)
        clubs.follow(link) if link else clubs.open()

    def _join(self) -> None:
        where = self._joining.read()
        if isinstance(where, Link):
            self._follow(where, pressed=True)
        elif where is not None:
            self.play_together(where)

    def _look_back(self, go: Callable[[HistorySession], object]) -> None:
        """Call `go` with a session for finished games, once its modules are loaded."""

        def fetched() -> None:
            from game.browser.history.session import HistorySession  # loaded only for the history

            go(self._current.open(lambda: HistorySession(self._once_more, self._meet, self.home)))

        self._fetch(HISTORY, fetched, words.GAMES_NOT_FETCHED)

    def _once_more(self, variant: Variant, seats: int, seed: str, to_beat: Result | None) -> None:
        """Play the deal of `seed` again, with teammates in new moods, to compare with the result `to_beat`."""
        session = SoloSession.begin(self._setup.read_for(variant, seats), seed, next(self._seeds))
        session.to_beat = to_beat
        self._play(session)

    def _meet(self, challenge: SharedChallenge) -> None:
        """Play the deal of `challenge` with others."""
        self._with_others(lambda: self.play_together(challenge=challenge))

    def _with_others(self, go: Callable[[], object]) -> None:
        """Call `go` once the multiplayer modules are loaded, unless the person chooses something else first."""
        self._fetch(ONLINE, go, words.NOT_FETCHED)

    def _fetch(self, archive: str, go: Callable[[], object], failed: Message) -> None:
        """Call `go` once the modules in `archive` are loaded. On failure, show the message `failed`."""
        self._current.fetch(archive, go, lambda: self._message.show(failed()))


async def main() -> None:
    """Open the page. From here on Python handles all clicks."""
    report_failures()
    if document.documentElement.dataset.language != "en":
        from game.browser.page.language import use_page_language  # not loaded for English

        await use_page_language()
    storage.inherit()
    saves_game = SavesGame()
    app = App(saves_game)
    await saves_game.ask(app.gained_game)
    app.open()
    gc.freeze()  # exclude permanent objects: collecting them delayed play by 8 to 60 ms per game
    root = document.documentElement
    root.removeAttribute("data-pressed")
    root.dataset.ready = "true"
