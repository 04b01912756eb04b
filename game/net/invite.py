"""Invitations: a link whose fragment holds everything secret, and a code to say aloud."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from random import Random
from urllib.parse import parse_qsl, quote, unquote, urlencode

from game.net.digests import room_name, room_secret, stretched

TOKEN_BITS = 130
LETTERS = "abcdefghijklmnopqrstuvwxyz234567"
TOKEN = re.compile(f"[a-z2-7]{{{TOKEN_BITS // 5}}}", re.ASCII)
MOST_SERVERS = 4
LONGEST = 2000
"""Characters in the longest fragment that is read."""

CODE_LETTERS = {"c": "bdfghjklmnprstvz", "v": "aiou"}
"""Consonants and vowels that are not mistaken for each other when they are said."""

WORD = "cvcvc"
CODE_WORDS = 2


class InviteFault(Enum):
    """What is wrong with a link or a code that leads nowhere."""

    NO_LINK = "no invite link"
    DAMAGED = "damaged"
    INCOMPLETE = "incomplete"
    NOT_UNDERSTOOD = "not understood"
    NO_RELAY = "no address of a relay"
    NO_TURN = "no address of a TURN server"
    MANY_TURN = "too many TURN servers"
    NO_CODE = "no code"


class InviteError(ValueError):
    """An invitation that leads nowhere; `fault` says why, and `part` what of it is not understood."""

    def __init__(self, fault: InviteFault, part: str = "") -> None:
        super().__init__(fault.value)
        self.fault = fault
        self.part = part


@dataclass(frozen=True, slots=True)
class Turn:
    """A server that passes on what a network will not let through directly."""

    url: str
    user: str = ""
    credential: str = ""


@dataclass(frozen=True, slots=True)
class Meeting:
    """Where pages find each other: the room's name on the relays and the secret that seals it."""

    room: str
    secret: str


@dataclass(frozen=True, slots=True)
class Invite:
    """A room by its `token`, and the relays and TURN servers to use instead of the usual ones."""

    token: str
    relays: tuple[str, ...] = ()
    turn: tuple[Turn, ...] = ()

    @property
    def meeting(self) -> Meeting:
        """Where this invitation leads."""
        return _meeting("link", self.token)

    def fragment(self) -> str:
        """The invitation as the end of a link, "#join=..."."""
        turn = [(quote(part, safe="") for part in (one.url, one.user, one.credential)) for one in self.turn]
        servers = [("relay", relay) for relay in self.relays] + [("turn", ",".join(parts)) for parts in turn]
        more = urlencode(servers, safe=":/,")
        return f"#join={self.token}{more and '&' + more}"


def new_invite(dice: Random, relays: tuple[str, ...] = (), turn: tuple[Turn, ...] = ()) -> Invite:
    """An invitation to a room that nobody can guess, if nobody can guess the dice."""
    return Invite("".join(dice.choices(LETTERS, k=TOKEN_BITS // 5)), relays, turn)


def parse_invite(text: str) -> Invite:
    """The invitation in a link, or in its fragment alone. Raises InviteError."""
    _, found, fragment = text.strip().partition("#")
    if not found or len(fragment) > LONGEST:
        raise InviteError(InviteFault.NO_LINK)
    try:
        said = parse_qsl(fragment, keep_blank_values=True, strict_parsing=True, max_num_fields=10)
    except ValueError as error:
        raise InviteError(InviteFault.DAMAGED) from error
    values = {name: [value for other, value in said if other == name] for name, _ in said}
    tokens, relays, turn = (values.pop(name, []) for name in ("join", "relay", "turn"))
    if values:
        raise InviteError(InviteFault.NOT_UNDERSTOOD, min(values)[:20])
    if len(tokens) != 1 or not TOKEN.fullmatch(tokens[0]):
        raise InviteError(InviteFault.INCOMPLETE)
    if len(relays) > MOST_SERVERS or not all(re.fullmatch(r"wss?://[!-~]{1,200}", relay) for relay in relays):
        raise InviteError(InviteFault.NO_RELAY)
    if len(turn) > MOST_SERVERS:
        raise InviteError(InviteFault.MANY_TURN)
    return Invite(tokens[0], tuple(relays), tuple(map(_turn, turn)))


def new_code(dice: Random) -> str:
    """A code that can be said aloud: "lusab gutih". It is good while the lobby is open."""
    return " ".join("".join(dice.choice(CODE_LETTERS[kind]) for kind in WORD) for _ in range(CODE_WORDS))


def code_meeting(text: str) -> Meeting:
    """Where the host hands the invitation to whoever knows the code. Raises InviteError."""
    code = "".join(re.findall("[a-z]", text.lower()))
    pattern = "".join(f"[{CODE_LETTERS[kind]}]" for kind in WORD)
    if len(text) > 100 or not re.fullmatch(pattern * CODE_WORDS, code):
        raise InviteError(InviteFault.NO_CODE)
    return _meeting("code", stretched(code))


def _meeting(kind: str, token: str) -> Meeting:
    return Meeting(room_name(kind, token), room_secret(kind, token))


def _turn(text: str) -> Turn:
    parts = [unquote(part) for part in text.split(",")]
    if len(parts) != 3 or not re.fullmatch(r"turns?:[!-~]{1,200}", parts[0]):
        raise InviteError(InviteFault.NO_TURN)
    return Turn(*parts)
