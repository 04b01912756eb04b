"""Codec for Views: complete and compact JSON."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from game.core import (
    BETWEEN_PLAY,
    MAX_LIVES,
    MAX_STARS,
    OVER,
    Card,
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
    state_of,
    variant,
    view_of,
)
from game.core.notation import parse_action, spell_action
from game.core.variants import MAX_SEATS, MIN_SEATS
from game.net.protocol.fields import (
    Field,
    RecordField,
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

EVENTS: dict[str, RecordField[Any]] = {
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
EVENT: Field[Event] = one_of(EVENTS)
NAMES = {field.kind: name for name, field in EVENTS.items()}

END = "((turned )?(lost |level (won )?))?"
ONE_ACTION = re.compile(
    f"dealt |(lowered )?laid (started )?|lifted |stopped |(played (lowered )?)+(life )?{END}(photo )*"
    f"|raised (star {END})?|lowered |blind |"
)
"""The names of the events that one action causes, in order. The news of a View are always of one action."""

PHASES_AFTER: dict[type[Event], tuple[Phase, ...]] = {
    Dealt: (Phase.FOCUS,),
    HandLaid: BETWEEN_PLAY,
    HandLifted: (Phase.FOCUS, Phase.REVEAL),
    Started: (Phase.PLAY,),
    Stopped: (Phase.FOCUS,),
    Played: (Phase.PLAY,),
    LifeLost: (Phase.FOCUS,),
    StarRaised: (Phase.FOCUS, Phase.PLAY),
    StarLowered: (Phase.FOCUS, Phase.PLAY),
    StarUsed: (Phase.FOCUS,),
    LevelCompleted: (Phase.DEAL, Phase.REVEAL),
    GameWon: (Phase.WON,),
    GameLost: (Phase.LOST,),
    WentBlind: (Phase.DEAL,),
}
"""The phases of a View, by the last event of its news that is no photo finish."""


def _seats_in(event: Event) -> Iterable[Seat]:
    match event:
        case HandLaid(seat) | HandLifted(seat) | Stopped(seat) | Played(seat) | StarRaised(seat) | StarLowered(seat):
            return (seat,)
        case LifeLost(_, cards) | StarUsed(cards):
            return (one.seat for one in cards)
    return ()


def _check(view: View) -> None:
    """Refuse a View that no state of a game has, or that no action led to, so that the page can show it without checks.

    Its cards are those of one deal, and whatever follows from the rest, for example the legal actions, does follow.
    """
    lying = [one for pile in view.piles for one in pile]
    named = {one.seat for one in (*lying, *view.aside)} | view.down | view.raised
    named |= {seat for event in view.news for seat in _seats_in(event)}
    if view.seat is not None:
        named |= {view.seat}
    if not named <= {*range(view.seats)} or len(view.counts) != view.seats:
        refuse("a seat is named that is not there, or one is missing")
    if len(view.piles) != len(view.variant.piles) or view.level > view.variant.levels(view.seats):
        refuse("there is no such pile or level")
    if (view.lives == 0) != (view.phase is Phase.LOST) or (view.phase is Phase.REVEAL and view.level == view.levels):
        refuse("the game would be over, or is not")
    if view_of(state_of(view), view.seat, view.news) != view:
        refuse("the parts contradict each other")
    _check_cards(view, lying)
    _check_news(view)


def _check_cards(view: View, lying: Iterable[Laid | FaceDown]) -> None:
    variant = view.variant
    known = [*view.hand, *(one.card for one in (*lying, *view.aside) if isinstance(one, Laid))]
    supply = variant.supply(view.level)
    if len(set(known)) != len(known) or not all(card in supply for card in known):
        refuse("these are no cards of one deal")
    if view.hand != variant.sort(view.hand):
        refuse("the hand is out of order")
    if any(variant.pile_of(one.card) != at for at, pile in enumerate(view.piles) for one in pile if type(one) is Laid):
        refuse("a card lies on the wrong pile")
    held = [*view.counts]
    for one in (*lying, *view.aside):
        held[one.seat] += 1
    every, more = divmod(variant.dealt(view.level, view.seats), view.seats)
    dealt = [every + 1] * more + [every] * (view.seats - more)
    is_cleared = view.phase in (Phase.DEAL, *OVER) and not any(held)  # a new host does not know the last cards
    if not is_cleared and (held != dealt or view.phase is Phase.DEAL):
        refuse("the seats do not have the cards of one deal")


def _check_news(view: View) -> None:
    if not ONE_ACTION.fullmatch("".join(f"{NAMES[type(event)]} " for event in view.news)):
        refuse("these are not the news of one action")
    last = next((event for event in reversed(view.news) if not isinstance(event, PhotoFinish)), None)
    if last is not None and view.phase not in PHASES_AFTER[type(last)]:
        refuse("the news led to another phase")
    landed: Card | None = None
    for event in view.news:
        match event:
            case Dealt(level) if level != view.level:
                refuse("another level was dealt")
            case LevelCompleted(level) if level != view.level - (view.phase is Phase.DEAL):
                refuse("another level was completed")
            case Played(_, card, pile):
                landed = card
                if pile >= len(view.piles) or (card is not None and pile != view.variant.pile_of(card)):
                    refuse("a card was played on the wrong pile")
            case LifeLost(card, lower):
                if card != landed or not lower or not {one.card for one in lower} <= view.variant.before(card):
                    refuse("that card was no mistake")


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
