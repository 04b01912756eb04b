"""Checks of Views: no View is read that a game cannot show."""

from __future__ import annotations

import re
from collections.abc import Iterable

from game.core import (
    BETWEEN_PLAY,
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
    Played,
    Seat,
    StarLowered,
    StarRaised,
    Started,
    StarUsed,
    Stopped,
    View,
    WentBlind,
    state_of,
    view_of,
)
from game.core.codec import CHECKS, of, refuse

END = "((PilesTurned/)?(GameLost/|LevelCompleted/(GameWon/)?))?"
ONE_ACTION = re.compile(
    f"Dealt/|(StarLowered/)?HandLaid/(Started/)?|HandLifted/|Stopped/|StarRaised/(StarUsed/{END})?|StarLowered/"
    f"|WentBlind/|(Played/(StarLowered/)?)+(LifeLost/)?{END}(PhotoFinish/)*|"
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
        refuse(view, "possible: a seat is named that is not there, or one is missing")
    if len(view.piles) != len(view.variant.piles) or view.level > view.variant.levels(view.seats):
        refuse(view, "possible: there is no such pile or level")
    if (view.lives == 0) != (view.phase is Phase.LOST) or (view.phase is Phase.REVEAL and view.level == view.levels):
        refuse(view, "possible: the game would be over, or is not")
    if view_of(state_of(view), view.seat, view.news) != view:
        refuse(view, "possible: the parts contradict each other")
    _check_cards(view, lying)
    _check_news(view)


def _check_cards(view: View, lying: Iterable[Laid | FaceDown]) -> None:
    variant = view.variant
    known = [*view.hand, *(one.card for one in (*lying, *view.aside) if isinstance(one, Laid))]
    supply = variant.supply(view.level)
    if len(set(known)) != len(known) or not all(card in supply for card in known):
        refuse(view, "possible: these are no cards of one deal")
    if view.hand != variant.sort(view.hand):
        refuse(view, "possible: the hand is out of order")
    if any(variant.pile_of(one.card) != at for at, pile in enumerate(view.piles) for one in pile if type(one) is Laid):
        refuse(view, "possible: a card lies on the wrong pile")
    held = [*view.counts]
    for one in (*lying, *view.aside):
        held[one.seat] += 1
    every, more = divmod(variant.dealt(view.level, view.seats), view.seats)
    dealt = [every + 1] * more + [every] * (view.seats - more)
    is_cleared = view.phase in (Phase.DEAL, *OVER) and not any(held)  # a new host does not know the last cards
    if not is_cleared and (held != dealt or view.phase is Phase.DEAL):
        refuse(view, "possible: the seats do not have the cards of one deal")


def _check_news(view: View) -> None:
    if not ONE_ACTION.fullmatch("".join(f"{type(event).__name__}/" for event in view.news)):
        refuse(view, "possible: these are not the news of one action")
    last = next((event for event in reversed(view.news) if not isinstance(event, PhotoFinish)), None)
    if last is not None and view.phase not in PHASES_AFTER[type(last)]:
        refuse(view, "possible: the news led to another phase")
    landed: Card | None = None
    for event in view.news:
        match event:
            case Dealt(level) if level != view.level:
                refuse(view, "possible: another level was dealt")
            case LevelCompleted(level) if level != view.level - (view.phase is Phase.DEAL):
                refuse(view, "possible: another level was completed")
            case Played(_, card, pile):
                landed = card
                if pile >= len(view.piles) or (card is not None and pile != view.variant.pile_of(card)):
                    refuse(view, "possible: a card was played on the wrong pile")
            case LifeLost(card, lower):
                if card != landed or not lower or not {one.card for one in lower} <= view.variant.before(card):
                    refuse(view, "possible: that card was no mistake")


CHECKS[View] = _check
VIEW = of(View)
