"""What axe finds on a page, in light and in dark: nothing."""

from __future__ import annotations

from typing import Literal

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page

SCHEMES: dict[Literal["light", "dark"], dict[str, list[str]] | None] = {
    "light": None,
    "dark": {"runOnly": ["color-contrast", "link-in-text-block"]},  # nothing else is another in the dark
}
"""The rules that are asked for, all or some."""


def accessible(page: Page, where: str) -> None:
    """Axe finds no fault with what is seen now; `where` tells the reader of a failure."""
    for scheme, options in SCHEMES.items():
        page.emulate_media(color_scheme=scheme)
        found = Axe().run(page, options=options)
        assert found.violations_count == 0, f"{where}, {scheme}: {found.generate_report()}"
