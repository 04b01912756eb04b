"""Invitations: a link whose fragment holds everything secret, and a code to say aloud."""

from __future__ import annotations

import base64
import re
from dataclasses import dataclass, field
from enum import Enum
from random import Random
from urllib.parse import parse_qsl, quote, unquote, urlencode

from game.core import Variant, variant
from game.core.variants import MAX_SEATS
from game.net.digests import room_name, room_secret
from game.net.names import clean_name

TOKEN_BITS = 130
LETTERS = "abcdefghijklmnopqrstuvwxyz234567"
TOKEN = re.compile(f"[a-z2-7]{{{TOKEN_BITS // 5}}}", re.ASCII)
FOUNDER = re.compile("[A-Za-z0-9_-]{43}", re.ASCII)
HOST = r"([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])"
RELAY = re.compile(rf"wss?://{HOST}(:\d{{1,5}})?([/?][!-~]*)?", re.ASCII)
TURN = re.compile(rf"turns?:{HOST}(:\d{{1,5}})?(\?transport=(udp|tcp))?", re.ASCII)
"""Nothing before the host and no second way to spell it: the page names it before it is asked anything."""

LOOPBACK = ("127.0.0.1", "localhost", "::1")

LONGEST_ADDRESS = 200
MOST_SERVERS = 4
MOST_FIELDS = 2 + 2 * MOST_SERVERS
LONGEST = 2000
"""Characters in the longest fragment that is read."""

LONGEST_PASTE = 2 * LONGEST
"""Characters in the longest text that is searched for one."""

AROUND = " \t\r\n<>()[]{}\"'"
"""What a link may be wrapped in where it is sent or pasted; it has none of that itself."""

CODE_LETTERS = {"c": "bdfghjklmnprstvz", "v": "aiou"}
"""Consonants and vowels that are not mistaken for each other when they are said."""

WORD = "cvcvc"
CODE_WORDS = 3
CODE_BITS = 48
"""Three words of three consonants and two vowels: at the hashes below, some 10**20 of them to try every code."""

CODE_ROUNDS = 600_000
"""Of PBKDF2 with SHA-256, as OWASP's Password Storage Cheat Sheet asks for."""

CODE_LASTS = 600.0
"""Seconds after which the host's page takes a code back."""

HOUR = 3600


class InviteFault(Enum):
    """What is wrong with a link or a code that leads nowhere."""

    NO_LINK = "no invite link"
    OLD = "of an older version"
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
class About:
    """What a link says of its table before anybody is asked: whose it was, and with how many `people`, as it was made.

    A table without a `name` has a screen and nobody there yet. Nothing vouches for any of it.
    """

    name: str
    people: int
    variant: Variant


@dataclass(frozen=True, slots=True)
class Invite:
    """A room by its `token`, and the relays and TURN servers to use instead of the usual ones.

    `founder` is the key of whoever opened it, in 64 hexadecimal digits: by it a newcomer
    knows which host speaks for the room. It may be an invitation only to `watch`. What it
    says `about` the table makes it no other invitation.
    """

    token: str
    founder: str
    relays: tuple[str, ...] = ()
    turn: tuple[Turn, ...] = ()
    watch: bool = False
    about: About | None = field(default=None, compare=False)

    @property
    def meeting(self) -> Meeting:
        """Where this invitation leads."""
        return _meeting("link", self.token)

    def fragment(self) -> str:
        """The invitation as the end of a link, "#join=..." or "#watch=..."."""
        turn = [(quote(part, safe="") for part in (one.url, one.user, one.credential)) for one in self.turn]
        servers = [("relay", relay) for relay in self.relays] + [("turn", ",".join(parts)) for parts in turn]
        about = [] if self.about is None else [("about", _spelled(self.about))]
        more = urlencode(servers + about, safe=":/,")
        return f"#{'watch' if self.watch else 'join'}={self.token}.{_short(self.founder)}{more and '&' + more}"


