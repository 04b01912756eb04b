"""Rules of the base game, in the order of the rulebook."""

from __future__ import annotations

import pytest

from game.core import (
    DEALER,
    Deal,
    Dealt,
    IllegalAction,
    LevelCompleted,
    Phase,
    Play,
    Reward,
    State,
    apply,
    legal_actions,
    new_game,
    shuffled,
    variant,
)
from tests.core.examples import check, examples, position
from tests.core.positions import playing

CLASSIC = variant("classic")


def dealt(seats: int, level: int = 1) -> State:
    game = new_game(CLASSIC, seats)._replace(level=level)
    return apply(game, DEALER, shuffled(game, "one"))[0]


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
    after, events = apply(new_game(CLASSIC, 2)._replace(level=2), DEALER, Deal(deck))
    assert (after.phase, after.hands, events) == (Phase.FOCUS, ((30, 50), (20, 40)), (Dealt(2),))


def test_only_the_dealer_may_deal_and_only_the_whole_supply() -> None:
    game, whole = new_game(CLASSIC, 2), tuple(range(1, 101))
    for state, seat, deck, why in (
        (game, DEALER, (1, 2), "not the whole supply of level 1"),
        (game, DEALER, (1,) * 100, "not the whole supply of level 1"),
        (game, 0, whole, "seat 0 may not deal during deal"),
        (dealt(2), DEALER, whole, "may not deal during focus"),
    ):
        with pytest.raises(IllegalAction, match=why):
            apply(state, seat, Deal(deck))


# --- Concentration, play, mistakes, stars, the end --------------------------------

