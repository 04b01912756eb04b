"""Views as JSON, whole and compact, there and back."""

from __future__ import annotations

from typing import Any

from game.core import (
    MAX_LIVES,
    MAX_STARS,
    Dealt,
    Event,
    FaceDown,
    GameLost,
    GameWon,
    HandLaid,
    HandLifted,
    Laid,
    LevelCompleted,
    LifeLost,
    Phase,
    PhotoFinish,
    PilesTurned,
    Played,
    Reward,
    StarLowered,
    StarRaised,
    Started,
    StarUsed,
    Stopped,
    View,
    WentBlind,
    variant,
)
from game.core.notation import parse_action, spell_action
from game.core.variants import MAX_SEATS, MIN_SEATS
from game.net.fields import Part, choice, each_once, maybe, misfit, one_of, several, shape, spelled, truth, whole

CARDS = 100
MOST_LEVELS = 12
MOST_NEWS = 64
"""Events in one View: far more than twelve cards played at once can cause."""

SEAT = whole(0, MAX_SEATS - 1)
SEATS = whole(MIN_SEATS, MAX_SEATS)
CARD = whole(1, CARDS)
LEVEL = whole(1, MOST_LEVELS)
LIVES = whole(0, MAX_LIVES)
STARS = whole(0, MAX_STARS)
PILE = whole(0, 1)
VARIANT = spelled(lambda played: played.name, variant, most=40)
ACTION = spelled(spell_action, parse_action, most=10)


def _laid(said: Any) -> Laid:
    match said:
        case [seat, card]:
            return Laid(SEAT.read(seat), CARD.read(card))
    misfit(f"{said!r:.40} is no card laid by a seat")


def _lying(said: Any) -> Laid | FaceDown:
    return FaceDown(SEAT.read(said)) if type(said) is int else _laid(said)


LAID: Part[Laid] = Part(list, _laid)
LYING: Part[Laid | FaceDown] = Part(lambda one: one.seat if isinstance(one, FaceDown) else list(one), _lying)

EVENT: Part[Event] = one_of(
    {
        "dealt": shape(Dealt, level=LEVEL),
        "laid": shape(HandLaid, seat=SEAT),
        "lifted": shape(HandLifted, seat=SEAT),
        "started": shape(Started),
        "stopped": shape(Stopped, seat=SEAT),
        "played": shape(Played, seat=SEAT, card=maybe(CARD), pile=PILE, face_down=truth()),
        "life": shape(LifeLost, card=CARD, lower=several(LAID, CARDS)),
        "raised": shape(StarRaised, seat=SEAT),
        "lowered": shape(StarLowered, seat=SEAT),
        "star": shape(StarUsed, discards=several(LAID, MAX_SEATS)),
        "turned": shape(PilesTurned, misplaced=several(CARD, CARDS), lives=LIVES),
        "level": shape(LevelCompleted, level=LEVEL, reward=maybe(choice(Reward))),
        "won": shape(GameWon),
        "lost": shape(GameLost),
        "blind": shape(WentBlind),
        "photo": shape(PhotoFinish, first=CARD, second=CARD),
    }
)


def _check(view: View) -> None:
    """Refuse a View whose parts cannot go together, so that whoever shows it need not ask."""
    seats = range(view.seats)
    lying = [one for pile in view.piles for one in pile]
    named = {one.seat for one in (*lying, *view.aside)} | view.down | view.raised
    if view.levels != view.variant.levels(view.seats) or view.level > view.levels:
        misfit(f"there is no level {view.level} of {view.levels}")
    if (view.lives == 0) != (view.phase is Phase.LOST) or (view.phase is Phase.REVEAL and view.level == view.levels):
        misfit("the game would be over, or is not")
    if len(view.counts) != view.seats or len(view.piles) != len(view.variant.piles):
        misfit("seats or piles are missing")
    if not named <= set(seats) or (view.seat is not None and view.seat not in seats):
        misfit("a seat is named that is not there")
    if len(view.hand) != (0 if view.seat is None else view.counts[view.seat]):
        misfit("the hand is not of the size it is said to be")
    for index, pile in enumerate(view.piles):
        if any(isinstance(one, Laid) and view.variant.pile_of(one.card) != index for one in pile):
            misfit("a card lies on the wrong pile")


VIEW = shape(
    View,
    check=_check,
    seat=maybe(SEAT),
    variant=VARIANT,
    seats=SEATS,
    level=LEVEL,
    levels=LEVEL,
    lives=LIVES,
    stars=STARS,
    phase=choice(Phase),
    blind=truth(),
    hand=several(CARD, CARDS),
    counts=several(whole(0, CARDS), MAX_SEATS),
    piles=several(several(LYING, CARDS), 2),
    face_down=each_once(PILE, 2),
    aside=several(LAID, CARDS),
    down=each_once(SEAT, MAX_SEATS),
    raised=each_once(SEAT, MAX_SEATS),
    discard=maybe(CARD),
    legal=each_once(ACTION, 16),
    news=several(EVENT, MOST_NEWS),
)
