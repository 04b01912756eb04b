"""The slow hash that leads from a code said aloud to a room, by the browser's own cryptography."""

from __future__ import annotations

import js
from pyodide.ffi import to_js

from game.browser.dom import js_object
from game.net.invite import CODE_ROUNDS, Meeting, code_meeting, code_salt

BITS = 256


def can_derive() -> bool:
    """Whether the browser lends its cryptography to this page: it does by https and on this computer."""
    return bool(getattr(js.crypto, "subtle", None))


async def meeting_by_code(code: str, hour: int) -> Meeting:
    """Where the letters of a code led or will lead in that hour."""
    key = await js.crypto.subtle.importKey("raw", to_js(code.encode()), "PBKDF2", False, to_js(["deriveBits"]))
    salt = to_js(code_salt(hour).encode())
    how = js_object({"name": "PBKDF2", "hash": "SHA-256", "salt": salt, "iterations": CODE_ROUNDS})
    bits = await js.crypto.subtle.deriveBits(how, key, BITS)
    return code_meeting(bits.to_bytes())
