"""The messages about the long codes that pair two pages by hand."""

from __future__ import annotations

from collections.abc import Sequence

from game.transport.pairing import PairingError, PairingFault
from game.words.language import said
from game.words.lists import in_one_breath, listed

FAULTS = {
    PairingFault.DAMAGED: "This code is damaged or incomplete: please copy all of it.",
    PairingFault.OFFER_WANTED: "This is the wrong one of the two codes: an offer is wanted here.",
    PairingFault.ANSWER_WANTED: "This is the wrong one of the two codes: an answer is wanted here.",
    PairingFault.UNUSABLE: "This code cannot be used: both of you should begin anew.",
}

DIRECT = "This link pairs your page with another one by hand. It connects straight to the other person's page."
DIRECT_TO = "That page gives this address: {addresses}."


def refused(error: PairingError) -> str:
    """Return why the code cannot be used."""
    return said(FAULTS[error.fault])


def leads_to(addresses: Sequence[str]) -> str:
    """Return what a pairing link does; `addresses` are the public addresses in the other page's code."""
    return in_one_breath((said(DIRECT), said(DIRECT_TO, addresses=listed(addresses)) if addresses else ""))
