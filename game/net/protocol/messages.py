"""The messages between pages."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Annotated, TypeAlias

from game.core import Action, Seat, View
from game.core.variants import Seats
from game.net.fields import Character, Count, Digest, Key, Name, Peer, Signature, Time, printable
from game.net.roster import Roster, Settings
from game.net.succession.deeds import Acceptance, Deed


class Why(Enum):
    """The reason why a page leaves, may not join, or has to leave."""

    LEFT = "left"
    CLOSED = "closed"
    MOVED = "moved"
    LOCKED = "locked"
    FULL = "full"
    SENT_AWAY = "sent away"
    MALFORMED = "malformed"
    FLOODED = "flooded"
    VERSION = "version"
    NOT_LET_IN = "not let in"


class Note(Enum):
    """A one-time notice about a seat, apart from the game."""

    AWAY = "away"
    CLOSED = "closed"
    GONE = "gone"
    HIDDEN = "hidden"
    BACK = "back"
    STANDS_IN = "stands in"
    TOOK_OVER = "took over"
    HANDED_OVER = "handed over"
    LEFT_OUT = "left out"
    SCREEN_GONE = "screen gone"
    SCREEN_HIDDEN = "screen hidden"


class Sign(Enum):
    """A wordless sign, if the table allows signs."""

    SMILE = "smile"
    WAIT = "wait"
    WOW = "wow"
    SORRY = "sorry"


class Message:
    """A message between pages."""

    __slots__ = ()


class Command:
    """What a member asks the host to do. `game.net.rules` says who may give which command."""

    __slots__ = ()


# --- Host claims, succession and admission ------------------------------------------


@dataclass(frozen=True, slots=True)
class Proof(Message):
    """The first message on each channel: `signature` proves for this channel that the sender holds `key`."""

    key: Key
    signature: Signature


@dataclass(frozen=True, slots=True)
class Hosting(Message):
    """Host claim: "I am the host, by this deed." It `admits` the receiver, or is an offer to join.

    The host sends it to members again after each change of the deed. Before a goodbye, the deed ends the term, and
    names the successor.
    """

    deed: Deed
    admits: bool


@dataclass(frozen=True, slots=True)
class Seeking(Message):
    """Search request, or the answer to one: whether the sender `hears` a host."""

    hears: bool


@dataclass(frozen=True, slots=True)
class Knock(Message):
    """Request for the invitation, by a page that knows the code, with the player's name."""

    name: Name


@dataclass(frozen=True, slots=True)
class Invited(Message):
    """The invitation for a page that knows the code, as the fragment of a link."""

    fragment: Annotated[str, printable(2000)]


@dataclass(frozen=True, slots=True)
class Goodbye(Message):
    """The sender leaves, or the receiver has to leave."""

    why: Why


# --- Joining, settings and rosters --------------------------------------------------


@dataclass(frozen=True, slots=True)
class Join(Message):
    """Request to join. The key that the channel has proven gives the sender its earlier seat."""

    name: Name
    watch: bool


@dataclass(frozen=True, slots=True)
class AtDoor(Message):
    """Answer to a request to join: the receiver waits until the leader lets it in."""


# --- What a member learns -----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Notice:
    """A one-time notice about `seat`."""

    note: Note
    seat: Seat


# --- Shuffle ------------------------------------------------------------------------


class Step(Enum):
    """What the pages have to do in a shuffle."""

    COMMIT = "commit"
    REVEAL = "reveal"
    VERIFY = "verify"


@dataclass(frozen=True, slots=True)
class Shuffle:
    """The next `step` of this round: to commit to a share, to reveal it, or to verify the deals from all shares.

    `given` is what the seats gave in the step before: their commitments, or their shares.
    """

    round: Count
    step: Step
    given: tuple[tuple[Seat, Digest], ...] = ()


@dataclass(frozen=True, slots=True)
class Seen:
    """The receiver's View, of deal number `deal`."""

    deal: Count
    view: View


@dataclass(frozen=True, slots=True)
class Void:
    """The command `number` had no effect."""

    number: Count


@dataclass(frozen=True, slots=True)
class Did:
    """What the player at `seat` did beside the game. Every page forgets that a player leans when play stops."""

    seat: Seat
    what: MakeSign | Lean


Content: TypeAlias = Roster | Notice | Shuffle | Seen | Void | Did


@dataclass(frozen=True, slots=True)
class Update(Message):
    """Update `number` for a member. The host has handled the member's commands up to number `done`.

    The first one has the roster. After a change, the host sends the roster again, before all else that has happened.
    """

    number: Count
    done: Count
    what: Content


# --- Commands -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Accept(Command):
    """The sender's acceptance of the receiver as host."""

    acceptance: Acceptance


@dataclass(frozen=True, slots=True)
class Rename(Command):
    """Change the sender's name."""

    name: Name


@dataclass(frozen=True, slots=True)
class Ready(Command):
    """Set whether the sender is ready."""

    ready: bool


@dataclass(frozen=True, slots=True)
class Watch(Command):
    """Only watch from now on, or take a seat as soon as one is free."""

    watch: bool


@dataclass(frozen=True, slots=True)
class Hidden(Command):
    """Set whether the sender's page is in the background."""

    hidden: bool


@dataclass(frozen=True, slots=True)
class Choose(Command):
    """Choose the number of seats and the `settings`, apart from the club. A challenge may only be kept or dropped."""

    settings: Settings
    seats: Seats


@dataclass(frozen=True, slots=True)
class Fill(Command):
    """Give a free seat to a teammate of this character."""

    character: Character


@dataclass(frozen=True, slots=True)
class Empty(Command):
    """Remove the teammate at `seat`."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class SendAway(Command):
    """Kick the person at the page `peer`."""

    peer: Peer


@dataclass(frozen=True, slots=True)
class LetIn(Command):
    """Let the person in who waits at the page `peer`, or refuse."""

    peer: Peer
    agreed: bool


@dataclass(frozen=True, slots=True)
class HandOver(Command):
    """Give the lead to the player at `seat`."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Begin(Command):
    """Start the game, or another one after it."""


@dataclass(frozen=True, slots=True)
class Gather(Command):
    """Return to the lobby after a game, to choose the next one."""


@dataclass(frozen=True, slots=True)
class Give(Command):
    """What the sender gives in this step of a shuffle: the commitment to its share, or the share."""

    round: Count
    step: Step
    given: Digest


@dataclass(frozen=True, slots=True)
class Press(Command):
    """The player's `action`, with its press timestamp `at` by the sender's clock.

    The sender had seen update `seen` of deal `deal`.
    """

    deal: Count
    seen: Count
    at: Time
    action: Action


@dataclass(frozen=True, slots=True)
class TeammateVote(Command):
    """Vote for a teammate at `seat`, or withdraw that vote."""

    seat: Seat
    agreed: bool


@dataclass(frozen=True, slots=True)
class MakeSign(Command):
    """Make a sign."""

    sign: Sign


@dataclass(frozen=True, slots=True)
class Lean(Command):
    """Start or stop leaning towards the pile, if the table allows the tell."""

    leaning: bool


@dataclass(frozen=True, slots=True)
class Do(Message):
    """The sender's command `number`. One with a number that is not higher than all before it has no effect."""

    number: Count
    what: Command
