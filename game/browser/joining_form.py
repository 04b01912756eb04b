"""The sheet where a code is typed that leads to somebody's table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from game.browser.dom import find, listen
from game.browser.links import PAIR


class JoiningForm:
    """Tells by `submitted` that a code was typed; `read` then says where it leads."""

    def __init__(self, submitted: Callable[[], object]) -> None:
        self._form = find("joining-form")
        self._submitted = submitted
        listen(self._form, "submit", self._heard)

    def read(self) -> Any:
        """A link, or the Meeting of a code said aloud; None if it is neither, which is told at once.

        Only what was fetched for play together can tell.
        """
        from game.net.invite import InviteError, code_meeting
        from game.words.together.invite import refused

        if by_hand := find("pair-code").value.strip():
            return PAIR + by_hand
        try:
            meeting = code_meeting(find("typed-code").value)
        except InviteError as error:
            self._say(refused(error))
            return None
        self._say("")
        return meeting

    def _heard(self, event: Any) -> None:
        event.preventDefault()
        self._submitted()

    def _say(self, words: str) -> None:
        told = self._form.querySelector(".told")
        told.textContent = words
        told.hidden = not words
