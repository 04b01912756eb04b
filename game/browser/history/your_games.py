"""The screen of finished games: showing, deleting, exporting and importing them, and the permanence of storage."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any

import js
from js import matchMedia, navigator

from game.browser.device.keyboard import has_modifier
from game.browser.history.games_parts import MORE, Games, figures, in_full, parts_of_games
from game.browser.history.in_front import InFront
from game.browser.history.stored_games import StoredGames
from game.browser.page.dom import download
from game.browser.page.view import Act, Said, Screen
from game.core.record import BadGame
from game.history.finished_game import FinishedGame
from game.history.finished_games import line_of
from game.history.old_forms import read_games
from game.words.history import games as words

EXPORTED = "one-mind-games.json"

FEW, FIRST_PAINT = 100, 0.05
"""Games whose statistics are computed at once, and seconds after which those of more are: when the list is painted."""

WIDE = "(min-width: 48rem)"
"""The media query of screens with room for the statistics beside the list."""

KEYS = {"ArrowLeft": -1, "ArrowRight": 1}
"""The keys that turn to another level."""


class YourGames(Screen[Games]):
    """The screen, with the list of games, or one of them in full, which is watched and shared in `front` of it."""

    def __init__(self, front: InFront, leave: Callable[[], None]) -> None:
        self._leave_games = leave
        acts: dict[str, Act] = {
            "leave": lambda _: self._leave(),
            "open": lambda number: self._open(dict(self.state.stored.games.latest())[int(number)]),
            "older": lambda _: self._list_older(),
            "turn": lambda step: self._turn(int(step)),
            "watch": lambda _: front.watch(self._chosen),
            "share": lambda _: front.share(self._chosen),
            "delete": lambda _: self._delete(),
            "export": lambda _: download(EXPORTED, self.state.stored.games.to_text(), "application/json"),
            "import": lambda _: self.parts["file"].click(),
            "bring": lambda _: self._tasks.start(self._import()),
            "delete-all": lambda _: self._delete_all(),
            "persist": lambda _: self._tasks.start(self._ask_to_keep()),
            "download-unread": lambda _: self._download_unread(),
            "delete-unread": lambda _: self._delete_unread(),
        }
        stored, is_wide = StoredGames(), bool(matchMedia(WIDE).matches)
        is_long = len(stored.games.lines) > FEW
        state = Games(stored, figures=None if is_long else figures(stored.games.all), is_wide=is_wide)
        super().__init__("games-template", state, parts_of_games, acts)
        self._counting = self._new_timer(lambda: self.set(figures=figures(self.state.stored.games.all)))
        if is_long:
            self._counting.start(FIRST_PAINT)
        self._listen(self.parts["levels"], "keydown", self._key_down)
        self._tasks.start(self._tell_keeping())
        self.focus()

    @property
    def _chosen(self) -> FinishedGame:
        """The game that is shown in full."""
        assert self.state.one is not None
        return self.state.one.game

    # --- one game -----------------------------------------------------------------------

    def _open(self, game: FinishedGame) -> None:
        self.set(one=in_full(game))
        self.parts["outcome"].focus()

    def _leave(self) -> None:
        """Return from one game to the list, and focus that game there. From the list, leave the screen."""
        if self.state.one is None:
            self._leave_games()
            return
        number = self.state.stored.games.lines.index(line_of(self._chosen))
        self.set(one=None)
        self.parts.item("list", str(number))["open"].focus()

    def _turn(self, step: int) -> None:
        """Draw the level that is `step` levels further, if there is one."""
        one = self.state.one
        if one is not None and 0 <= one.at + step < len(one.levels):
            self.set(one=one._replace(at=one.at + step))

    def _key_down(self, event: Any) -> None:
        if event.key in KEYS and not has_modifier(event):
            event.preventDefault()
            self._turn(KEYS[event.key])

    def _delete(self) -> None:
        self.state.stored.delete(self._chosen)
        self._show_again(words.DELETED())

    # --- all games ----------------------------------------------------------------------

    def _list_older(self) -> None:
        """List more games, and focus the first of them."""
        number, _ = next(islice(self.state.stored.games.latest(), self.state.listed, None))
        self.set(listed=self.state.listed + MORE)
        self.parts.item("list", str(number))["open"].focus()

    def _show_again(self, sentence: str) -> None:
        """Show the list of the games that are stored now, and the result of the last press."""
        self._counting.stop()
        result = Said(words.FULL() if self.state.stored.full else sentence)
        self.set(one=None, result=result, figures=figures(self.state.stored.games.all))
        self.focus()

    def _delete_all(self) -> None:
        self.parts["deleting"].hidePopover()
        self.state.stored.delete_all()
        self._show_again(words.DELETED_ALL())

    def _download_unread(self) -> None:
        for one in self.state.stored.unread:
            download(f"{one.place}.txt", one.text, "text/plain")

    def _delete_unread(self) -> None:
        self.state.stored.drop_unread()
        self._show_again(words.DELETED())

    async def _import(self) -> None:
        field = self.parts["file"]
        if not field.files.length:
            return
        text = await field.files.item(0).text()
        field.value = ""
        try:
            brought = self.state.stored.add(read_games(text))
        except BadGame as error:
            self.set(result=Said(words.BAD_FILE[error.fault]()))
        else:
            self._show_again(words.IMPORTED(brought))

    # --- the permanence of storage --------------------------------------------------------

    async def _tell_keeping(self) -> None:
        storage = _storage_manager()
        if storage is None:
            self.set(kept=words.NO_PROMISE())
            return
        sure = bool(await storage.persisted())
        self.set(kept=(words.KEPT_FOR_GOOD if sure else words.MAY_BE_ERASED)(), may_ask_to_keep=not sure)

    async def _ask_to_keep(self) -> None:
        sure = await _storage_manager().persist()
        self.set(kept=(words.KEPT_FOR_GOOD if sure else words.NO_PROMISE)(), may_ask_to_keep=False)


def _storage_manager() -> Any:
    """Return the browser's StorageManager, or None without one, as on insecure addresses."""
    manager = getattr(navigator, "storage", None)
    return manager if manager and js.Reflect.has(manager, "persist") else None
