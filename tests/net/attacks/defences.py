"""Defences against attacks: names, and replacements with which a test shows that the attack succeeds."""

from __future__ import annotations

import hashlib
import math
from typing import Any, TypeAlias

from game.core import View
from game.net.channel import Channel
from game.net.host.hosted_game import HostedGame
from game.net.protocol.messages import Message, Proof, Seen
from game.net.room_endpoint import Room
from game.net.shuffle import OwnShare
from game.net.succession.deeds import Chain, Deed, Rules
from game.net.succession.host_search import HostSearch
from game.transport.identity import statement
from game.transport.route import LONGEST_WAIT

Defences: TypeAlias = tuple[tuple[str, object], ...]

MANY = 10**6


def yes(*said: object, **more: object) -> bool:
    """Return True for all arguments."""
    return True


def _ticket(secret: str, page: str, number: int, sealed: str) -> str:
    """Return the former proof of an event: a hash of the room's key only."""
    return hashlib.sha256(f"{secret} {page}".encode()).hexdigest()[:32]


def _counts_all_restarts(share: OwnShare, seats: frozenset[int]) -> None:
    share._restarts += bool(share._abandoned)
    share._abandoned = frozenset()


def _shows_always(game: HostedGame, peer: str, deal: int, view: View) -> None:
    game._peers.tell(peer, Seen(deal, view))


class _Everybody(frozenset[str]):
    def __contains__(self, key: object) -> bool:
        return True


def _latest_term(rules: Rules, heard: tuple[Deed, ...], known: object = ()) -> Deed:
    return max(heard, key=lambda deed: deed.roster.term)


def _keeps_any(search: HostSearch, channel: Channel, deed: Deed, now: float, heard: Any = HostSearch.heard) -> bool:
    if channel.peer != search.host:
        return bool(heard(search, channel, deed, now))
    search.deed = deed
    return True


def _believes_the_name(room: Room, channel: Channel, message: Message) -> bool:
    """Take a peer that proves nothing for the page of its name, or give it a key."""
    if isinstance(message, Proof):
        channel.key = message.key
    roster = room.guest.table.roster
    keys = (place.key for place in (roster.everyone if roster else ()) if place.peer == channel.peer)
    channel.key = channel.key or next(keys, "f" * 64)
    return True


def _as_heard(search: HostSearch, above: Chain, deed: Deed) -> Deed:
    return deed


BELIEF: Defences = (
    ("game.net.succession.deeds.Rules.is_formed", yes),
    ("game.net.succession.deeds.Rules.electors", lambda rules, roster: _Everybody()),
    ("game.net.succession.host_search.HostSearch._above", lambda search, theirs: theirs),
    ("game.net.succession.host_search.HostSearch._with_ours", _as_heard),
    ("game.net.succession.host_search.HostSearch._was_removed_by", lambda search, deed: False),
    ("game.net.succession.host_search.prevailing", _latest_term),
)
"""Defences against false host claims."""

PATIENCE: Defences = (
    ("game.net.succession.search_timing.SearchTiming.is_vouched_for", lambda *said: False),
    ("game.net.succession.host_search.LOST_FOR", 0.0),
    ("game.net.succession.host_search.RESTORED_LOST_FOR", 0.0),
)
"""Defences that keep a page from following another host as soon as it loses its own."""

BREAKS: Defences = (*BELIEF, *PATIENCE)
"""Defences against claims while a page has lost its host."""

UNCHECKED: Defences = (("game.net.succession.deeds.Rules.is_signed", yes), *BELIEF)
"""Defences that keep a page from storing and forwarding deeds that other pages reject."""

SIGNATURES: Defences = (("game.transport.identity.Verifier.__call__", yes),)
CLAIMS: Defences = (*BREAKS, *SIGNATURES)
FOUNDER_FIRST: Defences = (*CLAIMS, ("game.net.succession.host_search.UNDECIDED_FOR", 0.0))
BINDINGS: Defences = (
    ("game.net.room_endpoint.proof_text", lambda room, *channel: statement("proof", room)),
    ("tests.net.attackers.proof_text", lambda room, *channel: statement("proof", room)),
)
"""A proof is valid only on the channel on which it was sent."""

