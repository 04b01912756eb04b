"""The messages about invitations: links and codes, and why one fails."""

from __future__ import annotations

from collections.abc import Sequence

from game.core import Variant
from game.net.invite import About, InviteError, InviteFault
from game.words.language import Message, Plural, listed
from game.words.variants import variant_name

WRONG_SERVER = Message("This invite link has a wrong server address. Ask for a new link.")

FAULTS = {
    InviteFault.NO_LINK: Message("This isn’t an invite link, or its end is missing. Copy all of it."),
    InviteFault.OLD: Message("This invite link is from an older version. Ask for a new one."),
    InviteFault.DAMAGED: Message("This invite link is damaged. Ask for it again, and copy all of it."),
    InviteFault.INCOMPLETE: Message("This invite link is incomplete. Ask for it again, and copy all of it."),
    # Translators: Shown after a link was opened or entered. {part} is a part of the link, in quotation marks.
    InviteFault.NOT_UNDERSTOOD: Message(
        "One Mind doesn’t understand part of this invite link: {part}. Ask for a new link."
    ),
    InviteFault.NO_RELAY: WRONG_SERVER,
    InviteFault.NO_TURN: WRONG_SERVER,
    InviteFault.MANY_TURN: Message("This invite link has too many servers. Ask for a new link."),
    InviteFault.WRONG_WORDS: Message("That’s not a table code. Check the words."),
    InviteFault.NO_CODE: Message("That’s not a table code. Enter three words of five letters, like lusab gutih folid."),
}


def refused(error: InviteError) -> str:
    """Return why the invitation cannot be used."""
    return FAULTS[error.fault](part=repr(error.part))


INVITED = Message("You’re invited to a table.")
# Translators: Heading of an invitation. {name} is the host.
INVITED_BY = Message("You’re invited to {name}’s table.")
# Translators: Heading of an invitation that is only for watching. {name} is the host.
INVITED_TO_WATCH = Message("You’re invited to watch {name}’s table.")
# Translators: Heading of an invitation. {variant} is such as "Classic, blind".
BIG_SCREENS_TABLE = Message("You’re invited to a table on a TV: {variant}.")
# Translators: In an invitation. {people} of {seats} players were at the table when somebody shared the link: both are
# numbers, 2 or more.
HERE = Plural(
    "When the link was shared, {people} of {seats} seats was taken.",
    "When the link was shared, {people} of {seats} seats were taken.",
)
# Translators: In an invitation, in small print. {servers} is a list of server names.
FOREIGN = Plural(
    "This link uses another server ({servers}). It will see your internet address.",
    "This link uses other servers ({servers}). They will see your internet address.",
)
# Translators: In an invitation, to a person whose browser has a seat at the table, saved by another version.
SEAT_OF_OTHER_VERSION = Message("Your old seat is from another version of One Mind. You’ll join as a new player.")
NEEDS_HTTPS = Message("Table codes need a secure (https) page. Use the invite link instead.")
KNOCKED = Message("Waiting for the host to let you in.")
# Translators: Question to the host, with the buttons "Yes" and "No". {name} wants to sit at the table.
KNOCKS = Message("{name} wants to join. Let them in?")
NOT_ANSWERED = Message("No one answered. Check the words, or ask for a new code or the invite link.")
CODE_IS_OLD = Message("This table code has expired. Press “Get a table code” for a new one.")


def invited_by(about: About | None, *, watch: bool = False) -> str:
    """Return who invites to the table, or only to `watch` it."""
    if about is None:
        return INVITED()
    if not about.name:
        return BIG_SCREENS_TABLE(variant=variant_name(about.variant, house_rules=False))
    return (INVITED_TO_WATCH if watch else INVITED_BY)(name=about.name)


def awaiting(about: About | None, *, other_version: bool = False) -> list[str]:
    """Return what awaits a person at the table: how many were here, if more than the host, and any unusual variant.

    With `other_version`, also return that a page of another version holds this person's seat.
    """
    told: list[str] = []
    if about is not None and about.seats and about.people > 1:
        told.append(HERE(about.people, people=about.people, seats=about.seats))
    if about is not None and about.name and about.variant != Variant():
        told.append(variant_name(about.variant, house_rules=False))
    if other_version:
        told.append(SEAT_OF_OTHER_VERSION())
    return told


def small_print(servers: Sequence[str]) -> str:
    """Return who sees the person's address: the `servers` of the link that are not among this browser's settings."""
    return FOREIGN(len(servers), servers=listed(servers)) if servers else ""
