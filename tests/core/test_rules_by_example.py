"""Rules of the base game, in the order of the rulebook."""

from __future__ import annotations

import pytest

from game.core import (
    DEALER,
    Deal,
    Dealt,
    GameLost,
    GameWon,
    HandLaid,
    HandLifted,
    IllegalAction,
    Laid,
    LayHand,
    LevelCompleted,
    LifeLost,
    LiftHand,
    LowerStar,
    Phase,
    Play,
    Played,
    PlayRest,
    RaiseStar,
    Reward,
    StarLowered,
    StarRaised,
    Started,
    StarUsed,
    State,
    Stop,
    Stopped,
    apply,
    legal_actions,
    new_game,
    shuffled,
    variant,
    view_of,
)
from tests.core.positions import all_lay_hands, course, playing

CLASSIC = variant("classic")


def dealt(seats: int, level: int = 1, seed: str = "one") -> State:
    game = new_game(CLASSIC, seats)._replace(level=level)
    return apply(game, DEALER, shuffled(game, seed))[0]


# --- The table of players, levels, lives and stars --------------------------------


@pytest.mark.parametrize(
    ("players", "levels", "lives"),
    [(2, 12, 2), (3, 10, 3), (4, 8, 4), (5, 7, 5), (6, 6, 5), (7, 5, 5), (8, 4, 5)],
)
def test_levels_lives_and_stars_at_the_start(players: int, levels: int, lives: int) -> None:
    game = new_game(CLASSIC, players)
    assert (game.level, game.levels, game.lives, game.stars) == (1, levels, lives, 1)


@pytest.mark.parametrize("players", [-1, 0, 1, 9])
def test_two_to_eight_players(players: int) -> None:
    with pytest.raises(ValueError, match="2 to 8 seats"):
        new_game(CLASSIC, players)


# --- Supply -----------------------------------------------------------------------


def test_lives_are_capped_at_five() -> None:
    after, events = apply(playing("7 | ", level=3, lives=5), 0, Play(7))
    assert (after.lives, events[-1]) == (5, LevelCompleted(3, None))


def test_stars_are_capped_at_three() -> None:
    after, events = apply(playing("7 | ", level=2, stars=3), 0, Play(7))
    assert (after.stars, events[-1]) == (3, LevelCompleted(2, None))


# --- Level n ----------------------------------------------------------------------


def test_each_level_is_shuffled_from_all_100_cards() -> None:
    game = new_game(CLASSIC, 4)
    decks = {shuffled(game._replace(level=level), "one").deck for level in range(1, 9)}
    assert len(decks) == 8
    assert all(len(set(deck)) == 100 for deck in decks)


@pytest.mark.parametrize("level", range(1, 9))
def test_at_level_n_each_seat_gets_n_cards(level: int) -> None:
    assert [len(hand) for hand in dealt(4, level).hands] == [level] * 4


def test_cards_are_dealt_one_at_a_time_around_the_table() -> None:
    deck = (50, 40, 30, 20, *(c for c in range(1, 101) if c not in (20, 30, 40, 50)))
    game = new_game(CLASSIC, 2)._replace(level=2)
    after, events = apply(game, DEALER, Deal(deck))
    assert after.hands == ((30, 50), (20, 40))
    assert events == (Dealt(2),)


def test_only_the_dealer_may_deal_and_only_the_whole_supply() -> None:
    game = new_game(CLASSIC, 2)
    for deck in ((1, 2), (1,) * 100):
        with pytest.raises(IllegalAction, match="not the whole supply of level 1"):
            apply(game, DEALER, Deal(deck))
    with pytest.raises(IllegalAction, match="seat 0 may not deal during deal"):
        apply(game, 0, Deal(tuple(range(1, 101))))
    with pytest.raises(IllegalAction, match="may not deal during focus"):
        apply(dealt(2), DEALER, shuffled(game, "again"))


def test_a_hand_is_hidden_from_the_others_and_its_size_is_public() -> None:
    view = view_of(playing("30 | 12 20 | 25 90"), 0)
    assert view.hand == (30,)
    assert view.counts == (1, 2, 2)
    assert not {"12", "20", "25", "90"} & set(str(view).replace(",", " ").replace(")", " ").split())


# --- Rewards ----------------------------------------------------------------------


@pytest.mark.parametrize("level", range(1, 13))
def test_a_completed_level_brings_its_reward(level: int) -> None:
    reward = Reward.STAR if level in (2, 5, 8) else Reward.LIFE if level in (3, 6, 9) else None
    after, events = apply(playing("7 | ", level=level, lives=2, stars=1), 0, Play(7))
    assert LevelCompleted(level, reward) in events
    assert after.lives == 2 + (reward is Reward.LIFE)
    assert after.stars == 1 + (reward is Reward.STAR)


def test_the_last_level_brings_its_reward_too() -> None:
    after, events = apply(playing("7 | | |", level=8, stars=1), 0, Play(7))
    assert events[1:] == (LevelCompleted(8, Reward.STAR), GameWon())
    assert (after.phase, after.stars) == (Phase.WON, 2)


