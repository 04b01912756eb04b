"""Messages as text: each is one versioned JSON list of at most 8 KiB, decoded strictly."""

from __future__ import annotations

import json
from typing import TypeVar, cast

from game.core.result import Result
from game.core.safe_json import read_json
from game.core.variants import MAX_SEATS, MIN_SEATS
from game.net.names import LONGEST_NAME
from game.net.protocol import messages
from game.net.protocol.fields import (
    Field,
    FieldError,
    boolean,
    hexadecimal,
    integer,
    list_of,
    member_of,
    one_of,
    optional,
    packed,
    record,
    refuse,
    seconds,
    set_of,
    text,
)
from game.net.protocol.view_codec import ACTION, LEVEL, LIVES, SEAT, SEATS, STARS, VARIANT, VIEW
from game.net.roster import MOST_SENT_AWAY, Challenge, Place, Presence, Roster, Screen, Sitter, Watcher
from game.net.succession.deeds import (
    MOST_ACCEPTED,
    MOST_LINKS,
    MOST_MEMBERS,
    MOST_TERMS,
    Acceptance,
    Deed,
    Office,
    SignedRoster,
)

VERSION = 11
LIMIT = 8192
"""The most bytes in a message."""

MOST_WATCHERS = 8

LONGEST_VOTE_IN = 60
"""The most seconds that a roster announces until a vote."""

LONGEST_SEED = 120
"""The most characters in the seed of a challenge; saved games have the same limit."""


class WireError(ValueError):
    """Text that is no valid message, or a message that is too long to send."""


class VersionError(WireError):
    """A message of another version: one of the two pages is out of date."""


COUNT = integer(0, 10**9)
TERM = integer(1, MOST_TERMS)
PEER = text(40)
NAME = text(LONGEST_NAME)
DIGEST = hexadecimal(32)
KEY = hexadecimal(64)
SIGNATURE = hexadecimal(128)
CHARACTER = text(12)


A = TypeVar("A")
B = TypeVar("B")


def _pair(one: Field[A], other: Field[B]) -> Field[tuple[A, B]]:
    def read(said: object) -> tuple[A, B]:
        match said:
            case [first, second]:
                return one.read(first), other.read(second)
        refuse(f"{said!r:.40} is no pair")

    return Field(list, read)


BY_SEAT = list_of(_pair(SEAT, DIGEST), MAX_SEATS)
SHORT_KEY, SHORT_SIGNATURE = packed(64), packed(128)
KEY_OR_NOBODY = packed(64, empty=True)
SIGNED_ROSTER = record(
    SignedRoster,
    session=DIGEST,
    term=TERM,
    began=COUNT,
    number=COUNT,
    previous=KEY_OR_NOBODY,
    host=SHORT_KEY,
    members=list_of(SHORT_KEY, MOST_MEMBERS),
    successor=KEY_OR_NOBODY,
    signature=SHORT_SIGNATURE,
)
OFFICE = record(Office, session=DIGEST, term=TERM, host=SHORT_KEY, previous=KEY_OR_NOBODY, began=COUNT)
ACCEPTANCE = record(Acceptance, key=SHORT_KEY, number=COUNT, office=OFFICE, signature=SHORT_SIGNATURE)
DEED = record(
    Deed,
    chain=list_of(SIGNED_ROSTER, MOST_LINKS),
    accepted=list_of(ACCEPTANCE, MOST_ACCEPTED),
    check=lambda deed: bool(deed.chain) or refuse("nothing shows who is host"),
)
PLACE = record(
    Place,
    sitter=member_of(Sitter),
    name=NAME,
    peer=PEER,
    presence=member_of(Presence),
    ready=boolean(),
    key=text(64),
    character=CHARACTER,
    votable=boolean(),
    votes=set_of(SEAT, MAX_SEATS),
    stands_in=boolean(),
    vote_in=integer(0, LONGEST_VOTE_IN),
    hidden=boolean(),
)


def _check(roster: Roster) -> None:
    seats = range(len(roster.places))
    if len(seats) < MIN_SEATS:
        refuse("there are too few seats")
    if roster.screen is None if roster.host is None else roster.host not in seats:
        refuse("there is no seat for the host, nor is it the screen")
    if roster.screen_leader is not None and (roster.screen is None or roster.screen_leader not in seats):
        refuse("there is no seat for the leader")
    if roster.challenge is not None and roster.challenge.result is not None:
        result, levels = roster.challenge.result, roster.variant.levels(len(seats))
        if result.level > levels or (result.won and result.level < levels):
            refuse("nobody can have come so far")


