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
    """Set the fields of `form` to the saved `texts`, where they are valid values."""
    for field in form.elements:
        name = getattr(field, "name", "")
        if not name:
            continue
        if _is_switch(field):
            field.checked = texts[name] == "on" if texts.get(name) else field.checked
        elif field.type == "checkbox":
            field.checked = field.checked or name in texts
        elif field.type == "radio":
            chosen = [one for one in form.elements.namedItem(name) if one.checked]
            touched = only_untouched and not all(one.defaultChecked for one in chosen)
            if texts.get(name) == field.value and not touched:
                field.checked = True
        elif field.type == "select-one":
            values = [option.value for option in field.options]
            touched = only_untouched and not field.selectedOptions.item(0).defaultSelected
            if texts.get(name) in values and not touched:
                field.value = texts[name]
        elif name in texts and not field.value:
            field.value = texts[name][: field.maxLength]


def _is_switch(field: Any) -> bool:
    return bool(field.getAttribute("role") == "switch")
