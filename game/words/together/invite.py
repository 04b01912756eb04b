"""What is said of a link or a code that leads nowhere."""

from __future__ import annotations

from game.net.invite import InviteError, InviteFault

FAULTS = {
    InviteFault.NO_LINK: "This is not an invite link: it has no end that begins with #join=.",
    InviteFault.OLD: "This invite link is from an older version of One Mind: ask for a new one.",
    InviteFault.DAMAGED: "This invite link is damaged: ask for it again, and copy all of it.",
    InviteFault.INCOMPLETE: "This invite link is incomplete: ask for it again, and copy all of it.",
    InviteFault.NOT_UNDERSTOOD: "This invite link says something this page does not understand: {part!r}.",
    InviteFault.NO_RELAY: "This invite link names a relay that is no ws:// or wss:// address.",
    InviteFault.NO_TURN: "This invite link names a TURN server that is no turn: or turns: address.",
    InviteFault.MANY_TURN: "This invite link names too many TURN servers.",
    InviteFault.NO_CODE: "A code is three words of five letters, like lusab gutih folid.",
}


def refused(error: InviteError) -> str:
    """Why the invitation leads nowhere."""
    return FAULTS[error.fault].format(part=error.part)
