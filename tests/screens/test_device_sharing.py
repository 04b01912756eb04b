"""Sharing by the device's own dialog, and copying where that fails, without a browser."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from tests.screens.dom import browser
from tests.screens.visit import soon

with browser():
    from game.browser.device import sharing
    from game.browser.page.features import RefusedError

DONE, SILENT = None, TimeoutError()
REFUSED, CANCELLED = RefusedError("NotAllowedError"), RefusedError("AbortError")
COPIED, SELECTED, NOTHING = ["copied"], ["refused"], list[str]()


@pytest.mark.parametrize(
    ("shared", "copied", "visible", "outcome"),
    [
        (DONE, DONE, True, NOTHING),
        (CANCELLED, DONE, True, NOTHING),
        (REFUSED, DONE, True, COPIED),
        (SILENT, DONE, True, COPIED),
        (SILENT, DONE, False, NOTHING),  # the dialog is still open
        (REFUSED, REFUSED, True, SELECTED),
        (SILENT, SILENT, True, SELECTED),
    ],
)
async def test_what_is_not_shared_is_copied_unless_a_person_cancelled(
    shared: Exception | None,
    copied: Exception | None,
    visible: bool,
    outcome: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answers = iter([shared, copied])

    def ask(request: Callable[[], Any], patience: float) -> asyncio.Future[Any]:
        answer = asyncio.get_running_loop().create_future()
        error = next(answers)
        if error is None:
            answer.set_result(None)
        else:
            answer.set_exception(error)
        return answer

    monkeypatch.setattr(sharing, "ask", ask)
    monkeypatch.setattr(sharing, "document", SimpleNamespace(hasFocus=lambda: visible, hidden=not visible))
    happened: list[str] = []
    sharing.share("url", "#join=", lambda: happened.append("copied"), lambda: happened.append("refused"))
    await soon()
    assert happened == outcome
