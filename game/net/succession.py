"""What survives the host: everything that is public, and nothing of the cards."""

from __future__ import annotations

from dataclasses import replace

from game.core import Phase, State, View, new_game

OVER = (Phase.WON, Phase.LOST)


def standing(view: View) -> State:
    """The game of `view` with its level about to be dealt anew, or over as it was."""
    level = view.level + 1 if view.phase is Phase.REVEAL else view.level
    return replace(
        new_game(view.variant, view.seats),
        level=level,
        lives=view.lives,
        stars=view.stars,
        phase=view.phase if view.phase in OVER else Phase.DEAL,
        blind=view.blind,
    )
