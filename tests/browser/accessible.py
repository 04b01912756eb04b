"""Accessibility checks with axe, in the light and the dark scheme."""

from __future__ import annotations

from typing import Literal

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page

SCHEMES: dict[Literal["light", "dark"], dict[str, list[str]] | None] = {
    "light": None,
    "dark": {"runOnly": ["color-contrast", "link-in-text-block"]},  # only these results can differ in the dark scheme
}
"""The axe rules per scheme, all or some."""


def accessible(page: Page, where: str) -> None:
    """Check that axe finds no violation in the visible page. `where` names the place in a failure message."""
    for scheme, options in SCHEMES.items():
        page.emulate_media(color_scheme=scheme)
        found = Axe().run(page, options=options)
        assert found.violations_count == 0, f"{where}, {scheme}: {found.generate_report()}"
