"""Properties that hold in every game, for any cards and any actions."""

from __future__ import annotations

from random import Random
from typing import get_args

from hypothesis import given
from hypothesis import strategies as st

from game.core import (
    BASES,
    MAX_LIVES,
    MAX_STARS,
    Action,
    Card,
    Event,
    IllegalAction,
    LifeLost,
    Phase,
    PhotoFinish,
    PilesTurned,
    Play,
    RaiseStar,
    Seat,
    StarUsed,
    State,
    Variant,
    apply,
    legal_actions,
    new_game,
    view_of,
)
from tests.core.chance import another_truth, dice, every_action, games, spelled, steps
from tests.core.positions import on_the_table

IN_LEVEL = (Phase.FOCUS, Phase.PLAY)
EVERY_ACTION = frozenset(every_action())


@given(games, dice)
def test_every_action_keeps_the_cards_and_the_bounds(game: State, dice: Random) -> None:
    for before, _, _, after, _ in steps(game, dice, 250):
        no_card_is_lost_or_created(before, after)
        lives_and_stars_stay_in_bounds_and_hands_stay_sorted(after)
        cards_on_an_open_pile_are_in_order(after)


def no_card_is_lost_or_created(before: State, after: State) -> None:
    if before.phase is Phase.DEAL:
        assert len(on_the_table(after)) == after.variant.dealt(after.level, after.seats)
        assert len(set(on_the_table(after))) == len(on_the_table(after))
    elif after.phase is not Phase.DEAL:
        assert on_the_table(after) == on_the_table(before)


def lives_and_stars_stay_in_bounds_and_hands_stay_sorted(after: State) -> None:
    assert 0 <= after.lives <= MAX_LIVES
    assert 0 <= after.stars <= (MAX_STARS if after.variant.stars else 0)
    assert (after.lives == 0) == (after.phase is Phase.LOST)
    assert 1 <= after.level <= after.levels
    assert any(after.hands) == (after.phase in IN_LEVEL) or after.phase is Phase.LOST
    assert all(hand == after.variant.sort(hand) for hand in after.hands)
    assert not after.down & set(dict(after.raised))
    assert len(after.down) < after.seats
    assert len(after.raised) < after.seats


def cards_on_an_open_pile_are_in_order(after: State) -> None:
    for index, pile in enumerate(after.piles):
        if index not in after.hidden_piles:
            ranks = [after.variant.rank(card) for _, card in pile]
            assert ranks == sorted(ranks)


@given(games, dice, st.integers(0, 60))
def test_apply_accepts_exactly_the_legal_actions(game: State, dice: Random, count: int) -> None:
    state = [game, *(after for *_, after, _ in steps(game, dice, count))][-1]
    for seat in (-1, *range(state.seats), state.seats):
        assert {action for action in EVERY_ACTION if changes(state, seat, action)} == legal_actions(state, seat)


def changes(state: State, seat: Seat, action: Action) -> bool:
    """Whether `action` is accepted. It must change the state then."""
    try:
        after, _ = apply(state, seat, action)
    except IllegalAction:
        return False
    assert after != state
    return True


# --- Views leak nothing -----------------------------------------------------------


def seats_and_spectator(state: State) -> list[Seat | None]:
    return [*range(state.seats), None]


@given(games, dice, st.integers(1, 12))
def test_states_that_differ_in_hidden_cards_give_the_same_view_and_news(game: State, dice: Random, level: int) -> None:
    differed = False
    for before, doer, action, after, events in steps(game._replace(level=min(level, game.levels)), dice, 60):
        seat = dice.choice(seats_and_spectator(after))
        other = another_truth(after, seat, dice)
        differed |= other != after
        assert view_of(other, seat) == view_of(after, seat)
        if before.phase is Phase.DEAL or seat == doer:
            continue
        other = another_truth(before, seat, dice, shown(before, action))
        same = likewise(before, other, doer, action)
        if same is None:
            continue
        other_after, other_events = apply(other, doer, same)
        if revealed(other, other_after, other_events) == revealed(before, after, events):
            assert view_of(other_after, seat, other_events) == view_of(after, seat, events)
    assert differed


def shown(state: State, action: Action) -> frozenset[Card]:
    """Return the cards that `action` shows to every seat."""
    if isinstance(action, Play) and state.variant.pile_of(action.card) not in state.face_down:
        return frozenset({action.card})
    return frozenset()


def likewise(state: State, other: State, seat: Seat, action: Action) -> Action | None:
    """Return the action of `other` that looks the same as `action` to the other seats."""
    legal = spelled(legal_actions(other, seat))
    match action:
        case Play(card) if not shown(state, action):
            pile = state.variant.pile_of(card)
            plays = (a for a in legal if isinstance(a, Play) and other.variant.pile_of(a.card) == pile)
            return next(plays, None)
        case RaiseStar():
            return next((a for a in legal if isinstance(a, RaiseStar)), None)
    return action if action in legal else None


def revealed(before: State, after: State, events: tuple[Event, ...]) -> object:
    """Return what a step legally shows to every seat: cards set aside, and piles turned over."""
    turned = before.face_down != after.face_down
    told = [event for event in events if isinstance(event, LifeLost | StarUsed | PilesTurned)]
    opened = [card for event in events for card in [getattr(event, "card", None)] if not getattr(event, "face_down", 0)]
    return told, after.phase, turned and after.piles, opened


@given(games, dice)
def test_a_view_holds_no_hidden_card(game: State, dice: Random) -> None:
    for *_, after, _ in steps(game, dice, 60):
        for seat in seats_and_spectator(after):
            view = view_of(after, seat)
            own = set(after.hands[seat]) if seat is not None else set()
            plays = {action.card for action in view.legal if isinstance(action, Play)}
            assert set(view.hand) == own
            assert plays <= own
            assert view.counts == tuple(map(len, after.hands))


def test_random_games_produce_every_event() -> None:
    """The properties above only cover what these games contain."""
    missing = set(get_args(Event)) - {PhotoFinish}
    for number in range(60):
        game = new_game(Variant(list(BASES)[number % 6], blind=number % 4 == 0), 2 + number % 7)
        for *_, events in steps(game, Random(number), 250):
            missing.difference_update(map(type, events))
        if not missing:
            return
    assert not missing
