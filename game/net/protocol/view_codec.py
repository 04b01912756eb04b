"""Codec for Views: complete and compact JSON."""

from __future__ import annotations

from collections.abc import Iterable
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
    Seat,
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
from game.net.protocol.fields import (
    Field,
    boolean,
    integer,
    list_of,
    member_of,
    one_of,
    optional,
    record,
    refuse,
    set_of,
    spelled,
)

CARDS = 100
MOST_LEVELS = 12
MOST_NEWS = 64
"""The most events in a View: far more than twelve cards played at once can cause."""

SEAT = integer(0, MAX_SEATS - 1)
SEATS = integer(MIN_SEATS, MAX_SEATS)
CARD = integer(1, CARDS)
LEVEL = integer(1, MOST_LEVELS)
LIVES = integer(0, MAX_LIVES)
STARS = integer(0, MAX_STARS)
PILE = integer(0, 1)
VARIANT = spelled(lambda played: played.name, variant, most=50)
ACTION = spelled(spell_action, parse_action, most=10)


def _laid(said: Any) -> Laid:
    match said:
        case [seat, card]:
            return Laid(SEAT.read(seat), CARD.read(card))
    refuse(f"{said!r:.40} is no card laid by a seat")


def _lying(said: Any) -> Laid | FaceDown:
    return FaceDown(SEAT.read(said)) if type(said) is int else _laid(said)


LAID: Field[Laid] = Field(list, _laid)
LYING: Field[Laid | FaceDown] = Field(lambda one: one.seat if isinstance(one, FaceDown) else list(one), _lying)

EVENT: Field[Event] = one_of(
    {
        "dealt": record(Dealt, level=LEVEL),
        "laid": record(HandLaid, seat=SEAT),
        "lifted": record(HandLifted, seat=SEAT),
        "started": record(Started),
        "stopped": record(Stopped, seat=SEAT),
        "played": record(Played, seat=SEAT, card=optional(CARD), pile=PILE, face_down=boolean()),
        "life": record(LifeLost, card=CARD, lower=list_of(LAID, CARDS)),
        "raised": record(StarRaised, seat=SEAT),
        "lowered": record(StarLowered, seat=SEAT),
        "star": record(StarUsed, discards=list_of(LAID, MAX_SEATS)),
        "turned": record(PilesTurned, misplaced=list_of(CARD, CARDS), lives=LIVES),
        "level": record(LevelCompleted, level=LEVEL, reward=optional(member_of(Reward))),
        "won": record(GameWon),
        "lost": record(GameLost),
        "blind": record(WentBlind),
        "photo": record(PhotoFinish, first=CARD, second=CARD),
    }
)


def _seats_in(event: Event) -> Iterable[Seat]:
    match event:
        case HandLaid(seat) | HandLifted(seat) | Stopped(seat) | Played(seat) | StarRaised(seat) | StarLowered(seat):
            return (seat,)
        case LifeLost(_, cards) | StarUsed(cards):
            return (one.seat for one in cards)
    return ()


def _check(view: View) -> None:
    """Refuse a View whose parts contradict each other, so that the page can show it without checks."""
    seats = range(view.seats)
    lying = [one for pile in view.piles for one in pile]
    named = {one.seat for one in (*lying, *view.aside)} | view.down | view.raised
    if view.levels != view.variant.levels(view.seats) or view.level > view.levels:
        refuse(f"there is no level {view.level} of {view.levels}")
    if (view.lives == 0) != (view.phase is Phase.LOST) or (view.phase is Phase.REVEAL and view.level == view.levels):
        refuse("the game would be over, or is not")
    if len(view.counts) != view.seats or len(view.piles) != len(view.variant.piles):
        refuse("seats or piles are missing")
    if not named <= set(seats) or (view.seat is not None and view.seat not in seats):
        refuse("a seat is named that is not there")
    if not {seat for event in view.news for seat in _seats_in(event)} <= set(seats):
        refuse("the news are about a seat that is not there")
    if any(isinstance(event, Played) and event.pile >= len(view.piles) for event in view.news):
        refuse("the news are about a pile that is not there")
    if len(view.hand) != (0 if view.seat is None else view.counts[view.seat]):
        refuse("the hand is not of the size it is said to be")
    for index, pile in enumerate(view.piles):
        if any(isinstance(one, Laid) and view.variant.pile_of(one.card) != index for one in pile):
            refuse("a card lies on the wrong pile")


VIEW = record(
    View,
    check=_check,
    seat=optional(SEAT),
    variant=VARIANT,
    seats=SEATS,
    level=LEVEL,
    levels=LEVEL,
    lives=LIVES,
    stars=STARS,
    phase=member_of(Phase),
    blind=boolean(),
    hand=list_of(CARD, CARDS),
    counts=list_of(integer(0, CARDS), MAX_SEATS),
    piles=list_of(list_of(LYING, CARDS), 2),
    face_down=set_of(PILE, 2),
    aside=list_of(LAID, CARDS),
    down=set_of(SEAT, MAX_SEATS),
    raised=set_of(SEAT, MAX_SEATS),
    discard=optional(CARD),
    legal=set_of(ACTION, 16),
    news=list_of(EVENT, MOST_NEWS),
)
