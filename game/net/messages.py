"""What pages say to each other."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from game.core import Action, Seat, Variant, View
from game.net.election.terms import Chain, Proof, SignedRoster
from game.net.roster import Roster


class Why(Enum):
    """Why a page leaves, is not let in, or is sent away."""

    LEFT = "left"
    CLOSED = "closed"
    MOVED = "moved"
    LOCKED = "locked"
    FULL = "full"
    SENT_AWAY = "sent away"
    REPLACED = "replaced"
    MALFORMED = "malformed"
    FLOODED = "flooded"
    VERSION = "version"
    NOT_LET_IN = "not let in"


class Note(Enum):
    """What is told once about a seat, beside the game."""

    AWAY = "away"
    GONE = "gone"
    BACK = "back"
    STANDS_IN = "stands in"
    TOOK_OVER = "took over"
    LEFT_OUT = "left out"
    SCREEN_GONE = "screen gone"


class Sign(Enum):
    """A wordless sign, where the table allows them."""

    SMILE = "smile"
    WAIT = "wait"
    WOW = "wow"
    SORRY = "sorry"


# --- Who is host --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Hosting:
    """I am host, as `proof` shows.

    `signature` shows on this channel that I hold the key of that host. Whoever joins signs the `nonce`.
    """

    nonce: str
    signature: str
    proof: Proof

    @property
    def key(self) -> str:
        """The key of the host."""
        return self.proof.roster.host

    @property
    def term(self) -> int:
        """The host's term."""
        return self.proof.roster.term


@dataclass(frozen=True, slots=True)
class Seek:
    """I hear no host any more. I last voted in term `voted`, and `roster` is the last that I accepted.

    A page that `stands` asks to be elected host in that term, after the host of that roster.
    `signature` shows on this channel that I hold `key`.
    """

    key: str
    signature: str
    voted: int
    stands: bool
    roster: SignedRoster | None


@dataclass(frozen=True, slots=True)
class Ballot:
    """The holder of `key` votes for you in `term`."""

    key: str
    term: int
    signature: str


@dataclass(frozen=True, slots=True)
class Heard:
    """I hear the host well; it is the `term`-th."""

    term: int


@dataclass(frozen=True, slots=True)
class Knock:
    """I know the typed code, and this is my name: let me in."""

    name: str


@dataclass(frozen=True, slots=True)
class Invited:
    """The invitation that the typed code stands for."""

    fragment: str


@dataclass(frozen=True, slots=True)
class Goodbye:
    """I leave, or you do."""

    why: Why


# --- In the lobby, to the host and from it ------------------------------------------


@dataclass(frozen=True, slots=True)
class Join:
    """Let me in. `signature` shows that I hold `key`, which opens the seat that it opened before."""

    name: str
    key: str
    watch: bool
    signature: str


@dataclass(frozen=True, slots=True)
class Terms:
    """By what I am host, with the newest roster, for whoever may have to be it after me."""

    chain: Chain


@dataclass(frozen=True, slots=True)
class Accepted:
    """I have roster `number` of yours; `signature` shows so to others."""

    number: int
    signature: str


@dataclass(frozen=True, slots=True)
class Rename:
    """Call me this."""

    name: str


@dataclass(frozen=True, slots=True)
class Ready:
    """I am ready, or not any more."""

    ready: bool


@dataclass(frozen=True, slots=True)
class Watch:
    """I only watch from now on, or sit down as soon as a seat is free."""

    watch: bool


@dataclass(frozen=True, slots=True)
class Choose:
    """We play this, at so many seats; nobody new comes to a table that is locked."""

    variant: Variant
    seats: int
    signs: bool
    locked: bool


@dataclass(frozen=True, slots=True)
class Fill:
    """A teammate of that character sits down at a free seat."""

    character: str


@dataclass(frozen=True, slots=True)
class Empty:
    """The teammate at `seat` gets up."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class SendAway:
    """The person at the page `peer` has to go."""

    peer: str


@dataclass(frozen=True, slots=True)
class HandOver:
    """Whoever sits at `seat` leads from now on in my place."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Keep:
    """Everybody who sits here keeps the table under this `name`, to open it again; none for not any more."""

    name: str


@dataclass(frozen=True, slots=True)
class DropChallenge:
    """The cards are not those of the challenge any more: they are shuffled."""


@dataclass(frozen=True, slots=True)
class Begin:
    """The game begins, or another one after it."""


@dataclass(frozen=True, slots=True)
class Gather:
    """After a game everybody comes back to the lobby, where the next one is chosen."""


@dataclass(frozen=True, slots=True)
class Company:
    """Everybody who is here."""

    roster: Roster


@dataclass(frozen=True, slots=True)
class Notice:
    """Something to tell once about `seat`."""

    note: Note
    seat: Seat


# --- The clock ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Ping:
    """Are you there? It is `at` here."""

    at: float


@dataclass(frozen=True, slots=True)
class Pong:
    """I am. You asked at `asked`, it is `at` here, and I have seen update `seen`."""

    asked: float
    at: float
    seen: int


# --- The shuffle --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Shuffle:
    """Commit yourself to a share of the shuffle."""

    round: int


@dataclass(frozen=True, slots=True)
class Commit:
    """What binds me to my share."""

    round: int
    commitment: str


@dataclass(frozen=True, slots=True)
class Committed:
    """What binds everybody, by seat. Now reveal."""

    round: int
    commitments: tuple[tuple[Seat, str], ...]


@dataclass(frozen=True, slots=True)
class Reveal:
    """My share."""

    round: int
    share: str


@dataclass(frozen=True, slots=True)
class Revealed:
    """Everybody's shares by seat, for checking, now that the cards are history."""

    round: int
    shares: tuple[tuple[Seat, str], ...]


# --- At the table -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Seen:
    """Update `number` as you may know it; it belongs to deal number `deal`."""

    number: int
    deal: int
    view: View


@dataclass(frozen=True, slots=True)
class Press:
    """I take `action`, pressed `at` by my clock, having seen update `seen` of deal `deal`."""

    number: int
    deal: int
    seen: int
    at: float
    action: Action


@dataclass(frozen=True, slots=True)
class Void:
    """Your press `number` had no effect."""

    number: int


@dataclass(frozen=True, slots=True)
class Vote:
    """I am for going on with a teammate at `seat`, or not any more."""

    seat: Seat
    agreed: bool


@dataclass(frozen=True, slots=True)
class MakeSign:
    """I make a sign."""

    sign: Sign


@dataclass(frozen=True, slots=True)
class Signed:
    """A seat made a sign."""

    seat: Seat
    sign: Sign


Order: TypeAlias = Choose | Fill | Empty | SendAway | HandOver | Keep | DropChallenge | Begin | Gather
"""What only whoever leads may ask for."""

Message: TypeAlias = (
    Hosting
    | Seek
    | Ballot
    | Heard
    | Knock
    | Invited
    | Goodbye
    | Join
    | Terms
    | Accepted
    | Rename
    | Ready
    | Watch
    | Order
    | Company
    | Notice
    | Ping
    | Pong
    | Shuffle
    | Commit
    | Committed
    | Reveal
    | Revealed
    | Seen
    | Press
    | Void
    | Vote
    | MakeSign
    | Signed
)
