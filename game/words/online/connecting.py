"""The messages while pages search for each other, and when they find no other page."""

from __future__ import annotations

from game.words.language import Message

NO_RELAY = Message(
    "No relay answers, so nobody can be found. Check your connection, name other relays in Settings, or pair by hand."
)
NO_WEBRTC = Message(
    "This browser makes no connections from page to page (WebRTC): it is switched off or blocked here. "
    "Please allow it, or use another browser."
)
NO_WAY_THROUGH = Message(
    "Somebody was found, but no direct connection gets through: one of your networks blocks WebRTC. "
    "A TURN server, named in Settings and carried in the invite link, can pass it on; "
    "two on one network can pair by hand."
)
NOT_FETCHED = Message("What it takes to find others could not be fetched: you may be offline.")
NOBODY = Message("The relays answer, but nobody at this table does. Is the host's page still open?")
SEARCHING = Message("The host is not heard any more. Looking for the table…")
JOINING = Message("Looking for the table…")
