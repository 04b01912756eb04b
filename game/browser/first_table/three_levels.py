"""A game as the first table shows it: over when its third level is done. Knows no page.

The engine knows no game of three levels, and needs not: it deals an ordinary game, of which somebody gets up after
the third level. So no variant has to be spelled, saved, sent or counted that nobody can choose.
"""

from __future__ import annotations

from game.core import GameWon, LevelCompleted, Phase, View

LEVELS = 3


def as_three_levels(view: View) -> View:
    """What `view` tells of a game in which level 3 is the last one."""
    if not any(isinstance(event, LevelCompleted) and event.level == LEVELS for event in view.news):
        return view._replace(levels=LEVELS)
    news = (*view.news, GameWon())
    return view._replace(level=LEVELS, levels=LEVELS, phase=Phase.WON, legal=frozenset(), news=news)
