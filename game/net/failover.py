"""The part of a game that survives a change of host."""

from __future__ import annotations

from dataclasses import replace

from game.core import Phase, State, View, new_game

OVER = (Phase.WON, Phase.LOST)


def survives(view: View) -> State:
    """Return the game that the next host continues: the same level before its deal, or a finished game as it was."""
    level = view.level + 1 if view.phase is Phase.REVEAL else view.level
    return replace(
        new_game(view.variant, view.seats),
        level=level,
        lives=view.lives,
        stars=view.stars,
        phase=view.phase if view.phase in OVER else Phase.DEAL,
        blind=view.blind,
    )