def new_invite(dice: Random, founder: str, relays: tuple[str, ...] = (), turn: tuple[Turn, ...] = ()) -> Invite:
    """An invitation to a new room of `founder`'s that nobody can guess, if nobody can guess the dice."""
    return Invite("".join(dice.choices(LETTERS, k=TOKEN_BITS // 5)), founder, relays, turn)


def parse_invite(text: str) -> Invite:
    """The invitation in a link, or in its fragment alone, as somebody may paste it. Raises InviteError."""
    _, found, fragment = text[:LONGEST_PASTE].strip(AROUND).partition("#")
    if not found or len(fragment) > LONGEST or len(text) > LONGEST_PASTE:
        raise InviteError(InviteFault.NO_LINK)
    try:
        said = parse_qsl(fragment, keep_blank_values=True, strict_parsing=True, max_num_fields=MOST_FIELDS)
    except ValueError as error:
        raise InviteError(InviteFault.DAMAGED) from error
    values = {name: [value for other, value in said if other == name] for name, _ in said}
    seats, watching, relays, turn, about = (
        values.pop(name, []) for name in ("join", "watch", "relay", "turn", "about")
    )
    rooms = seats + watching
    if values:
        raise InviteError(InviteFault.NOT_UNDERSTOOD, min(values)[:20])
    if len(rooms) != 1:
        raise InviteError(InviteFault.INCOMPLETE)
    token, founder = _room(rooms[0])
    if len(relays) > MOST_SERVERS or not all(map(is_relay, relays)):
        raise InviteError(InviteFault.NO_RELAY)
    if len(turn) > MOST_SERVERS:
        raise InviteError(InviteFault.MANY_TURN)
    return Invite(token, founder, tuple(relays), tuple(map(_turn, turn)), bool(watching), _about(about))


def is_relay(address: str) -> bool:
    """Whether `address` is one of a relay."""
    return len(address) <= LONGEST_ADDRESS and RELAY.fullmatch(address) is not None


def is_turn(address: str) -> bool:
    """Whether `address` is one of a TURN server."""
    return len(address) <= LONGEST_ADDRESS and TURN.fullmatch(address) is not None


def may_name_relay(page_host: str, relay: str) -> bool:
    """Whether the address of a page on `page_host` may name this relay: one of these two is this very computer."""
    return page_host.strip("[]") in LOOPBACK or host_of(relay).strip("[]") in LOOPBACK


def host_of(address: str) -> str:
    """The computer that the `address` of a relay or a TURN server names."""
    found = RELAY.fullmatch(address) or TURN.fullmatch(address)
    return found[1].lower() if found else ""


# --- The code to say aloud ------------------------------------------------------------


def new_code(dice: Random) -> str:
    """A code that can be said aloud: "lusab gutih folid"."""
    return " ".join("".join(dice.choice(CODE_LETTERS[kind]) for kind in WORD) for _ in range(CODE_WORDS))


def parse_code(text: str) -> str:
    """The letters of a code, however it is typed. Raises InviteError."""
    code = "".join(re.findall("[a-z]", text[:LONGEST].lower()))
    pattern = "".join(f"[{CODE_LETTERS[kind]}]" for kind in WORD)
    if len(text) > 100 or not re.fullmatch(pattern * CODE_WORDS, code):
        raise InviteError(InviteFault.NO_CODE)
    return code


def code_salt(hour: int) -> str:
    """What is hashed with the code in this hour since 1970 began, so that no table of all codes serves another."""
    return f"one mind code {hour}"


def code_hours(now: float) -> tuple[int, int]:
    """The hour in which a code that is typed now was made, and the one in which it may have been, in UTC.

    `now` is in seconds since 1970 began; neither clock need be right to the minute.
    """
    hour, into = divmod(int(now), HOUR)
    return hour, hour - 1 if into < HOUR / 2 else hour + 1


def code_meeting(stretched: bytes) -> Meeting:
    """Where the host hands the invitation to whoever knows the code.

    `stretched` are the 32 bytes that PBKDF2 makes of the code with the hour's salt in
    CODE_ROUNDS rounds of SHA-256.
    """
    return _meeting("code", stretched.hex())


def _meeting(kind: str, token: str) -> Meeting:
    return Meeting(room_name(kind, token), room_secret(kind, token))


def _room(text: str) -> tuple[str, str]:
    """The token and the founder's key."""
    token, _, short = text.partition(".")
    if TOKEN.fullmatch(text):
        raise InviteError(InviteFault.OLD)
    if not TOKEN.fullmatch(token) or not FOUNDER.fullmatch(short):
        raise InviteError(InviteFault.INCOMPLETE)
    founder = base64.urlsafe_b64decode(f"{short}=").hex()
    if _short(founder) != short:
        raise InviteError(InviteFault.DAMAGED)
    return token, founder


def _short(founder: str) -> str:
    return base64.urlsafe_b64encode(bytes.fromhex(founder)).decode().rstrip("=")


def _spelled(about: About) -> str:
    return f"{about.people},{about.variant.name},{about.name}"


def _about(said: list[str]) -> About | None:
    """What the link says of its table; None if it says nothing that can be understood."""
    try:
        people, played, name = said[0].split(",", 2)
        return About(name and clean_name(name), max(0, min(int(people[:2]), MAX_SEATS)), variant(played))
    except (IndexError, ValueError):
        return None


def _turn(text: str) -> Turn:
    parts = [unquote(part) for part in text.split(",")]
    if len(parts) != 3 or not is_turn(parts[0]):
        raise InviteError(InviteFault.NO_TURN)
    return Turn(*parts)
