"""The saved settings: appearance, sound, vibration, keys and multiplayer servers."""

from __future__ import annotations

from dataclasses import dataclass

import js
from js import document, location

from game.browser.page import storage
from game.browser.page.dom import find
from game.browser.page.form_values import fill, texts_of
from game.browser.page.links import link_with
from game.browser.page.view import Act, Component, Parts
from game.browser.solo import memory_store
from game.browser.table.sound import Sound, can_vibrate
from game.teammates.memory import Memory
from game.words.tempo import tempo


@dataclass
class Settings:
    """The state of the dialog: the saved values by name, and what the teammates remember of this person."""

    values: dict[str, str]
    memory: Memory | None = None


def parts_of_settings(it: Settings) -> Parts:
    """Return what the dialog shows beside its fields."""
    return {
        "vibration": can_vibrate(),
        "tempo": tempo(it.memory.belief) if it.memory else "",
        "memory": it.memory is not None,
    }


class SettingsDialog(Component[Settings]):
    """The settings dialog. Changes apply at once and are saved."""

    def __init__(self, sound: Sound) -> None:
        self._sound = sound
        sound.choose = self._choose_sound
        self._form = find("settings-form")
        values = storage.read_texts(storage.SETTINGS)
        fill(self._form, values)
        acts: dict[str, Act] = {"change": lambda _: self._changed(), "forget": lambda _: self._forget()}
        super().__init__(find("settings"), Settings(values), parts_of_settings, acts)
        self._listen(self.element, "beforetoggle", lambda _: self._recall())
        self._apply()

    def _changed(self) -> None:
        before, values = self.state.values, texts_of(self._form)
        self.set(values=values)
        storage.write_texts(storage.SETTINGS, values)
        self._apply()
        if values["language"] != before.get("language", ""):
            _go_where_the_language_is_found_out()

    def _choose_sound(self, on: bool) -> None:
        """Change the setting from outside the dialog."""
        find("sound").checked = on
        self._changed()

    def _recall(self) -> None:
        memory, _ = memory_store.recall()
        self.set(memory=memory)

    def _forget(self) -> None:
        memory_store.forget()
        self._recall()
        self.element.querySelector("button").focus()

    def _apply(self) -> None:
        values = self.state.values
        js.setAppearance(*(values.get(name, "") for name in ("theme", "contrast", "motion")))
        document.documentElement.dataset.letterKeys = values.get("letter-keys") or "on"
        self._sound.turn(on=values.get("sound") != "off", vibrates=values.get("vibration") != "off")


def _go_where_the_language_is_found_out() -> None:
    """Reload the start page, where boot.js redirects to the page in the chosen language."""
    address = link_with(location.hash)
    if address == location.href:  # replacing it would only scroll to the fragment
        location.reload()
    else:
        location.replace(address)
