"""What the browser keeps for us: never trusted, and never needed."""

from __future__ import annotations

from typing import Any

import js
from pyodide.ffi import JsException

from game.core.plain import read_json

SHARED = "one-mind/"
PATH = "/" if js.location.protocol == "file:" else js.URL.new("./", js.document.baseURI).pathname
PREFIX = f"one-mind{PATH}"
"""What our names begin with: at the root of a host `SHARED`, and below it another for each path,
so that two copies of the game on one host keep to themselves."""

INHERITED, PROBE = "inherited", "probe"
REFUSED = JsException, AttributeError
"""What comes of storage that is full, or that the browser denies altogether."""


def inherit() -> None:
    """Take over, once, what was kept here when all copies on a host shared their names.

    Unless there is a copy at the root, whose names those are. It is copied, not moved: it may be another copy's too.
    """
    if read(INHERITED):
        return
    try:
        if PREFIX != SHARED and not js.localStorage.getItem(SHARED + INHERITED):
            _copy_shared()
    except REFUSED:
        return
    write(INHERITED, "yes")


def _copy_shared() -> None:
    kept = [str(name) for name in js.Object.keys(js.localStorage)]
    for name in (name.removeprefix(SHARED) for name in kept if name.startswith(SHARED)):
        if "/" not in name and read(name) is None:
            js.localStorage.setItem(PREFIX + name, js.localStorage.getItem(SHARED + name))


def keeps() -> bool:
    """Whether the browser keeps anything at all."""
    try:
        js.localStorage.setItem(PREFIX + PROBE, "")
        js.localStorage.removeItem(PREFIX + PROBE)
    except REFUSED:
        return False
    return True


def read(name: str) -> str | None:
    """The text kept under `name`; None where there is none or storage is denied."""
    try:
        text = js.localStorage.getItem(PREFIX + name)
    except REFUSED:
        return None
    return text if isinstance(text, str) else None


def write(name: str, text: str) -> bool:
    """Keep `text` under `name`. False when storage is full or denied."""
    try:
        js.localStorage.setItem(PREFIX + name, text)
    except REFUSED:
        return False
    return True


def remove(name: str) -> None:
    """Forget what is kept under `name`."""
    try:
        js.localStorage.removeItem(PREFIX + name)
    except REFUSED:
        pass


def names(beginning: str) -> list[str]:
    """The names that begin so, under which something is kept."""
    try:
        kept = [str(name) for name in js.Object.keys(js.localStorage)]
    except REFUSED:
        return []
    return [name.removeprefix(PREFIX) for name in kept if name.startswith(PREFIX + beginning)]


def read_texts(name: str) -> dict[str, str]:
    """The object of texts kept under `name`, without whatever else it holds."""
    try:
        kept: Any = read_json(read(name) or "{}")
    except (ValueError, RecursionError):
        return {}
    if not isinstance(kept, dict):
        return {}
    return {key: text for key, text in kept.items() if isinstance(text, str)}
