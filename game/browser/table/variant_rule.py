"""The name and the rule of a variant, as the dialogs of the page have them in its language."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from game.browser.page.dom import find
from game.browser.page.view import Filled
from game.core import Variant


class Rule(NamedTuple):
    """The name of a variant and its rule, in full and `short`: in one sentence. For Classic, all are empty."""

    name: str = ""
    full: str = ""
    short: str = ""


@cache
def rules() -> dict[str, Rule]:
    """Return the rules by variant."""
    short = {str(one.dataset.hint): str(one.textContent) for one in find("setup").querySelectorAll("[data-hint]")}
    short["tens-descending"] = str(find("about-downwards").textContent)
    texts: dict[str, list[str]] = {}
    for one in find("rules").querySelectorAll("[data-variants]"):
        for variant in one.dataset.variants.split():
            texts.setdefault(variant, []).append(str(one.textContent))
    return {variant: Rule(name, full, short[variant]) for variant, (name, full) in texts.items()}


def rule_of(variant: Variant) -> Rule:
    """Return the rule of `variant` without its options."""
    return rules().get(variant.base, Rule())


def show_rule(variant: Variant) -> None:
    """Show the rule of `variant` in the menu and before the rules; for Classic, show none."""
    rule = rule_of(variant)
    for dialog in ("menu", "rules"):
        Filled(find(dialog)).show({"variant": bool(rule.name), "variant-name": rule.name, "variant-rule": rule.full})
