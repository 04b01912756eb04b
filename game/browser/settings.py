"""What a person chose once and finds again: colours, motion, sound, names, the last table."""

from __future__ import annotations

import json
from typing import Any

from js import document

from game.browser import storage
from game.browser.dom import find, listen
from game.browser.solo import LONGEST_NAME, Setup
from game.browser.sound import Sound
from game.core import variant

SETTINGS, SETUP = "settings", "setup"
NAMES = ("You", "Ada", "Ben", "Cleo", "Dov", "Edda", "Finn", "Gro")


class Settings:
    """The settings sheet: applied at once, kept for next time."""

    def __init__(self, sound: Sound) -> None:
        self._sound = sound
        self._form = find("settings-form")
        self._kept = storage.read_texts(SETTINGS)
        _fill(self._form, self._kept)
        listen(self._form, "change", lambda _: self._changed())
        self._apply()

    def _changed(self) -> None:
        self._kept = _texts(self._form)
        storage.write(SETTINGS, json.dumps(self._kept))
        self._apply()

    def _apply(self) -> None:
        root = document.documentElement
        for name in ("theme", "motion"):
            chosen = self._kept.get(name)
            if chosen:
                root.setAttribute(f"data-{name}", chosen)
            else:
                root.removeAttribute(f"data-{name}")
        self._sound.on = self._kept.get("sound") == "on"


class SetupForm:
    """The sheet where a table is chosen."""

    def __init__(self) -> None:
        self._form = find("setup-form")
        if not document.documentElement.hasAttribute("data-pressed"):
            _fill(self._form, storage.read_texts(SETUP), only_untouched=True)

    def read(self) -> Setup:
        """What is chosen now, kept for next time."""
        chosen = _texts(self._form)
        storage.write(SETUP, json.dumps(chosen))
        return Setup(variant(_variant_name(chosen)), _names(chosen))


def _variant_name(chosen: dict[str, str]) -> str:
    base = chosen.get("variant", "classic")
    words = [] if base == "no-stars" else [base]
    if base == "tens" and "downwards" in chosen:
        words = ["tens-descending"]
    words += ["no-stars"] * (base == "no-stars" or "no-stars" in chosen)
    words += [option for option in ("blind", "strict") if option in chosen]
    return "+".join(words)


def _names(chosen: dict[str, str]) -> tuple[str, ...]:
    """A name for every seat: what was typed, or the seat's own; no two alike."""
    names: list[str] = []
    for seat in range(int(chosen.get("players", "4"))):
        typed = " ".join(chosen.get(f"name{seat}", "").split())[:LONGEST_NAME]
        name = typed or NAMES[seat]
        while name in names:
            name = f"{name[: LONGEST_NAME - 2]} {seat + 1}"
        names.append(name)
    return tuple(names)


def _texts(form: Any) -> dict[str, str]:
    """The fields of `form` by name; a checkbox only while it is checked."""
    return {
        field.name: field.value
        for field in form.elements
        if getattr(field, "name", "") and (field.type != "checkbox" or field.checked)
    }


def _fill(form: Any, texts: dict[str, str], *, only_untouched: bool = False) -> None:
    """Set the fields of `form` to what is kept, as far as they can take it."""
    for field in form.elements:
        name = getattr(field, "name", "")
        if not name:
            continue
        if field.type == "checkbox":
            field.checked = field.checked or name in texts
        elif field.type == "select-one":
            values = [option.value for option in field.options]
            touched = only_untouched and not field.selectedOptions.item(0).defaultSelected
            if texts.get(name) in values and not touched:
                field.value = texts[name]
        elif name in texts and not field.value:
            field.value = texts[name][:LONGEST_NAME]
