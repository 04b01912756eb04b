"""A whole game as its seed and its actions, stored as readable JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NoReturn

from game.core.actions import Action
from game.core.cards import Seat
from game.core.notation import parse_action, spell_action
from game.core.rules import DEALER, IllegalAction, Step, apply, shuffled
from game.core.safe_json import read_json
from game.core.state import Phase, State, new_game
from game.core.variants import Variant, variant

FORMAT = 1

MOST_LEVELS, MOST_MOVES = 100, 4000
"""The largest number of deals, and of moves in all, of a game that is stored with its moves."""

MOVE = re.compile(r"(?P<at>\d{1,9}\.\d{1,9}) (?P<seat>\d) (?P<action>.+)", re.ASCII)


class RecordError(ValueError):
    """Raised for a text that is not the record of a possible game."""


@dataclass(frozen=True, slots=True)
class Move:
    """`seat` took `action`, `at` seconds after the game began, to the millisecond."""

    at: float
    seat: Seat
    action: Action


@dataclass(frozen=True, slots=True)
class Record:
    """A game: `seed` determines the deals, and `moves` everything else."""

    variant: Variant
    seats: int
    seed: str
    moves: tuple[Move, ...] = ()

    def to_json(self) -> str:
        """Return the record as JSON text: a header, then one line per move, "1.250 0 play 37"."""
        return json.dumps(self.plain(), indent=1)

    def plain(self) -> dict[str, Any]:
        """Return the record as values that JSON can represent."""
        return {
            "format": FORMAT,
            "variant": self.variant.name,
            "seats": self.seats,
            "seed": self.seed,
            "moves": [f"{m.at:.3f} {m.seat} {spell_action(m.action)}" for m in self.moves],
        }

    def replay(self) -> Iterator[tuple[float, Step]]:
        """Yield every step of the game, deals included, with its time. Raises RecordError."""
        state, at = new_game(self.variant, self.seats), 0.0
        moves = iter(self.moves)
        while True:
            if state.phase is Phase.DEAL:
                step = apply(state, DEALER, shuffled(state, self.seed))
            elif (move := next(moves, None)) is not None:
                if move.at < at:
                    _refuse("this saved game runs backwards in time")
                at = move.at
                step = _take(state, move)
            else:
                return
            yield at, step
            state = step[0]


def from_json(text: str) -> Record:
    """Return the record in `text`. Raises RecordError in one sentence."""
    try:
        match read_json(text):
            case {
                "format": 1,
                "variant": str(name),
                "seats": int(seats),
                "seed": str(seed),
                "moves": list(moves),
            } if len(seed) <= 200:
                record = Record(variant(name), seats, seed, tuple(map(move_of, moves)))
                new_game(record.variant, seats)
                return record
            case {"format": int(other)} if other != FORMAT:
                _refuse(f"this game was saved in format {other}, and only {FORMAT} is understood")
    except RecordError:
        raise
    except RecursionError as error:
        raise RecordError("this is not a saved game") from error
    except ValueError as error:
        raise RecordError(f"this saved game is damaged: {error}") from error
    _refuse("this is not a saved game")


def move_of(text: object) -> Move:
    """Return the move that `text` spells. Raises RecordError."""
    found = MOVE.fullmatch(text) if isinstance(text, str) else None
    if not found:
        _refuse(f"{str(text)[:40]!r} is no move")
    return Move(float(found["at"]), int(found["seat"]), parse_action(found["action"]))


def _take(state: State, move: Move) -> Step:
    try:
        return apply(state, move.seat, move.action)
    except IllegalAction as error:
        raise RecordError(f"this saved game breaks the rules: {error}") from error


def _refuse(why: str) -> NoReturn:
    raise RecordError(why)
