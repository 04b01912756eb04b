"""The messages about invitations: links and codes, and why one fails."""

from __future__ import annotations

from collections.abc import Sequence

from game.net.invite import About, InviteError, InviteFault
from game.words.language import said
from game.words.lists import Counted, count, in_one_breath, listed
from game.words.online.lobby import variant_name

FAULTS = {
    InviteFault.NO_LINK: "This is not an invite link: it has no end that begins with #join=.",
    InviteFault.OLD: "This invite link is from an older version of One Mind: ask for a new one.",
    InviteFault.DAMAGED: "This invite link is damaged: ask for it again, and copy all of it.",
    InviteFault.INCOMPLETE: "This invite link is incomplete: ask for it again, and copy all of it.",
    InviteFault.NOT_UNDERSTOOD: "This invite link says something this page does not understand: {part}.",
    InviteFault.NO_RELAY: "This invite link names a relay that is no ws:// or wss:// address.",
    InviteFault.NO_TURN: "This invite link names a TURN server that is no turn: or turns: address.",
    InviteFault.MANY_TURN: "This invite link names too many TURN servers.",
    InviteFault.NO_CODE: "A code is three words of five letters, like lusab gutih folid.",
}


def refused(error: InviteError) -> str:
    """Return why the invitation cannot be used."""
    return said(FAULTS[error.fault], part=repr(error.part))


INVITED = "You are invited to a table."
TABLE_OF = Counted("{name}’s table, {people} person, {variant}.", "{name}’s table, {people} people, {variant}.")
BIG_SCREENS_TABLE = "A table with a big screen, {variant}."
FOREIGN = "Its link brings servers of its own, which will see your address: {servers}."
SEAT_OF_OTHER_VERSION = "Another version of One Mind keeps your seat there: here you come in as somebody new."
NEEDS_HTTPS = "A code to say aloud needs a page that came by https."
KNOCKED = "You have knocked: the host is asked to let you in."
KNOCKS = "{name} knocks: let {name} in?"
NOT_ANSWERED = "Nobody answers to this code. It is good for ten minutes only: ask the host for a new one."
CODE_IS_OLD = "The code is good no more. Press “Code to say aloud” for a new one."


def invited_by(about: About | None, servers: Sequence[str], *, other_version: bool = False) -> str:
    """Return where the link leads, and its `servers` that are not among the settings of this browser.

    With `other_version`, also return that a page of another version holds this person's seat.
    """
    leads_to = said(INVITED) if about is None else _table(about)
    brings = said(FOREIGN, servers=listed(servers)) if servers else ""
    return in_one_breath((leads_to, said(SEAT_OF_OTHER_VERSION) if other_version else "", brings))


def _table(about: About) -> str:
    variant = variant_name(about.variant)
    if not about.name:
        return said(BIG_SCREENS_TABLE, variant=variant)
    return count(about.people, TABLE_OF, name=about.name, people=about.people, variant=variant)


def knocks(name: str) -> str:
    """Return the question to the host about a person who entered the code."""
    return said(KNOCKS, name=name)
