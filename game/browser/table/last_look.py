"""The last look at a level: a mistake or a star that also ends it, as it left the table. Independent of the page."""

from __future__ import annotations

from dataclasses import replace

from game.core import (
    Dealt,
    Event,
    FaceDown,
    GameLost,
    HandLaid,
    HandLifted,
    Laid,
    LevelCompleted,
    LifeLost,
    Phase,
    PhotoFinish,
    PilesTurned,
    Played,
    StarUsed,
    View,
)

LAST_LOOK = 6.0
"""Seconds for which it is shown before the level's end: enough to see whose cards came. Play that begins ends it."""

QUIET = Dealt, HandLaid, HandLifted
"""The events that leave it on the table."""


def last_look(before: View | None, view: View) -> View | None:
    """Return the table as the mistake or star in the news of `view` left it, if it also ended the level.

    `before` is the previous view. The cards and hands of the players are not those of that moment.
    """
    at = max((number for number, event in enumerate(view.news) if isinstance(event, LifeLost | StarUsed)), default=None)
    if before is None or at is None or not view.tells(LevelCompleted, PilesTurned, GameLost):
        return None
    finishes = (event for event in view.news[at + 1 :] if isinstance(event, PhotoFinish))
    looked = replace(before, phase=Phase.FOCUS, news=(*view.news[: at + 1], *finishes), raised=frozenset())
    for event in looked.news:
        looked = _after(looked, event)
    return looked


def _after(view: View, event: Event) -> View:
    match event:
        case Played(seat, card, pile):
            laid = FaceDown(seat) if card is None else Laid(seat, card)
            piles = [(*cards, laid) if number == pile else cards for number, cards in enumerate(view.piles)]
            return replace(view, piles=tuple(piles))
        case LifeLost(_, lower):
            return replace(view, lives=view.lives - 1, aside=view.aside + lower)
        case StarUsed(discards):
            return replace(view, stars=view.stars - 1, aside=view.aside + discards)
    return view
