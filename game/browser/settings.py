"""What a person chose once and finds again: colours, motion, sound, names, the last table."""

from __future__ import annotations

import json
from typing import Any

from js import document

from game.browser import memory_store, storage
from game.browser.dom import find, listen
from game.browser.saved import LONGEST_NAME
from game.browser.solo import Setup
from game.browser.sound import Sound
from game.core import variant
from game.teammates.characters import CHARACTERS, DEFAULT, NAMES
from game.words.table import YOU
from game.words.tempo import tempo

SETTINGS, SETUP = "settings", "setup"


class Settings:
    """The settings sheet: applied at once, kept for next time."""

    def __init__(self, sound: Sound) -> None:
        self._sound = sound
        self._form = find("settings-form")
        self._kept = storage.read_texts(SETTINGS)
        _fill(self._form, self._kept)
        listen(self._form, "change", lambda _: self._changed())
        listen(find("forget"), "click", lambda _: self._forget())
        listen(find("settings"), "beforetoggle", lambda _: self._show_memory())
        self._apply()

    def _changed(self) -> None:
        self._kept = texts_of(self._form)
        storage.write(SETTINGS, json.dumps(self._kept))
        self._apply()

    def _show_memory(self) -> None:
        memory, _ = memory_store.recall()
        find("memory").hidden = memory is None
        find("memory").querySelector("[data-words]").textContent = tempo(memory.belief) if memory else ""

    def _forget(self) -> None:
        memory_store.forget()
        self._show_memory()
        find("settings").querySelector("button").focus()

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
        listen(self._form, "change", lambda _: self._show_names())
        self._show_names()

    def read(self) -> Setup:
        """What is chosen now, kept for next time."""
        chosen = texts_of(self._form)
        storage.write(SETUP, json.dumps(chosen))
        return Setup(variant(variant_name(chosen)), _names(chosen), _characters(chosen))

    def _show_names(self) -> None:
        """In the empty fields, the names that the seats will have."""
        chosen = texts_of(self._form) | {"players": "8"}
        for seat, name in enumerate(_names(chosen)):
            find(f"name{seat}").placeholder = name


def variant_name(chosen: dict[str, str]) -> str:
    """The variant that the fields of a form stand for."""
    base = chosen.get("variant", "classic")
    words = [] if base == "no-stars" else [base]
    if base == "tens" and "downwards" in chosen:
        words = ["tens-descending"]
    words += ["no-stars"] * (base == "no-stars" or "no-stars" in chosen)
    words += [option for option in ("blind", "strict") if option in chosen]
    return "+".join(words)


def _characters(chosen: dict[str, str]) -> tuple[str, ...]:
    """Who sits at each seat after the first."""
    seats = range(1, int(chosen.get("players", "4")))
    wanted = [chosen.get(f"mate{seat}", DEFAULT) for seat in seats]
    return tuple(name if name in CHARACTERS else DEFAULT for name in wanted)


def _names(chosen: dict[str, str]) -> tuple[str, ...]:
    """A name for every seat: what was typed, or the character's, or the seat's; no two alike."""
    names = [_typed(chosen, 0) or YOU]
    for seat, character in enumerate(_characters(chosen), start=1):
        own = NAMES[seat - 1] if character == DEFAULT else character
        name = _typed(chosen, seat) or (own if own not in names else NAMES[seat - 1])
        while name in names:
            name = f"{name[: LONGEST_NAME - 2]} {seat + 1}"
        names.append(name)
    return tuple(names)


def _typed(chosen: dict[str, str], seat: int) -> str:
    return " ".join(chosen.get(f"name{seat}", "").split())[:LONGEST_NAME]


def texts_of(form: Any) -> dict[str, str]:
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
            field.value = texts[name][: field.maxLength]
