"""The form that shows the chosen game, where the leader changes it."""

from __future__ import annotations

from typing import Any

from game.browser.page.form_values import texts_of
from game.browser.title.setup_form import variant_name
from game.core import variant
from game.net.protocol.messages import Choose
from game.net.roster import Roster

FREE_TO_CHOOSE = ("signs", "tell", "locked")
"""The fields that the leader may change during a challenge."""


def read_choice(form: Any) -> Choose:
    """Return the choice in `form`."""
    said = texts_of(form)
    return Choose(variant(variant_name(said)), int(said["seats"]), "signs" in said, "locked" in said, "tell" in said)


def show_choice(form: Any, roster: Roster) -> None:
    """Set `form` to the values of `roster`. Fields that a challenge determines are disabled."""
    chosen = _fields(roster)
    for field in form.elements:
        if not getattr(field, "name", ""):
            continue
        field.disabled = roster.challenge is not None and field.name not in FREE_TO_CHOOSE
        if field.type == "checkbox":
            field.checked = field.name in chosen
        elif field.name in chosen:
            field.value = chosen[field.name]


def _fields(roster: Roster) -> dict[str, str]:
    played = roster.variant
    base = played.base
    also = {"blind": played.blind, "strict": played.strict, "gentle": played.gentle, "no-stars": not played.stars}
    if base == "tens-descending":
        base, also["downwards"] = "tens", True
    elif base == "classic" and not played.stars:
        base = "no-stars"
    also |= {"signs": roster.signs, "tell": roster.tell, "locked": roster.locked}
    return {"variant": base, "seats": str(len(roster.places))} | {name: "on" for name, on in also.items() if on}
