"""The last look at a level: a mistake or a star that also ends it, as it left the table. Independent of the page."""

from __future__ import annotations

from dataclasses import replace

from game import core

LAST_LOOK = 6.0
"""Seconds for which it is shown before the level's end: enough to see whose cards came. Play that begins ends it."""

QUIET = core.Dealt, core.HandLaid, core.HandLifted
"""The events that leave it on the table."""


def last_look(before: core.View | None, view: core.View) -> core.View | None:
    """Return the table as the mistake or star in the news of `view` left it, if it also ended the level.

    `before` is the previous view. The cards and hands of the players are not those of that moment.
    """
    at = max(
        (number for number, event in enumerate(view.news) if isinstance(event, core.LifeLost | core.StarUsed)),
        default=None,
    )
    if before is None or at is None or not view.tells(core.LevelCompleted, core.PilesTurned, core.GameLost):
        return None
    finishes = (event for event in view.news[at + 1 :] if isinstance(event, core.PhotoFinish))
    looked = replace(before, phase=core.Phase.FOCUS, news=(*view.news[: at + 1], *finishes), raised=frozenset())
    for event in looked.news:
        looked = _after(looked, event)
    return looked


def _after(view: core.View, event: core.Event) -> core.View:
    match event:
        case core.Played(seat, card, pile):
            laid = core.FaceDown(seat) if card is None else core.Laid(seat, card)
            piles = [(*cards, laid) if number == pile else cards for number, cards in enumerate(view.piles)]
            return replace(view, piles=tuple(piles))
        case core.LifeLost(_, lower):
            return replace(view, lives=view.lives - 1, aside=view.aside + lower)
        case core.StarUsed(discards):
            return replace(view, stars=view.stars - 1, aside=view.aside + discards)
    return view