# --- Concentration ----------------------------------------------------------------


def test_play_starts_when_every_seat_has_put_a_hand_down() -> None:
    focus = dealt(3)
    assert focus.phase is Phase.FOCUS
    waiting, events = course(focus, (0, LayHand()), (2, LayHand()))
    assert (waiting.phase, waiting.down) == (Phase.FOCUS, frozenset({0, 2}))
    assert events == (HandLaid(0), HandLaid(2))
    started, events = apply(waiting, 1, LayHand())
    assert (started.phase, started.down) == (Phase.PLAY, frozenset())
    assert events == (HandLaid(1), Started())


def test_a_hand_may_be_lifted_again_before_all_are_down() -> None:
    after, events = course(dealt(2), (0, LayHand()), (0, LiftHand()))
    assert (after.phase, after.down) == (Phase.FOCUS, frozenset())
    assert events[-1] == HandLifted(0)


def test_no_card_can_be_played_while_the_team_concentrates() -> None:
    focus = dealt(2)
    with pytest.raises(IllegalAction):
        apply(focus, 0, Play(focus.hands[0][0]))


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_any_seat_may_stop_at_any_time_even_without_cards(seat: int) -> None:
    play = playing("30 | 12 20 | ", pile="2:5")
    stopped, events = apply(play, seat, Stop())
    assert events == (Stopped(seat),)
    assert stopped == play._replace(phase=Phase.FOCUS)


def test_after_a_stop_play_resumes_when_all_have_concentrated() -> None:
    play = playing("30 | 12 20", pile="0:5")
    assert all_lay_hands(apply(play, 0, Stop())[0]) == play


# --- No turns ---------------------------------------------------------------------


def test_a_seat_may_play_several_cards_in_a_row() -> None:
    after, _ = course(playing("3 5 8 | 20"), (0, Play(3)), (0, Play(5)), (0, Play(8)))
    assert after.hands == ((), (20,))
    assert after.piles == ((Laid(0, 3), Laid(0, 5), Laid(0, 8)),)


def test_a_seat_may_only_play_its_own_lowest_card() -> None:
    play = playing("12 20 | 3 90")
    assert {a for a in legal_actions(play, 0) if isinstance(a, Play)} == {Play(12)}
    for card in (20, 3, 90, 50):
        with pytest.raises(IllegalAction):
            apply(play, 0, Play(card))


# --- Mistake ----------------------------------------------------------------------


def test_a_card_in_order_costs_nothing() -> None:
    after, events = apply(playing("12 | 25 90"), 0, Play(12))
    assert events == (Played(0, 12),)
    assert after == playing(" | 25 90", pile="0:12")


def test_a_mistake_costs_one_life_however_many_cards_were_lower() -> None:
    after, events = apply(playing("30 | 12 20 | 25 90", lives=3), 0, Play(30))
    lower = (Laid(1, 12), Laid(1, 20), Laid(2, 25))
    assert events == (Played(0, 30), LifeLost(30, lower))
    assert after == playing(" | | 90", lives=2, pile="0:30", aside="1:12 1:20 2:25", phase=Phase.FOCUS)


def test_the_level_goes_on_after_a_mistake_without_a_new_deal() -> None:
    after, _ = apply(playing("30 | 12 | 90", level=4), 0, Play(30))
    assert (after.level, after.hands) == (4, ((), (), (90,)))
    assert apply(all_lay_hands(after), 2, Play(90))[0].level == 5


# --- Star -------------------------------------------------------------------------


def test_any_seat_may_propose_a_star_at_any_point_of_a_level() -> None:
    play = playing("30 | 12 | ")
    for position in (play, play._replace(phase=Phase.FOCUS)):
        for seat in range(3):
            after, events = apply(position, seat, RaiseStar())
            assert events == (StarRaised(seat),)
            assert (after.stars, after.hands) == (position.stars, position.hands)


def test_a_proposal_may_be_withdrawn() -> None:
    play = playing("30 | 12")
    after, events = course(play, (0, RaiseStar()), (0, LowerStar()))
    assert (after, events) == (play, (StarRaised(0), StarLowered(0)))


def test_only_a_raised_hand_can_be_lowered() -> None:
    with pytest.raises(IllegalAction):
        apply(playing("30 | 12"), 0, LowerStar())


def test_a_star_can_only_be_proposed_while_the_team_has_one() -> None:
    with pytest.raises(IllegalAction):
        apply(playing("30 | 12", stars=0), 0, RaiseStar())


def test_a_star_is_spent_when_every_hand_is_up_and_each_lowest_card_is_set_aside() -> None:
    play = playing("30 35 | 12 40 | 25 90", pile="0:5", lives=2, stars=2)
    after, events = course(play, *((seat, RaiseStar()) for seat in range(3)))
    assert events[-1] == StarUsed((Laid(0, 30), Laid(1, 12), Laid(2, 25)))
    assert after == playing("35 | 40 | 90", pile="0:5", aside="0:30 1:12 2:25", lives=2, stars=1, phase=Phase.FOCUS)


