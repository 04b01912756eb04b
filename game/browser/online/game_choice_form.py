"""The form that shows the chosen game, where the leader changes it."""

from __future__ import annotations

from typing import Any

from game.browser.page.form_values import texts_of
from game.browser.title.variant_fields import fields_of, variant_of
from game.net.protocol.messages import Choose
from game.net.roster import Roster, Settings

FREE_TO_CHOOSE = ("signs", "tell", "locked")
"""The fields that the leader may change during a challenge."""


def read_choice(form: Any) -> Choose:
    """Return the choice in `form`."""
    said = texts_of(form)
    return Choose(Settings(variant_of(said), "signs" in said, "locked" in said, "tell" in said), int(said["seats"]))


def show_choice(form: Any, roster: Roster) -> None:
    """Set `form` to the values of `roster`. Fields that a challenge determines are disabled."""
    chosen = _fields(roster)
    for field in form.elements:
        if not getattr(field, "name", ""):
            continue
        field.disabled = roster.settings.challenge is not None and field.name not in FREE_TO_CHOOSE
        if field.type == "checkbox":
            field.checked = field.name in chosen
        elif field.name in chosen:
            field.value = chosen[field.name]


def _fields(roster: Roster) -> dict[str, str]:
    also = {name: "on" for name in FREE_TO_CHOOSE if getattr(roster.settings, name)}
    return {"seats": str(len(roster.places)), **fields_of(roster.settings.variant), **also}
