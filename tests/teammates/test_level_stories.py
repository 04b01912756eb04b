"""The stories of a game's levels in the page: added when a level ends, and dropped with their game."""

from __future__ import annotations

import pytest

from game.core import DEALER, Action, LayHand, Phase, Play, Seat, State, apply, new_game, shuffled, variant, view_of
from game.teammates.story import LevelStories


def hear(stories: LevelStories, state: State, seat: Seat, action: Action) -> State:
    state, events = apply(state, seat, action)
    stories.add(0.0, view_of(state, 0, events))
    return state


def deal(stories: LevelStories, state: State) -> State:
    return hear(stories, state, DEALER, shuffled(state, "1"))


def play(stories: LevelStories, state: State) -> None:
    """Play the current level to its end."""
    for seat in range(state.seats):
        state = hear(stories, state, seat, LayHand())
    while state.phase is Phase.PLAY:
        card, seat = min((hand[0], seat) for seat, hand in enumerate(state.hands) if hand)
        state = hear(stories, state, seat, Play(card))


def test_a_level_is_added_when_it_ends() -> None:
    stories = LevelStories()
    play(stories, deal(stories, new_game(variant("classic"), 2)))
    assert [story.level for story in stories.complete] == [1]


def test_a_level_whose_deal_was_missed_is_not_added() -> None:
    stories = LevelStories()
    play(stories, deal(LevelStories(), new_game(variant("classic"), 2)))
    assert stories.complete == []


@pytest.mark.parametrize("name", ["classic", "blind"])
def test_another_game_drops_the_stories_of_the_last(name: str) -> None:
    stories = LevelStories()
    play(stories, deal(stories, new_game(variant(name), 2)))
    assert stories.complete
    deal(stories, new_game(variant(name), 2))
    assert stories.complete == []


def test_a_game_that_continues_blind_is_the_same_game() -> None:
    stories = LevelStories()
    play(stories, deal(stories, new_game(variant("classic"), 2)))
    deal(stories, new_game(variant("classic"), 2)._replace(blind=True))
    assert stories.complete
