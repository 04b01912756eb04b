"""The form for joining a table by code, or by a pasted link."""

from __future__ import annotations

from collections.abc import Callable

from game.browser.page import storage
from game.browser.page.dom import find, listen, on_submit
from game.links import Kind, Link, LinkError, read_link
from game.words.title_screen import DAMAGED_LINK


def enter_code(home: Callable[[], None]) -> None:
    """Go `home`, and open the dialog for a table code. It still contains the last one."""
    home()
    find("joining").showPopover()


class JoiningForm:
    """The form. `submitted` is called on submit; then `read` returns the destination."""

    def __init__(self, submitted: Callable[[], object]) -> None:
        self._form = find("joining-form")
        on_submit(self._form, submitted)
        listen(find("joining"), "beforetoggle", lambda _: self._remember_name())

    def read(self) -> Link | str | None:
        """Return a link or a spoken code. Show an error and return None if the input is neither.

        Requires the multiplayer modules.
        """
        from game.browser.online.seat_store import save_name
        from game.browser.online.ways_in.code_key import can_derive
        from game.net.invite import InviteError, parse_code, parse_invite
        from game.words.online.invite import NEEDS_HTTPS, refused

        if name := find("caller").value.strip():
            save_name(name)
        by_hand = str(find("pair-code").value).strip()
        typed = by_hand or str(find("typed-code").value)
        where: Link | str | None
        try:
            where = read_link(typed) or (Link(Kind.PAIR, by_hand) if by_hand else parse_code(typed))
            if isinstance(where, Link) and where.kind in (Kind.JOIN, Kind.WATCH):
                parse_invite(where.fragment)
        except LinkError:
            self._say(DAMAGED_LINK())
            return None
        except InviteError as error:
            self._say(refused(error))
            return None
        possible = isinstance(where, Link) or can_derive()
        self._say("" if possible else NEEDS_HTTPS())
        return where if possible else None

    def _remember_name(self) -> None:
        name = find("caller")
        name.value = name.value or storage.read(storage.NAME) or ""

    def _say(self, words: str) -> None:
        error = self._form.querySelector(".form-error")
        error.textContent = words
        error.hidden = not words
