"""Rules of blind mode: every card is played face down and checked when the level is over."""

from __future__ import annotations

import pytest

from game.core import FaceDown, Laid, LayHand, Play, Played, legal_actions, new_game, shuffled, variant, view_of
from tests.core.examples import check, examples, position
from tests.core.positions import course

RULES = """
After a win, the team may continue blind at level 1, with all lives and stars.
    - | -, pile 0:7, level 12, lives 4, stars 3, won => 1 blind => WentBlind => - | -, lives 4, stars 3, deal, blind
Going blind needs a win, and works only once.
    7 | 8 => 0 blind => refused
    - | -, level 12, lives 0, lost => 0 blind => refused
    - | -, level 12, blind, won => 0 blind => refused
A game that was blind from the start ends when it is won.
    7 | -, game blind, level 12 => 0 play 7, 0 blind => refused

Every card is played face down, and no mistake is checked while the level runs.
    12 | 25 90, blind => 0 play 12 => Played 0 12 face_down => - | 25 90, blind, pile 0:12
    30 | 12 20 | 25, blind => 0 play 30 => Played 0 30 face_down => - | 12 20 | 25, blind, pile 0:30
The rest is played face down too.
    7 30 | -, blind => 0 rest => Played 0 7 face_down, Played 0 30 face_down, PilesTurned () 0, LevelCompleted 1 None
        => - | -, blind, pile 0:7 0:30, reveal

The pile is turned over at the end of the level. The next level is dealt when every hand is down.
    - | 30, blind, pile 0:12 => 1 play 30 => Played 1 30 face_down, PilesTurned () 0, LevelCompleted 1 None
        => - | -, blind, pile 0:12 1:30, reveal
    - | -, blind, pile 0:12, reveal => 0 hand, 0 lift => HandLaid 0, HandLifted 0 => - | -, blind, pile 0:12, reveal
    - | -, blind, pile 0:12, reveal => all hand => HandLaid 0, HandLaid 1 => - | -, blind, level 2, deal
A level in wrong order costs one life, for any number of cards.
    - | 99, blind, pile 0:5 1:30 0:12 => 1 play 99 => Played 1 99 face_down, PilesTurned (30) 1, LevelCompleted 1 None
        => - | -, blind, pile 0:5 1:30 0:12 1:99, lives 1, reveal
    - | 99, blind, pile 0:30 0:20 1:12 => 1 play 99
        => Played 1 99 face_down, PilesTurned (30 20) 1, LevelCompleted 1 None
    - | 99, blind, pile 0:30 1:40 0:50 1:12 => 1 play 99
        => Played 1 99 face_down, PilesTurned (30 40 50) 1, LevelCompleted 1 None
The strict option costs one life for each misplaced card, but no more than are left.
    - | 99, game strict, blind, pile 0:30 1:40 0:50 1:12, lives 4 => 1 play 99
        => Played 1 99 face_down, PilesTurned (30 40 50) 3, LevelCompleted 1 None
        => - | -, game strict, blind, pile 0:30 1:40 0:50 1:12 1:99, lives 1, reveal
    - | 99, game strict, blind, pile 0:30 1:40 0:50 1:12, lives 2 => 1 play 99
        => Played 1 99 face_down, PilesTurned (30 40 50) 2, GameLost
        => - | -, game strict, blind, pile 0:30 1:40 0:50 1:12 1:99, lives 0, lost
A level in wrong order still brings its reward.
    - | 12, blind, pile 0:30, level 3 => 1 play 12 => Played 1 12 face_down, PilesTurned (30) 1, LevelCompleted 3 life
        => - | -, blind, pile 0:30 1:12, level 3, lives 2, reveal
Losing the last life at the reveal ends the game before any reward.
    - | 12, blind, pile 0:30, level 3, lives 1 => 1 play 12 => Played 1 12 face_down, PilesTurned (30) 1, GameLost
        => - | -, blind, pile 0:30 1:12, level 3, lives 0, lost
The last blind level wins.
    - | 30, blind, pile 0:12, level 12 => 1 play 30
        => Played 1 30 face_down, PilesTurned () 0, LevelCompleted 12 None, GameWon

Stars work in blind mode. A card that they set aside makes no other card misplaced.
    30 35 | 12 40, blind, pile 0:5, raised 0 => 1 star => StarRaised 1, StarUsed (0:30 1:12)
    - | 12, blind, pile 0:30, raised 0 => 1 star
        => StarRaised 1, StarUsed (1:12), PilesTurned () 0, LevelCompleted 1 None
"""


@pytest.mark.parametrize("example", examples(RULES))
def test_rule(example: str) -> None:
    check(example)


def test_blind_mode_can_be_chosen_from_the_start() -> None:
    game = new_game(variant("blind"), 3)
    assert (game.blind, game.lives, game.stars) == (True, 3, 1)


def test_blind_levels_get_a_different_shuffle_from_open_ones() -> None:
    game = new_game(variant("classic"), 2)
    assert shuffled(game, "one") != shuffled(game._replace(blind=True), "one")


def test_at_the_reveal_hands_can_only_be_laid_down() -> None:
    assert legal_actions(position("- | -, blind, pile 0:12, reveal"), 1) == {LayHand()}


@pytest.mark.parametrize(
    ("state", "seat", "pile"),
    [
        ("- | 90 | 95, blind, pile 0:30 1:12 0:41", 0, (Laid(0, 30), FaceDown(1), Laid(0, 41))),
        ("- | 90 | 95, blind, pile 0:30 1:12 0:41", 1, (FaceDown(0), Laid(1, 12), FaceDown(0))),
        ("- | 90 | 95, blind, pile 0:30 1:12 0:41", 2, (FaceDown(0), FaceDown(1), FaceDown(0))),
        ("- | 90 | 95, blind, pile 0:30 1:12 0:41", None, (FaceDown(0), FaceDown(1), FaceDown(0))),
        ("- | 90, blind, pile 0:30, focus", 1, (FaceDown(0),)),  # a stop turns nothing over
        ("- | -, blind, pile 0:12 1:30, reveal", None, (Laid(0, 12), Laid(1, 30))),
        ("- | -, blind, pile 0:30 1:12, lives 0, lost", 1, (Laid(0, 30), Laid(1, 12))),
    ],
)
def test_a_seat_sees_only_the_face_down_cards_that_it_played_itself(
    state: str, seat: int | None, pile: tuple[Laid | FaceDown, ...]
) -> None:
    assert view_of(position(state), seat).piles == (pile,)


def test_news_of_a_face_down_card_shows_its_number_to_its_own_seat_only() -> None:
    after, events = course(position("30 | 12 | 40, blind"), (0, Play(30)))
    seen = [view_of(after, seat, events).news for seat in (0, 1, 2, None)]
    assert seen == [(Played(0, 30, face_down=True),), *[(Played(0, None, face_down=True),)] * 3]


def test_cards_set_aside_by_a_star_lie_face_up() -> None:
    assert view_of(position("35 | 40, blind, pile 0:5, aside 0:30 1:12, focus"), 1).aside == (Laid(0, 30), Laid(1, 12))
