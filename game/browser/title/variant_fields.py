"""A variant as the fields of a form: its base, and each option that is checked."""

from __future__ import annotations

from game.core import Variant, variant

OPTIONS = ("blind", "strict", "gentle")


def variant_of(fields: dict[str, str]) -> Variant:
    """Return the variant that is chosen in `fields`."""
    base = fields.get("variant", "classic")
    words = [] if base == "no-stars" else [base]
    if base == "tens" and "downwards" in fields:
        words = ["tens-descending"]
    words += ["no-stars"] * (base == "no-stars" or "no-stars" in fields)
    return variant("+".join([*words, *(option for option in OPTIONS if option in fields)]))


def fields_of(played: Variant) -> dict[str, str]:
    """Return the fields that choose `played`."""
    base = "no-stars" if played.base == "classic" and not played.stars else played.base
    fields = {"variant": base}
    if base == "tens-descending":
        fields = {"variant": "tens", "downwards": "on"}
    options = {"no-stars": not played.stars, **{option: getattr(played, option) for option in OPTIONS}}
    return fields | {option: "on" for option, is_chosen in options.items() if is_chosen}
