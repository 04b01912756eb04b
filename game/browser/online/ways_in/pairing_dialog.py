"""The dialog for manual pairing: this page's code, and a field for the other page's code."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from game.browser.device.sharing import copy_text
from game.browser.online.qr_code import QrScreen
from game.browser.page.links import PAIR, link_with
from game.browser.page.view import Markup, Parts, at


@dataclass
class Pairing:
    """The `code` of this page. A page that `offers` to pair expects the other one's code, which may be `wrong`."""

    code: str
    offers: bool
    wrong: str = ""
    qr: Markup | None = None


def parts_of_pairing(it: Pairing) -> Parts:
    """Return what the dialog shows."""
    return {
        "dialog": at(data_side="offer" if it.offers else "answer"),
        "mine": at(value=it.code),
        "qr": it.qr or True,
        "wrong": it.wrong or None,
    }


class PairingDialog(QrScreen[Pairing]):
    """The dialog. It is open until `close`, or until the person closes it. `answers` are the codes that are entered."""

    def __init__(self, code: str, *, offers: bool) -> None:
        self.answers: asyncio.Queue[str] = asyncio.Queue()
        acts = {
            "copy": lambda _: self._copy(),
            "connect": lambda _: self.answers.put_nowait(self.parts["theirs"].value),
        }
        super().__init__("pairing-template", Pairing(code, offers), parts_of_pairing, acts)
        self.draw(link_with(PAIR + code) if offers else code)
        self.element.showPopover()

    def _copy(self) -> None:
        self.parts["mine"].select()
        copy_text(self.state.code, lambda: None, lambda: None)  # the selected text can be copied by hand
