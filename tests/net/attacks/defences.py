"""The defences against attacks: names, and what replaces them where a test shows that the attack succeeds without."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable
from typing import Any, TypeAlias

from game.core import View
from game.net.election.terms import Chain
from game.net.guest import Guest
from game.net.host import Host
from game.net.identity import Channel, _statement
from game.net.messages import Invited, Seen
from game.net.wire import VERSION

Defences: TypeAlias = tuple[tuple[str, object], ...]

MANY = 10**6


def yes(*said: object, **more: object) -> bool:
    """Return True, whatever is asked."""
    return True


def _keeps(check: Callable[[Guest, Chain], bool | None]) -> Callable[[Guest, Chain], bool]:
    """Return what stores the chains that do not pass the `check`."""

    def keep(guest: Guest, chain: Chain) -> bool:
        if chain and not check(guest, chain):
            guest.chain = chain
        return True

    return keep


def _unbound(use: str) -> Callable[..., str]:
    """Return what spells a statement that is good on every channel and at any time."""

    def text(channel: Channel, *_: object) -> str:
        return _statement(use, channel.room)

    return text


def _loads_in_a_browser(text: str, loads: Callable[[str], Any] = json.loads) -> Any:
    """Read JSON with the stack of a browser, which ends Python for good."""
    depth = deepest = 0
    for character in text:
        depth += (character in "[{") - (character in "]}")
        deepest = max(deepest, depth)
    if deepest > 1000:
        raise SystemError("the stack of the browser is used up")
    return loads(text)


def _shows_always(host: Host, peer: str, deal: int, view: View, now: float) -> None:
    host._say(peer, Seen(host._peers[peer].sent.send(now), deal, view))


BELIEF: Defences = tuple(
    (name, yes)
    for name in (
        "game.net.election.terms.Rules.is_sound",
        "game.net.election.terms.Rules.is_proven",
        "game.net.election.terms.Rules.convinces",
        "game.net.election.tenure.prevails",
        "game.net.guest.may_follow",
        "game.net.guest.prevails",
    )
)
"""What keeps a page from believing whoever says to be host."""

PATIENCE: Defences = (
    ("game.net.election.search.Search.is_vouched_for", lambda *said: False),
    ("game.net.guest.VOTES_AFTER", 0.0),
    ("game.net.guest.RESTORED_VOTES_AFTER", 0.0),
)
"""What keeps a page from voting as soon as it hears its host no more."""

UNCHECKED: Defences = (
    ("game.net.guest.Guest._proved", _keeps(Guest._proved)),
    ("game.net.guest.Guest._learn", _keeps(Guest._learn)),
)
"""What keeps a page from storing and passing on what others refuse."""

SIGNATURES: Defences = (("game.net.identity.Verifier.__call__", yes),)
AUTHENTIC: Defences = (("game.net.guest.Guest.is_authentic", yes),)
CLAIMS: Defences = (*BELIEF, *PATIENCE, *AUTHENTIC, *SIGNATURES)
FOUNDER_FIRST: Defences = (*CLAIMS, ("game.net.guest.Guest._believed_at", lambda guest, offer, now: now))
BINDINGS: Defences = tuple(
    (f"game.net.{module}.{use}_text", _unbound(use))
    for module, use in (
        ("host", "hosting"),
        ("host", "joining"),
        ("guest", "hosting"),
        ("guest", "joining"),
        ("guest", "seeking"),
    )
)
"""What binds a signature to the channel on which it is shown."""

NEW_CHANNELS: Defences = (("game.net.room.Room.lost", lambda room, peer, now: None),)
VERSIONS: Defences = (("game.net.room.VERSION", VERSION - 1),)
VERSION_AFTER: Defences = (("game.net.guest.VERSION_AFTER", 0.0),)
TERMS: Defences = (("game.net.election.candidate.TERM_LEAP", 10**9), *UNCHECKED, *AUTHENTIC, *SIGNATURES)

LIMITS: Defences = (
    ("tests.net.attacks.floods.FLOOD", 0.5),  # or it would take long
    ("game.net.rate_limit.MESSAGES_A_SECOND", MANY),
    ("game.net.rate_limit.PATIENCE", MANY),
    ("game.net.host.EFFECTS", MANY),
    ("game.net.host.EFFECTS_A_SECOND", MANY),
    ("game.net.host.COMING", 0.001),
    ("game.net.host.TIDINGS", MANY),
    ("game.net.host.TIDINGS_A_SECOND", MANY),
    ("game.net.peer.EFFECTS", MANY),
    ("game.net.peer.EFFECTS_A_SECOND", MANY),
    ("game.net.peer.CLAIMS", MANY),
    ("game.net.peer.CLAIMS_A_SECOND", MANY),
    ("game.net.guest.CLAIMS", MANY),
    ("game.net.guest.CLAIMS_A_SECOND", MANY),
)
"""The rate limits of messages, and of what one peer may change for all."""

LIMITS_OF_LINKED: Defences = (*LIMITS, ("tests.net.attacks.floods.FLOOD", 3.0))

RESTARTS: Defences = (("game.net.shuffle.OwnShare._explain", lambda shares, seats: None),)
UNCHECKED_LEVELS: Defences = (("game.net.shuffle.OwnShare._leave_unchecked", lambda shares, level, why: None),)
MATCHES: Defences = (("game.net.shown_deal.ShownDeal.matches", yes),)
VOTES: Defences = (("game.net.lobby.HELD_UP_AFTER", math.inf),)
PASSED_OVER: Defences = (("game.net.election.search.PASSED_OVER", MANY),)
DOUBT: Defences = (
    ("game.net.election.search.STUBBORN", math.inf),
    ("game.net.election.search.DOUBTED_AFTER", math.inf),
)
WAKING: Defences = (("game.net.room.SLEPT", math.inf),)
NESTING: Defences = (("game.core.plain.MOST_BRACKETS", 10**9), ("json.loads", _loads_in_a_browser))
LOOKS: Defences = (("game.net.names.skeleton", str),)
RESERVED: Defences = (("game.net.names._without_reserved", str),)
ASKED: Defences = (("game.net.door.Door.answer", lambda door, peer, let_in: Invited(door._fragment)),)
CODE: Defences = (("tests.net.attacks.invites.CODE_BITS", 20),)
ADDRESSES: Defences = (
    ("game.net.invite.RELAY", re.compile("wss://(.+)")),
    ("game.net.invite.TURN", re.compile("turns?:(.+)")),
)
NO_NEWS: Defences = (("game.net.host.Host._show", _shows_always),)
