"""Random games for the property tests.

The player usually plays in order, so games get far, and sometimes makes a mistake.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from random import Random

from hypothesis import strategies as st

from game.core import (
    BASES,
    DEALER,
    Action,
    Card,
    Event,
    GoBlind,
    Laid,
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
from tests.core.positions import on_the_table

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


def choose(
    state: State, dice: Random, care: float = 0.9, weights: Mapping[type[Action], float] = WEIGHTS
) -> tuple[Seat, Action] | None:
    """Return a random legal action; with probability `care`, a card is played in its correct order.

    `weights` are relative probabilities; those of other actions are 1. Return None if nobody can do anything.
    """
    if state.phase is Phase.DEAL:
        return DEALER, shuffled(state, str(dice.random()))
    options = [(seat, action) for seat in range(state.seats) for action in spelled(legal_actions(state, seat))]
    if options and dice.random() < care:
        held = [card for hand in state.hands for card in hand]
        in_order = [
            (seat, action)
            for seat, action in options
            if not isinstance(action, Play) or not any(state.variant.precedes(card, action.card) for card in held)
        ]
        options = in_order or options
    return dice.choices(options, [weights.get(type(action), 1) for _, action in options])[0] if options else None


@cache
def spelled(actions: frozenset[Action]) -> list[Action]:
    """Return the actions in an order that is the same on every run, unlike a set's own order."""
    return sorted(actions, key=repr)


def steps(state: State, dice: Random, count: int) -> Iterator[tuple[State, Seat, Action, State, tuple[Event, ...]]]:
    """Yield up to `count` random steps of a game as (before, seat, action, after, events)."""
    for _ in range(count):
        chosen = choose(state, dice)
        if chosen is None:
            return
        after, events = apply(state, *chosen)
        yield state, *chosen, after, events
        state = after


def hidden_from(state: State, seat: Seat | None) -> list[tuple[str, int, int]]:
    """Return the places of the cards that `seat` may not see: in other hands, and on face-down piles."""
    hands = [
        ("hand", holder, at) for holder, hand in enumerate(state.hands) for at in range(len(hand)) if holder != seat
    ]
    piles = [
        ("pile", pile, at)
        for pile in sorted(state.face_down)
        for at, (holder, _) in enumerate(state.piles[pile])
        if holder != seat
    ]
    return hands + piles


def card_at(state: State, place: tuple[str, int, int]) -> Card:
    kind, index, at = place
    return state.hands[index][at] if kind == "hand" else state.piles[index][at].card


def another_truth(state: State, seat: Seat | None, dice: Random, kept: frozenset[Card] = frozenset()) -> State:
    """Return a state that differs only in cards `seat` may not see; the cards in `kept` stay where they are."""
    places = [place for place in hidden_from(state, seat) if card_at(state, place) not in kept]
    known = set(on_the_table(state)) - {card_at(state, place) for place in places}
    unknown = [card for card in state.variant.supply(state.level) if card not in known]
    hands = [list(hand) for hand in state.hands]
    piles = [list(pile) for pile in state.piles]
    for kind, index, at in sorted(places, reverse=True):  # piles first: each takes one colour only
        if kind == "pile":
            new = dice.choice([card for card in unknown if state.variant.pile_of(card) == index])
            piles[index][at] = Laid(piles[index][at].seat, new)
        else:
            new = dice.choice(unknown)
            hands[index][at] = new
        unknown.remove(new)
    sorted_hands = tuple(map(state.variant.sort, map(tuple, hands)))
    return state._replace(
        hands=sorted_hands,
        piles=tuple(map(tuple, piles)),
        raised=tuple(
            (up, card if up == seat else offer(state.variant.leading(sorted_hands[up]), dice))
            for up, card in state.raised
        ),
    )


def offer(leading: tuple[Card, ...], dice: Random) -> Card | None:
    return dice.choice(leading) if len(leading) > 1 else None
