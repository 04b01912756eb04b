"""The messages about invitations: links and codes, and why one fails."""

from __future__ import annotations

from collections.abc import Sequence

from game.net.invite import About, InviteError, InviteFault
from game.words.language import Message, Plural, gettext, ngettext
from game.words.lists import in_one_breath, listed
from game.words.online.lobby import variant_name

WRONG_SERVER = Message("This invite link has a wrong server address. Ask for a new link.")

FAULTS = {
    InviteFault.NO_LINK: Message("This isn't an invite link, or its end is missing. Copy all of it."),
    InviteFault.OLD: Message("This invite link is from an older version. Ask for a new one."),
    InviteFault.DAMAGED: Message("This invite link is damaged. Ask for it again, and copy all of it."),
    InviteFault.INCOMPLETE: Message("This invite link is incomplete. Ask for it again, and copy all of it."),
    # Translators: Shown after a link was opened or entered. {part} is a part of the link, in quotation marks.
    InviteFault.NOT_UNDERSTOOD: Message(
        "One Mind doesn't understand part of this invite link: {part}. Ask for a new link."
    ),
    InviteFault.NO_RELAY: WRONG_SERVER,
    InviteFault.NO_TURN: WRONG_SERVER,
    InviteFault.MANY_TURN: Message("This invite link has too many servers. Ask for a new link."),
    InviteFault.NO_CODE: Message("That's not a table code. Enter three words of five letters, like lusab gutih folid."),
}


def refused(error: InviteError) -> str:
    """Return why the invitation cannot be used."""
    return gettext(FAULTS[error.fault], part=repr(error.part))


INVITED = Message("You're invited to a table.")
# Translators: Heading of an invitation. {name} is the host, {people} a number, {variant} such as "Classic".
TABLE_OF = Plural("{name}'s table: {people} person, {variant}.", "{name}'s table: {people} people, {variant}.")
# Translators: Heading of an invitation. {variant} is such as "Classic, blind".
BIG_SCREENS_TABLE = Message("A table on a TV: {variant}.")
# Translators: Follows the heading of an invitation. {servers} is a list of server names.
FOREIGN = Message("This link uses other servers ({servers}). They will see your internet address.")
# Translators: Follows the heading of an invitation: "there" is the table.
SEAT_OF_OTHER_VERSION = Message("Your old seat is from another version of One Mind. You'll join as a new player.")
NEEDS_HTTPS = Message("Table codes need a secure (https) page. Share the invite link instead.")
KNOCKED = Message("Waiting for the host to let you in.")
# Translators: Question to the host, with the buttons "Yes" and "No". {name} wants to sit at the table.
KNOCKS = Message("{name} wants to join. Let {name} in?")
NOT_ANSWERED = Message("This table code may have expired. Ask the host for a new one.")
CODE_IS_OLD = Message("This table code has expired. Press “Get a table code” for a new one.")


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
