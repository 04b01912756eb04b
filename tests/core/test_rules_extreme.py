"""Rules of Extreme: white ascends, red descends, and some piles are face down. Red 1 to 50 are the cards 51 to 100."""

from __future__ import annotations

import pytest

from game.core import (
    DEALER,
    FaceDown,
    LowerStar,
    Play,
    Played,
    RaiseStar,
    apply,
    legal_actions,
    new_game,
    shuffled,
    variant,
    view_of,
)
from tests.core.examples import check, examples, position
from tests.core.positions import card, course, playing

EXTREME = variant("extreme")

RULES = """
White ascends on the left pile, and red descends on the right one.
    w1 r1 | w50 r50, game extreme => 0 play w1, 1 play r50, 0 play r1 => Played 0 1, Played 1 100 1, Played 0 51 1
        => - | w50, game extreme, pile 0:w1, red 1:r50 0:r1
A white mistake sets all lower whites aside, and no red.
    w30 r1 | w12 w40 r50, game extreme => 0 play w30 => Played 0 30, LifeLost 30 (1:12)
        => r1 | w40 r50, game extreme, pile 0:w30, aside 1:w12, lives 1, focus
A red mistake sets all higher reds aside, and no white.
    w30 r20 | w12 r50 r10, game extreme => 0 play r20 => Played 0 70 1, LifeLost 70 (1:100)
        => w30 | w12 r10, game extreme, red 0:r20, aside 1:r50, lives 1, focus
There is no exception for a card that is ten away.
    w30 | w20 | w50 r1, game extreme => 0 play w30 => Played 0 30, LifeLost 30 (1:20)
    r20 | r30 | w50 r1, game extreme => 0 play r20 => Played 0 70 1, LifeLost 70 (1:80)
    w30 | w20, game extreme, level 11 => 0 play w30, 1 play w20
        => Played 0 30 face_down, Played 1 20 face_down, PilesTurned (30) 1, LevelCompleted 11 None

At a star, each seat chooses its lowest white or its highest red.
    w12 w20 r40 | w30 r50 r7 | r9 | -, game extreme => 0 star r40, 1 star w30, 2 star, 3 star
        => StarRaised 0, StarRaised 1, StarRaised 2, StarRaised 3, StarUsed (0:90 1:30 2:59)
        => w12 w20 | r50 r7 | - | -, game extreme, aside 0:r40 1:w30 2:r9, stars 0, focus
A star takes only leading cards, and needs a choice between two.
    w12 w20 r40 | w30, game extreme => 0 star => refused
    w12 w20 r40 | w30, game extreme => 0 star w20 => refused
    w12 w20 r40 | w30, game extreme => 0 star w30 => refused
The chosen card may be changed.
    w12 r40 | w30, game extreme => 0 star w12, 0 star r40 => StarRaised 0 => w12 r40 | w30, game extreme, raised 0:r40

A face-down pile is checked at the end of the level.
    - | w12 r9, game extreme, pile 0:w30, level 5 => 1 play w12, 1 play r9
        => Played 1 12 face_down, Played 1 59 1, PilesTurned (30) 1, LevelCompleted 5 star
        => - | -, game extreme, pile 0:w30 1:w12, red 1:r9, level 5, lives 1, stars 2, reveal
    - | -, game extreme, pile 0:w30, level 5, reveal => all hand => HandLaid 0, HandLaid 1
        => - | -, game extreme, level 6, deal
A mistake on the open pile stops play at once.
    r20 | w12 r50, game extreme, level 5 => 0 play r20 => Played 0 70 1, LifeLost 70 (1:100)
        => - | w12, game extreme, red 0:r20, aside 1:r50, level 5, lives 1, focus
Two piles in wrong order cost one life, or with the strict option one for each misplaced card.
    - | w50, game extreme, pile 0:w30 1:w12, red 0:r1 1:r50, level 11 => 1 play w50
        => Played 1 50 face_down, PilesTurned (30 51) 1, LevelCompleted 11 None
    - | w50, game extreme+strict, pile 0:w30 1:w12, red 0:r1 1:r50, level 11, lives 3 => 1 play w50
        => Played 1 50 face_down, PilesTurned (30 51) 2, LevelCompleted 11 None
A mistake on the open pile and a wrong hidden pile cost a life each, if there are two.
    r20 | r50, game extreme, pile 0:w30 1:w12, level 5, lives 3 => 0 play r20
        => Played 0 70 1, LifeLost 70 (1:100), PilesTurned (30) 1, LevelCompleted 5 star
    r20 | r50, game extreme, pile 0:w30 1:w12, level 5, lives 1 => 0 play r20
        => Played 0 70 1, LifeLost 70 (1:100), PilesTurned (30) 0, GameLost
A level without a face-down pile has no reveal.
    w12 r9 | -, game extreme, level 6 => 0 rest => Played 0 12, Played 0 59 1, LevelCompleted 6 life
        => - | -, game extreme, level 7, lives 3, deal
"""


@pytest.mark.parametrize("example", examples(RULES))
def test_rule(example: str) -> None:
    check(example)


def test_there_are_50_white_and_50_red_cards() -> None:
    keys = [EXTREME.key(one) for one in EXTREME.supply(1)]
    assert keys == [f"{colour} {n}" for colour in ("white", "red") for n in range(1, 51)]


def test_both_colours_are_shuffled_together() -> None:
    game = new_game(EXTREME, 2)._replace(level=12)
    after, _ = apply(game, DEALER, shuffled(game, "one"))
    assert all({EXTREME.pile_of(one) for one in hand} == {0, 1} and len(hand) == 12 for hand in after.hands)


def test_the_card_chosen_for_a_star_is_hidden_from_the_others() -> None:
    white, red = (position(f"w12 r40 | w30, game extreme, raised 0:{chosen}") for chosen in ("w12", "r40"))
    assert legal_actions(red, 0) >= {LowerStar(), RaiseStar(12)}
    assert view_of(red, 0).discard == card("r40")
    assert view_of(red, 1) == view_of(white, 1)


@pytest.mark.parametrize(
    ("level", "down"),
    [*((n, "") for n in (1, 2, 3, 4, 6, 8)), (5, "w"), (7, "r"), (9, "w"), (10, "r"), (11, "wr"), (12, "wr")],
)
def test_some_levels_are_played_with_one_or_both_piles_face_down(level: int, down: str) -> None:
    start = playing("w1 r50 | w50 r1", game="extreme", level=level)
    after, events = course(start, (0, Play(card("w1"))), (0, Play(card("r50"))))
    assert events == (Played(0, 1, 0, "w" in down), Played(0, 100, 1, "r" in down))
    seen = tuple((FaceDown(0),) if colour in down else up for colour, up in zip("wr", after.piles, strict=True))
    assert view_of(after, 1).piles == seen


def test_extreme_blind_hides_both_piles_at_every_level() -> None:
    game = new_game(variant("extreme+blind"), 2)
    assert all(game._replace(level=level).hidden_piles == {0, 1} for level in range(1, 13))
