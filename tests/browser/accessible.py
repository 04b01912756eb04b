"""What axe finds on a page, in light and in dark: nothing."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page


def accessible(page: Page, where: str) -> None:
    """Axe finds no fault with what is seen now; `where` tells the reader of a failure."""
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        found = Axe().run(page)
        assert found.violations_count == 0, f"{where}, {scheme}: {found.generate_report()}"
