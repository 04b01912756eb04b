"""Local storage in the browser. The game works without it and never trusts it."""

from __future__ import annotations

import json
from contextlib import suppress
from functools import cache
from typing import Any

import js

from game.browser.page.features import REFUSED
from game.core.safe_json import read_json

SHARED = "one-mind/"

SETTINGS = "settings"
"""Key of the settings."""

NAME = "name"
"""Key of this person's name at tables with others."""

UNLISTED = "noted-games"
"""Key of the texts, by name, of games that finished here and are not on the list of games yet."""

ROOM = 250_000
"""Characters of storage that games leave free, so that this browser can always save its seats at tables."""

INHERITED, PROBE = "inherited", "probe"


@cache
def prefix() -> str:
    """Return the prefix of this copy's keys: `SHARED` at the root of a host, another one for each path below.

    So two copies of the game on one host keep separate data.
    """
    path = "/" if js.location.protocol == "file:" else js.URL.new("./", js.document.baseURI).pathname
    return f"one-mind{path}"


def inherit() -> None:
    """Copy, once, the data from when all copies on a host shared one prefix.

    If a copy at the root has claimed that data, do nothing. The data is copied, not moved, since other copies may own
    it.
    """
    if read(INHERITED):
        return
    try:
        if prefix() != SHARED and not js.localStorage.getItem(SHARED + INHERITED):
            _copy_shared()
    except REFUSED:
        return
    write(INHERITED, "yes")


def _copy_shared() -> None:
    stored = [str(name) for name in js.Object.keys(js.localStorage)]
    for name in (name.removeprefix(SHARED) for name in stored if name.startswith(SHARED)):
        if "/" not in name and read(name) is None:
            js.localStorage.setItem(prefix() + name, js.localStorage.getItem(SHARED + name))


def is_available() -> bool:
    """Whether the browser stores anything."""
    is_written = write(PROBE, "")
    remove(PROBE)
    return is_written


def read(name: str) -> str | None:
    """Return the text stored under `name`, or None if there is none or storage is denied."""
    try:
        text = js.localStorage.getItem(prefix() + name)
    except REFUSED:
        return None
    return text if isinstance(text, str) else None


def write(name: str, text: str) -> bool:
    """Store `text` under `name`. Return False if storage is full or denied."""
    try:
        js.localStorage.setItem(prefix() + name, text)
    except REFUSED:
        return False
    return True


def write_texts(name: str, texts: dict[str, str]) -> bool:
    """Store `texts`, which `read_texts` returns, under `name`. Return False if storage is full or denied."""
    return write(name, json.dumps(texts))


def write_game(name: str, text: str) -> bool:
    """Store `text` with games under `name`. Return False if that would leave less than ROOM characters free."""
    if len(text) <= len(read(name) or ""):
        return write(name, text)  # also where no room is left, so that games can be deleted
    fits = write(PROBE, " " * ROOM) and write(name, text)
    remove(PROBE)
    return fits


def remove(name: str) -> None:
    """Delete the text stored under `name`."""
    with suppress(*REFUSED):
        js.localStorage.removeItem(prefix() + name)


def names(beginning: str) -> list[str]:
    """Return the stored names that start with `beginning`."""
    try:
        stored = [str(name) for name in js.Object.keys(js.localStorage)]
    except REFUSED:
        return []
    return [name.removeprefix(prefix()) for name in stored if name.startswith(prefix() + beginning)]


def read_texts(name: str) -> dict[str, str]:
    """Return the strings in the JSON object stored under `name`. Other values and malformed data are dropped."""
    try:
        stored: Any = read_json(read(name) or "{}")
    except (ValueError, RecursionError):
        return {}
    if not isinstance(stored, dict):
        return {}
    return {key: text for key, text in stored.items() if isinstance(text, str)}
