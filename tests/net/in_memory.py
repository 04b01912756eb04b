"""Parts of the page that need no browser but its storage, which is here a dictionary with a quota."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any


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
