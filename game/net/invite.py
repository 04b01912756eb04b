"""Invitations: a link whose fragment contains all secrets, and a code to say aloud."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import Enum
from random import Random
from unicodedata import combining, normalize
from urllib.parse import parse_qsl, quote, unquote, urlencode

from game.core import Variant, variant
from game.core.variants import MAX_SEATS
from game.links import plain_letters
from game.net.fields import packed
from game.net.names import clean_name
from game.transport.hashes import room_name, room_secret

TOKEN_BITS = 130
LETTERS = "abcdefghijklmnopqrstuvwxyz234567"
TOKEN = re.compile(f"[a-z2-7]{{{TOKEN_BITS // 5}}}", re.ASCII)
FOUNDER = re.compile("[A-Za-z0-9_-]{43}", re.ASCII)
SHORT_KEY = packed(64)
HOST = r"([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])"
RELAY = re.compile(rf"wss?://{HOST}(:\d{{1,5}})?([/?][!-~]*)?", re.ASCII)
TURN = re.compile(rf"turns?:{HOST}(:\d{{1,5}})?(\?transport=(udp|tcp))?", re.ASCII)
"""Address of a TURN server. Like RELAY, it allows nothing before the host name, and only one spelling of it.

The page shows that host name to the player before it connects.
"""

LOOPBACK = ("127.0.0.1", "localhost", "::1")

LONGEST_ADDRESS = 200
MOST_SERVERS = 4
MOST_FIELDS = 2 + 2 * MOST_SERVERS
LONGEST = 2000
"""The most characters of a fragment."""

CODE_LETTERS = {"c": "bdfghjklmnprstvz", "v": "aiou"}
"""Consonants and vowels that sound different from each other."""

WORD = "cvcvc"
SPELLED = [f"[{CODE_LETTERS[kind]}]" for kind in WORD]
"""A regular expression for each letter of a word."""

CODE_WORDS = 3
CODE_BITS = 48
"""Three words of three consonants and two vowels. Trying every code takes some 10**20 hashes, at CODE_ROUNDS each."""

CODE_ROUNDS = 600_000
"""Iterations of PBKDF2 with SHA-256, as recommended by OWASP's Password Storage Cheat Sheet."""

CODE_LASTS = 600.0
"""Seconds until a code expires."""

CODE_SALT = "one mind code"
"""The salt of all codes. Hashes of all of them would take a machine of 10**12 hashes a second more than five years."""


class InviteFault(Enum):
    """The defect of an invalid link or code."""

    NO_LINK = "no invite link"
    OLD = "of an older version"
    DAMAGED = "damaged"
    INCOMPLETE = "incomplete"
    NOT_UNDERSTOOD = "not understood"
    NO_RELAY = "no address of a relay"
    NO_TURN = "no address of a TURN server"
    MANY_TURN = "too many TURN servers"
    NO_CODE = "no code"
    WRONG_WORDS = "no code, but three words as long as those of a code"


class InviteError(ValueError):
    """An invalid invitation; `fault` says why, and `part` is the text that was not understood."""

    def __init__(self, fault: InviteFault, part: str = "") -> None:
        super().__init__(fault.value)
        self.fault = fault
        self.part = part


@dataclass(frozen=True, slots=True)
class Turn:
    """A TURN server, which forwards connections that a network blocks."""

    url: str
    user: str = ""
    credential: str = ""


@dataclass(frozen=True, slots=True)
class Meeting:
    """The room where pages find each other: its name on the relays, and the secret that encrypts its traffic."""

    room: str
    secret: str


@dataclass(frozen=True, slots=True)
class About:
    """The description of a table in a link: the leader's `name`, the number of `people`, the variant and the `seats`.

    It describes the table when the link was made, and is not authenticated. Without a `name`, the table has a screen
    and no players yet. `seats` counts the seats that people have or can take; 0 means that the link does not say.
    """

    name: str
    people: int
    variant: Variant
    seats: int = 0


@dataclass(frozen=True, slots=True)
class Invite:
    """An invitation to a room by its `token`, with relays and TURN servers that replace the default ones.

    `founder` is the founder's key in 64 hexadecimal digits, by which a newcomer verifies that a host belongs to the
    room. An invitation may allow only to `watch`. The description `about` does not count for equality.
    """

    token: str
    founder: str
    relays: tuple[str, ...] = ()
    turn: tuple[Turn, ...] = ()
    watch: bool = False
    about: About | None = field(default=None, compare=False)

    @property
    def meeting(self) -> Meeting:
        """The room of this invitation."""
        return _meeting("link", self.token)

    def fragment(self) -> str:
        """Return the invitation as the fragment of a link, "#join=..." or "#watch=..."."""
        turn = [(quote(part, safe="") for part in (one.url, one.user, one.credential)) for one in self.turn]
        servers = [("relay", relay) for relay in self.relays] + [("turn", ",".join(parts)) for parts in turn]
        about = [] if self.about is None else [("about", _spelled(self.about))]
        more = urlencode(servers + about, safe=":/,")
        return f"#{'watch' if self.watch else 'join'}={self.token}.{SHORT_KEY.write(self.founder)}{more and '&' + more}"


