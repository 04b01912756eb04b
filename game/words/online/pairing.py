"""The messages about the long codes that pair two pages by hand."""

from __future__ import annotations

from collections.abc import Sequence

from game.transport.pairing import PairingError, PairingFault
from game.words.language import Message, gettext
from game.words.lists import in_one_breath, listed

FAULTS = {
    PairingFault.DAMAGED: Message("This code is damaged or incomplete: please copy all of it."),
    PairingFault.OFFER_WANTED: Message("This is the wrong one of the two codes: an offer is wanted here."),
    PairingFault.ANSWER_WANTED: Message("This is the wrong one of the two codes: an answer is wanted here."),
    PairingFault.UNUSABLE: Message("This code cannot be used: both of you should begin anew."),
}

DIRECT = Message("This link pairs your page with another one by hand. It connects straight to the other person's page.")
# Translators: Shown after a link was opened. {addresses} are internet addresses, such as "203.0.113.7".
DIRECT_TO = Message("That page gives this address: {addresses}.")


def refused(error: PairingError) -> str:
    """Return why the code cannot be used."""
    return gettext(FAULTS[error.fault])


def leads_to(addresses: Sequence[str]) -> str:
    """Return what a pairing link does; `addresses` are the public addresses in the other page's code."""
    return in_one_breath((gettext(DIRECT), gettext(DIRECT_TO, addresses=listed(addresses)) if addresses else ""))
