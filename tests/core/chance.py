"""Random games for the property tests.

The player usually plays in order, so games get far, and sometimes makes a mistake.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from hypothesis import strategies as st

from game.core import (
    BASES,
    DEALER,
    Action,
    Card,
    Event,
    GoBlind,
    LayHand,
    LiftHand,
    LowerStar,
    Phase,
    Play,
    PlayRest,
    RaiseStar,
    Seat,
    State,
    Stop,
    Variant,
    apply,
    legal_actions,
    new_game,
    shuffled,
)

WEIGHTS: dict[type[Action], float] = {
    LayHand: 12,
    LiftHand: 1,
    LowerStar: 0.5,
    Play: 2,
    PlayRest: 4,
    RaiseStar: 1,
    Stop: 0.2,
}
"""Relative probability of each action; others weigh 1. Otherwise half of each game would be hands going up and down."""

variants = st.builds(
    Variant,
    base=st.sampled_from(list(BASES)),
    stars=st.booleans(),
    blind=st.booleans(),
    strict=st.booleans(),
    gentle=st.booleans(),
)
games = st.builds(new_game, variants, st.integers(2, 8))
dice = st.builds(Random, st.integers(0, 2**32))


def every_action() -> list[Action]:
    """Return every action except a deal."""
    cards: list[Card] = list(range(1, 101))
    return [
        *(LayHand(), LiftHand(), LowerStar(), PlayRest(), Stop(), GoBlind()),
        *map(Play, cards),
        *map(RaiseStar, [None, *cards]),
    ]


def choose(state: State, dice: Random, care: float = 0.9) -> tuple[Seat, Action]:
    """Return a random legal action; with probability `care`, a card is played in its correct order."""
    if state.phase is Phase.DEAL:
        return DEALER, shuffled(state, str(dice.random()))
    options = [(seat, action) for seat in range(state.seats) for action in spelled(legal_actions(state, seat))]
    if dice.random() < care:
        held = [card for hand in state.hands for card in hand]
        in_order = [
            (seat, action)
            for seat, action in options
            if not isinstance(action, Play) or not any(state.variant.precedes(card, action.card) for card in held)
        ]
        options = in_order or options
    return dice.choices(options, [WEIGHTS.get(type(action), 1) for _, action in options])[0]


def spelled(actions: frozenset[Action]) -> list[Action]:
    """Return the actions in an order that is the same on every run, unlike a set's own order."""
    return sorted(actions, key=repr)


def steps(state: State, dice: Random, count: int) -> Iterator[tuple[State, Seat, Action, State, tuple[Event, ...]]]:
    """Yield up to `count` random steps of a game as (before, seat, action, after, events)."""
    for _ in range(count):
        if not any(legal_actions(state, seat) for seat in range(state.seats)) and state.phase is not Phase.DEAL:
            return
        seat, action = choose(state, dice)
        after, events = apply(state, seat, action)
        yield state, seat, action, after, events
        state = after
