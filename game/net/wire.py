"""Messages as text: one versioned JSON list each, strictly read, at most 4 KiB."""

from __future__ import annotations

import json
from enum import Enum
from typing import cast

from game.core.variants import MAX_SEATS, MIN_SEATS
from game.net.fields import (
    Misfit,
    Part,
    choice,
    each_once,
    hexadecimal,
    misfit,
    moment,
    one_of,
    several,
    shape,
    truth,
    whole,
    words,
)
from game.net.messages import (
    Commit,
    Committed,
    Company,
    Goodbye,
    Heard,
    Hosting,
    Invited,
    Join,
    MakeSign,
    Message,
    Note,
    Notice,
    Ping,
    Pong,
    Press,
    Ready,
    Rename,
    Reveal,
    Revealed,
    Seek,
    Seen,
    Shuffle,
    Sign,
    Signed,
    Void,
    Vote,
    Watchword,
    Why,
)
from game.net.roster import Place, Presence, Roster, Sitter, Watcher
from game.net.view_codec import ACTION, SEAT, VARIANT, VIEW

VERSION = 1
LIMIT = 4096
"""Bytes in the longest message."""

LONGEST_NAME = 14
MOST_WATCHERS = 8


class Fault(Enum):
    """Whose page made the mistake."""

    OURS = "ours"
    THEIRS = "theirs"


class WireError(ValueError):
    """Text that is no message, or a message that cannot be sent; `fault` says whose fault it is."""

    def __init__(self, fault: Fault, why: str) -> None:
        super().__init__(why)
        self.fault = fault


class VersionError(WireError):
    """A message of another version: one of the two pages is out of date."""


COUNT = whole(0, 10**9)
TERM = whole(1, 10**6)
PEER = words(40)
NAME = words(LONGEST_NAME)
DIGEST = hexadecimal(32)


def _pair(part: Part[str]) -> Part[tuple[int, str]]:
    def read(said: object) -> tuple[int, str]:
        match said:
            case [seat, value]:
                return SEAT.read(seat), part.read(value)
        misfit(f"{said!r:.40} is no pair of a seat and a value")

    return Part(list, read)


BY_SEAT = several(_pair(DIGEST), MAX_SEATS)
PLACE = shape(
    Place,
    sitter=choice(Sitter),
    name=NAME,
    peer=PEER,
    presence=choice(Presence),
    ready=truth(),
    seal=words(32),
    votable=truth(),
    votes=each_once(SEAT, MAX_SEATS),
    stands_in=truth(),
)


def _check(roster: Roster) -> None:
    if len(roster.places) < MIN_SEATS or roster.host >= len(roster.places):
        misfit("there are too few seats, or none for the host")


ROSTER = shape(
    Roster,
    check=_check,
    term=TERM,
    host=SEAT,
    variant=VARIANT,
    signs=truth(),
    locked=truth(),
    started=truth(),
    places=several(PLACE, MAX_SEATS),
    watchers=several(shape(Watcher, name=NAME, peer=PEER), MOST_WATCHERS),
)

MESSAGE = one_of(
    {
        "hosting": shape(Hosting, term=TERM, people=whole(0, MAX_SEATS), seat=SEAT, proof=DIGEST),
        "seek": shape(Seek, term=whole(0, 10**6)),
        "heard": shape(Heard, term=TERM),
        "invited": shape(Invited, fragment=words(2000)),
        "goodbye": shape(Goodbye, why=choice(Why)),
        "join": shape(Join, name=NAME, key=DIGEST, watch=truth()),
        "watchword": shape(Watchword, word=DIGEST),
        "rename": shape(Rename, name=NAME),
        "ready": shape(Ready, ready=truth()),
        "company": shape(Company, roster=ROSTER),
        "notice": shape(Notice, note=choice(Note), seat=SEAT),
        "ping": shape(Ping, at=moment()),
        "pong": shape(Pong, asked=moment(), at=moment(), seen=COUNT),
        "shuffle": shape(Shuffle, round=COUNT),
        "commit": shape(Commit, round=COUNT, seal=DIGEST),
        "committed": shape(Committed, round=COUNT, seals=BY_SEAT),
        "reveal": shape(Reveal, round=COUNT, share=DIGEST),
        "revealed": shape(Revealed, round=COUNT, shares=BY_SEAT),
        "seen": shape(Seen, number=COUNT, deal=COUNT, view=VIEW),
        "press": shape(Press, number=COUNT, deal=COUNT, seen=COUNT, at=moment(), action=ACTION),
        "void": shape(Void, number=COUNT),
        "vote": shape(Vote, seat=SEAT, agreed=truth()),
        "sign": shape(MakeSign, sign=choice(Sign)),
        "signed": shape(Signed, seat=SEAT, sign=choice(Sign)),
    }
)


def encode(message: Message) -> str:
    """`message` as the text to send. Raises WireError, our fault, where it would be too long."""
    text = json.dumps([VERSION, *MESSAGE.write(message)], separators=(",", ":"), ensure_ascii=False)
    if len(text.encode()) > LIMIT:
        raise WireError(Fault.OURS, f"a message of {len(text.encode())} bytes is too long: {text:.80}")
    return text


def decode(text: str) -> Message:
    """The message that `text` is. Raises WireError, their fault, for everything else."""
    if len(text) > LIMIT or len(text.encode(errors="surrogatepass")) > LIMIT:
        raise WireError(Fault.THEIRS, f"a message is longer than {LIMIT} bytes")
    try:
        said = json.loads(text, parse_constant=misfit)
        match said:
            case [version, *message] if type(version) is int:
                if version == VERSION:
                    return cast(Message, MESSAGE.read(message))
                raise VersionError(Fault.THEIRS, f"a message of version {version}, where {VERSION} is spoken")
    except Misfit as error:
        raise WireError(Fault.THEIRS, str(error)) from error
    except WireError:
        raise
    except (ValueError, RecursionError) as error:
        raise WireError(Fault.THEIRS, f"not JSON: {text[:40]!r}") from error
    raise WireError(Fault.THEIRS, f"not a message: {text[:40]!r}")
