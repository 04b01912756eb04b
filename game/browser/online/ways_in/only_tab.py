"""One tab of this browser at a table: a newer one takes the place of an older one, which has the same key."""

from __future__ import annotations

from collections.abc import Callable

import js

from game.browser.page import storage
from game.browser.page.dom import Listening
from game.browser.page.features import REFUSED


class OnlyTab(Listening):
    """Says to the other tabs at the table of the invitation `token` that this one takes over.

    `replaced` is called once a newer tab says so. A Web Lock would do the same, but only over https.
    """

    def __init__(self, token: str, replaced: Callable[[], None]) -> None:
        super().__init__()
        name = f"{storage.prefix()}table {token}"
        try:
            channel = js.BroadcastChannel.new(name)
        except REFUSED:
            return  # then this browser shares no seats between its tabs either
        self._listen(channel, "message", lambda _: replaced())
        self._at_close(channel.close)
        channel.postMessage("")
