"""The messages about invitations: links and codes, and why one fails."""

from __future__ import annotations

from collections.abc import Sequence

from game.net.invite import About, InviteError, InviteFault
from game.words.language import Message, Plural, gettext, ngettext
from game.words.lists import in_one_breath, listed
from game.words.online.lobby import variant_name

FAULTS = {
    InviteFault.NO_LINK: Message("This isn't a whole invite link: the part from #join= is missing. Copy all of it."),
    InviteFault.OLD: Message("This invite link is from an older version of One Mind. Ask for a new one."),
    InviteFault.DAMAGED: Message("This invite link is damaged. Ask for it again, and copy all of it."),
    InviteFault.INCOMPLETE: Message("This invite link is incomplete. Ask for it again, and copy all of it."),
    # Translators: Shown after a link was opened or entered. {part} is a part of the link, in quotation marks.
    InviteFault.NOT_UNDERSTOOD: Message(
        "One Mind doesn't understand part of this invite link: {part}. Ask for a new link."
    ),
    InviteFault.NO_RELAY: Message(
        "This invite link has a wrong server address (not ws:// or wss://). Ask for a new link."
    ),
    InviteFault.NO_TURN: Message(
        "This invite link has a wrong server address (not turn: or turns:). Ask for a new link."
    ),
    InviteFault.MANY_TURN: Message("This invite link has too many servers. Ask for a new link."),
    InviteFault.NO_CODE: Message("A table code is three words of five letters, like lusab gutih folid."),
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
FOREIGN = Message("The link uses its own servers, which will see your internet address: {servers}.")
# Translators: Follows the heading of an invitation: "there" is the table.
SEAT_OF_OTHER_VERSION = Message("Your seat there belongs to another version of One Mind. You'll join as a new player.")
NEEDS_HTTPS = Message("Table codes only work on https pages. Share the invite link instead.")
KNOCKED = Message("Waiting for the host to let you in.")
# Translators: Question to the host, with the buttons "Yes" and "No". {name} wants to sit at the table.
KNOCKS = Message("{name} wants to join. Let {name} in?")
NOT_ANSWERED = Message("No answer to this table code. It only works for ten minutes. Ask the host for a new one.")
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
