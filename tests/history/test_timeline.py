"""The timeline of a recorded game, and its playback, which takes the time as an argument."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.core import LevelCompleted, LifeLost, Phase, StarUsed, view_of
from game.core.record import Game
from game.history.player import ENDED, PAUSED, PLAYING, STEP, Player
from game.history.timeline import END, LEVEL, LINGER, LONGEST_PAUSE, MISTAKE, PAUSE, STAR, timeline
from tests.history.games import any_game, lost_game, won_game


@settings(max_examples=30)
@given(any_game)
def test_every_step_is_on_the_timeline_in_order(game: Game) -> None:
    line = timeline(game)
    assert [(frame.state, frame.view) for frame in line.frames] == [
        (state, view_of(state, None, events)) for _, (state, events) in game.steps
    ]
    assert all(one.at <= other.at for one, other in pairwise(line.frames))
    assert line.seconds == pytest.approx(line.frames[-1].at + LINGER)


@settings(max_examples=30)
@given(any_game)
def test_play_keeps_its_duration_and_pauses_are_shortened(game: Game) -> None:
    line, times = timeline(game), [at for at, _ in game.steps]
    for (one, before), (other, after) in pairwise(zip(line.frames, times, strict=True)):
        whole = after - before
        expected = min(whole, LONGEST_PAUSE if one.state.phase is Phase.PLAY else PAUSE)
        assert other.at - one.at == pytest.approx(expected, abs=0.02)


@pytest.mark.parametrize("game", [won_game(), lost_game()])
def test_moments_are_at_the_times_of_their_events(game: Game) -> None:
    line = timeline(game)
    by_kind = {kind: [one.at for one in line.moments if one.kind == kind] for kind in (LEVEL, MISTAKE, STAR, END)}
    lost = [frame.at for frame in line.frames if any(isinstance(event, LifeLost) for event in frame.view.news)]
    used = [frame.at for frame in line.frames if any(isinstance(event, StarUsed) for event in frame.view.news)]
    assert (by_kind[MISTAKE], by_kind[STAR]) == (lost, used)
    assert len(by_kind[LEVEL]) == len(game.deals)
    assert by_kind[END] == [line.frames[-1].at]
    assert [one.level for one in line.moments if one.kind == LEVEL] == [*range(1, len(game.deals) + 1)]


def test_what_takes_its_time_delays_what_follows() -> None:
    game = won_game()
    line = timeline(
        game, lambda before, view: [(view, 4.0), (view, 0.0)] if view.tells(LevelCompleted) else [(view, 0.0)]
    )
    assert line.seconds == pytest.approx(timeline(game).seconds + 4 * 8)
    ended = next(at for at, frame in enumerate(line.frames) if frame.view.tells(LevelCompleted))
    assert line.frames[ended + 1].at == pytest.approx(line.frames[ended].at + 4)


def test_moments_are_found_one_after_another() -> None:
    line = timeline(won_game())
    at, found = -1.0, list[int]()
    while (moment := line.next_moment(at, [LEVEL])) is not None:
        at = moment.at
        found.append(moment.level)
    assert found == [*range(1, 9)]


def test_a_mistake_comes_with_the_events_since_play_started() -> None:
    line = timeline(lost_game())
    frame = next(frame for frame in line.frames if frame.state.phase is Phase.LOST)
    assert any(isinstance(event, LifeLost) for event in frame.since_play)


# --- The player ---------------------------------------------------------------------------


def test_playback_is_paused_at_the_start() -> None:
    player = Player(timeline(won_game()))
    assert (player.at(0), player.at(100), player.state(100), player.due(100)) == (0, 0, PAUSED, None)


def test_playback_can_pause_and_resume() -> None:
    player = Player(timeline(won_game()))
    player.play(10)
    assert (player.at(14), player.state(14)) == (4, PLAYING)
    player.pause(14)
    assert (player.at(99), player.state(99), player.due(99)) == (4, PAUSED, None)
    player.play(99)
    assert player.at(100) == 5


def test_playback_ends_and_starts_over_when_played_again() -> None:
    player = Player(timeline(won_game()))
    whole = player.timeline.seconds
    player.play(0)
    assert (player.at(whole + 50), player.state(whole + 50), player.due(whole + 50)) == (whole, ENDED, None)
    player.play(whole + 60)
    assert (player.at(whole + 61), player.state(whole + 61)) == (1, PLAYING)


def test_a_new_speed_applies_from_now_on() -> None:
    player = Player(timeline(won_game()))
    player.play(0)
    player.change_speed(4.0, 2)
    assert player.at(3) == 6
    player.pause(3)
    player.change_speed(0.5, 9)
    assert player.at(20) == 6


def test_seeking_is_limited_to_the_timeline() -> None:
    player = Player(timeline(won_game()))
    player.seek(30, 0)
    assert (player.at(1), player.state(1)) == (30, PAUSED)
    player.seek(-5, 1)
    assert player.at(1) == 0
    player.play(1)
    player.seek(20, 2)
    assert (player.at(3), player.state(3)) == (21, PLAYING)
    player.seek(1e9, 3)
    assert player.state(3) == ENDED
    player.seek(5, 4)
    assert player.state(4) == PAUSED


@settings(max_examples=30)
@given(any_game, st.sampled_from([0.5, 1.0, 8.0]))
def test_a_caller_that_wakes_when_due_misses_no_frame(game: Game, speed: float) -> None:
    player = Player(timeline(game))
    player.change_speed(speed, 0)
    player.play(0)
    now, seen = 0.0, {player.timeline.frame(0.0)}
    for _ in range(200_000):
        due = player.due(now)
        if due is None:
            break
        assert due <= STEP
        now += due + 1e-6
        seen.add(player.timeline.frame(player.at(now)))
    assert player.state(now) == ENDED
    last_at_once = {
        max(i for i, f in enumerate(player.timeline.frames) if f.at == frame.at) for frame in player.timeline.frames
    }
    assert last_at_once <= seen
