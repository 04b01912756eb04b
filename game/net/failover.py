"""What survives a change of host: the game as the next host deals it."""

from __future__ import annotations

from game.core import Phase, State, View, new_game

OVER = (Phase.WON, Phase.LOST)


def survives(view: View) -> State:
    """What survives the host of the game of `view`: its level about to be dealt anew, or its end as it was."""
    level = view.level + 1 if view.phase is Phase.REVEAL else view.level
    return new_game(view.variant, view.seats)._replace(
        level=level,
        lives=view.lives,
        stars=view.stars,
        phase=view.phase if view.phase in OVER else Phase.DEAL,
        blind=view.blind,
    )