def test_seats_with_no_cards_left_must_raise_a_hand_too() -> None:
    waiting, _ = course(playing("30 35 | 12 | "), (0, RaiseStar()), (1, RaiseStar()))
    assert waiting.stars == 1
    after, events = apply(waiting, 2, RaiseStar())
    assert events[-1] == StarUsed((Laid(0, 30), Laid(1, 12)))
    assert (after.stars, after.hands) == (0, ((35,), (), ()))


def test_several_stars_may_be_used_in_a_row() -> None:
    play = playing("30 35 38 | 12 40 41", stars=2)
    once, _ = course(play, (0, RaiseStar()), (1, RaiseStar()))
    twice, _ = course(once, (0, RaiseStar()), (1, RaiseStar()))
    assert (twice.stars, twice.hands) == (0, ((38,), (41,)))


def test_a_hand_cannot_be_raised_and_on_the_table_at_the_same_time() -> None:
    focus = playing("30 | 12")._replace(phase=Phase.FOCUS)
    raised, _ = course(focus, (0, LayHand()), (0, RaiseStar()))
    assert (raised.down, dict(raised.raised)) == (frozenset(), {0: None})
    laid, events = apply(raised, 0, LayHand())
    assert (laid.down, laid.raised) == (frozenset({0}), ())
    assert events == (StarLowered(0), HandLaid(0))


def test_playing_a_card_lowers_the_seats_raised_hand() -> None:
    after, events = course(playing("12 13 | 20"), (0, RaiseStar()), (0, Play(12)))
    assert after.raised == ()
    assert events == (StarRaised(0), Played(0, 12), StarLowered(0))


def test_concentrating_lowers_all_raised_hands() -> None:
    after, _ = course(playing("30 | 12 | 40"), (1, RaiseStar()), (2, Stop()))
    assert after.raised == ()


# --- Level complete, won, lost ----------------------------------------------------


def test_a_play_that_empties_all_hands_completes_the_level_and_brings_its_reward() -> None:
    after, events = apply(playing("30 | | 40", pile="1:12", level=2), 0, Play(30))
    assert (events, after.stars) == ((Played(0, 30),), 1)
    after, events = apply(after, 2, Play(40))
    assert events == (Played(2, 40), LevelCompleted(2, Reward.STAR))
    assert (after.phase, after.level, after.piles, after.aside) == (Phase.DEAL, 3, ((),), ())


def test_a_mistake_that_empties_all_hands_completes_the_level() -> None:
    after, events = apply(playing("30 | 12"), 0, Play(30))
    assert events == (Played(0, 30), LifeLost(30, (Laid(1, 12),)), LevelCompleted(1, None))
    assert (after.phase, after.lives) == (Phase.DEAL, 1)


def test_a_star_that_empties_all_hands_completes_the_level() -> None:
    after, events = course(playing("30 | 12"), (0, RaiseStar()), (1, RaiseStar()))
    assert events[-2:] == (StarUsed((Laid(0, 30), Laid(1, 12))), LevelCompleted(1, None))
    assert after.phase is Phase.DEAL


def test_losing_the_last_life_ends_the_game_whatever_stars_are_left() -> None:
    after, events = apply(playing("30 | 12 90", lives=1, stars=3), 0, Play(30))
    assert events[-1] == GameLost()
    assert (after.phase, after.lives, after.hands) == (Phase.LOST, 0, ((), (90,)))
    assert [legal_actions(after, seat) for seat in (0, 1)] == [frozenset(), frozenset()]


def test_losing_the_last_life_with_the_last_card_of_a_level_loses_the_game() -> None:
    after, events = apply(playing("30 | 12", lives=1, level=3), 0, Play(30))
    assert events == (Played(0, 30), LifeLost(30, (Laid(1, 12),)), GameLost())
    assert (after.phase, after.lives) == (Phase.LOST, 0)


def test_losing_the_last_life_with_the_last_card_of_the_last_level_loses_the_game() -> None:
    assert apply(playing("30 | 12", lives=1, level=12), 0, Play(30))[0].phase is Phase.LOST


@pytest.mark.parametrize(("hands", "last"), [("7|", 12), ("7||", 10), ("7|||", 8), ("7|||||||", 4)])
def test_completing_the_last_level_wins_the_game(hands: str, last: int) -> None:
    assert apply(playing(hands, level=last - 1), 0, Play(7))[0].phase is Phase.DEAL
    after, events = apply(playing(hands, level=last), 0, Play(7))
    assert (after.phase, events[-1]) == (Phase.WON, GameWon())


def test_the_only_seat_with_cards_may_play_the_rest() -> None:
    after, events = apply(playing("7 30 | ", pile="1:5"), 0, PlayRest())
    assert events == (Played(0, 7), Played(0, 30), LevelCompleted(1, None))
    assert after.phase is Phase.DEAL


def test_the_rest_cannot_be_played_while_another_seat_holds_a_card() -> None:
    for seat in range(3):
        with pytest.raises(IllegalAction):
            apply(playing("7 30 | 99 | "), seat, PlayRest())
    with pytest.raises(IllegalAction):
        apply(playing("7 30 | "), 1, PlayRest())
