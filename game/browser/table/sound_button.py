"""The button at the table that turns sound on and off: the same setting as in the settings dialog.

Where the browser has no sound, a press says so.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from js import Event

from game.browser.page.dom import Listening, find
from game.browser.table.sound import Sound
from game.words.table import NO_SOUND


class SoundButton(Listening):
    """The sound button of the current table. After a press by pointer it calls `go_back`, so that keys still play."""

    def __init__(self, sound: Sound, say: Callable[[str], object], go_back: Callable[[], object]) -> None:
        super().__init__()
        self._sound = sound
        self._say = say
        self._go_back = go_back
        self._button, self._setting = find("hear"), find("sound")
        self._listen(self._button, "click", self._pressed)
        self._listen(self._setting.form, "change", lambda _: self._show())
        self._show()

    def _show(self) -> None:
        self._button.setAttribute("aria-pressed", str(self._is_on).lower())

    def _pressed(self, event: Any) -> None:
        self._setting.value = "" if self._is_on else "on"
        self._setting.dispatchEvent(Event.new("change", bubbles=True))
        if self._setting.value and not self._sound.is_available:
            self._say(NO_SOUND())
            self._show()
        if event.detail:
            self._button.blur()
            self._go_back()

    @property
    def _is_on(self) -> bool:
        return bool(self._setting.value) and self._sound.is_available
