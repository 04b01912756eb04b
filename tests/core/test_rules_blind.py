"""Rules of blind mode: every card is played face down and checked when the level is over."""

from __future__ import annotations

import pytest

from game.core import (
    FaceDown,
    GameLost,
    GameWon,
    GoBlind,
    IllegalAction,
    Laid,
    LayHand,
    LevelCompleted,
    LiftHand,
    Phase,
    PilesTurned,
    Play,
    Played,
    PlayRest,
    RaiseStar,
    Reward,
    StarUsed,
    State,
    Stop,
    WentBlind,
    apply,
    legal_actions,
    new_game,
    shuffled,
    variant,
    view_of,
)
from tests.core.positions import all_lay_hands, course, playing


def blind(hands: str, *, pile: str = "", level: int = 1, lives: int = 2) -> State:
    return playing(hands, pile=pile, level=level, lives=lives, blind=True)


def won() -> State:
    return apply(playing("7 | ", level=12, lives=4, stars=3), 0, Play(7))[0]


# --- Going blind ------------------------------------------------------------------


def test_after_a_win_the_team_may_restart_blind_with_all_lives_and_stars() -> None:
    after, events = apply(won(), 1, GoBlind())
    assert events == (WentBlind(),)
    assert (after.phase, after.level, after.lives, after.stars) == (Phase.DEAL, 1, 4, 3)
    assert after.blind


def test_going_blind_needs_a_win_and_works_only_once() -> None:
    for position in (playing("7 | 8"), won()._replace(phase=Phase.LOST, lives=0), won()._replace(blind=True)):
        with pytest.raises(IllegalAction):
            apply(position, 0, GoBlind())


def test_blind_levels_get_a_different_shuffle_from_open_ones() -> None:
    game = new_game(variant("classic"), 2)
    assert shuffled(game, "one") != shuffled(game._replace(blind=True), "one")


def test_blind_mode_can_be_chosen_from_the_start() -> None:
    game = new_game(variant("blind"), 3)
    assert (game.blind, game.lives, game.stars) == (True, 3, 1)


def test_a_game_that_was_blind_from_the_start_ends_when_it_is_won() -> None:
    end, _ = apply(playing("7 | ", game="blind", level=12), 0, Play(7))
    assert end.phase is Phase.WON
    assert legal_actions(end, 0) == frozenset()


# --- While the level runs ---------------------------------------------------------


def test_every_card_is_played_face_down() -> None:
    after, events = apply(blind("12 | 25 90"), 0, Play(12))
    assert events == (Played(0, 12, face_down=True),)
    assert view_of(after, 1).piles == ((FaceDown(0),),)


def test_no_mistake_is_checked_while_the_level_runs() -> None:
    after, events = apply(blind("30 | 12 20 | 25"), 0, Play(30))
    assert events == (Played(0, 30, face_down=True),)
    assert after == blind(" | 12 20 | 25", pile="0:30")


def test_a_seat_sees_only_the_face_down_cards_it_played_itself() -> None:
    state = blind(" | 90 | 95", pile="0:30 1:12 0:41")
    assert view_of(state, 0).piles == ((Laid(0, 30), FaceDown(1), Laid(0, 41)),)
    assert view_of(state, 1).piles == ((FaceDown(0), Laid(1, 12), FaceDown(0)),)
    assert view_of(state, 2).piles == ((FaceDown(0), FaceDown(1), FaceDown(0)),)
    assert view_of(state, None).piles == view_of(state, 2).piles


def test_news_of_a_face_down_card_shows_its_number_to_its_own_seat_only() -> None:
    after, events = apply(blind("30 | 12 | 40"), 0, Play(30))
    assert view_of(after, 0, events).news == (Played(0, 30, face_down=True),)
    for seat in (1, 2, None):
        assert view_of(after, seat, events).news == (Played(0, None, face_down=True),)


def test_a_pile_stays_face_down_through_a_stop() -> None:
    after, _ = course(blind("30 | 12"), (0, Play(30)), (1, Stop()))
    assert view_of(after, 1).piles == ((FaceDown(0),),)


def test_the_rest_is_played_face_down_too() -> None:
    after, events = apply(blind("7 30 | "), 0, PlayRest())
    assert events[:2] == (Played(0, 7, face_down=True), Played(0, 30, face_down=True))
    assert after.phase is Phase.REVEAL


# --- Its end ----------------------------------------------------------------------


