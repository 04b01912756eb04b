"""The name and the rule of a variant, as the dialogs of the page have them in its language."""

from __future__ import annotations

from functools import cache
from typing import Any

from game.browser.page.dom import find, new_element
from game.core import Variant


@cache
def short_rules() -> dict[str, str]:
    """Return the one-sentence rules of the setup dialog, by variant."""
    rules = {str(one.dataset.hint): str(one.textContent) for one in find("setup").querySelectorAll("[data-hint]")}
    return rules | {"tens-descending": str(find("about-downwards").textContent)}


def rule_of(variant: Variant) -> tuple[str, str]:
    """Return the name and the rule of `variant` without its options; two empty texts for Classic."""
    found = find("rules").querySelectorAll(f"[data-variants~='{variant.base}']")
    name, rule = [one.textContent for one in found] or ["", ""]
    return name, rule


def short_rule(variant: Variant) -> list[Any]:
    """Return elements with the name of `variant` and its rule in one sentence; none for Classic."""
    name, _ = rule_of(variant)
    if not name:
        return []
    return [new_element("b", text=name), " ", new_element("span", text=short_rules()[variant.base])]


def show_rule(variant: Variant) -> None:
    """Show the rule of `variant` in the menu and before the rules; for Classic, show none."""
    name, rule = rule_of(variant)
    for element in map(find, ("menu-variant", "rules-variant")):
        element.querySelector("b").textContent, element.querySelector("span").textContent = name, rule
        element.hidden = not name
