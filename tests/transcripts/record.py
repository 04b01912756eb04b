"""Records the transcripts anew: `python -m tests.transcripts.record`, when a rule has changed.

Chance plays them, now and then wrongly, from a seed for each; the moves are as good as
any, and the differences in the files show what the change of rule did.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from game.core import (
    Action,
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
    apply,
    legal_actions,
    new_game,
    shuffled,
    variant,
)
from game.core.notation import spell_action
from game.core.rules import DEALER
from tests.transcripts.replay import game_of, positions

FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Plot:
    """Which game, how careless (the probability of a wrong card), and whether to go on blind."""

    variant: str
    seats: int
    slips: float = 0.01
    goes_blind: bool = False

    @property
    def name(self) -> str:
        return f"{self.variant}-{self.seats}{'-then-blind' if self.goes_blind else ''}"


PLOTS = (
    Plot("classic", 2),
    Plot("classic", 4, slips=0.05),
    Plot("classic", 3, slips=0.002, goes_blind=True),
    Plot("strict", 2, slips=0.0, goes_blind=True),
    Plot("classic", 8, slips=0.25),
    Plot("blind", 4, slips=0.02),
    Plot("blind+strict", 3, slips=0.02),
    Plot("no-stars", 5),
    Plot("tens", 8, slips=0.03),
    Plot("tens-descending", 3, slips=0.03),
    Plot("tens+blind", 2, slips=0.03),
    Plot("descending", 6),
    Plot("fifty", 7),
    Plot("fifty+blind", 2, slips=0.005),
    Plot("extreme", 2, slips=0.003),
    Plot("extreme", 4, slips=0.01, goes_blind=True),
    Plot("extreme+strict", 2, slips=0.003),
    Plot("extreme+no-stars+blind", 3, slips=0.01),
)


def record(plot: Plot) -> dict[str, Any]:
    """The record of the game of `plot`, to its end or through three blind levels after a win."""
    dice = Random(plot.name)
    state = new_game(variant(plot.variant), plot.seats)
    moves: list[str] = []
    at = 0.0
    while True:
        if state.phase is Phase.DEAL:
            state, _ = apply(state, DEALER, shuffled(state, plot.name))
        chosen = choose(state, plot, dice)
        if chosen is None:
            return {"variant": plot.variant, "seats": plot.seats, "seed": plot.name, "moves": moves}
        at = round(at + dice.uniform(0.1, 4), 3)
        moves.append(f"{at:.3f} {chosen[0]} {spell_action(chosen[1])}")
        state, _ = apply(state, *chosen)


def choose(state: State, plot: Plot, dice: Random) -> tuple[Seat, Action] | None:
    """Who does what next; None when the game is over."""
    seats = dice.sample(range(state.seats), state.seats)
    legal = [(seat, action) for seat in seats for action in sorted(legal_actions(state, seat), key=repr)]
    if plot.goes_blind and state.blind and state.level > 3:
        return None
    if state.phase is Phase.WON:
        return next((one for one in legal if plot.goes_blind and one[1] == GoBlind()), None)
    if dice.random() < 0.02:
        side_shows = [one for one in legal if isinstance(one[1], Stop | LiftHand | LowerStar)]
        if side_shows:
            return dice.choice(side_shows)
    wanting = 0.7 if state.raised else 0.01
    stars = [one for one in legal if isinstance(one[1], RaiseStar) and one[0] not in dict(state.raised)]
    if stars and dice.random() < wanting:
        return stars[0]
    hands = [one for one in legal if isinstance(one[1], LayHand)]
    if hands:
        return hands[0]
    if rest := [one for one in legal if isinstance(one[1], PlayRest)]:
        return rest[0]
    plays = list(in_order(state, legal)) if dice.random() >= plot.slips else []
    return next(iter(plays or [one for one in legal if isinstance(one[1], Play)]), None)


def in_order(state: State, legal: list[tuple[Seat, Action]]) -> Iterator[tuple[Seat, Action]]:
    """The plays that cost nothing."""
    held = [card for hand in state.hands for card in hand]
    for seat, action in legal:
        if isinstance(action, Play) and not any(state.variant.precedes(card, action.card) for card in held):
            yield seat, action


def main() -> None:
    for old in FOLDER.glob("*.json"):
        old.unlink()
    for plot in PLOTS:
        plain, game = record(plot), game_of(record(plot))
        transcript = {"record": plain, "positions": positions(game)}
        (FOLDER / f"{plot.name}.json").write_text(json.dumps(transcript, indent=1) + "\n")
        print(f"{plot.name:28}{len(plain['moves']):5} moves  {positions(game)[-2]}")


if __name__ == "__main__":
    main()
