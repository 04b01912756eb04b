"""The shuffle that everybody has a hand in."""

from __future__ import annotations

from random import Random

from game.core import new_game
from game.net.digests import commitment, mixed, new_secret
from game.net.shuffle import Hand, SharedShuffle, Stage, dealt_fairly
from game.table import Table
from tests.net.pages import CLASSIC

SHARES = {0: "a" * 32, 1: "b" * 32, 3: "c" * 32}
COMMITMENTS = {seat: commitment(1, seat, share) for seat, share in SHARES.items()}


def shuffle() -> SharedShuffle:
    shuffle = SharedShuffle(1, SHARES, deadline=3.0)
    for seat, to in COMMITMENTS.items():
        assert shuffle.committed(seat, to)
    return shuffle


def test_all_are_bound_before_any_share_is_shown() -> None:
    begun = SharedShuffle(1, SHARES, deadline=3.0)
    assert not begun.revealed(0, SHARES[0])
    assert begun.owing == {0, 1, 3}
    begun = shuffle()
    begun.go_on(6.0)
    assert begun.owing == {0, 1, 3}
    assert not begun.committed(0, COMMITMENTS[0])
    assert all(begun.revealed(seat, share) for seat, share in SHARES.items())
    begun.go_on(9.0)
    assert begun.stage is Stage.DONE
    assert begun.shares == SHARES


def test_a_share_must_be_the_one_that_its_seat_is_bound_to() -> None:
    begun = shuffle()
    begun.go_on(6.0)
    assert not begun.revealed(1, SHARES[0])
    assert not begun.revealed(2, SHARES[0])
    assert begun.owing == {0, 1, 3}


def test_a_commitment_says_whose_and_which_round() -> None:
    share = new_secret(Random(1))
    assert len(share) == 32
    assert len({commitment(r, seat, share) for r in range(3) for seat in range(3)}) == 9


def test_every_share_changes_the_whole_deal() -> None:
    seeds = {mixed(SHARES)} | {mixed({**SHARES, seat: "d" * 32}) for seat in SHARES}
    assert len(seeds) == 4
    assert mixed(dict(reversed(SHARES.items()))) == mixed(SHARES)


def test_the_same_cards_follow_from_the_same_shares() -> None:
    view = Table(CLASSIC, 4, mixed(SHARES), {}).view(2)
    hand = Hand(new_game(CLASSIC, 4), 2, view.hand)
    assert dealt_fairly(COMMITMENTS, SHARES, 1, [hand])


def test_a_host_that_deals_other_cards_is_found_out() -> None:
    view = Table(CLASSIC, 4, "a seed of its own", {}).view(2)
    hand = Hand(new_game(CLASSIC, 4), 2, view.hand)
    assert not dealt_fairly(COMMITMENTS, SHARES, 1, [hand])


def test_a_host_that_changes_or_drops_a_share_is_found_out() -> None:
    assert not dealt_fairly(COMMITMENTS, {**SHARES, 1: "d" * 32}, 1, [])
    assert not dealt_fairly(COMMITMENTS, {0: SHARES[0], 1: SHARES[1]}, 1, [])
    assert not dealt_fairly(COMMITMENTS, SHARES, 2, [])
