"""Records the transcripts anew: `python -m tests.transcripts.record`, when a rule has changed.

Chance plays them, now and then wrongly, from a seed for each; the moves are as good as
any, and the differences in the files show what the change of rule did.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from game.core import DEALER, Action, LiftHand, LowerStar, Phase, RaiseStar, Stop, apply, new_game, shuffled, variant
from game.core.notation import spell_action
from tests.core.chance import WEIGHTS, choose
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


SELDOM: dict[type[Action], float] = {LiftHand: 0.02, LowerStar: 0.5, RaiseStar: 0.02, Stop: 0.02}
"""The weights of what happens now and then. Otherwise most moves would be hands going up and down."""


def record(plot: Plot) -> dict[str, Any]:
    """Return the record of the game of `plot`, to its end or through three blind levels after a win."""
    dice = Random(plot.name)
    state = new_game(variant(plot.variant), plot.seats)
    moves: list[str] = []
    at = 0.0
    while state.phase is not Phase.WON or plot.goes_blind:
        if state.phase is Phase.DEAL:
            state, _ = apply(state, DEALER, shuffled(state, plot.name))
        chosen = choose(state, dice, 1 - plot.slips, WEIGHTS | SELDOM)
        if chosen is None or (plot.goes_blind and state.blind and state.level > 3):
            break
        at = round(at + dice.uniform(0.1, 4), 3)
        moves.append(f"{at:.3f} {chosen[0]} {spell_action(chosen[1])}")
        state, _ = apply(state, *chosen)
    return {"variant": plot.variant, "seats": plot.seats, "seed": plot.name, "moves": moves}


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
