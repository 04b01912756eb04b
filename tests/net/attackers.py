"""Pages that say what honest ones never do, with the keys that they have."""

from __future__ import annotations

from game.net.identity import Channel, hosting_text
from game.net.mandate import new_mandate
from game.net.messages import Hosting
from tests.net.pages import Page


def claim_to_be_host(page: Page, to: Page, term: int = 2) -> Hosting:
    """What `page` says to `to` in order to be taken for the host: all that it can sign is signed."""
    own = page.room.guest.credentials
    roster = page.room.guest.roster
    members = [place.key for _, place in roster.people()] if roster else [own.key]
    binding = page.room._bindings.get(to.name, "")
    signature = own.sign(hosting_text(Channel(own.room, page.name, to.name, binding), term))
    newest = new_mandate(own.room, term, own.key, members, own.sign)
    chain = (*page.room.guest.chain, newest)[-6:]
    return Hosting(term, 8, page.room.guest.seat or 0, own.key, "0" * 32, signature, chain)
