"""A compact binary code of a whole game: its hands, and its moves with their times.

Encoder and decoder play the game by the rules as they go, so that a decoded game is always possible.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb

from game.core import (
    BASES,
    Action,
    Card,
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
    new_game,
)
from game.core.record import MOST_LEVELS, MOST_MOVES, Move
from game.core.variants import MAX_SEATS, MIN_SEATS
from game.history.errors import GameFault, refuse
from game.history.packing import Packer, Unpacker
from game.history.played_game import DealtLevel, PlayedGame, TimedStep, dealt, taken

TICK = 0.02
"""Resolution of times in seconds. A player does not notice a press more precisely than that."""

LONGEST_PAUSE = 600
"""Longest pause in seconds. A longer one is shortened to it, because no one wants to wait that long again."""

KINDS = LayHand, LiftHand, Play, PlayRest, RaiseStar, LowerStar, Stop, GoBlind
WITHOUT_CARD: dict[type, Action] = {
    type(action): action for action in (LayHand(), LiftHand(), PlayRest(), LowerStar(), Stop(), GoBlind())
}
VARIANTS = tuple(BASES)
MOST_VARIANTS = 32


def put_game(packer: Packer, game: PlayedGame) -> None:
    """Add `game`. Raises BadGame if it is too long or impossible."""
    if not 1 <= len(game.levels) <= MOST_LEVELS or sum(len(level.moves) for level in game.levels) > MOST_MOVES:
        refuse(GameFault.TOO_LONG)
    put_variant(packer, game.variant, game.seats)
    packer.put(len(game.levels) - 1, MOST_LEVELS)
    steps, before = iter(game.steps), 0
    for level in game.levels:
        _, (state, _) = next(steps)
        _put_hands(packer, state, level)
        packer.put_any(len(level.moves))
        for move in level.moves:
            ticks = round(move.at / TICK)
            packer.put_any(min(max(0, ticks - before), round(LONGEST_PAUSE / TICK)))
            _put_action(packer, state, move.seat, move.action)
            (_, (state, _)), before = next(steps), ticks


def take_game(unpacker: Unpacker) -> PlayedGame:
    """Return the next game. Raises BadGame."""
    variant, seats = take_variant(unpacker)
    levels: list[DealtLevel] = []
    steps: list[TimedStep] = []
    state, ticks, left = new_game(variant, seats), 0, MOST_MOVES
    for _ in range(1 + unpacker.take(MOST_LEVELS)):
        hands, unseen = _take_hands(unpacker, state)
        steps.append((round(ticks * TICK, 2), dealt(state, hands)))
        state = steps[-1][1][0]
        moves: list[Move] = []
        number = unpacker.take_any()
        left -= number
        if left < 0:
            refuse(GameFault.TOO_LONG)
        for _ in range(number):
            ticks += unpacker.take_any()
            move = Move(round(ticks * TICK, 2), *_take_action(unpacker, state))
            steps.append((move.at, taken(state, move)))
            state = steps[-1][1][0]
            moves.append(move)
        levels.append(DealtLevel(hands, tuple(moves), unseen))
    return PlayedGame(variant, seats, tuple(levels), tuple(steps))


def put_variant(packer: Packer, variant: Variant, seats: int) -> None:
    """Add the variant and the number of seats."""
    packer.put(VARIANTS.index(variant.base), MOST_VARIANTS)
    for chosen in (variant.stars, variant.blind, variant.strict, variant.gentle):
        packer.put(int(chosen), 2)
    packer.put(seats - MIN_SEATS, MAX_SEATS - MIN_SEATS + 1)


def take_variant(unpacker: Unpacker) -> tuple[Variant, int]:
    """Return the variant and the number of seats. Raises BadGame."""
    base = unpacker.take(MOST_VARIANTS)
    stars, blind, strict, gentle = (bool(unpacker.take(2)) for _ in range(4))
    if base >= len(VARIANTS):
        refuse(GameFault.VERSION)
    seats = MIN_SEATS + unpacker.take(MAX_SEATS - MIN_SEATS + 1)
    return Variant(VARIANTS[base], stars, blind, strict, gentle), seats


# --- Hands ----------------------------------------------------------------------------------


def _put_hands(packer: Packer, state: State, level: DealtLevel) -> None:
    """Add the hands: each one as its index among all possible hands (combinatorial number system)."""
    free = list(state.variant.supply(state.level))
    for hand in state.hands:
        packer.put(_rank([free.index(card) for card in sorted(hand)]), comb(len(free), len(hand)))
        free = [card for card in free if card not in hand]
    held = sorted(card for hand in state.hands for card in hand)
    packer.put(len(level.unseen), len(held) + 1)
    packer.put(_rank([held.index(card) for card in sorted(level.unseen)]), comb(len(held), len(level.unseen)))


def _take_hands(unpacker: Unpacker, state: State) -> tuple[tuple[tuple[Card, ...], ...], frozenset[Card]]:
    level = state.level + 1 if state.phase is Phase.REVEAL else state.level
    if level > state.levels:
        refuse(GameFault.IMPOSSIBLE)
    free = list(state.variant.supply(level))
    number = state.variant.dealt(level, state.seats)
    hands = []
    for seat in range(state.seats):
        size = len(range(seat, number, state.seats))
        hand = [free[at] for at in _chosen(unpacker.take(comb(len(free), size)), size)]
        hands.append(state.variant.sort(hand))
        free = [card for card in free if card not in hand]
    held = sorted(card for hand in hands for card in hand)
    size = unpacker.take(len(held) + 1)
    unseen = frozenset(held[at] for at in _chosen(unpacker.take(comb(len(held), size)), size))
    return tuple(hands), unseen


def _rank(places: Sequence[int]) -> int:
    """Return the index of the ascending `places` among all combinations of the same size."""
    return sum(comb(place, at) for at, place in enumerate(places, start=1))


def _chosen(rank: int, size: int) -> list[int]:
    """Return the combination of `size` places with the index `rank`: the inverse of `_rank`."""
    places: list[int] = []
    for at in range(size, 0, -1):
        place = at - 1
        while comb(place + 1, at) <= rank:
            place += 1
        rank -= comb(place, at)
        places.append(place)
    return places[::-1]


# --- Actions --------------------------------------------------------------------------------


def _put_action(packer: Packer, state: State, seat: Seat, action: Action) -> None:
    """Add an action. The likely next actions take the shortest code."""
    usual = _usual(state)
    if (seat, action) in usual:
        packer.put(0, 2)
        packer.put(usual.index((seat, action)), len(usual))
        return
    packer.put(1, 2)
    packer.put([kind is type(action) for kind in KINDS].index(True), len(KINDS))
    packer.put(seat, state.seats)
    choices = _choices(state, seat, type(action))
    packer.put(choices.index(action), len(choices))


def _take_action(unpacker: Unpacker, state: State) -> tuple[Seat, Action]:
    if not unpacker.take(2):
        usual = _usual(state)
        return usual[unpacker.take(len(usual))]
    kind = KINDS[unpacker.take(len(KINDS))]
    seat = unpacker.take(state.seats)
    choices = _choices(state, seat, kind)
    return seat, choices[unpacker.take(len(choices))]


def _usual(state: State) -> list[tuple[Seat, Action]]:
    """Return the likely next actions: playing the card that is due, or laying another hand on the table."""
    if state.phase is not Phase.PLAY:
        return [(seat, LayHand()) for seat in range(state.seats) if seat not in state.down]
    held = {card for hand in state.hands for card in hand}
    leading = [(seat, card) for seat, hand in enumerate(state.hands) for card in state.variant.leading(hand)]
    return [(seat, Play(card)) for seat, card in leading if held.isdisjoint(state.variant.before(card))]


def _choices(state: State, seat: Seat, kind: type) -> list[Action]:
    """Return the possible actions of the type `kind` for `seat`, legal or not."""
    leading = state.variant.leading(state.hands[seat])
    if kind is Play:
        return [Play(card) for card in leading]
    if kind is RaiseStar:
        return [RaiseStar(), *map(RaiseStar, leading)]
    return [WITHOUT_CARD[kind]]
