"""Rules of the variants, alone and combined."""

from __future__ import annotations

import pytest

from game.core import (
    BASES,
    DEALER,
    GoBlind,
    IllegalAction,
    Laid,
    LevelCompleted,
    LifeLost,
    Phase,
    PilesTurned,
    Play,
    Played,
    PlayRest,
    RaiseStar,
    StarUsed,
    apply,
    legal_actions,
    new_game,
    shuffled,
    variant,
)
from tests.core.positions import course, playing

# --- Sets of ten ------------------------------------------------------------------


@pytest.mark.parametrize("level", range(1, 11))
def test_level_n_of_tens_uses_only_its_own_ten_cards(level: int) -> None:
    game = new_game(variant("tens"), 3)._replace(level=level)
    after, _ = apply(game, DEALER, shuffled(game, "one"))
    dealt = sorted(card for hand in after.hands for card in hand)
    assert dealt == list(range(10 * (level - 1) + 1, 10 * level + 1))


@pytest.mark.parametrize(
    ("players", "counts"),
    [
        (2, [5, 5]),
        (3, [4, 3, 3]),
        (4, [3, 3, 2, 2]),
        (5, [2, 2, 2, 2, 2]),
        (6, [2, 2, 2, 2, 1, 1]),
        (7, [2, 2, 2, 1, 1, 1, 1]),
        (8, [2, 2, 1, 1, 1, 1, 1, 1]),
    ],
)
def test_tens_deals_all_ten_cards_and_extra_cards_go_to_the_first_seats(players: int, counts: list[int]) -> None:
    game = new_game(variant("tens"), players)
    after, _ = apply(game, DEALER, shuffled(game, "one"))
    assert [len(hand) for hand in after.hands] == counts


@pytest.mark.parametrize("players", range(2, 9))
def test_tens_have_ten_levels(players: int) -> None:
    assert new_game(variant("tens"), players).levels == 10


# --- Descending -------------------------------------------------------------------


def test_descending_goes_from_100_down_to_1() -> None:
    after, events = course(playing("1 | 100", game="descending"), (1, Play(100)), (0, Play(1)))
    assert events == (Played(1, 100), Played(0, 1), LevelCompleted(1, None))
    assert after.lives == 2


def test_descending_a_seat_plays_its_highest_card() -> None:
    state = playing("20 12 | 90", game="descending")
    assert {a for a in legal_actions(state, 0) if isinstance(a, Play)} == {Play(20)}


def test_descending_a_mistake_sets_all_higher_cards_aside() -> None:
    after, events = apply(playing("30 | 90 35 12", game="descending"), 0, Play(30))
    assert events == (Played(0, 30), LifeLost(30, (Laid(1, 90), Laid(1, 35))))
    assert (after.lives, after.hands) == (1, ((), (12,)))


def test_descending_a_star_sets_the_highest_cards_aside() -> None:
    state = playing("30 20 | 90 35", game="descending")
    _, events = course(state, (0, RaiseStar()), (1, RaiseStar()))
    assert events[-1] == StarUsed((Laid(0, 30), Laid(1, 90)))


# --- Around fifty -----------------------------------------------------------------


def test_around_fifty_the_card_nearest_to_fifty_goes_first() -> None:
    state = playing("50 45 | 52 100 | 1", game="fifty")
    doings = [(0, Play(50)), (1, Play(52)), (0, Play(45)), (2, Play(1)), (1, Play(100))]
    after, events = course(state, *doings)
    assert after.lives == 2
    assert not any(isinstance(event, LifeLost) for event in events)


@pytest.mark.parametrize("first", [49, 51])
def test_around_fifty_equally_near_cards_may_go_in_either_order(first: int) -> None:
    state = playing("49 | 51", game="fifty")
    holder = {49: 0, 51: 1}
    after, events = course(state, (holder[first], Play(first)), (holder[100 - first], Play(100 - first)))
    assert (after.lives, len(events)) == (2, 3)


def test_around_fifty_a_seat_may_play_either_of_two_equally_near_cards() -> None:
    state = playing("49 51 60 | 90", game="fifty")
    assert {a for a in legal_actions(state, 0) if isinstance(a, Play)} == {Play(49), Play(51)}


