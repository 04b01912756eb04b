"""Exhaustive play of small deals: the number of ways to play them, and the invariants at every step."""

from __future__ import annotations

from collections.abc import Iterator
from math import factorial

import pytest

from game.core import (
    LevelCompleted,
    LifeLost,
    Phase,
    PilesTurned,
    Play,
    Reward,
    StarUsed,
    State,
    Step,
    apply,
    legal_actions,
)
from tests.core.positions import all_lay_hands, on_the_table, playing

OVER = (Phase.DEAL, Phase.REVEAL, Phase.WON, Phase.LOST)


def plays(state: State) -> Iterator[Step]:
    """Yield the step of every card that may be played next; in the focus phase all seats concentrate first."""
    if state.phase is Phase.FOCUS:
        state = all_lay_hands(state)
    for seat in range(state.seats):
        for action in legal_actions(state, seat):
            if isinstance(action, Play):
                yield followed(state, apply(state, seat, action))


def followed(before: State, step: Step) -> Step:
    """Check the invariants of `step` and return it."""
    after, events = step
    told = sum(isinstance(event, LifeLost) for event in events)
    told += sum(event.lives for event in events if isinstance(event, PilesTurned))
    rewards = [event.reward for event in events if isinstance(event, LevelCompleted)]
    assert before.lives - after.lives == told - rewards.count(Reward.LIFE)
    assert before.variant.strict or told <= 1 + (0 < len(before.hidden_piles) < len(before.piles))
    thrown = sum(isinstance(event, StarUsed) for event in events)
    assert before.stars - after.stars == thrown - rewards.count(Reward.STAR)
    assert (after.lives == 0) == (after.phase is Phase.LOST)
    if after.phase in (Phase.PLAY, Phase.FOCUS):
        assert any(after.hands)
        assert on_the_table(after) == on_the_table(before)
    if after.phase in (Phase.REVEAL, Phase.WON):
        assert not any(after.hands)
        assert on_the_table(after) == on_the_table(before)
    return step


def endings(state: State) -> dict[tuple[str, int], int]:
    """Count the orders of play by how they end and with how many lives."""
    if state.phase in OVER:
        return {(state.phase.value, state.lives): 1}
    total: dict[tuple[str, int], int] = {}
    for after, _ in plays(state):
        for end, count in endings(after).items():
            total[end] = total.get(end, 0) + count
    return total


def reachable(state: State) -> set[State]:
    """Return every position that can be reached before the next deal."""
    found, new = {state}, [state]
    while new:
        position = new.pop()
        if position.phase is Phase.WON:
            continue
        for seat in range(state.seats):
            for action in legal_actions(position, seat):
                after, _ = followed(position, apply(position, seat, action))
                if after not in found:
                    found.add(after)
                    new.append(after)
    return found


@pytest.mark.parametrize(
    ("game", "hands", "level", "expected"),
    [
        # Two seats with one card each: in order, or one mistake, which also ends the level.
        ("classic", "1 | 2", 1, {("deal", 2): 1, ("deal", 1): 1}),
        ("classic", "1 | 2 | 3", 1, {("deal", 2): 1, ("deal", 1): 3}),
        ("classic", "1 3 | 2 4", 1, {("deal", 2): 1, ("deal", 1): 3, ("lost", 0): 1}),
        ("classic", "1 2 | 3 4", 1, {("deal", 2): 1, ("deal", 1): 2}),
        ("classic", "1 2 3 | 4 5 6", 1, {("deal", 2): 1, ("deal", 1): 3}),
        ("descending", "2 | 1", 1, {("deal", 2): 1, ("deal", 1): 1}),
        ("descending", "4 2 | 3 1", 1, {("deal", 2): 1, ("deal", 1): 3, ("lost", 0): 1}),
        # 49 and 51 may go in either order, and neither makes the other a mistake.
        ("fifty", "49 | 51", 1, {("deal", 2): 2}),
        ("fifty", "49 | 51 | 50", 1, {("deal", 2): 2, ("deal", 1): 2}),
        # The piles of Extreme are independent: with one colour for each seat no mistake is possible.
        ("extreme", "w1 w2 | r50 r49", 1, {("deal", 2): 6}),
        ("extreme", "w1 r49 | w2 r50", 1, {("deal", 2): 6, ("deal", 1): 6, ("lost", 0): 2}),
    ],
)
def test_number_of_ways_to_play_a_small_deal(
    game: str, hands: str, level: int, expected: dict[tuple[str, int], int]
) -> None:
    assert endings(playing(hands, game=game, level=level)) == expected


@pytest.mark.parametrize("hands", ["1 3 | 2 4", "1 2 3 | 4 5 6", "1 4 | 2 5 | 3 6"])
def test_blind_play_never_stops_so_every_interleaving_is_played(hands: str) -> None:
    state = playing(hands, blind=True)
    sizes = [len(hand) for hand in state.hands]
    interleavings = factorial(sum(sizes))
    for size in sizes:
        interleavings //= factorial(size)
    assert endings(state) == {("reveal", 2): 1, ("reveal", 1): interleavings - 1}


@pytest.mark.parametrize(
    ("hands", "count"), [("1 5 9 | 2 6 | 3 7", 44), ("1 2 3 4 | 5 6 7 8", 5), ("1 3 5 7 | 2 4 6 8", 34)]
)
def test_number_of_orders_of_play_of_a_larger_deal(hands: str, count: int) -> None:
    assert sum(endings(playing(hands, lives=5)).values()) == count


@pytest.mark.parametrize(
    ("game", "hands", "level", "stars", "count"),
    [
        ("classic", "1 3 | 2 4", 1, 1, 87),
        ("classic", "1 3 | 2 4", 2, 2, 106),
        ("classic", "1 | 2 | 3", 1, 1, 132),
        ("blind", "1 3 | 2 4", 1, 1, 222),
        ("no-stars", "1 3 | 2 4", 1, 0, 31),
        ("descending", "4 2 | 3 1", 1, 1, 87),
        ("fifty", "49 51 | 50 40", 1, 1, 136),
        ("tens", "21 23 | 22 24", 3, 1, 87),
        ("extreme", "w1 r49 | w2 r50", 1, 1, 178),
        ("extreme", "w1 r49 | w2 r50", 5, 1, 283),
        ("extreme+strict", "w1 r49 | w2 r50", 12, 1, 316),
    ],
)
def test_number_of_positions_that_can_be_reached(game: str, hands: str, level: int, stars: int, count: int) -> None:
    assert len(reachable(playing(hands, game=game, level=level, stars=stars))) == count


def test_a_mirrored_deal_in_descending_has_the_same_endings() -> None:
    up = endings(playing("1 4 | 2 5 | 3 6", lives=3))
    down = endings(playing("100 97 | 99 96 | 98 95", game="descending", lives=3))
    assert up == down
    assert len(up) > 2
