"""Rules of the variants, alone and combined."""

from __future__ import annotations

import pytest

from game.core import (
    BASES,
    DEALER,
    GoBlind,
    LevelCompleted,
    Phase,
    Play,
    PlayRest,
    apply,
    legal_actions,
    new_game,
    shuffled,
    variant,
)
from tests.core.examples import check, examples
from tests.core.positions import card, playing

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
def test_tens_has_ten_levels_and_extra_cards_go_to_the_first_seats(players: int, counts: list[int]) -> None:
    game = new_game(variant("tens"), players)
    after, _ = apply(game, DEALER, shuffled(game, "one"))
    assert (game.levels, [len(hand) for hand in after.hands]) == (10, counts)


# --- The order of play ------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "hand", "plays"),
    [
        ("descending", "20 12", "20"),
        ("fifty", "49 51 60", "49 51"),
        ("extreme", "w12 w20 r40 r3", "w12 r40"),
        ("extreme", "r40 r3", "r40"),
    ],
)
def test_a_seat_may_play_the_first_card_of_each_pile_and_equally_near_ones(game: str, hand: str, plays: str) -> None:
    legal = legal_actions(playing(f"{hand} | ", game=game), 0)
    assert {action for action in legal if isinstance(action, Play)} == {Play(card(one)) for one in plays.split()}


RULES = """
Descending goes from 100 down to 1.
    1 | 100, game descending => 1 play 100, 0 play 1 => Played 1 100, Played 0 1, LevelCompleted 1 None
Descending, a mistake sets all higher cards aside.
    30 | 90 35 12, game descending => 0 play 30 => Played 0 30, LifeLost 30 (1:90 1:35)
        => - | 12, game descending, pile 0:30, aside 1:90 1:35, lives 1, focus
Descending, a star sets the highest cards aside.
    30 20 | 90 35, game descending, raised 0 => 1 star => StarRaised 1, StarUsed (0:30 1:90)

Around fifty, the card nearest to fifty goes first.
    45 | 52 100 | 1, game fifty, pile 0:50 => 1 play 52, 0 play 45, 2 play 1 => Played 1 52, Played 0 45, Played 2 1
Around fifty, equally near cards may go in either order.
    49 | 51, game fifty => 0 play 49, 1 play 51 => Played 0 49, Played 1 51, LevelCompleted 1 None
    49 | 51, game fifty => 1 play 51, 0 play 49 => Played 1 51, Played 0 49, LevelCompleted 1 None
Around fifty, a mistake sets nearer cards aside, but not equally near ones.
    40 | 52 45 | 60, game fifty => 0 play 40 => Played 0 40, LifeLost 40 (1:52 1:45)
        => - | - | 60, game fifty, pile 0:40, aside 1:52 1:45, lives 1, focus
Around fifty, a star takes the chosen one of two equally near cards.
    49 51 | 50, game fifty => 0 star => refused
    49 51 | 50, game fifty => 0 star 51, 1 star => StarRaised 0, StarRaised 1, StarUsed (0:51 1:50)

Without stars, there are none as a reward.
    7 | -, game no-stars, level 2, stars 0 => 0 play 7 => Played 0 7, LevelCompleted 2 None
    7 | -, game no-stars, level 5, stars 0 => 0 play 7 => Played 0 7, LevelCompleted 5 None

Tens descending plays the same ten cards from the highest.
    25 22 | 29 21, game tens-descending, level 3 => 1 play 29, 0 play 25 => Played 1 29, Played 0 25
Blind around fifty, equally near cards are in order.
    - | 30, game fifty+blind, pile 0:51 1:49 0:48 1:52 => 1 play 30
        => Played 1 30 face_down, PilesTurned () 0, LevelCompleted 1 None
Blind descending, cards that were played before a higher one are misplaced.
    - | 30, game descending+blind, pile 0:51 1:90 0:48 => 1 play 30
        => Played 1 30 face_down, PilesTurned (51) 1, LevelCompleted 1 None
"""


@pytest.mark.parametrize("example", examples(RULES))
def test_rule(example: str) -> None:
    check(example)


def test_no_stars_at_the_start() -> None:
    assert new_game(variant("no-stars"), 4).stars == 0


def test_any_variant_may_go_blind_after_a_win() -> None:
    for base in BASES:
        game = new_game(variant(base), 8)
        low = variant(base).supply(game.levels)[0]
        state = game._replace(level=game.levels, phase=Phase.PLAY, hands=((low,), *game.hands[1:]))
        end, events = apply(state, 0, PlayRest())
        assert end.phase is Phase.WON and isinstance(events[-2], LevelCompleted)
        assert apply(end, 0, GoBlind())[0].hidden_piles == set(range(len(end.piles)))


# --- Names ------------------------------------------------------------------------


@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("options", ["", "+no-stars", "+blind", "+strict", "+gentle", "+no-stars+blind+strict+gentle"])
def test_every_variant_is_found_by_its_name(base: str, options: str) -> None:
    found = variant(base + options)
    assert variant(found.name) == found
    assert found.base == base


@pytest.mark.parametrize(
    "name",
    [
        "",
        "chess",
        "Classic",
        "classic+",
        "blind+classic",
        "tens+fifty",
        "blind+blind",
        "no-stars+no-stars",
        "strict+strict",
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
