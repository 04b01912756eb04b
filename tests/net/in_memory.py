"""Parts of the page that need no browser but its storage, which is here a dictionary with a quota."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import ModuleType, SimpleNamespace
from typing import Any
from unittest.mock import patch

from pyodide.ffi import JsException


class _Anything:
    """A stub for all of JavaScript during imports."""

    def __getattr__(self, name: str) -> _Anything:
        return self

    def __call__(self, *given: object) -> _Anything:
        return self


class Browser(ModuleType):
    def __getattr__(self, name: str) -> Any:
        return _Anything()


sys.modules["js"] = Browser("js")
from game.browser.history import stored_games as stored_games  # noqa: E402
from game.browser.online import seat_store as seat_store  # noqa: E402
from game.browser.online import stored_clubs as stored_clubs  # noqa: E402
from game.browser.online.table import followed_game as followed_game  # noqa: E402
from game.browser.page import storage as storage  # noqa: E402
from game.browser.page import unlisted_games as unlisted_games  # noqa: E402
from game.browser.table.seats import place as place  # noqa: E402

del sys.modules["js"]

_NEW_ERROR: Callable[[str, str], Exception] = JsException


class LocalStorage:
    """The local storage of a browser with room for `quota` characters. `texts` are by name, without a prefix."""

    def __init__(self, quota: int = 10**7) -> None:
        self.texts: dict[str, str] = {}
        self.quota = quota

    @contextmanager
    def used(self) -> Iterator[None]:
        """Let the page use this storage."""
        local = SimpleNamespace(getItem=self.texts.get, setItem=self._set, removeItem=self._remove)
        js = SimpleNamespace(localStorage=local, Object=SimpleNamespace(keys=lambda _: [*self.texts]))
        with patch.object(storage, "js", js), patch.object(storage, "prefix", lambda: ""):
            yield

    def _set(self, name: str, text: str) -> None:
        others = sum(len(other) + len(kept) for other, kept in self.texts.items() if other != name)
        if others + len(name) + len(text) > self.quota:
            raise _NEW_ERROR("QuotaExceededError", "full")
        self.texts[name] = text

    def _remove(self, name: str) -> None:
        self.texts.pop(name, None)
