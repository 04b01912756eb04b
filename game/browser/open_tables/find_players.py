"""The screen "Find players": the open tables, and one tap to a seat."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import js
from js import document
from pyodide.ffi import JsException

from game.browser.online import strangers
from game.browser.online.own_game import OwnGame
from game.browser.online.session import OnlineSession
from game.browser.open_tables import address_choice, face_choice
from game.browser.open_tables.table_list import TableList
from game.browser.page.dom import Keyed, Screen, js_object, load_style, new_element
from game.browser.page.tasks import Tasks, Timer
from game.browser.table.player_faces import face
from game.browser.webrtc.keys import PageKey
from game.browser.webrtc.servers import chosen
from game.browser.webrtc.vendored import NOSTR, vendored_copy
from game.core import variant
from game.net.open_tables.listing import Listing, suits
from game.net.open_tables.listing_index import Entry
from game.teammates.characters import DEFAULT, NAMES
from game.words.language import gettext, ngettext
from game.words.online.connecting import NO_RELAY, NOT_FETCHED
from game.words.online.lobby import variant_name
from game.words.open_tables.tables import (
    ANY_VARIANT,
    AVOIDED,
    BACK,
    FIND_PLAYERS,
    GENTLE,
    LOOKING,
    MEET_AGAIN,
    NONE_OPEN,
    OPTIONS,
    QUICK_PLAY,
    SIT_DOWN,
    VARIANT,
    WATCH,
    about,
)

PATIENCE = 10.0
"""Seconds without a relay after which the page says so."""

MOST_SHOWN = 20
"""The most tables to show: the fullest ones."""

MOST_KNOCKS = 3
"""The number of tables at which Quick play knocks in turn."""

LONGEST_SINCE = 24 * 60
"""The most minutes that a table is shown to have been open."""

TEAMMATES = 3
"""The number of teammates at a table that Quick play opens."""

VARIANTS = "classic", "tens", "descending", "fifty", "classic+no-stars", "extreme"
"""The variants to choose from, as in the setup of a solo game."""

SCREEN = f"""<header class="bar">
<button type="button" class="icon" data-leave><svg aria-hidden="true"><use href="#i-back" /></svg></button>
<h1 id="find-title" tabindex="-1"></h1>
</header>
<p class="hint" role="status"></p>
<ul class="tables"></ul>
<footer>
<button type="button" class="primary" data-quick></button>
<details class="choice"><summary></summary>
<div class="field"><label for="quick-variant"></label><select id="quick-variant"></select></div>
<div class="options"><label><input type="checkbox" data-gentle /> <span></span></label></div>
</details>
{face_choice.PARTS}
{address_choice.PARTS}
<p class="hint" data-part="avoided"><span></span> <button type="button" data-meet></button></p>
</footer>"""

TABLE = """<span class="faces" aria-hidden="true"></span><span class="about"><b></b><span></span></span>
<span class="ways"><button type="button" data-sit></button>
<button type="button" class="quiet" data-watch></button></span>"""


class FindPlayers(Screen):
    """The screen. `play` starts a session with others, and `home` shows the title.

    Quick play waits until the list is known. Then it takes the best table, or opens one with teammates.
    """

    def __init__(self, play: Callable[[], OnlineSession], home: Callable[[], None]) -> None:
        load_style(strangers.STYLE)
        screen = new_element("main", "screen")
        screen.id = "find"
        screen.setAttribute("aria-labelledby", "find-title")
        screen.innerHTML = SCREEN
        super().__init__(screen)
        self._play, self._home = play, home
        self._closed = self._looked = self._plays = False
        self._list: TableList | None = None
        self._patience = Timer(self._stop_looking)
        self._tables: list[Entry] = []
        self._items = Keyed(self._find("ul"))
        for part, message in (
            ("h1", FIND_PLAYERS),
            ("[data-quick]", QUICK_PLAY),
            (".choice summary", OPTIONS),
            (".choice .field label", VARIANT),
            (".choice .options span", GENTLE),
        ):
            self._find(part).textContent = gettext(message)
        names = [gettext(ANY_VARIANT), *(variant_name(variant(one)) for one in VARIANTS)]
        for name, words in zip(("", *VARIANTS), names, strict=True):
            self._find("select").append(js.Option.new(words, name))
        self._find("[data-leave]").setAttribute("aria-label", gettext(BACK))
        face_choice.show_face_choice(screen)
        address_choice.show_address_choice(screen)
        self._show_avoided()
        self._listen_to_buttons(screen, self._pressed)
        self._listen(self._find(".own-face"), "change", face_choice.changed)
        self._tasks = Tasks()
        self._tasks.start(self._look())
        self._show()
        self.focus()

    # --- as a session of the page -----------------------------------------------------

    leaving_means = ""

    def pause(self) -> None:
        """Do nothing: there is nothing to save."""

    def leave(self) -> None:
        """Go to the title."""
        self._home()

    def close(self) -> None:
        """Stop looking, and remove the screen. May be called twice."""
        self._closed = True
        self._tasks.close()
        self._patience.stop()
        if self._list is not None:
            self._list.close()
        super().close()

    # --- the list -------------------------------------------------------------------

    async def _look(self) -> None:
        try:
            library = await vendored_copy(NOSTR)
        except JsException:
            self._say(gettext(NOT_FETCHED))
            return
        if self._closed:
            return
        self._list = TableList(PageKey(library), chosen(), self._show)
        self._patience.start(PATIENCE)

    def _stop_looking(self) -> None:
        self._looked = True
        self._show()

    def _show(self) -> None:
        """Show the tables that are there. A table keeps its place, so that no other one comes below the finger."""
        if self._closed:
            return
        if self._list is not None and self._list.is_known:
            self._looked = True
        self.element.toggleAttribute("data-known", self._looked)
        found = {} if self._list is None else {one.key: one for one in self._list.tables}
        kept = [found.pop(one.key) for one in self._tables if one.key in found]
        self._tables = [*kept, *found.values()][:MOST_SHOWN]
        entries = {one.key: one for one in self._tables}
        for key, item in self._items.show(entries, _item).items():
            _fill(item, entries[key].listing)
        if self._plays and (self._looked or self._suitable()):
            self._play().sit(self._suitable()[:MOST_KNOCKS], self._own_game())
        elif entries:
            self._say("")
        elif not self._looked:
            self._say(gettext(LOOKING))
        else:
            is_open = self._list is not None and self._list.open
            self._say(gettext(NONE_OPEN if is_open else NO_RELAY))

    def _show_avoided(self) -> None:
        people = len(strangers.avoided())
        self._find("[data-part=avoided]").hidden = not people
        self._find("[data-part=avoided] span").textContent = ngettext(AVOIDED, people)
        self._find("[data-meet]").textContent = gettext(MEET_AGAIN)

    def _say(self, words: str) -> None:
        status = self._find("[role=status]")
        if status.textContent != words:
            status.textContent = words

    def _pressed(self, button: Any) -> None:
        if button.hasAttribute("data-leave"):
            self._home()
        elif button.hasAttribute("data-meet"):
            strangers.avoid_nobody()
            self._show_avoided()
            self.focus()
        elif button.hasAttribute("data-quick"):
            self._plays = True
            self._show()
        else:
            key = button.closest("li").dataset.table
            tables = [one for one in self._tables if one.key == key]
            if tables and button.hasAttribute("data-watch"):
                self._play().watch(tables)
            elif tables:
                self._play().sit(tables)

    # --- Quick play -----------------------------------------------------------------

    def _suitable(self) -> list[Entry]:
        """Return the tables with a free seat of the chosen variant, the best first. Without a choice, any will do."""
        wanted = self._own_game().variant if self._find("select").value else None
        tables = [] if self._list is None else [one for one in self._list.tables if one.listing.free > 0]
        return [one for one in tables if suits(one.listing.variant, wanted, gentle=self._is_gentle)]

    def _own_game(self) -> OwnGame:
        """Return the game to play with teammates if there is no suitable table."""
        base = self._find("select").value or VARIANTS[0]
        played = variant(f"{base}+gentle" if self._is_gentle else base)
        return OwnGame(played, NAMES[:TEAMMATES], (DEFAULT,) * TEAMMATES)

    @property
    def _is_gentle(self) -> bool:
        return bool(self._find("[data-gentle]").checked)


def _item(key: str) -> Any:
    item = new_element("li", "table")
    item.innerHTML = TABLE
    item.dataset.table = key
    item.querySelector("[data-sit]").textContent = gettext(SIT_DOWN)
    item.querySelector("[data-watch]").textContent = gettext(WATCH)
    return item


def _fill(item: Any, listing: Listing) -> None:
    """Show what `listing` says. All its values are numbers, or words of this page."""
    variant, *more = about(listing)
    item.querySelector("b").textContent = variant
    item.querySelector("[data-sit]").hidden = listing.free <= 0
    item.querySelector("[data-watch]").hidden = not listing.watch
    item.querySelector(".about span").textContent = " · ".join(
        [*more, _language(listing.language), _since(listing.since)]
    )
    seats = "".join(_seat(seat, seat < listing.people) for seat in range(listing.seats))
    item.querySelector(".faces").innerHTML = seats


def _seat(seat: int, taken: bool) -> str:
    looks = f'<svg class="face" viewBox="-32 -32 64 64">{face(seat, "")}</svg>' if taken else ""
    return f'<span class="place{"" if taken else " empty"}" data-seat="{seat}">{looks}</span>'


def _since(at: int) -> str:
    """Return how long ago the table was opened. Another clock may differ, so a time in the future counts as now."""
    minutes = min(max(0, int(time.time()) - at) // 60, LONGEST_SINCE)
    ago = js.Intl.RelativeTimeFormat.new(document.documentElement.lang, js_object({"numeric": "auto"}))
    return str(ago.format(-(minutes // 60), "hour") if minutes >= 60 else ago.format(-minutes, "minute"))


def _language(tag: str) -> str:
    """Return the name of a language in the language of the page."""
    try:
        names = js.Intl.DisplayNames.new(document.documentElement.lang, js_object({"type": "language"}))
        return str(names.of(tag))
    except JsException:
        return tag