def test_around_fifty_a_mistake_sets_nearer_cards_aside_but_not_equally_near_ones() -> None:
    after, events = apply(playing("40 | 52 45 60 | 39", game="fifty"), 0, Play(40))
    assert events[1:] == (LifeLost(40, (Laid(1, 52), Laid(1, 45))),)
    assert after.hands == ((), (60,), (39,))


def test_around_fifty_a_star_takes_the_chosen_one_of_two_equally_near_cards() -> None:
    state = playing("49 51 | 50", game="fifty")
    with pytest.raises(IllegalAction):
        apply(state, 0, RaiseStar())
    _, events = course(state, (0, RaiseStar(51)), (1, RaiseStar()))
    assert events[-1] == StarUsed((Laid(0, 51), Laid(1, 50)))


# --- No stars ---------------------------------------------------------------------


def test_no_stars_at_the_start_and_none_as_a_reward() -> None:
    assert new_game(variant("no-stars"), 4).stars == 0
    for level in (2, 5, 8):
        after, events = apply(playing("7 | ", game="no-stars", level=level, stars=0), 0, Play(7))
        assert (after.stars, events[-1]) == (0, LevelCompleted(level, None))


# --- Combined ---------------------------------------------------------------------


def test_tens_descending_plays_the_same_ten_cards_from_the_highest() -> None:
    state = playing("25 22 | 29 21", game="tens-descending", level=3)
    _, events = course(state, (1, Play(29)), (0, Play(22 + 3)))
    assert events == (Played(1, 29), Played(0, 25))


def test_blind_around_fifty_counts_equally_near_cards_as_in_order() -> None:
    state = playing(" | 30", game="fifty+blind", pile="0:51 1:49 0:48 1:52")
    assert PilesTurned((), 0) in apply(state, 1, Play(30))[1]


def test_blind_descending_counts_cards_played_before_a_higher_one() -> None:
    state = playing(" | 30", game="descending+blind", pile="0:51 1:90 0:48")
    assert PilesTurned((51,), 1) in apply(state, 1, Play(30))[1]


def test_any_variant_may_go_blind_after_a_win() -> None:
    for base in BASES:
        game = new_game(variant(base), 8)
        last = game.levels
        low = variant(base).supply(last)[0]
        state = game._replace(level=last, phase=Phase.PLAY, hands=((low,), *game.hands[1:]))
        end, _ = apply(state, 0, PlayRest())
        assert end.phase is Phase.WON
        assert apply(end, 0, GoBlind())[0].hidden_piles == set(range(len(end.piles)))


@pytest.mark.parametrize(
    "name",
    [
        base + options
        for base in BASES
        for options in ("", "+no-stars", "+blind", "+strict", "+gentle", "+no-stars+blind+strict+gentle")
    ],
)
def test_every_variant_is_found_by_its_name(name: str) -> None:
    found = variant(name)
    assert variant(found.name) == found
    assert found.base == name.split("+")[0]


@pytest.mark.parametrize(
    "name",
    [
        "",
        "chess",
        "blind+blind",
        "classic+",
        "blind+classic",
        "tens+fifty",
        "Classic",
        "no-stars+no-stars",
        "gentle+gentle",
    ],
)
def test_an_unknown_variant_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="there is no variant"):
        variant(name)


@pytest.mark.parametrize(
    ("game", "level", "pile", "rank"),
    [
        ("classic", 1, 0, 0),
        ("tens", 3, 0, 20),
        ("tens-descending", 3, 0, 70),
        ("descending", 1, 0, 0),
        ("fifty", 1, 0, -1),
        ("extreme", 1, 0, 0),
        ("extreme", 1, 1, 0),
    ],
)
def test_a_pile_starts_just_before_its_first_possible_card(game: str, level: int, pile: int, rank: int) -> None:
    assert variant(game).start(pile, level) == rank


def test_with_one_pile_a_card_is_named_by_its_number_alone() -> None:
    assert variant("classic").key(37) == "37"
