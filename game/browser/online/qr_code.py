"""Links as QR codes, drawn in this page without any web service."""

from __future__ import annotations

from game.browser.online.vendored import QR, vendored
from game.browser.page.dom import js_object
from game.browser.page.view import AnyState, Markup, Screen


class QrScreen(Screen[AnyState]):
    """A screen that shows a link also as a QR code, which is `qr` in its state."""

    def draw(self, link: str) -> None:
        """Show the QR code of `link` as soon as it is drawn."""
        self._tasks.start(self._draw(link))

    async def _draw(self, link: str) -> None:
        self.set(qr=await qr_code(link))


async def qr_code(text: str) -> Markup:
    """Return `text` as a QR code. Without the library, return nothing: the text is visible next to it."""
    qr = await vendored(QR)
    return Markup("" if qr is None else str(qr.renderSVG(text, js_object({"border": 2}))))
