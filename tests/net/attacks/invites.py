"""Attacks by links, codes and names: text from a stranger that a page or a person reads."""

from __future__ import annotations

import base64
import json
import zlib
from random import Random

from game.browser.online.ways_in.spoken_code import CodeHost
from game.core.safe_json import read_json
from game.net.host.lobby import Lobby
from game.net.invite import (
    CODE_BITS,
    CODE_ROUNDS,
    Invite,
    InviteError,
    host_of,
    is_relay,
    is_turn,
    parse_code,
    parse_invite,
)
from game.net.names import LOOK_ALIKES, clean_name, skeleton
from game.net.protocol.wire import WireError, decode, encode
from game.net.saved_room import read_seat
from game.transport.mesh_events import Received
from game.transport.pairing import PairingError, unpack
from tests.net.attacks.attempts import repeated
from tests.net.messages import any_message
from tests.net.pages import CLASSIC, ROOM
from tests.net.wire import Wire
from tests.teammates.metronome import Metronome

HASHES_A_SECOND = 10**12
"""Hashes a second: far more than a rich attacker can compute."""

YEAR = 365 * 24 * 3600

NESTS = ["[", '{"":', '["", [', "[[],", '[{"":']
ROOM_IN_LINK = Invite("a" * 26, "b" * 64).fragment()
SEPARATORS = ["·", "•", "|", "‧", "・", ":", "—", "(", "\u2028", "\u00a0·\u00a0"]
HIDDEN = ["", "\u200b", "\u202e", "\u00ad", "\u2066", "\u3164", "\ufe0f", "\U000e0041"]


@repeated
def nested_brackets(number: int) -> bool:
    """Put deep nesting into a link, a long code, a message and a saved seat. Only our own error may be raised."""
    return _is_shaken_by(NESTS[number % len(NESTS)] * (1000 + 800 * (number % 20)))


@repeated
def look_alikes(number: int) -> bool:
    """Try names that look like another player's name, or like a word of the page."""
    dice, table = Random(number), Lobby(CLASSIC, 8)
    name = dice.choice(["Ana", "Molly", "Otto", "Will", "Tom"])
    table.join("victim", name, f"{0:064x}", watch=False, now=0.0)
    table.fill(7, "Ada")
    wanted = _disguised(dice.choice([name, "Ada", "You", "host"]), dice)
    table.join("thief", wanted, f"{1:064x}", watch=dice.random() < 0.2, now=0.0)
    roster = table.roster(1, host=0)
    names = [place.name for place in roster.places if place.name] + [one.name for one in roster.watchers]
    looks = [skeleton(name) for name in (*names, "You", "host")]
    return len(set(looks)) < len(looks)


@repeated
def tags_in_names(number: int) -> bool:
    """Append to the attacker's name the label by which the page marks the host."""
    dice = Random(number)
    tag = _disguised(dice.choice(["host", "you", "ready"]), dice)
    return clean_name(f"Ana{dice.choice(HIDDEN)}{dice.choice(SEPARATORS)}{tag}") != "Ana"


@repeated
def silence_at_the_door(number: int) -> bool:
    """Send everything but a name with the right code, or get refused. The invitation must not be revealed."""
    dice, wire = Random(number), Wire()
    door = CodeHost(ROOM_IN_LINK, lambda name: None)
    for _ in range(20):
        door.happened(wire, Received("stranger", encode(any_message(dice))))
    door.answer(False)
    door.answer(True)
    return any('"Invited"' in text for _, text in wire.sent)


def codes_computed_before(tries: int) -> int:
    """Compute all codes within a year, and return how many attempts succeed."""
    return tries if 2**CODE_BITS * CODE_ROUNDS < YEAR * HASHES_A_SECOND else 0


@repeated
def servers_in_disguise(number: int) -> bool:
    """Try addresses for which the page shows another server name than the browser would connect to."""
    dice = Random(number)
    between = dice.choice(["@", "\\@", "#@", "?@", "/@", "%40", "\\", "\t", "\u2044", ":x@", "/..\\"])
    address = f"{dice.choice(['wss://', 'turn:', 'turns:'])}good.example{between}spy.example"
    accepted = is_relay(address) or is_turn(address)
    return accepted and (host_of(address) != "good.example" or between[0] not in "?/")


def _is_shaken_by(text: str) -> bool:
    packed = base64.urlsafe_b64encode(zlib.compress(text.encode())).decode()
    try:
        for read, error in (
            (lambda: parse_invite(f"#join={text}"), InviteError),
            (lambda: parse_invite(ROOM_IN_LINK + text), InviteError),
            (lambda: parse_code(text), InviteError),
            (lambda: unpack(text, "offer"), PairingError),
            (lambda: unpack(f"#pair={packed}", "offer"), PairingError),
            (lambda: decode(text), WireError),
            (lambda: decode(f'[2,"Rename",{text}'), WireError),
            (lambda: read_json(json.dumps({ROOM: text}).replace('"[', "[")), (ValueError, RecursionError)),
            (lambda: read_seat(text), ()),
        ):
            try:
                read()
            except error:
                pass
    except Exception:
        return True
    return False


def _teammate(name: str, seat: int) -> Metronome:
    raise AssertionError("nobody sits there")


def _disguised(name: str, dice: Random) -> str:
    def letter(one: str) -> str:
        alike = LOOK_ALIKES.get("l" if one in "iI1" else one.casefold(), "")
        shown: str = dice.choice([one, one.swapcase(), *alike][: 2 + len(alike)])
        return f"{dice.choice(HIDDEN)}{shown}"

    return "".join(map(letter, name))