def new_invite(dice: Random, founder: str, relays: tuple[str, ...] = (), turn: tuple[Turn, ...] = ()) -> Invite:
    """Return an invitation to a new room of `founder`. It is as hard to guess as `dice` is to predict."""
    return Invite("".join(dice.choices(LETTERS, k=TOKEN_BITS // 5)), founder, relays, turn)


def parse_invite(text: str) -> Invite:
    """Return the invitation in the fragment of a link. Raises InviteError."""
    fragment = text.removeprefix("#")
    if fragment == text or len(fragment) > LONGEST:
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
    """Whether `address` is the address of a relay."""
    return len(address) <= LONGEST_ADDRESS and RELAY.fullmatch(address) is not None


def is_turn(address: str) -> bool:
    """Whether `address` is the address of a TURN server."""
    return len(address) <= LONGEST_ADDRESS and TURN.fullmatch(address) is not None


def may_name_relay(page_host: str, relay: str) -> bool:
    """Whether a link to a page on `page_host` may name this relay: one of the two must be on this computer."""
    return page_host.strip("[]") in LOOPBACK or host_of(relay).strip("[]") in LOOPBACK


def host_of(address: str) -> str:
    """Return the host name in the `address` of a relay or a TURN server; "" if it is invalid."""
    found = RELAY.fullmatch(address) or TURN.fullmatch(address)
    return found[1].lower() if found else ""


# --- Codes ----------------------------------------------------------------------------


def new_code(dice: Random) -> str:
    """Return a new code that can be said aloud, for example "lusab gutih folid"."""
    return " ".join("".join(dice.choice(CODE_LETTERS[kind]) for kind in WORD) for _ in range(CODE_WORDS))


def parse_code(text: str) -> str:
    """Return the letters of the code in `text`. Raises InviteError.

    Spaces, punctuation, capitals, accents and words around the code are ignored.
    """
    letters = _without_accents(plain_letters(text[:LONGEST])).lower()
    if found := re.search(rf"(?<![a-z]){r'[^a-z]*'.join(SPELLED * CODE_WORDS)}(?![a-z])", letters):
        return "".join(re.findall("[a-z]", found[0]))
    words = [len(word) for word in re.findall("[a-z]+", letters)]
    like_a_code = words == [len(WORD)] * CODE_WORDS
    raise InviteError(InviteFault.WRONG_WORDS if like_a_code else InviteFault.NO_CODE)


def spoken(code: str) -> str:
    """Return the letters of a code as words."""
    return " ".join(code[at : at + len(WORD)] for at in range(0, len(code), len(WORD)))


def code_meeting(stretched: bytes) -> Meeting:
    """Return the room where the host sends the invitation to a page that knows the code.

    `stretched` is the PBKDF2 hash of the code: 32 bytes, with CODE_SALT and CODE_ROUNDS rounds of SHA-256.
    """
    return _meeting("code", stretched.hex())


def _meeting(kind: str, token: str) -> Meeting:
    return Meeting(room_name(kind, token), room_secret(kind, token))


def _room(text: str) -> tuple[str, str]:
    """Return the token and the founder's key. Raises InviteError."""
    token, _, short = text.partition(".")
    if TOKEN.fullmatch(text):
        raise InviteError(InviteFault.OLD)
    if not TOKEN.fullmatch(token) or not FOUNDER.fullmatch(short):
        raise InviteError(InviteFault.INCOMPLETE)
    try:
        return token, SHORT_KEY.read(short)
    except ValueError as error:
        raise InviteError(InviteFault.DAMAGED) from error


def _spelled(about: About) -> str:
    """Return the description as in the link. Pages that know no seats read the number before them only."""
    seats = f" {about.seats}" if about.seats else ""
    return f"{about.people}{seats},{about.variant.name},{about.name}"


def _about(said: list[str]) -> About | None:
    """Return the description of the table; None if there is none that can be parsed."""
    try:
        numbers, played, name = said[0].split(",", 2)
        here, _, seats = numbers.partition(" ")
        people = _number(here)
        return About(name and clean_name(name), people, variant(played), max(people, _number(seats)) if seats else 0)
    except (IndexError, ValueError):
        return None


def _without_accents(text: str) -> str:
    return "".join(one for one in normalize("NFD", text) if not combining(one))


def _number(text: str) -> int:
    return max(0, min(int(text[:2]), MAX_SEATS))


def _turn(text: str) -> Turn:
    parts = [unquote(part) for part in text.split(",")]
    if len(parts) != 3 or not is_turn(parts[0]):
        raise InviteError(InviteFault.NO_TURN)
    return Turn(*parts)
