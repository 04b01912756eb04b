"""The messages while pages search for each other, and when they find no other page."""

from __future__ import annotations

import re

from game.words.language import Message

# Translators: Shown with the button “Try again”, and to the host also with “Connect directly”.
NO_RELAY = Message("Can’t reach the servers that connect players. Check your connection, then try again.")
WRONG_CLOCK = Message("Your device’s clock is wrong. Set it, then try again.")
# Translators: {reason} is what a server says, in English and in quotation marks.
REFUSED_BY_RELAY = Message(
    "The servers that connect players refuse your messages: {reason}. Choose others in Settings, under “Advanced”."
)
NO_WEBRTC = Message("This browser blocks direct connections to other players. Allow them, or use another browser.")
# Translators: "Connect directly" is a button, “Hide my internet address” a choice in the settings.
HIDES_ADDRESS = Message(
    "“Connect directly” shows your internet address. First turn off “Hide my internet address” in Settings."
)
NO_WAY_THROUGH = Message(
    "A network blocks the connection. Try another network, or add a server in Settings, under “Advanced”."
)
NOBODY = Message("This table isn’t responding. Ask the host to open it, then try again.")
JOINING = Message("Looking for the table…")
# Translators: To the host, until the lobby of a new table appears.
OPENING = Message("Opening your table…")

ABOUT_TIME = re.compile(r"too (old|late)|future|created_at|creation date|timestamp|clock|expired", re.IGNORECASE)
LONGEST_REASON = 80
"""The most characters of a relay's words that are shown."""


def refused_by_relay(reason: str) -> str:
    """Return why no relay forwards this page's events; `reason` is what one of them said."""
    if ABOUT_TIME.search(reason):
        return WRONG_CLOCK()
    printable = "".join(one if one.isprintable() else " " for one in reason[:LONGEST_REASON])
    return REFUSED_BY_RELAY(reason=repr(printable.strip()))
