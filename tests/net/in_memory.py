"""Parts of the page that need no browser but its storage, which is here a dictionary with a quota."""

from __future__ import annotations

import sys

from tests.net.relayed import Browser

sys.modules["js"] = Browser("js")
from game.browser.history import stored_games as stored_games  # noqa: E402
from game.browser.online import seat_store as seat_store  # noqa: E402
from game.browser.online.table import followed_game as followed_game  # noqa: E402
from game.browser.page import storage as storage  # noqa: E402
from game.browser.page import unlisted_games as unlisted_games  # noqa: E402
from game.browser.table.seats import place as place  # noqa: E402

del sys.modules["js"]
