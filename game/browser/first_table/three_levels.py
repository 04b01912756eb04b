"""The tutorial's view of a game, which ends after its third level and names no options. Independent of the page.

The engine has no game of three levels: it deals an ordinary game, and the tutorial stops after the third level. So no
variant exists that must be named, saved, sent or counted but cannot be chosen.
"""

from __future__ import annotations

from dataclasses import replace

from game.core import GameWon, LevelCompleted, Phase, View

LEVELS = 3


def as_three_levels(view: View) -> View:
    """Return `view` as in a game whose last level is the third, without the name of its gentle timing."""
    view = replace(view, levels=LEVELS, variant=replace(view.variant, gentle=False))
    if view.level <= LEVELS:
        return view
    news = (*view.news, GameWon()) if view.tells(LevelCompleted) else ()
    return replace(view, level=LEVELS, phase=Phase.WON, legal=frozenset(), hand=(), counts=(0,) * view.seats, news=news)
