"""The start of the page on a document without a browser: the link in its address."""

from __future__ import annotations

from typing import Any

import pytest

from game.words.title_screen import DAMAGED_LINK
from tests.screens.dom import LOCATION, Document, browser

with browser():
    from game.browser import main
    from game.browser.main import App
    from game.browser.page import links


@pytest.mark.parametrize("opened_later", [False, True])
async def test_a_damaged_link_is_reported_and_removed_from_the_address(
    opened_later: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    left: list[str] = []
    monkeypatch.setattr(main, "set_fragment", left.append)
    saves: Any = True
    app = App(saves)
    if opened_later:
        app.open()
    monkeypatch.setattr(links, "location", LOCATION)
    monkeypatch.setattr(LOCATION, "hash", "#join=damaged")
    if opened_later:
        app._address_changed(None)
    else:
        app.open()
    assert left == [""]
    words = Document.current.querySelector("#title-message p")
    assert words is not None and words.textContent == DAMAGED_LINK()
