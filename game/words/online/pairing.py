"""The messages about the long codes that pair two pages by hand."""

from __future__ import annotations

from collections.abc import Sequence

from game.transport.pairing import PairingFault
from game.words.language import Message, listed
from game.words.lists import in_one_breath
from game.words.online.connecting import NO_WEBRTC

FAULTS = {
    PairingFault.DAMAGED: Message("This connection code is damaged or incomplete. Copy all of it."),
    PairingFault.OFFER_WANTED: Message("That isn’t the host’s connection code. Ask the host for theirs."),
    PairingFault.ANSWER_WANTED: Message("That isn’t the other person’s connection code. Paste the one they sent back."),
    PairingFault.UNUSABLE: Message("This connection code can’t be used. The host has to make a new one."),
    PairingFault.NO_CONNECTIONS: NO_WEBRTC,
}

DIRECT = Message("This link connects you directly to another player, without a server.")
# Translators: Shown after a link was opened. {addresses} are internet addresses, such as "203.0.113.7".
DIRECT_TO = Message("The other player’s internet address: {addresses}.")


def leads_to(addresses: Sequence[str]) -> str:
    """Return what a pairing link does; `addresses` are the public addresses in the other page's code."""
    return in_one_breath((DIRECT(), DIRECT_TO(addresses=listed(addresses)) if addresses else ""))
