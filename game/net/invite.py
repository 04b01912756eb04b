"""Invitations: a link whose fragment holds everything secret, and a code to say aloud."""

from __future__ import annotations

import re
from dataclasses import dataclass
from random import Random
from typing import NoReturn
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


class InviteError(ValueError):
    """An invitation that leads nowhere; the message says why in one sentence."""


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
        _refuse("This is not an invite link: it has no end that begins with #join=.")
    try:
        said = parse_qsl(fragment, keep_blank_values=True, strict_parsing=True, max_num_fields=10)
    except ValueError as error:
        raise InviteError("This invite link is damaged: ask for it again, and copy all of it.") from error
    values = {name: [value for other, value in said if other == name] for name, _ in said}
    tokens, relays, turn = (values.pop(name, []) for name in ("join", "relay", "turn"))
    if values:
        _refuse(f"This invite link says something this page does not understand: {min(values)[:20]!r}.")
    if len(tokens) != 1 or not TOKEN.fullmatch(tokens[0]):
        _refuse("This invite link is incomplete: ask for it again, and copy all of it.")
    if len(relays) > MOST_SERVERS or not all(re.fullmatch(r"wss?://[!-~]{1,200}", relay) for relay in relays):
        _refuse("This invite link names a relay that is no ws:// or wss:// address.")
    if len(turn) > MOST_SERVERS:
        _refuse("This invite link names too many TURN servers.")
    return Invite(tokens[0], tuple(relays), tuple(map(_turn, turn)))


def new_code(dice: Random) -> str:
    """A code that can be said aloud: "lusab gutih". It is good while the lobby is open."""
    return " ".join("".join(dice.choice(CODE_LETTERS[kind]) for kind in WORD) for _ in range(CODE_WORDS))


def code_meeting(text: str) -> Meeting:
    """Where the host hands the invitation to whoever knows the code. Raises InviteError."""
    code = "".join(re.findall("[a-z]", text.lower()))
    pattern = "".join(f"[{CODE_LETTERS[kind]}]" for kind in WORD)
    if len(text) > 100 or not re.fullmatch(pattern * CODE_WORDS, code):
        _refuse("A code is two words of five letters, like lusab gutih.")
    return _meeting("code", stretched(code))


def _meeting(kind: str, token: str) -> Meeting:
    return Meeting(room_name(kind, token), room_secret(kind, token))


def _turn(text: str) -> Turn:
    parts = [unquote(part) for part in text.split(",")]
    if len(parts) != 3 or not re.fullmatch(r"turns?:[!-~]{1,200}", parts[0]):
        _refuse("This invite link names a TURN server that is no turn: or turns: address.")
    return Turn(*parts)


def _refuse(why: str) -> NoReturn:
    raise InviteError(why)