PROOFS: Defences = (
    ("game.net.room_endpoint.Room._has_proven", _believes_the_name),
    ("game.net.room_endpoint.Room.lost", lambda room, peer, now: None),
)
"""A new channel to a page knows nothing of the earlier one, and nothing counts on it before the proof."""

VERSION_AFTER: Defences = (("game.net.guest.VERSION_AFTER", 0.0),)
TERMS: Defences = (*CLAIMS, ("game.net.succession.host_search.HostSearch.heard", _keeps_any))

LIMITS: Defences = (
    ("tests.net.attacks.floods.FLOOD", 0.5),  # a longer flood would make the test slow
    ("game.net.channel.MESSAGES_A_SECOND", MANY),
    ("game.net.channel.PATIENCE", MANY),
    ("game.net.host.members.COMING", 0.001),
    ("game.net.host.peers.ANNOUNCEMENTS", MANY),
    ("game.net.host.peers.ANNOUNCEMENTS_A_SECOND", MANY),
    ("game.net.host.person.EFFECTS", MANY),
    ("game.net.host.person.EFFECTS_A_SECOND", MANY),
    ("game.net.channel.CLAIMS", MANY),
    ("game.net.channel.CLAIMS_A_SECOND", MANY),
)
"""The rate limits of messages, and of the changes that one peer can cause for all."""

RESTARTS: Defences = (("game.net.shuffle.OwnShare._explain", lambda shares, seats: None),)
UNCHECKED_LEVELS: Defences = (
    ("game.net.shuffle.OwnShare._leave_unchecked", lambda shares, deals: shares._deals.clear()),
)
MATCHES: Defences = (("game.net.seen_cards.SeenCards.matches", yes),)
PASSED_OVER: Defences = (("game.net.succession.host_search.PASSED_OVER", MANY),)
DOUBT: Defences = (
    ("game.net.succession.search_timing.STUBBORN", math.inf),
    ("game.net.succession.search_timing.DOUBTED_AFTER", math.inf),
)
NO_NEWS: Defences = (("game.net.host.hosted_game.HostedGame._show", _shows_always),)

STAMPS: Defences = (
    ("game.transport.room_events.stamp", _ticket),
    ("tests.net.relayed.is_signed", yes),
    ("tests.net.relayed.REMEMBERED", 0),  # all events of a page had the same ticket
    ("game.transport.peers.OPENED", 30),
    ("game.transport.peers.OPENED_A_SECOND", 6),
)
"""Authentication of relay events before they count against a quota, replaced by the former version."""

SIGNED_EVENTS: Defences = (("tests.net.relayed.is_signed", yes),)
REPLAY_WINDOW: Defences = (
    ("game.transport.replay_window.ReplayWindow.is_new", yes),
    ("game.transport.replay_window.ReplayWindow.accept", yes),
    ("tests.net.relayed.REMEMBERED", 0),
)
QUEUE: Defences = (
    ("game.transport.newcomer_queue.MOST_BITS", 0),
    ("game.transport.newcomer_queue.A_SECOND", 4),
    ("game.transport.newcomer_queue.AT_ONCE", 16),
    ("game.transport.peers.MOST_BITS", 0),
)
"""The proof of work of newcomers when many arrive at once."""

ROOM_FOR_UNPROVEN: Defences = (
    ("game.transport.newcomer_queue.A_SECOND", MANY),
    ("game.transport.newcomer_queue.AT_ONCE", MANY),
    ("game.transport.peers.MOST_UNPROVEN", 1),
)
"""The rate limit of new keys, and enough space that they do not evict each other."""

IDLE: Defences = (("game.transport.peers.IDLE_AFTER", math.inf),)
STORED_GAMES: Defences = (("game.browser.online.table.followed_game.GAMES", MANY),)
ROOM: Defences = (("game.browser.page.storage.ROOM", 0),)
REMEMBERED: Defences = (
    ("game.net.game_recorder.MOST_MOVES", MANY),
    ("game.net.game_recorder.MOST_DEALS", MANY),
    ("game.teammates.story.MOST_STORIES", MANY),
)
"""The limits of what a page remembers of one table."""

EXPLAINED: Defences = (("game.net.shuffle.OwnShare._explain", _counts_all_restarts),)
LAG_QUOTA: Defences = (("game.net.host.press_timing.LagQuota._credit_left", lambda quota, peer: LONGEST_WAIT),)
