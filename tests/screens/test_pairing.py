"""The dialog for manual pairing on a document without a browser."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.loop import in_a_loop
from tests.screens.dom import Document, browser

with browser():
    from game.browser.online.ways_in import pairing_dialog
    from game.browser.online.ways_in.pairing_dialog import PairingDialog


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the texts of the QR codes."""
    drawn: list[str] = []
    monkeypatch.setattr(PairingDialog, "draw", lambda _, text: drawn.append(text))
    monkeypatch.setattr(pairing_dialog, "link_with", lambda fragment: f"https://example.org/{fragment}")
    Document()
    return drawn


def test_a_page_that_offers_to_pair_expects_the_code_of_the_other_page(drawn: list[str]) -> None:
    async def journey() -> None:
        dialog = PairingDialog("mine", offers=True)
        assert dialog.element.matches(":popover-open") and dialog.element.dataset.side == "offer"
        assert dialog.parts["mine"].value == "mine" and drawn == ["https://example.org/#pair=mine"]
        dialog.parts["theirs"].value = "theirs"
        dialog.element.querySelector("[data-do=connect]").click()
        assert await dialog.answers.get() == "theirs"
        dialog.set(wrong="This code is damaged.")
        assert dialog.parts["wrong"].textContent == "This code is damaged." and not dialog.parts["wrong"].hidden
        dialog.close()
        assert Document.current.getElementById("pairing") is None

    in_a_loop(journey)


def test_a_page_that_answers_shows_its_code(drawn: list[str]) -> None:
    async def journey() -> Any:
        dialog = PairingDialog("answer", offers=False)
        await asyncio.sleep(0)
        return dialog

    dialog = in_a_loop(journey)
    assert dialog.element.dataset.side == "answer" and drawn == ["answer"]
    assert dialog.parts["wrong"].hidden
