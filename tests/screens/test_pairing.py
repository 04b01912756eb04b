"""The dialog for manual pairing on a document without a browser."""

from __future__ import annotations

import pytest

from tests.screens.dom import Document, browser
from tests.screens.visit import Visit, soon

with browser():
    from game.browser.online.ways_in.pairing_dialog import PairingDialog


class Pairing(Visit):
    """The dialog with the code of this page. `drawn` are the texts of the QR codes."""

    def __init__(self, code: str, monkeypatch: pytest.MonkeyPatch, *, offers: bool) -> None:
        self.drawn: list[str] = []
        monkeypatch.setattr(PairingDialog, "draw", lambda _, text: self.drawn.append(text))
        self.screen = PairingDialog(code, offers=offers)


async def test_a_page_that_offers_to_pair_expects_the_code_of_the_other_page(monkeypatch: pytest.MonkeyPatch) -> None:
    dialog = Pairing("mine", monkeypatch, offers=True)
    assert dialog.screen.element.matches(":popover-open") and dialog.screen.element.dataset.side == "offer"
    assert dialog.part("mine").value == "mine" and dialog.drawn == ["https://example.org/#pair=mine"]
    dialog.part("theirs").value = "theirs"
    dialog.press("connect")
    assert await dialog.screen.answers.get() == "theirs"
    dialog.screen.set(wrong="This code is damaged.")
    assert dialog.text("wrong") == "This code is damaged." and dialog.shows("wrong")
    dialog.screen.close()
    assert Document.current.getElementById("pairing") is None


async def test_a_page_that_answers_shows_its_code(monkeypatch: pytest.MonkeyPatch) -> None:
    dialog = Pairing("answer", monkeypatch, offers=False)
    await soon()
    assert dialog.screen.element.dataset.side == "answer" and dialog.drawn == ["answer"]
    assert not dialog.shows("wrong")
