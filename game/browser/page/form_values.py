"""Conversion between the fields of a form and strings by name."""

from __future__ import annotations

from typing import Any


def texts_of(form: Any) -> dict[str, str]:
    """Return the fields of `form` by name. A checkbox or a radio button is included only if checked.

    A switch is "on" or "off".
    """
    fields = [field for field in form.elements if getattr(field, "name", "")]
    switches = {field.name: "on" if field.checked else "off" for field in fields if _is_switch(field)}
    return switches | {
        field.name: field.value for field in fields if field.type not in ("checkbox", "radio") or field.checked
    }


def fill(form: Any, texts: dict[str, str], *, only_untouched: bool = False) -> None:
    """Set the fields of `form` to the saved `texts`, where they are valid values.

    If `only_untouched`, choices that the person has changed already stay.
    """
    saved = [field for field in form.elements if texts.get(getattr(field, "name", ""))]
    for field in [one for one in saved if not (only_untouched and _is_touched(form, one))]:
        text = texts[field.name]
        match field.type:
            case "checkbox" | "radio":
                field.checked = text == field.value or (field.checked and not _is_switch(field))
            case "select-one":
                field.value = text if any(one.value == text for one in field.options) else field.value
            case _:
                field.value = field.value or text[: field.maxLength]


def _is_touched(form: Any, field: Any) -> bool:
    """Whether the form no longer shows the first choice of `field`."""
    if field.type == "select-one":
        return not field.selectedOptions.item(0).defaultSelected
    return field.type == "radio" and any(
        one.checked and not one.defaultChecked for one in form.elements.namedItem(field.name)
    )


def _is_switch(field: Any) -> bool:
    return bool(field.getAttribute("role") == "switch")
