"""The name and the rule of a variant, as the Rules dialog of the page has them in its language."""

from __future__ import annotations

from game.browser.page.dom import find
from game.core import Variant


def rule_of(variant: Variant) -> tuple[str, str]:
    """Return the name and the rule of `variant` without its options; two empty texts for Classic."""
    found = find("rules").querySelectorAll(f"[data-variants~='{variant.base}']")
    name, rule = [one.textContent for one in found] or ["", ""]
    return name, rule


def show_rule(variant: Variant) -> None:
    """Show the rule of `variant` in the menu."""
    element = find("menu-variant")
    name, rule = rule_of(variant)
    element.querySelector("b").textContent, element.querySelector("span").textContent = name, rule
    element.hidden = not name
