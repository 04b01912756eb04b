"""Games that chance plays, for the properties: sensible enough to get far, careless enough to err."""

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
"""How readily chance takes an action: else half of each game would be hands going up and down."""

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
    """All that anybody could ever ask for, a deal apart."""
    cards: list[Card] = list(range(1, 101))
    return [
        *(LayHand(), LiftHand(), LowerStar(), PlayRest(), Stop(), GoBlind()),
        *map(Play, cards),
        *map(RaiseStar, [None, *cards]),
    ]


def choose(state: State, dice: Random, care: float = 0.9) -> tuple[Seat, Action]:
    """Something legal; a card in its order with the probability `care`."""
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
    """The same order on every run: a set's own order is not."""
    return sorted(actions, key=repr)


def steps(state: State, dice: Random, count: int) -> Iterator[tuple[State, Seat, Action, State, tuple[Event, ...]]]:
    """Up to `count` steps of a game that chance plays: before, who, what, after, events."""
    for _ in range(count):
        if not any(legal_actions(state, seat) for seat in range(state.seats)) and state.phase is not Phase.DEAL:
            return
        seat, action = choose(state, dice)
        after, events = apply(state, seat, action)
        yield state, seat, action, after, events
        state = after
