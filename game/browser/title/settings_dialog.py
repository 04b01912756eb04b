"""The saved settings: appearance, sound, vibration, keys and multiplayer servers."""

from __future__ import annotations

import json

import js
from js import document, location

from game.browser.device.keyboard import LetterKeys
from game.browser.page import storage
from game.browser.page.dom import find, listen
from game.browser.page.form_values import fill, texts_of
from game.browser.page.links import link_with
from game.browser.solo import memory_store
from game.browser.table.sound import Sound, can_vibrate
from game.words.tempo import tempo


class SettingsDialog:
    """The settings dialog. Changes apply at once and are saved."""

    def __init__(self, sound: Sound) -> None:
        self._sound = sound
        self._form = find("settings-form")
        self._settings = storage.read_texts(storage.SETTINGS)
        fill(self._form, self._settings)
        find("vibration").parentElement.hidden = not can_vibrate()
        listen(self._form, "change", lambda _: self._changed())
        listen(find("forget"), "click", lambda _: self._forget())
        listen(find("settings"), "beforetoggle", lambda _: self._show_memory())
        self._apply()

    def _changed(self) -> None:
        before, self._settings = self._settings, texts_of(self._form)
        storage.write(storage.SETTINGS, json.dumps(self._settings))
        self._apply()
        if self._settings["language"] != before.get("language", ""):
            _go_where_the_language_is_found_out()

    def _show_memory(self) -> None:
        memory, _ = memory_store.recall()
        find("memory").hidden = memory is None
        find("memory").querySelector("[data-words]").textContent = tempo(memory.belief) if memory else ""

    def _forget(self) -> None:
        memory_store.forget()
        self._show_memory()
        find("settings").querySelector("button").focus()

    def _apply(self) -> None:
        js.setAppearance(*(self._settings.get(name, "") for name in ("theme", "contrast", "motion")))
        LetterKeys.on = self._settings.get("letter-keys") != "off"
        document.documentElement.dataset.letterKeys = "on" if LetterKeys.on else "off"
        self._sound.turn(on=self._settings.get("sound") == "on", vibrates=self._settings.get("vibration") == "on")


def _go_where_the_language_is_found_out() -> None:
    """Reload the start page, where boot.js redirects to the page in the chosen language."""
    address = link_with(location.hash)
    if address == location.href:  # replacing it would only scroll to the fragment
        location.reload()
    else:
        location.replace(address)
