"""A whole game as its hands and its moves. The rules replay it, and refuse an impossible one.

The record of a solo game determines its cards by a seed. A game with others has no seed for all of its deals, so the
hands themselves are stored, as far as the players saw them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import InitVar, dataclass, replace
from functools import cached_property
from typing import TypeAlias

from game.core import (
    DEALER,
    Card,
    Deal,
    Dealt,
    Event,
    IllegalAction,
    Phase,
    State,
    Step,
    Variant,
    apply,
    dealt_again,
    new_game,
)
from game.core.record import Move, Record, RecordError
from game.history.errors import BadGame, GameFault, refuse

UNDER_WAY = (Phase.FOCUS, Phase.PLAY, Phase.REVEAL)
"""The phases in which a table may lose its host, after which the new host deals the level again."""


TimedStep: TypeAlias = tuple[float, Step]
"""A step, with its time since the game began."""


@dataclass(frozen=True, slots=True)
class DealtLevel:
    """One deal and the moves until the next: `hands` by seat, `moves` with times since the game began.

    This page never saw the cards in `unseen`; they are placeholders that fit.
    """

    hands: tuple[tuple[Card, ...], ...]
    moves: tuple[Move, ...]
    unseen: frozenset[Card] = frozenset()


@dataclass(frozen=True)
class PlayedGame:
    """A game of `variant` from its first deal on.

    `known_steps` are its steps, if the rules have replayed it already: they do so once.
    """

    variant: Variant
    seats: int
    levels: tuple[DealtLevel, ...]
    known_steps: InitVar[tuple[TimedStep, ...]] = ()

    def __post_init__(self, known_steps: tuple[TimedStep, ...]) -> None:
        if known_steps:
            self.__dict__["steps"] = known_steps

    @cached_property
    def steps(self) -> tuple[TimedStep, ...]:
        """Every step of the game, deals included, with its time. Raises BadGame if the rules refuse one."""
        return tuple(self._replay())

    def end(self) -> State:
        """Return the final state. Raises BadGame."""
        return self.steps[-1][1][0]

    def _replay(self) -> Iterator[TimedStep]:
        state, at = _new_game(self.variant, self.seats), 0.0
        for level in self.levels:
            step = dealt(state, level.hands)
            yield at, step
            for move in level.moves:
                if not at <= move.at:
                    refuse(GameFault.IMPOSSIBLE)
                at, step = move.at, taken(step[0], move)
                yield at, step
            state = step[0]


def dealt(state: State, hands: Sequence[Sequence[Card]]) -> Step:
    """Return the step that deals these `hands`, for the same level again if it is under way. Raises BadGame."""
    if state.phase in UNDER_WAY:
        state = dealt_again(state)
    elif state.phase is not Phase.DEAL:
        refuse(GameFault.IMPOSSIBLE)
    number = state.variant.dealt(state.level, state.seats)
    if [*map(len, hands)] != [len(range(seat, number, state.seats)) for seat in range(state.seats)]:
        refuse(GameFault.IMPOSSIBLE)
    round_table = [hands[place % state.seats][place // state.seats] for place in range(number)]
    rest = sorted(set(state.variant.supply(state.level)).difference(round_table))
    try:
        return apply(state, DEALER, Deal((*round_table, *rest)))
    except IllegalAction as error:
        raise BadGame(GameFault.IMPOSSIBLE) from error


def taken(state: State, move: Move) -> Step:
    """Return the step of `move`. Raises BadGame if the rules refuse it."""
    try:
        return apply(state, move.seat, move.action)
    except IllegalAction as error:
        raise BadGame(GameFault.IMPOSSIBLE) from error


def of_record(record: Record) -> PlayedGame:
    """Return the game of `record`, with its hands. Raises BadGame."""
    levels: list[DealtLevel] = []
    moves = iter(record.moves)
    try:
        steps = tuple(record.replay())
        for _, (state, events) in steps:
            if state.phase is Phase.FOCUS and _is_deal(events):
                levels.append(DealtLevel(state.hands, ()))
            else:
                last = levels[-1]
                levels[-1] = replace(last, moves=(*last.moves, next(moves)))
    except RecordError as error:
        raise BadGame(GameFault.IMPOSSIBLE) from error
    return PlayedGame(record.variant, record.seats, tuple(levels), steps)


def until_won(game: PlayedGame) -> PlayedGame:
    """Return the open part of a game that continued blind after a win; any other game unchanged. Raises BadGame."""
    levels: list[DealtLevel] = []
    steps = iter(game.steps)
    for level in game.levels:
        (_, (state, _)), moves = next(steps), list[Move]()
        for move in level.moves:
            if state.phase is Phase.WON:
                return PlayedGame(game.variant, game.seats, (*levels, replace(level, moves=tuple(moves))))
            _, (state, _) = next(steps)
            moves.append(move)
        levels.append(level)
    return game


def _is_deal(events: Sequence[Event]) -> bool:
    return any(isinstance(event, Dealt) for event in events)


def _new_game(variant: Variant, seats: int) -> State:
    try:
        return new_game(variant, seats)
    except ValueError as error:
        raise BadGame(GameFault.IMPOSSIBLE) from error
