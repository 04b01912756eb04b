"""Sharing a link or a text with the device's own dialog, and copying it."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from js import document, matchMedia, navigator

from game.browser.page.dom import js_object
from game.browser.page.features import PATIENCE, RefusedError, ask, feature
from game.browser.page.tasks import soon

CANCELLED = "AbortError"
"""The name of the error after a person closes the device's dialog."""


def can_share() -> bool:
    """Whether the browser offers a dialog for sharing."""
    return feature(navigator, "share") is not None


def share(kind: str, text: str, copied: Callable[[], object], refused: Callable[[], object]) -> None:
    """Share `text`, a "url" or a "text", with the device's own dialog.

    If there is no dialog, copy it instead: see `copy_text`. Nothing happens after a person cancelled.
    """
    answer = ask(lambda: navigator.share(js_object({kind: text})), PATIENCE)
    soon(_share(answer, lambda: copy_text(text, copied, refused)))


def share_link(link: str, copied: Callable[[], object], refused: Callable[[], object]) -> None:
    """Share `link` with the device's own dialog on a touch screen. Elsewhere, copy it as `copy_text` does."""
    if can_share() and matchMedia("(pointer: coarse)").matches:
        share("url", link, copied, refused)
    else:
        copy_text(link, copied, refused)


async def _share(answer: Coroutine[Any, Any, Any], fails: Callable[[], object]) -> None:
    try:
        await answer
    except TimeoutError:
        if document.hasFocus() and not document.hidden:  # otherwise the dialog is open
            fails()
    except RefusedError as error:
        if error.name != CANCELLED:
            fails()


def copy_text(text: str, copied: Callable[[], object], refused: Callable[[], object]) -> None:
    """Copy `text` to the clipboard, then call `copied`, or `refused` if the browser denies it or does not answer."""
    soon(_copy(ask(lambda: navigator.clipboard.writeText(text), PATIENCE), copied, refused))


async def _copy(answer: Coroutine[Any, Any, Any], copied: Callable[[], object], refused: Callable[[], object]) -> None:
    try:
        await answer
    except (TimeoutError, RefusedError):
        refused()
    else:
        copied()
