"""Accessibility checks with axe, in the light and the dark scheme."""

from __future__ import annotations

from typing import Any, Literal

from axe_playwright_python.base import AXE_SCRIPT, AxeResults  # type: ignore[import-untyped]
from playwright.sync_api import Frame, Page

VIOLATIONS = {"resultTypes": ["violations"]}

SCHEMES: dict[Literal["light", "dark"], dict[str, Any]] = {
    "light": VIOLATIONS,
    "dark": VIOLATIONS | {"runOnly": ["color-contrast", "link-in-text-block"]},  # only these can differ there
}
"""The options of axe per scheme: all rules or some."""


def accessible(page: Page, where: str, frame: Frame | None = None) -> None:
    """Check that axe finds no violation in the visible page or its `frame`. `where` names the place in a failure."""
    shown = frame or page
    if not shown.evaluate("'axe' in window"):
        shown.evaluate(AXE_SCRIPT)
    for scheme, options in SCHEMES.items():
        page.emulate_media(color_scheme=scheme)
        found = AxeResults(shown.evaluate("(options) => axe.run(document, options)", options))
        assert found.violations_count == 0, f"{where}, {scheme}: {found.generate_report()}"
