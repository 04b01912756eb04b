"""What the browser keeps for us: never trusted, and never needed."""

from __future__ import annotations

import json
from typing import Any

from js import localStorage
from pyodide.ffi import JsException

PREFIX = "one-mind/"


def read(name: str) -> str | None:
    """The text kept under `name`; None where there is none or storage is denied."""
    try:
        text = localStorage.getItem(PREFIX + name)
    except JsException:
        return None
    return text if isinstance(text, str) else None


def write(name: str, text: str) -> bool:
    """Keep `text` under `name`. False when storage is full or denied."""
    try:
        localStorage.setItem(PREFIX + name, text)
    except JsException:
        return False
    return True


def remove(name: str) -> None:
    """Forget what is kept under `name`."""
    try:
        localStorage.removeItem(PREFIX + name)
    except JsException:
        pass


def read_texts(name: str) -> dict[str, str]:
    """The object of texts kept under `name`, without whatever else it holds."""
    try:
        kept: Any = json.loads(read(name) or "{}")
    except (ValueError, RecursionError):
        return {}
    if not isinstance(kept, dict):
        return {}
    return {key: text for key, text in kept.items() if isinstance(text, str)}