WATCHER = record(Watcher, name=NAME, peer=PEER)
CHALLENGE = record(
    Challenge,
    seed=text(LONGEST_SEED),
    result=optional(record(Result, level=LEVEL, lives=LIVES, stars=STARS, won=boolean())),
)
ROSTER = record(
    Roster,
    check=_check,
    term=TERM,
    host=optional(SEAT),
    variant=VARIANT,
    signs=boolean(),
    tell=boolean(),
    locked=boolean(),
    started=boolean(),
    places=list_of(PLACE, MAX_SEATS),
    watchers=list_of(WATCHER, MOST_WATCHERS),
    screen=optional(record(Screen, key=KEY, peer=PEER, here=boolean(), hidden=boolean())),
    screen_leader=optional(SEAT),
    sent_away=list_of(SHORT_KEY, MOST_SENT_AWAY),
    club=text(32),
    at_door=optional(WATCHER),
    challenge=optional(CHALLENGE),
)

MESSAGE = one_of(
    {
        "hosting": record(messages.Hosting, nonce=DIGEST, signature=SIGNATURE, deed=DEED),
        "seeking": record(messages.Seeking, key=KEY, signature=SIGNATURE, hears=boolean()),
        "accept": record(messages.Accept, acceptance=ACCEPTANCE),
        "knock": record(messages.Knock, name=NAME),
        "invited": record(messages.Invited, fragment=text(2000)),
        "goodbye": record(messages.Goodbye, why=member_of(messages.Why)),
        "join": record(messages.Join, name=NAME, key=KEY, watch=boolean(), signature=SIGNATURE),
        "at door": record(messages.AtDoor),
        "renewal": record(messages.Renewal, deed=DEED),
        "rename": record(messages.Rename, name=NAME),
        "ready": record(messages.Ready, ready=boolean()),
        "watch": record(messages.Watch, watch=boolean()),
        "hidden": record(messages.Hidden, hidden=boolean()),
        "choose": record(
            messages.Choose, variant=VARIANT, seats=SEATS, signs=boolean(), locked=boolean(), tell=boolean()
        ),
        "fill": record(messages.Fill, character=CHARACTER),
        "empty": record(messages.Empty, seat=SEAT),
        "send away": record(messages.SendAway, peer=PEER),
        "let in": record(messages.LetIn, peer=PEER, agreed=boolean()),
        "hand over": record(messages.HandOver, seat=SEAT),
        "drop challenge": record(messages.DropChallenge),
        "begin": record(messages.Begin),
        "gather": record(messages.Gather),
        "company": record(messages.Company, roster=ROSTER),
        "notice": record(messages.Notice, note=member_of(messages.Note), seat=SEAT),
        "ping": record(messages.Ping, at=seconds()),
        "pong": record(messages.Pong, asked=seconds(), at=seconds(), seen=COUNT),
        "shuffle": record(messages.Shuffle, round=COUNT),
        "commit": record(messages.Commit, round=COUNT, commitment=DIGEST),
        "committed": record(messages.Committed, round=COUNT, commitments=BY_SEAT),
        "reveal": record(messages.Reveal, round=COUNT, share=DIGEST),
        "revealed": record(messages.Revealed, round=COUNT, shares=BY_SEAT),
        "seen": record(messages.Seen, number=COUNT, deal=COUNT, view=VIEW),
        "press": record(messages.Press, number=COUNT, deal=COUNT, seen=COUNT, at=seconds(), action=ACTION),
        "void": record(messages.Void, number=COUNT),
        "vote": record(messages.TeammateVote, seat=SEAT, agreed=boolean()),
        "sign": record(messages.MakeSign, sign=member_of(messages.Sign)),
        "signed": record(messages.Signed, seat=SEAT, sign=member_of(messages.Sign)),
        "lean": record(messages.Lean, leaning=boolean()),
        "leaned": record(messages.Leaned, seat=SEAT, leaning=boolean()),
    }
)


def encode(message: messages.Message) -> str:
    """Return `message` as text. Raises WireError if it is too long."""
    text = json.dumps([VERSION, *MESSAGE.write(message)], separators=(",", ":"), ensure_ascii=False)
    if len(text.encode()) > LIMIT:
        raise WireError(f"a message of {len(text.encode())} bytes is too long: {text:.80}")
    return text


def decode(text: str) -> messages.Message:
    """Return the message in `text`.

    Raises WireError if there is none, and VersionError for a message of another version.
    """
    if len(text) > LIMIT or len(text.encode(errors="surrogatepass")) > LIMIT:
        raise WireError(f"a message is longer than {LIMIT} bytes")
    try:
        said = read_json(text)
        match said:
            case [version, *message] if type(version) is int:
                if version == VERSION:
                    return cast(messages.Message, MESSAGE.read(message))
                raise VersionError(f"a message of version {version}, where {VERSION} is spoken")
    except FieldError as error:
        raise WireError(str(error)) from error
    except WireError:
        raise
    except (ValueError, RecursionError) as error:
        raise WireError(f"not JSON: {text[:40]!r}") from error
    raise WireError(f"not a message: {text[:40]!r}")


def decoded(text: str) -> messages.Message | None:
    """Return the message in `text`; None if there is none of this version."""
    try:
        return decode(text)
    except WireError:
        return None
