"""Rules of Extreme: white ascends, red descends, and some piles are face down."""

from __future__ import annotations

import pytest

from game.core import (
    DEALER,
    FaceDown,
    GameLost,
    IllegalAction,
    Laid,
    LevelCompleted,
    LifeLost,
    LowerStar,
    Phase,
    PilesTurned,
    Play,
    Played,
    PlayRest,
    RaiseStar,
    Reward,
    StarRaised,
    StarUsed,
    State,
    apply,
    legal_actions,
    new_game,
    shuffled,
    variant,
    view_of,
)
from tests.core.positions import all_lay_hands, card, course, playing

EXTREME = variant("extreme")


def extreme(hands: str, *, white: str = "", red: str = "", level: int = 1, lives: int = 2) -> State:
    return playing(hands, game="extreme", pile=white, red=red, level=level, lives=lives)


def play(text: str) -> Play:
    return Play(card(text))


# --- Cards and piles --------------------------------------------------------------


def test_there_are_50_white_and_50_red_cards() -> None:
    keys = [EXTREME.key(one) for one in EXTREME.supply(1)]
    assert keys == [f"{colour} {n}" for colour in ("white", "red") for n in range(1, 51)]


def test_both_colours_are_shuffled_together() -> None:
    game = new_game(EXTREME, 2)._replace(level=12)
    after, _ = apply(game, DEALER, shuffled(game, "one"))
    assert all({EXTREME.pile_of(one) for one in hand} == {0, 1} for hand in after.hands)
    assert [len(hand) for hand in after.hands] == [12, 12]


def test_white_ascends_on_the_left_pile_and_red_descends_on_the_right() -> None:
    state = extreme("w1 r1 | w50 r50")
    after, events = course(state, (0, play("w1")), (1, play("r50")), (0, play("r1")), (1, play("w50")))
    assert events[:4] == (Played(0, 1, 0), Played(1, 100, 1), Played(0, 51, 1), Played(1, 50, 0))
    assert (after.lives, after.phase) == (2, Phase.DEAL)


def test_a_seat_may_play_its_lowest_white_or_its_highest_red_at_any_time() -> None:
    state = extreme("w12 w20 r40 r3 | w30")
    assert {a for a in legal_actions(state, 0) if isinstance(a, Play)} == {play("w12"), play("r40")}


# --- Mistake ----------------------------------------------------------------------


def test_a_white_mistake_sets_all_lower_whites_aside_and_no_red() -> None:
    after, events = apply(extreme("w30 r1 | w12 w40 r50"), 0, play("w30"))
    assert events == (Played(0, 30, 0), LifeLost(30, (Laid(1, 12),)))
    assert after.hands == ((card("r1"),), (40, card("r50")))
    assert after.lives == 1


def test_a_red_mistake_sets_all_higher_reds_aside_and_no_white() -> None:
    after, events = apply(extreme("w30 r20 | w12 r50 r10"), 0, play("r20"))
    assert events == (Played(0, 70, 1), LifeLost(70, (Laid(1, 100),)))
    assert after.hands == ((30,), (12, card("r10")))


# --- Star -------------------------------------------------------------------------


def test_at_a_star_each_seat_chooses_its_lowest_white_or_highest_red() -> None:
    state = extreme("w12 w20 r40 | w30 r50 r7 | r9 | ")
    doings = [(0, RaiseStar(card("r40"))), (1, RaiseStar(card("w30"))), (2, RaiseStar()), (3, RaiseStar())]
    after, events = course(state, *doings)
    assert events[-1] == StarUsed((Laid(0, card("r40")), Laid(1, 30), Laid(2, card("r9"))))
    assert after.hands == ((12, 20), (card("r50"), card("r7")), (), ())


def test_a_star_takes_only_leading_cards_and_needs_a_choice_between_two() -> None:
    state = extreme("w12 w20 r40 | w30")
    for offer in (None, card("w20"), card("w30")):
        with pytest.raises(IllegalAction):
            apply(state, 0, RaiseStar(offer))


