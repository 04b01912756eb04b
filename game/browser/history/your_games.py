"""The history's list of games: showing, deleting, exporting and importing them, and the permanence of storage."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import js
from js import navigator

from game.browser.history.file_download import give
from game.browser.history.game_shelf import GameShelf
from game.browser.history.games_screen import GamesScreen
from game.browser.page.dom import listen
from game.browser.page.tasks import Tasks
from game.history.errors import BadGame
from game.history.shelf import from_text
from game.history.stored_game import StoredGame
from game.words.history import games as words
from game.words.lists import in_one_breath

EXPORTED = "one-mind-games.json"


class YourGames:
    """The list. It is in the page from its creation until `close`, or `chosen` in full.

    `screen` shows it. `go` is called with the other actions, "watch" or "share", and their game.
    """

    def __init__(
        self, chosen: StoredGame | None, go: Callable[[str, StoredGame], None], leave: Callable[[], None]
    ) -> None:
        self._go = go
        self._tasks = Tasks()
        self._kept = GameShelf()
        self.screen = GamesScreen(self._do, leave)
        self._stop = listen(self.screen.file_field, "change", lambda _: self._tasks.start(self._import()))
        self.screen.show(self._kept.shelf.games, chosen)
        self._tell_trouble()
        self._tasks.start(self._tell_keeping())

    def close(self) -> None:
        """Close the list."""
        self._tasks.close()
        self._stop()
        self.screen.close()

    def _do(self, what: str, game: StoredGame | None) -> None:
        match what:
            case "delete" if game is not None:
                self._kept.delete(game)
                self._show_again(words.DELETED())
            case "export":
                give(EXPORTED, self._kept.shelf.to_text(), "application/json")
            case "import":
                self.screen.file_field.click()
            case "delete-all" | "not-really":
                self.screen.ask_whether_sure(what == "delete-all")
            case "really":
                self._kept.delete_all()
                self.screen.ask_whether_sure(False)
                self._show_again(words.DELETED_ALL())
            case "persist":
                self._tasks.start(self._ask_to_keep())
            case "download-unread":
                for one in self._kept.unread:
                    give(f"{one.place}.txt", one.text, "text/plain")
            case "delete-unread":
                self._kept.drop_unread()
                self._show_again(words.DELETED())
            case _ if game is not None:
                self._go(what, game)

    def _show_again(self, sentence: str) -> None:
        self.screen.show(self._kept.shelf.games)
        self._tell_trouble()
        self.screen.say(words.FULL() if self._kept.full else sentence)

    def _tell_trouble(self) -> None:
        faults = dict.fromkeys(one.fault for one in self._kept.unread)
        self.screen.trouble(in_one_breath(words.UNREAD[fault]() for fault in faults))
        if self._kept.full:
            self.screen.say(words.FULL())
        elif self._kept.shelf.others:
            self.screen.say(words.OTHERS(len(self._kept.shelf.others)))

    async def _import(self) -> None:
        field = self.screen.file_field
        if not field.files.length:
            return
        text = await field.files.item(0).text()
        field.value = ""
        try:
            brought = self._kept.add(from_text(text))
        except BadGame as error:
            self.screen.say(words.BAD_FILE[error.fault]())
        else:
            self._show_again(words.IMPORTED(brought))

    async def _tell_keeping(self) -> None:
        storage = _storage_manager()
        sure = storage is not None and bool(await storage.persisted())
        sentence = words.KEPT_FOR_GOOD() if sure else words.MAY_BE_ERASED()
        self.screen.tell_keeping(sentence, may_ask=storage is not None and not sure)

    async def _ask_to_keep(self) -> None:
        sure = await _storage_manager().persist()
        self.screen.tell_keeping(words.KEPT_FOR_GOOD() if sure else words.NO_PROMISE(), may_ask=False)


def _storage_manager() -> Any:
    """Return the browser's StorageManager, or None without one, as on insecure addresses."""
    manager = getattr(navigator, "storage", None)
    return manager if manager and js.Reflect.has(manager, "persist") else None
