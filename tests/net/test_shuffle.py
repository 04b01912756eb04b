"""The commit-reveal shuffle."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from random import Random

from game.core import LayHand, Phase, Play, Seat, View, new_game
from game.net.host.shuffle_host import ShuffleHost
from game.net.protocol.messages import Content, Give, Shuffle, Step
from game.net.shuffle import MOST_DEALS, Level, OwnShare, Verdict
from game.table import Table
from game.transport.hashes import commitment, mixed, new_secret
from tests.net.pages import CLASSIC

SHARES = {0: "a" * 32, 1: "b" * 32, 3: "c" * 32}
COMMITMENTS = {seat: commitment(1, seat, share) for seat, share in SHARES.items()}


def dealer() -> tuple[ShuffleHost, list[Content], list[Mapping[Seat, str]]]:
    """Return a host that has begun a shuffle, what it sends, and the shares from which it deals."""
    told, deals = list[Content](), list[Mapping[Seat, str]]()
    host = ShuffleHost(lambda: SHARES.keys(), lambda: 1.0, told.append, lambda shares, now: deals.append(shares))
    host.begin(0.0)
    return host, told, deals


def test_every_commitment_is_made_ahead_of_any_reveal() -> None:
    host, told, deals = dealer()
    assert not host.take(0, Give(1, Step.REVEAL, SHARES[0]), 1.0)
    for seat, to in COMMITMENTS.items():
        assert told == [Shuffle(1, Step.COMMIT)]
        assert host.take(seat, Give(1, Step.COMMIT, to), 1.0)
    assert told == [Shuffle(1, Step.COMMIT), Shuffle(1, Step.REVEAL, tuple(COMMITMENTS.items()))]
    assert not host.take(0, Give(1, Step.COMMIT, COMMITMENTS[0]), 2.0)
    for seat, share in SHARES.items():
        assert not deals and host.runs
        assert host.take(seat, Give(1, Step.REVEAL, share), 2.0)
    assert not host.runs and host.due == math.inf
    assert deals == [SHARES]


def test_a_share_must_match_its_commitment() -> None:
    host, _, deals = dealer()
    for seat, to in COMMITMENTS.items():
        assert host.take(seat, Give(1, Step.COMMIT, to), 1.0)
    assert not host.take(1, Give(1, Step.REVEAL, SHARES[0]), 2.0)
    assert not host.take(2, Give(1, Step.REVEAL, SHARES[0]), 2.0)
    assert host.take(0, Give(1, Step.REVEAL, SHARES[0]), 2.0) and host.take(3, Give(1, Step.REVEAL, SHARES[3]), 2.0)
    assert not deals
    assert host.take(1, Give(1, Step.REVEAL, SHARES[1]), 2.0) and deals == [SHARES]


def test_a_commitment_contains_its_seat_and_round() -> None:
    share = new_secret(Random(1))
    assert len(share) == 32
    assert len({commitment(r, seat, share) for r in range(3) for seat in range(3)}) == 9


def test_every_share_changes_the_whole_deal() -> None:
    seeds = {mixed(SHARES)} | {mixed({**SHARES, seat: "d" * 32}) for seat in SHARES}
    assert len(seeds) == 4
    assert mixed(dict(reversed(SHARES.items()))) == mixed(SHARES)


def played(seed: str) -> list[View]:
    """Return all views of seat 2 in level 3, dealt to four from `seed` and played in order, up to the next deal."""
    table = Table(CLASSIC, 4, seed, {}, start=new_game(CLASSIC, 4)._replace(level=3))
    for one in range(4):
        table.submit(one, LayHand(), 0.0)
    holders = sorted((card, one) for one in range(4) for card in table.view(one).hand)
    for card, holder in holders:
        table.submit(holder, Play(card), 1.0)
    return [update.view(2) for update in table.updates()][:-1]


def sees(own: OwnShare, views: list[View]) -> None:
    for view in views:
        own.saw(1, view)


LEVEL = Level(3, False)


def guest() -> tuple[OwnShare, dict[Seat, str]]:
    """Return a guest at seat 2 that has revealed its share, and the shares of all seats."""
    own = OwnShare(Random(5))
    commitments = {**COMMITMENTS, 2: own.commit(1, 2) or ""}
    share = own.reveal(1, 2, commitments)
    assert share is not None
    return own, {**SHARES, 2: share}


def test_a_verdict_applies_to_one_level_only() -> None:
    own, shares = guest()
    sees(own, played(mixed(shares)))
    assert own.is_owed
    assert own.check(1, shares) == Verdict(fair=(LEVEL,))
    assert not own.is_owed and own.check(1, shares) == Verdict()


def test_a_level_is_foul_unless_the_committed_shares_deal_every_card_that_was_seen() -> None:
    _, shares = guest()
    right, other = played(mixed(shares)), played("a seed of its own")
    later = next(view for view in right if view.phase is Phase.PLAY)
    swapped = replace(later, hand=other[0].hand)
    changed, dropped = {**shares, 0: "d" * 32}, {seat: share for seat, share in shares.items() if seat}
    for views, revealed in ((other, shares), ([*right, swapped], shares), (right, changed), (right, dropped)):
        own, _ = guest()
        sees(own, views)
        assert own.check(1, revealed) == Verdict(foul=(LEVEL,))


def test_a_page_outside_the_shuffle_cannot_verify_it() -> None:
    own = OwnShare(Random(5))
    sees(own, played("some seed"))
    assert own.check(1, SHARES) == Verdict(unchecked=(LEVEL,))


def test_a_new_host_leaves_the_levels_of_the_last_one_unverified() -> None:
    own, shares = guest()
    sees(own, played(mixed(shares)))
    after = own.successor()
    assert after.give_up() == Verdict(unchecked=(LEVEL,))
    assert own.check(1, shares) == Verdict(fair=(LEVEL,))


def test_a_level_dealt_by_two_hosts_is_named_once() -> None:
    own, shares = guest()
    sees(own, played(mixed(shares)))
    after = own.successor()
    sees(after, played(mixed(shares)))
    assert after.check(1, shares) == Verdict(unchecked=(LEVEL,))


def test_a_host_that_deals_for_ever_does_not_fill_memory() -> None:
    own, _ = guest()
    view = played("some seed")[0]
    for deal in range(3 * MOST_DEALS):
        own.saw(deal, view)
    assert len(own._deals) == MOST_DEALS
    assert own.give_up().unchecked == (LEVEL,)


def begun_anew(seats: Mapping[Seat, str]) -> OwnShare:
    """Return a guest at seat 2 whose share was revealed in vain; the next round has these other `seats`."""
    own, _ = guest()
    commitments = {**seats, 2: own.commit(2, 2) or ""}
    assert own.reveal(2, 2, commitments) is not None
    return own


def test_a_round_that_a_host_restarts_without_a_reason_is_counted() -> None:
    own = begun_anew({seat: commitment(2, seat, "e" * 32) for seat in COMMITMENTS})
    assert own.dropped_out() == [] and own.saw(1, played("some seed")[0]) == 1


def test_a_round_restarted_because_a_seat_disconnected_is_not_counted() -> None:
    own = begun_anew({seat: commitment(2, seat, "e" * 32) for seat in COMMITMENTS if seat != 1})
    assert own.dropped_out() == [1] and own.dropped_out() == []
    assert own.saw(1, played("some seed")[0]) == 0


def test_the_shuffle_after_a_verified_game_does_not_count_as_a_restart() -> None:
    own, shares = guest()
    sees(own, played(mixed(shares)))
    assert own.check(1, shares) == Verdict(fair=(LEVEL,))
    following = {seat: commitment(2, seat, "e" * 32) for seat in COMMITMENTS}
    assert own.reveal(2, 2, {**following, 2: own.commit(2, 2) or ""}) is not None
    assert own.saw(2, played("some seed")[0]) == 0
