"""The form for joining a table by code, or by a pasted link."""

from __future__ import annotations

from collections.abc import Callable

from game.browser.page import storage
from game.browser.page.dom import find
from game.browser.page.view import Acting, Filled, Said
from game.browser.shell.page import Page
from game.links import Kind, Link, LinkError, read_link
from game.words.title_screen import DAMAGED_LINK


def enter_code(home: Callable[[], None]) -> None:
    """Go `home`, and open the dialog for a table code. It still contains the last one."""
    home()
    find("joining").showPopover()


class JoiningForm(Acting):
    """The form. `submitted` is called on submit; then `read` returns the destination."""

    def __init__(self, submitted: Callable[[], object]) -> None:
        super().__init__(find("joining"), {"join": lambda _: submitted()})
        self.parts = Filled(self.element)
        self._listen(self.element, "beforetoggle", lambda _: self._remember_name())

    def read(self) -> Link | str | None:
        """Return a link or a spoken code. Show an error and return None if the input is neither.

        Requires the multiplayer modules.
        """
        from game.browser.online.seat_store import save_name
        from game.browser.online.ways_in.code_key import can_derive
        from game.net.invite import InviteError, parse_code, parse_invite
        from game.words.online.invite import NEEDS_HTTPS, refused

        if name := self.parts["name"].value.strip():
            save_name(name)
        by_hand = str(self.parts["by-hand"].value).strip()
        typed = by_hand or str(self.parts["typed"].value)
        where: Link | str | None = None
        error = ""
        try:
            where = read_link(typed) or (Link(Kind.PAIR, by_hand) if by_hand else parse_code(typed))
            if isinstance(where, Link) and where.kind in (Kind.JOIN, Kind.WATCH):
                parse_invite(where.fragment)
            if isinstance(where, str) and not can_derive():
                error = NEEDS_HTTPS()
        except LinkError:
            error = DAMAGED_LINK()
        except InviteError as fault:
            error = refused(fault)
        self.parts.show({"error": Said(error) if error else None})
        return None if error else where

    def _remember_name(self) -> None:
        name = self.parts["name"]
        name.value = name.value or storage.read(storage.NAME) or ""


def join(page: Page, form: JoiningForm) -> None:
    """Go where the input of `form` leads. Requires the multiplayer modules."""
    where = form.read()
    if isinstance(where, Link):
        page.follow(where, pressed=True)
    elif where is not None:
        page.go("together", where=where)