RULES = """
Play starts when every seat has put a hand down.
    3 | 4 | 5, focus => 0 hand, 2 hand => HandLaid 0, HandLaid 2 => 3 | 4 | 5, focus, down 0 2
    3 | 4 | 5, focus, down 0 2 => 1 hand => HandLaid 1, Started => 3 | 4 | 5
A hand may be lifted again before all are down.
    3 | 4, focus => 0 hand, 0 lift => HandLaid 0, HandLifted 0 => 3 | 4, focus
No card can be played while the team concentrates.
    3 | 4, focus => 0 play 3 => refused
Any seat may stop at any time, even without cards.
    30 | 12 20 | -, pile 2:5 => 0 stop => Stopped 0 => 30 | 12 20 | -, pile 2:5, focus
    30 | 12 20 | -, pile 2:5 => 2 stop => Stopped 2 => 30 | 12 20 | -, pile 2:5, focus
After a stop, play resumes when all have concentrated.
    30 | 12, pile 0:5 => 0 stop, all hand => Stopped 0, HandLaid 0, HandLaid 1, Started => 30 | 12, pile 0:5

There are no turns: a seat may play several cards in a row.
    3 5 8 | 20 => 0 play 3, 0 play 5, 0 play 8 => Played 0 3, Played 0 5, Played 0 8 => - | 20, pile 0:3 0:5 0:8
A seat may only play its own lowest card.
    12 20 | 3 90 => 0 play 20 => refused
    12 20 | 3 90 => 0 play 3 => refused
    12 20 | 3 90 => 0 play 50 => refused
A late click does not play the next card.
    12 90 | 20 => 0 play 12, 0 play 12 => refused

A card in order costs nothing.
    12 | 25 90 => 0 play 12 => Played 0 12 => - | 25 90, pile 0:12
A mistake costs one life, however many cards were lower, and the level goes on without a new deal.
    30 | 12 | 25 90, lives 3 => 0 play 30 => Played 0 30, LifeLost 30 (1:12 2:25)
        => - | - | 90, pile 0:30, aside 1:12 2:25, focus
A stale click on a card that was set aside costs no second life.
    30 | 12 90 | 99, lives 3 => 0 play 30, 1 play 12 => refused
    30 | 12 90 | 99, lives 3 => 0 play 30, all hand, 1 play 12 => refused

Any seat may propose a star at any point of a level.
    30 | 12 | - => 0 star => StarRaised 0 => 30 | 12 | -, raised 0
    30 | 12 | - => 2 star => StarRaised 2 => 30 | 12 | -, raised 2
    30 | 12 | -, focus => 1 star => StarRaised 1 => 30 | 12 | -, focus, raised 1
A proposal may be withdrawn.
    30 | 12 => 0 star, 0 unstar => StarRaised 0, StarLowered 0 => 30 | 12
Only a raised hand can be lowered.
    30 | 12 => 0 unstar => refused
A star can only be proposed while the team has one.
    30 | 12, stars 0 => 0 star => refused
A star is spent when every hand is up, and each lowest card is set aside.
    30 35 | 12 40, pile 0:5, raised 0 => 1 star => StarRaised 1, StarUsed (0:30 1:12)
        => 35 | 40, pile 0:5, aside 0:30 1:12, stars 0, focus
Seats with no cards left must raise a hand too.
    30 35 | 12 | - => 0 star, 1 star => StarRaised 0, StarRaised 1 => 30 35 | 12 | -, raised 0 1
    30 35 | 12 | -, raised 0 1 => 2 star => StarRaised 2, StarUsed (0:30 1:12)
        => 35 | - | -, aside 0:30 1:12, stars 0, focus
Several stars may be used in a row.
    35 38 | 40 41, aside 0:3, focus, raised 1 => 0 star => StarRaised 0, StarUsed (0:35 1:40)
        => 38 | 41, aside 0:3 0:35 1:40, stars 0, focus
A hand cannot be raised and on the table at the same time.
    30 | 12, focus, down 0 => 0 star => StarRaised 0 => 30 | 12, focus, raised 0
    30 | 12, focus, raised 0 => 0 hand => StarLowered 0, HandLaid 0 => 30 | 12, focus, down 0
Playing a card lowers the seat's raised hand.
    12 13 | 20, raised 0 => 0 play 12 => Played 0 12, StarLowered 0 => 13 | 20, pile 0:12
Concentrating lowers all raised hands.
    30 | 12 | 40, raised 1 => 2 stop => Stopped 2 => 30 | 12 | 40, focus

A card that empties all hands completes the level and brings its reward: stars at most three, lives at most five.
    7 | -, pile 1:5, level 2 => 0 play 7 => Played 0 7, LevelCompleted 2 star => - | -, level 3, stars 2, deal
    7 | -, level 3 => 0 play 7 => Played 0 7, LevelCompleted 3 life => - | -, level 4, lives 3, deal
    7 | -, level 2, stars 3 => 0 play 7 => Played 0 7, LevelCompleted 2 None => - | -, level 3, stars 3, deal
    7 | -, level 3, lives 5 => 0 play 7 => Played 0 7, LevelCompleted 3 None => - | -, level 4, lives 5, deal
So does a mistake, and so does a star.
    30 | 12 => 0 play 30 => Played 0 30, LifeLost 30 (1:12), LevelCompleted 1 None => - | -, level 2, lives 1, deal
    30 | 12, raised 0 => 1 star => StarRaised 1, StarUsed (0:30 1:12), LevelCompleted 1 None
        => - | -, level 2, stars 0, deal
The last level wins the game, and brings its reward too.
    7 | | |, level 8 => 0 play 7 => Played 0 7, LevelCompleted 8 star, GameWon => | | |, pile 0:7, level 8, stars 2, won
Losing the last life ends the game, whatever stars are left.
    30 | 12 90, lives 1, stars 3 => 0 play 30 => Played 0 30, LifeLost 30 (1:12), GameLost
        => - | 90, pile 0:30, aside 1:12, lives 0, stars 3, lost
    - | 90, pile 0:30, aside 1:12, lives 0, stars 3, lost => 1 play 90 => refused
So it does with the last card of a level, or of the last level.
    30 | 12, lives 1, level 3 => 0 play 30 => Played 0 30, LifeLost 30 (1:12), GameLost
    30 | 12, lives 1, level 12 => 0 play 30 => Played 0 30, LifeLost 30 (1:12), GameLost
The only seat with cards may play the rest.
    7 30 | -, pile 1:5 => 0 rest => Played 0 7, Played 0 30, LevelCompleted 1 None => - | -, level 2, deal
    7 30 | - => 1 rest => refused
    7 30 | 99 | - => 0 rest => refused
    7 30 | 99 | - => 2 rest => refused
"""


@pytest.mark.parametrize("example", examples(RULES))
def test_rule(example: str) -> None:
    check(example)


@pytest.mark.parametrize("level", range(1, 13))
def test_each_level_has_its_reward(level: int) -> None:
    reward = Reward.STAR if level in (2, 5, 8) else Reward.LIFE if level in (3, 6, 9) else None
    after, events = apply(playing("7 | ", level=level), 0, Play(7))
    assert LevelCompleted(level, reward) in events
    assert (after.lives, after.stars) == (2 + (reward is Reward.LIFE), 1 + (reward is Reward.STAR))


@pytest.mark.parametrize(("hands", "last"), [("7|", 12), ("7||", 10), ("7|||", 8), ("7|||||||", 4)])
def test_completing_the_last_level_wins_the_game(hands: str, last: int) -> None:
    assert apply(playing(hands, level=last - 1), 0, Play(7))[0].phase is Phase.DEAL
    assert apply(playing(hands, level=last), 0, Play(7))[0].phase is Phase.WON


def test_nobody_can_do_anything_after_the_end() -> None:
    for end in ("- | 90, lives 0, lost", "- | -, level 12, blind, won"):
        assert [legal_actions(position(end), seat) for seat in (0, 1)] == [frozenset(), frozenset()]