def test_the_pile_is_turned_over_at_the_end_of_the_level() -> None:
    after, events = apply(blind(" | 30", pile="0:12"), 1, Play(30))
    assert events == (Played(1, 30, face_down=True), PilesTurned((), 0), LevelCompleted(1, None))
    assert after.phase is Phase.REVEAL
    for seat in (0, 1, None):
        assert view_of(after, seat).piles == ((Laid(0, 12), Laid(1, 30)),)


def test_the_next_level_is_dealt_when_every_seat_has_put_a_hand_down_after_the_reveal() -> None:
    shown, _ = apply(blind(" | 30", pile="0:12"), 1, Play(30))
    assert legal_actions(shown, 0) == legal_actions(shown, 1) == {LayHand()}
    back, _ = course(shown, (0, LayHand()), (0, LiftHand()))
    assert back == shown
    following = all_lay_hands(shown)
    assert (following.phase, following.level, following.piles) == (Phase.DEAL, 2, ((),))


@pytest.mark.parametrize(
    ("pile", "misplaced"),
    [
        ("0:5 1:30 0:12", (30,)),
        ("0:30 0:20 1:12", (30, 20)),
        ("0:30 1:40 0:50 1:12", (30, 40, 50)),
        ("0:5 1:12 0:20", ()),
    ],
)
def test_a_level_in_wrong_order_costs_one_life_for_any_number_of_cards(pile: str, misplaced: tuple[int, ...]) -> None:
    after, events = apply(blind(" | 99", pile=pile, lives=4), 1, Play(99))
    assert PilesTurned(misplaced, bool(misplaced)) in events
    assert after.lives == 4 - bool(misplaced)


def test_the_strict_option_costs_one_life_for_each_misplaced_card() -> None:
    strict = blind(" | 99", pile="0:30 1:40 0:50 1:12", lives=4)._replace(variant=variant("strict"))
    after, events = apply(strict, 1, Play(99))
    assert PilesTurned((30, 40, 50), 3) in events
    assert (after.lives, after.phase) == (1, Phase.REVEAL)


def test_the_strict_option_takes_no_more_lives_than_are_left() -> None:
    strict = blind(" | 99", pile="0:30 1:40 0:50 1:12", lives=2)._replace(variant=variant("strict"))
    after, events = apply(strict, 1, Play(99))
    assert events[1:] == (PilesTurned((30, 40, 50), 2), GameLost())
    assert (after.lives, after.phase) == (0, Phase.LOST)


def test_a_level_in_wrong_order_still_brings_its_reward() -> None:
    after, events = apply(blind(" | 12", pile="0:30", level=3, lives=2), 1, Play(12))
    assert events[1:] == (PilesTurned((30,), 1), LevelCompleted(3, Reward.LIFE))
    assert (after.lives, after.phase) == (2, Phase.REVEAL)


def test_losing_the_last_life_at_the_reveal_ends_the_game_before_any_reward() -> None:
    after, events = apply(blind(" | 12", pile="0:30", level=3, lives=1), 1, Play(12))
    assert events[1:] == (PilesTurned((30,), 1), GameLost())
    assert view_of(after, 1).piles == ((Laid(0, 30), Laid(1, 12)),)


def test_the_last_blind_level_wins() -> None:
    after, events = apply(blind(" | 30", pile="0:12", level=12), 1, Play(30))
    assert events[1:] == (PilesTurned((), 0), LevelCompleted(12, None), GameWon())
    assert (after.phase, legal_actions(after, 0)) == (Phase.WON, frozenset())


# --- Stars ------------------------------------------------------------------------


def test_stars_work_in_blind_mode_and_their_cards_lie_face_up() -> None:
    state = blind("30 35 | 12 40", pile="0:5")
    after, events = course(state, (0, RaiseStar()), (1, RaiseStar()))
    assert events[-1] == StarUsed((Laid(0, 30), Laid(1, 12)))
    assert view_of(after, 1).aside == (Laid(0, 30), Laid(1, 12))
    assert view_of(after, 1).piles == ((FaceDown(0),),)


def test_a_card_discarded_by_a_star_makes_no_other_card_misplaced() -> None:
    after, events = course(blind(" | 12", pile="0:30"), (0, RaiseStar()), (1, RaiseStar()))
    assert events[-2:] == (PilesTurned((), 0), LevelCompleted(1, None))
    assert after.lives == 2
