"""A person at a screen, on a document without a browser."""

from __future__ import annotations

import asyncio
from typing import Any

from tests.screens.dom import Document, Element


class Visit:
    """What a person sees and presses on a `screen`."""

    screen: Any

    def part(self, name: str) -> Any:
        """Return the first element of a part."""
        return self.screen.parts[name]

    def text(self, part: str) -> str:
        return str(self.part(part).textContent)

    def shows(self, part: str) -> bool:
        """Whether a part can be seen."""
        return bool(self.part(part).checkVisibility())

    def find(self, selector: str) -> Any:
        return self.screen.element.querySelector(selector)

    def every(self, selector: str) -> list[Any]:
        return list(self.screen.element.querySelectorAll(selector))

    def press(self, act: str, value: str = "") -> None:
        """Press the button that does `act`, with this value."""
        self.find(f"[data-do={act}]" + f"[value='{value}']" * bool(value)).click()

    def buttons(self, label: str) -> list[Element]:
        """Return the buttons with this text or label that can be seen."""
        every = [one for one in self.every("button") if one.checkVisibility()]
        return [one for one in every if label in (one.textContent, one.getAttribute("aria-label"))]

    def button(self, label: str) -> Element:
        (found,) = self.buttons(label)
        return found


def is_focused(element: Element | None) -> bool:
    return Document.current.focused is element


async def soon() -> None:
    """Run the callbacks that are due."""
    for _ in range(5):
        await asyncio.sleep(0)
