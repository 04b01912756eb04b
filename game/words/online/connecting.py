"""The messages while pages search for each other, and when they find no other page."""

from __future__ import annotations

from game.words.language import Message

# Translators: Shown with the button "Try again", and to the host also with "Connect directly".
NO_RELAY = Message("Can't reach the servers that connect players. Check your connection, then try again.")
NO_WEBRTC = Message("This browser blocks direct connections to other players. Allow them, or use another browser.")
# Translators: "Connect directly" is a button, “Hide my internet address” a choice in the settings.
HIDES_ADDRESS = Message(
    "“Connect directly” shows your internet address. First turn off “Hide my internet address” in Settings."
)
NO_WAY_THROUGH = Message(
    "Your network or theirs blocks the connection. Add a server in Settings, then send a new link."
)
NOT_FETCHED = Message("Couldn't load “Play together”. Check your connection, then try again.")
NOBODY = Message("This table isn't responding. Ask the host to open it, then try again.")
JOINING = Message("Looking for the table…")
# Translators: To the host, until the lobby of a new table appears.
OPENING = Message("Opening your table…")
