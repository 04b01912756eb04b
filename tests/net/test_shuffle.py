"""The shuffle that everybody has a hand in."""

from __future__ import annotations

from random import Random

from game.core import new_game
from game.net.shuffle import Hand, SharedShuffle, Stage, dealt_fairly, mix, new_share, seal_of
from game.table import Table
from tests.net.pages import CLASSIC

SHARES = {0: "a" * 32, 1: "b" * 32, 3: "c" * 32}
SEALS = {seat: seal_of(1, seat, share) for seat, share in SHARES.items()}


def shuffle() -> SharedShuffle:
    shuffle = SharedShuffle(1, SHARES, deadline=3.0)
    for seat, seal in SEALS.items():
        assert shuffle.sealed(seat, seal)
    return shuffle


def test_all_seals_come_before_any_share() -> None:
    begun = SharedShuffle(1, SHARES, deadline=3.0)
    assert not begun.revealed(0, SHARES[0])
    assert begun.owing == {0, 1, 3}
    begun = shuffle()
    begun.go_on(6.0)
    assert begun.owing == {0, 1, 3}
    assert not begun.sealed(0, SEALS[0])
    assert all(begun.revealed(seat, share) for seat, share in SHARES.items())
    begun.go_on(9.0)
    assert begun.stage is Stage.DONE
    assert begun.shares == SHARES


def test_a_share_must_be_the_one_that_was_sealed() -> None:
    begun = shuffle()
    begun.go_on(6.0)
    assert not begun.revealed(1, SHARES[0])
    assert not begun.revealed(2, SHARES[0])
    assert begun.owing == {0, 1, 3}


def test_a_seal_says_whose_and_which_round() -> None:
    share = new_share(Random(1))
    assert len(share) == 32
    assert len({seal_of(r, seat, share) for r in range(3) for seat in range(3)}) == 9


def test_every_share_changes_the_whole_deal() -> None:
    seeds = {mix(SHARES)} | {mix({**SHARES, seat: "d" * 32}) for seat in SHARES}
    assert len(seeds) == 4
    assert mix(dict(reversed(SHARES.items()))) == mix(SHARES)


def test_the_same_cards_follow_from_the_same_shares() -> None:
    view = Table(CLASSIC, 4, mix(SHARES), {}).view(2)
    hand = Hand(new_game(CLASSIC, 4), 2, view.hand)
    assert dealt_fairly(SEALS, SHARES, 1, [hand])


def test_a_host_that_deals_other_cards_is_found_out() -> None:
    view = Table(CLASSIC, 4, "a seed of its own", {}).view(2)
    hand = Hand(new_game(CLASSIC, 4), 2, view.hand)
    assert not dealt_fairly(SEALS, SHARES, 1, [hand])


def test_a_host_that_changes_or_drops_a_share_is_found_out() -> None:
    assert not dealt_fairly(SEALS, {**SHARES, 1: "d" * 32}, 1, [])
    assert not dealt_fairly(SEALS, {0: SHARES[0], 1: SHARES[1]}, 1, [])
    assert not dealt_fairly(SEALS, SHARES, 2, [])
