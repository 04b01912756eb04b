"""Keys of a keyboard of any layout."""

from __future__ import annotations

from typing import Any

from js import document

BEYOND_LATIN = "\u0250"
"""The first character after the Latin letters, with and without accents."""

UNNAMED = "", "Process", "Unidentified"
"""Values of `KeyboardEvent.key` for a key that an input method takes, or that the browser cannot name."""


def key_of(event: Any) -> str:
    """Return the key of `event`: "h", " ", "enter" or "arrowleft".

    A key with a Latin letter is that letter, wherever it is on the keyboard: people with AZERTY or Dvorak press what
    the page shows. On other layouts, such as Korean, Russian or Greek, and with an input method, a key has the letter
    that a US keyboard has in its position.
    """
    key = getattr(event, "key", None) or ""  # an event of autofill has no key
    if key not in UNNAMED and key[0] < BEYOND_LATIN:
        return str(key.lower())
    code = getattr(event, "code", None) or ""
    return " " if code == "Space" else str(code.removeprefix("Key").lower())


def has_modifier(event: Any) -> bool:
    """Whether a key is pressed together with one that makes it a command of the browser."""
    return bool(event.ctrlKey or event.altKey or event.metaKey)


def is_elsewhere(event: Any) -> bool:
    """Whether a key belongs to a dialog or a form field instead of the table."""
    return bool(document.querySelector(":popover-open") or event.target.matches("input, select, textarea"))


def pressed_key(event: Any) -> str:
    """Return the key of a `keydown` event as `key_of` does, or "" for a letter while letter keys are turned off.

    A person who dictates, or whose assistive technology types, can turn them off: WCAG 2.1.4, character key shortcuts.
    """
    key = key_of(event)
    is_off = document.documentElement.getAttribute("data-letter-keys") == "off"
    return "" if len(key) == 1 and key.isalpha() and is_off else key
