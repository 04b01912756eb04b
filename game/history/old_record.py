"""Reads the form in which versions before the first release saved a solo game: its seed and its moves as text."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from game.core.game_text import read_value
from game.core.notation import parse_action
from game.core.record import LONGEST_NAME, BadGame, DealtLevel, Game, GameFault, Move, Team, refuse
from game.core.result import Result
from game.core.rules import DEALER, apply, shuffled
from game.core.state import Phase, new_game
from game.core.variants import variant

LONGEST = 1_000_000
MOVE = re.compile(r"\d{1,9}\.\d{1,9} \d .+", re.ASCII)


def saved(text: str) -> Game:
    """Return the game that was saved as `text`. Raises BadGame."""
    match plain := read_value(text, LONGEST):
        case {"format": 1, "names": list(names), "characters": list(characters), "game": dict(record)}:
            beat = plain.get("to_beat")
            game = of_record(record, [str(name) for name in names], ["", *map(str, characters)])
            return replace(game, result=Result(**beat) if isinstance(beat, dict) else None)
    refuse(GameFault.DAMAGED)


def of_record(record: dict[str, Any], names: list[str], characters: list[str]) -> Game:
    """Return the game of a `record`. Raises BadGame."""
    match record:
        case {"format": 1, "variant": str(name), "seed": str(seed), "moves": list(moves)}:
            try:
                team = Team(tuple(one[:LONGEST_NAME] for one in names), tuple(characters), 0)
                game = Game(variant(name), team, seed=seed)
                return replace(game, deals=_deals(game, moves))
            except (ValueError, AttributeError) as error:
                raise BadGame(GameFault.DAMAGED) from error
    refuse(GameFault.DAMAGED)


def move_of(text: str) -> Move:
    """Return the move that `text` spells: "1.250 0 play 37". Raises ValueError."""
    at, seat, action = text.split(" ", 2)
    if not MOVE.fullmatch(text):
        raise ValueError(f"{text[:40]!r} is no move")
    return Move(round(float(at), 2), int(seat), parse_action(action))


def _deals(game: Game, moves: list[Any]) -> tuple[DealtLevel, ...]:
    """Return the deals of the game's seed and their moves. Raises ValueError."""
    state, deals, done = new_game(game.variant, game.seats), list[DealtLevel](), list[Move]()
    for text in [*moves, None]:
        if state.phase is Phase.DEAL:
            if deals:
                deals[-1] = replace(deals[-1], moves=tuple(done))
            state, done = apply(state, DEALER, shuffled(state, game.seed))[0], []
            deals.append(DealtLevel(state.hands))
        if text is None:
            break
        done.append(move_of(text))
        state, _ = apply(state, done[-1].seat, done[-1].action)
    return (*deals[:-1], replace(deals[-1], moves=tuple(done)))
