"""The names of the variants."""

from __future__ import annotations

from game.core import Variant
from game.words.language import Message
from game.words.lists import in_a_row

VARIANTS = {
    # Translators: Name of a variant.
    "classic": Message("Classic"),
    # Translators: Name of a variant.
    "tens": Message("Sets of ten"),
    # Translators: Name of a variant.
    "tens-descending": Message("Sets of ten, descending"),
    # Translators: Name of a variant.
    "descending": Message("Descending"),
    # Translators: Name of a variant.
    "fifty": Message("Around fifty"),
    # Translators: Name of a variant.
    "extreme": Message("Extreme"),
}
# Translators: Name of a variant: "Classic" without throwing stars.
WITHOUT_STARS = Message("No stars")
# Translators: Option after the name of a variant, such as "Extreme, no stars, blind".
NO_STARS = Message("no stars", "a variant without throwing stars")
# Translators: Option after the name of a variant, such as "Classic, blind".
BLIND = Message("blind")
# Translators: Option after the name of a variant in "Your games", such as "Extreme, one life per mistake".
STRICT = Message("one life per mistake")
# Translators: Option after the name of a variant in "Your games", such as "Classic, blind, gentle timing".
GENTLE = Message("gentle timing")


def variant_name(variant: Variant, *, house_rules: bool = True) -> str:
    """Return the name of a variant, and its options: "Classic", or "Extreme, no stars, blind".

    Strict and gentle variants are named only with `house_rules`.
    """
    is_named = variant.base == "classic" and not variant.stars
    options = (
        (NO_STARS, not variant.stars and not is_named),
        (BLIND, variant.blind),
        (STRICT, variant.strict and house_rules),
        (GENTLE, variant.gentle and house_rules),
    )
    name = WITHOUT_STARS if is_named else VARIANTS[variant.base]
    return in_a_row((name(), *(option() for option, chosen in options if chosen)))
