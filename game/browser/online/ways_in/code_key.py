"""The slow hash (PBKDF2) from a spoken code to its room, computed by the Web Crypto API."""

from __future__ import annotations

import js
from pyodide.ffi import to_js

from game.browser.page.dom import js_object
from game.net.invite import CODE_ROUNDS, CODE_SALT, Meeting, code_meeting

BITS = 256


def can_derive() -> bool:
    """Whether the Web Crypto API is available: it is over HTTPS and on localhost."""
    return bool(getattr(js.crypto, "subtle", None))


async def meeting_by_code(code: str) -> Meeting:
    """Return the room and secret of `code`."""
    key = await js.crypto.subtle.importKey("raw", to_js(code.encode()), "PBKDF2", False, to_js(["deriveBits"]))
    salt = to_js(CODE_SALT.encode())
    how = js_object({"name": "PBKDF2", "hash": "SHA-256", "salt": salt, "iterations": CODE_ROUNDS})
    bits = await js.crypto.subtle.deriveBits(how, key, BITS)
    return code_meeting(bits.to_bytes())
