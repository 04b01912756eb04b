"""A game as its deals and moves: one under way, a saved one, a finished one, or one in a link."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from typing import Annotated, NoReturn, TypeAlias

from game.core.actions import Action, Deal, GoBlind, Play, PlayRest, RaiseStar
from game.core.cards import Card, Seat
from game.core.codec import integer, text
from game.core.result import Result
from game.core.rules import DEALER, IllegalAction, Step, apply, legal_actions
from game.core.state import Phase, State, new_game
from game.core.todays_deal import day_of
from game.core.variants import LEVELS, MAX_SEATS, Variant
from game.core.views import View, dealt_again, view_of

MOST_DEALS = 100
"""The largest number of deals of a game."""

LONGEST_NAME, LONGEST_CHARACTER, LONGEST_SEED = 14, 20, 120

YEARS = 4_102_444_800
"""Seconds from 1970 to 2100."""

UNDER_WAY = (Phase.FOCUS, Phase.PLAY, Phase.REVEAL)
"""The phases in which a table may lose its host, after which the new host deals the level again."""

TimedStep: TypeAlias = tuple[float, Step]
"""A step, with its time in seconds since the game began."""


class GameFault(Enum):
    """Why a text is not a usable game."""

    NOT_OURS = "not ours"
    DAMAGED = "damaged"
    VERSION = "of another version"
    TOO_LONG = "too long"
    IMPOSSIBLE = "against the rules"


class BadGame(ValueError):
    """Raised for what is not a usable game; `fault` is the reason."""

    def __init__(self, fault: GameFault) -> None:
        super().__init__(fault.value)
        self.fault = fault


def refuse(fault: GameFault) -> NoReturn:
    """Raise BadGame with `fault`."""
    raise BadGame(fault)


@dataclass(frozen=True, slots=True)
class Move:
    """`seat` took `action`, `at` seconds after the game began, to a hundredth of a second."""

    at: float
    seat: Seat
    action: Action


@dataclass(frozen=True, slots=True)
class DealtLevel:
    """One deal and the moves until the next: `hands` by seat, `moves` with times since the game began.

    This page never saw the cards in `unseen`; they are placeholders that fit.
    """

    hands: tuple[tuple[Card, ...], ...]
    moves: tuple[Move, ...] = ()
    unseen: frozenset[Card] = frozenset()


@dataclass(frozen=True, slots=True)
class Team:
    """The players by seat: their names, the characters of teammates, and the seat of this page.

    A person's character is empty. A page that only watched has no seat.
    """

    names: Annotated[tuple[Annotated[str, text(LONGEST_NAME)], ...], MAX_SEATS]
    characters: Annotated[tuple[Annotated[str, text(LONGEST_CHARACTER)], ...], MAX_SEATS]
    seat: Seat | None = None

    def __post_init__(self) -> None:
        if len(self.names) not in LEVELS or len(self.characters) != len(self.names):
            raise ValueError(f"{len(self.names)} names and {len(self.characters)} characters are no team")
        if self.seat is not None and self.seat >= len(self.names):
            raise ValueError(f"a team of {len(self.names)} has no seat {self.seat}")

    @classmethod
    def unnamed(cls, seats: int) -> Team:
        """Return a team of people without names."""
        return cls(("",) * seats, ("",) * seats)

    @property
    def people(self) -> int:
        """The number of people among the players."""
        return self.characters.count("")


@dataclass(frozen=True)
class Game:
    """A game from its first deal on, or only the cards of one: without `deals`, but with a `seed`.

    `seed` deals the same cards again, and is empty if there is no such seed. `result` is what the deals do not tell:
    that of another team with these cards, or of this team if the page did not see every deal. `ended` is in seconds
    since 1970, UTC; 0 if the game has not ended.
    """

    variant: Variant
    team: Team
    deals: Annotated[tuple[DealtLevel, ...], MOST_DEALS] = ()
    seed: Annotated[str, text(LONGEST_SEED)] = ""
    result: Result | None = None
    ended: Annotated[int, integer(0, YEARS)] = 0

    @property
    def seats(self) -> int:
        """The number of seats at the table."""
        return len(self.team.names)

    @property
    def day(self) -> str:
        """The day whose deal these cards are; empty if they are another deal."""
        return day_of(self.variant, self.seats, self.seed)

    @cached_property
    def steps(self) -> tuple[TimedStep, ...]:
        """Every step of the game, deals included, with its time. Raises BadGame if the rules refuse one."""
        try:
            return tuple(self._replay())
        except IllegalAction as error:
            raise BadGame(GameFault.IMPOSSIBLE) from error

    @property
    def end(self) -> State:
        """The last state. Raises BadGame."""
        return self.steps[-1][1][0]

    def views(self, seat: Seat | None) -> list[tuple[float, View]]:
        """Return all views of `seat`, or of a watcher if it is None, with their times. Raises BadGame."""
        known = self._views
        if seat not in known:
            known[seat] = [(at, view_of(state, seat, events)) for at, (state, events) in self.steps]
        return known[seat]

    def check(self) -> None:
        """Raise BadGame if the rules refuse the game, or no team can have its result."""
        result, levels = self.result, self.variant.levels(self.seats)
        if result is not None and not (result.level == levels if result.won else result.level <= levels):
            refuse(GameFault.IMPOSSIBLE)
        len(self.steps)

    def until_won(self) -> Game:
        """Return the open part of a game that continued blind after a win; any other game unchanged."""
        for number, deal in enumerate(self.deals):
            if deal.moves and deal.moves[-1].action == GoBlind():
                return replace(self, deals=(*self.deals[:number], replace(deal, moves=deal.moves[:-1])))
        return self

    @cached_property
    def _views(self) -> dict[Seat | None, list[tuple[float, View]]]:
        return {}

    def _replay(self) -> Iterator[TimedStep]:
        state, at = new_game(self.variant, self.seats), 0.0
        for deal in self.deals:
            step = dealt(state, deal.hands)
            yield at, step
            for move in deal.moves:
                if move.at < at:
                    refuse(GameFault.IMPOSSIBLE)
                at, step = move.at, apply(step[0], move.seat, move.action)
                yield at, step
            state = step[0]


def dealt(state: State, hands: Sequence[Sequence[Card]]) -> Step:
    """Return the step that deals these `hands`, for the same level again if it is under way.

    Raises IllegalAction or BadGame.
    """
    if state.phase in UNDER_WAY:
        state = dealt_again(state)
    number = state.variant.dealt(state.level, state.seats)
    if [*map(len, hands)] != [len(range(seat, number, state.seats)) for seat in range(state.seats)]:
        refuse(GameFault.IMPOSSIBLE)
    round_table = [hands[place % state.seats][place // state.seats] for place in range(number)]
    rest = sorted(set(state.variant.supply(state.level)).difference(round_table))
    return apply(state, DEALER, Deal((*round_table, *rest)))


def as_seen(game: Game) -> Game:
    """Return a game that a page knows from its Views, with legal moves.

    If its deals do not lead to its `result`, it has only that; otherwise only the deals.
    """
    state, deals = new_game(game.variant, game.seats), list[DealtLevel]()
    try:
        for deal in game.deals:
            state, _ = dealt(state, deal.hands)
            moves = list[Move]()
            for move in deal.moves:
                moves.append(replace(move, action=_legal(move, state)))
                state, _ = apply(state, move.seat, moves[-1].action)
            deals.append(replace(deal, moves=tuple(moves)))
    except ValueError:  # IllegalAction and BadGame are ValueErrors
        return replace(game, deals=())
    end = game.result
    if not deals or end is None or (state.level, state.lives, state.stars) != (end.level, end.lives, end.stars):
        return replace(game, deals=())
    return replace(game, deals=tuple(deals), result=None)


def _legal(move: Move, state: State) -> Action:
    """Return the action in a legal form. A View tells the card of a raised hand only if it is set aside."""
    legal = legal_actions(state, move.seat)
    if isinstance(move.action, RaiseStar) and move.action not in legal:
        raises = [one for one in legal if isinstance(one, RaiseStar)]
        return min(raises, key=lambda one: one.discard or 0, default=move.action)
    if isinstance(move.action, Play) and move.action not in legal and PlayRest() in legal:
        return PlayRest()
    return move.action