def test_the_chosen_card_may_be_changed_and_is_hidden_from_the_others() -> None:
    state = extreme("w12 r40 | w30")
    after, events = course(state, (0, RaiseStar(12)), (0, RaiseStar(card("r40"))))
    assert events == (StarRaised(0),)
    assert legal_actions(after, 0) >= {LowerStar(), RaiseStar(12)}
    assert view_of(after, 0).discard == card("r40")
    assert view_of(after, 1) == view_of(course(state, (0, RaiseStar(12)))[0], 1)


# --- Face-down levels -------------------------------------------------------------


@pytest.mark.parametrize(
    ("level", "down"),
    [*((n, "") for n in (1, 2, 3, 4, 6, 8)), (5, "w"), (7, "r"), (9, "w"), (10, "r"), (11, "wr"), (12, "wr")],
)
def test_some_levels_are_played_with_one_or_both_piles_face_down(level: int, down: str) -> None:
    after, events = course(extreme("w1 r50 | w50 r1", level=level), (0, play("w1")), (0, play("r50")))
    assert events == (Played(0, 1, 0, "w" in down), Played(0, 100, 1, "r" in down))
    hidden = tuple((FaceDown(0),) if colour in down else None for colour in "wr")
    seen = view_of(after, 1).piles
    assert seen == tuple(down or up for down, up in zip(hidden, after.piles, strict=True))


def test_a_face_down_pile_is_checked_at_the_end_of_the_level() -> None:
    state = extreme("w30 | w12 r9", level=5)
    after, events = course(state, (0, play("w30")), (1, play("w12")), (1, play("r9")))
    assert events[3:] == (PilesTurned((30,), 1), LevelCompleted(5, Reward.STAR))
    assert (after.lives, after.phase) == (1, Phase.REVEAL)
    assert all_lay_hands(after).level == 6


def test_a_mistake_on_the_open_pile_stops_play_at_once() -> None:
    after, events = apply(extreme("r20 | w12 r50", level=5), 0, play("r20"))
    assert events[1:] == (LifeLost(70, (Laid(1, 100),)),)
    assert after.phase is Phase.FOCUS


def test_two_piles_in_wrong_order_cost_one_life() -> None:
    state = extreme(" | w50", white="0:30 1:12", red="0:r1 1:r50", level=11)
    assert PilesTurned((30, card("r1")), 1) in apply(state, 1, play("w50"))[1]


def test_the_strict_option_counts_the_misplaced_cards_of_both_piles() -> None:
    state = extreme(" | w50", white="0:30 1:12", red="0:r1 1:r50", level=11, lives=3)._replace(
        variant=variant("extreme+strict")
    )
    assert PilesTurned((30, card("r1")), 2) in apply(state, 1, play("w50"))[1]


def test_a_mistake_on_the_open_pile_and_a_wrong_hidden_pile_cost_a_life_each() -> None:
    state = extreme("r20 | r50", white="0:30 1:12", level=5, lives=3)
    after, events = apply(state, 0, play("r20"))
    assert events[1:3] == (LifeLost(70, (Laid(1, 100),)), PilesTurned((30,), 1))
    assert after.lives == 1


def test_the_reveal_takes_no_life_when_the_open_pile_took_the_last() -> None:
    state = extreme("r20 | r50", white="0:30 1:12", level=5, lives=1)
    after, events = apply(state, 0, play("r20"))
    assert events[2:] == (PilesTurned((30,), 0), GameLost())
    assert after.lives == 0


def test_levels_without_a_face_down_pile_have_no_reveal() -> None:
    after, events = apply(extreme("w12 r9 | ", level=6), 0, PlayRest())
    assert not any(isinstance(event, PilesTurned) for event in events)
    assert after.phase is Phase.DEAL


def test_extreme_blind_hides_both_piles_at_every_level() -> None:
    game = new_game(variant("extreme+blind"), 2)
    assert all(game._replace(level=level).hidden_piles == {0, 1} for level in range(1, 13))
