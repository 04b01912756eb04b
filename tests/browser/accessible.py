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


def violations(page: Page, frame: Frame) -> list[str]:
    """Return the violations that axe finds in a frame of the page, in either scheme."""
    if not frame.evaluate("'axe' in window"):
        frame.evaluate(AXE_SCRIPT)
    reports = []
    for scheme, options in SCHEMES.items():
        page.emulate_media(color_scheme=scheme)
        found = AxeResults(frame.evaluate("(options) => axe.run(document, options)", options))
        if found.violations_count:
            reports.append(f"{scheme}: {found.generate_report()}")
    return reports
