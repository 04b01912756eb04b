"""Seen cards: every card that was shown for a seat must be one that the seed deals to that seat."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from game.core import (
    DEALER,
    Deal,
    Event,
    GoBlind,
    LifeLost,
    LiftHand,
    LowerStar,
    Phase,
    Played,
    Seat,
    StarUsed,
    State,
    Stop,
    View,
    apply,
    legal_actions,
    new_game,
    shuffled,
    variant,
    view_of,
)
from game.net.seen_cards import SeenCards

OWN: Seat = 1
"""The seat of the page that verifies the deal. It gets the right cards."""

SEED = "a seed"
VARIANTS = ["classic", "blind", "extreme", "fifty", "descending+no-stars", "tens", "extreme+blind"]
UNHELPFUL = Stop, LiftHand, LowerStar, GoBlind


def before_level(name: str) -> State:
    return new_game(variant(name), 3)._replace(level=5, lives=5)


def views_of_level(start: State, deck: Deal, dice: Random) -> list[View]:
    """Return all views of seat `OWN` in a level dealt from `deck` and played at random to its end."""
    state, events = apply(start, DEALER, deck)
    views = [view_of(state, OWN, events)]
    while state.phase in (Phase.FOCUS, Phase.PLAY):
        moves = [(seat, action) for seat in range(3) for action in legal_actions(state, seat)]
        seat, action = dice.choice(sorted((one for one in moves if not isinstance(one[1], UNHELPFUL)), key=repr))
        state, events = apply(state, seat, action)
        views.append(view_of(state, OWN, events))
    return views


def classic_level() -> tuple[State, list[View]]:
    """Return the start of a level of the base game, and all its views."""
    start = before_level("classic")
    return start, views_of_level(start, shuffled(start, SEED), Random(1))


def heard(start: State, views: list[View]) -> SeenCards:
    shown = SeenCards(start)
    for view in views:
        shown.hear(view)
    return shown


def stacked(start: State, seat: Seat) -> Deal:
    """Return the deal of `SEED`, with one card of `seat` swapped for one that `OWN` does not hold."""
    deck = list(shuffled(start, SEED).deck)
    dealt = start.variant.dealt(start.level, 3)
    other = dealt if dealt < len(deck) else 2 - seat  # of the other seat if all cards are dealt
    deck[seat], deck[other] = deck[other], deck[seat]
    return Deal(tuple(deck))


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("game", range(6))
def test_the_deal_of_the_seed_matches_all_seen_cards(name: str, game: int) -> None:
    start = before_level(name)
    views = views_of_level(start, shuffled(start, SEED), Random(f"{name} {game}"))
    shown = heard(start, views)
    assert shown.is_complete and shown.matches(SEED)
    assert not shown.matches("another seed")
    assert all(heard(start, views[:end]).matches(SEED) for end in range(len(views)))


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("seat", [0, 2])
@pytest.mark.parametrize("game", range(3))
def test_one_wrong_card_of_another_seat_is_detected_when_it_is_seen(name: str, seat: Seat, game: int) -> None:
    start = before_level(name)
    views = views_of_level(start, stacked(start, seat), Random(f"{name} {game}"))
    shown = heard(start, views)
    if views[-1].phase is not Phase.LOST:
        assert shown.is_complete and not shown.matches(SEED)


def test_a_page_that_missed_part_of_a_level_learns_the_played_cards_from_the_piles() -> None:
    start, views = classic_level()
    (last,) = [number for number, view in enumerate(views) if view.phase is Phase.DEAL]
    assert heard(start, views[last - 1 :]).matches(SEED)


def test_a_level_without_its_end_is_not_complete() -> None:
    start, views = classic_level()
    shown = heard(start, views[:-1])
    assert not shown.is_complete and shown.matches(SEED)


def test_a_card_that_is_never_shown_does_not_match() -> None:
    start, views = classic_level()
    without = [_without_cards_of(view, 2) for view in views]
    assert not heard(start, without).matches(SEED)


def test_a_missing_seat_holds_no_card() -> None:
    start, views = classic_level()
    assert not heard(start, [replace(views[0], news=(Played(7, 5),))]).matches(SEED)


def test_cards_that_stay_hidden_in_a_lost_game_are_not_required() -> None:
    start = before_level("classic")._replace(lives=1)
    games = (views_of_level(start, shuffled(start, SEED), Random(game)) for game in range(20))
    lost = next(views for views in games if views[-1].phase is Phase.LOST and any(views[-1].counts))
    shown = heard(start, lost)
    assert shown.is_complete and shown.matches(SEED)


def _without_cards_of(view: View, seat: Seat) -> View:
    """Return `view` without the cards that `seat` played or set aside."""
    news = tuple(_without(event, seat) for event in view.news if not (isinstance(event, Played) and event.seat == seat))
    piles = tuple(tuple(lying for lying in pile if lying.seat != seat) for pile in view.piles)
    return replace(view, piles=piles, aside=tuple(one for one in view.aside if one.seat != seat), news=news)


def _without(event: Event, seat: Seat) -> Event:
    match event:
        case LifeLost(card, lower):
            return LifeLost(card, tuple(one for one in lower if one.seat != seat))
        case StarUsed(discards):
            return StarUsed(tuple(one for one in discards if one.seat != seat))
    return event
