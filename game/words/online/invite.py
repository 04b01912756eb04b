"""The messages about invitations: links and codes, and why one fails."""

from __future__ import annotations

from collections.abc import Sequence

from game.net.invite import About, InviteError, InviteFault
from game.words.language import Message, Plural, gettext, ngettext
from game.words.lists import in_one_breath, listed
from game.words.online.lobby import variant_name

FAULTS = {
    InviteFault.NO_LINK: Message("This is not an invite link: it has no end that begins with #join=."),
    InviteFault.OLD: Message("This invite link is from an older version of One Mind: ask for a new one."),
    InviteFault.DAMAGED: Message("This invite link is damaged: ask for it again, and copy all of it."),
    InviteFault.INCOMPLETE: Message("This invite link is incomplete: ask for it again, and copy all of it."),
    # Translators: Shown after a link was opened or entered. {part} is a part of the link, in quotation marks.
    InviteFault.NOT_UNDERSTOOD: Message("This invite link says something this page does not understand: {part}."),
    InviteFault.NO_RELAY: Message("This invite link names a relay that is no ws:// or wss:// address."),
    InviteFault.NO_TURN: Message("This invite link names a TURN server that is no turn: or turns: address."),
    InviteFault.MANY_TURN: Message("This invite link names too many TURN servers."),
    InviteFault.NO_CODE: Message("A code is three words of five letters, like lusab gutih folid."),
}


def refused(error: InviteError) -> str:
    """Return why the invitation cannot be used."""
    return gettext(FAULTS[error.fault], part=repr(error.part))


INVITED = Message("You are invited to a table.")
# Translators: Heading of an invitation. {name} is the host, {people} a number, {variant} such as "Classic".
TABLE_OF = Plural("{name}’s table, {people} person, {variant}.", "{name}’s table, {people} people, {variant}.")
# Translators: Heading of an invitation. {variant} is such as "Classic, blind".
BIG_SCREENS_TABLE = Message("A table with a big screen, {variant}.")
# Translators: Follows the heading of an invitation. {servers} is a list of server names.
FOREIGN = Message("Its link brings servers of its own, which will see your address: {servers}.")
# Translators: Follows the heading of an invitation: "there" is the table.
SEAT_OF_OTHER_VERSION = Message("Another version of One Mind keeps your seat there: here you come in as somebody new.")
NEEDS_HTTPS = Message("A code to say aloud needs a page that came by https.")
KNOCKED = Message("You have knocked: the host is asked to let you in.")
# Translators: Question to the host, with the buttons "Yes" and "No". {name} wants to sit at the table.
KNOCKS = Message("{name} knocks: let {name} in?")
NOT_ANSWERED = Message("Nobody answers to this code. It is good for ten minutes only: ask the host for a new one.")
CODE_IS_OLD = Message("The code is good no more. Press “Code to say aloud” for a new one.")


def invited_by(about: About | None, servers: Sequence[str], *, other_version: bool = False) -> str:
    """Return where the link leads, and its `servers` that are not among the settings of this browser.

    With `other_version`, also return that a page of another version holds this person's seat.
    """
    leads_to = gettext(INVITED) if about is None else _table(about)
    brings = gettext(FOREIGN, servers=listed(servers)) if servers else ""
    return in_one_breath((leads_to, gettext(SEAT_OF_OTHER_VERSION) if other_version else "", brings))


def _table(about: About) -> str:
    variant = variant_name(about.variant)
    if not about.name:
        return gettext(BIG_SCREENS_TABLE, variant=variant)
    return ngettext(TABLE_OF, about.people, name=about.name, people=about.people, variant=variant)


def knocks(name: str) -> str:
    """Return the question to the host about a person who entered the code."""
    return gettext(KNOCKS, name=name)
