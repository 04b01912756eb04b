"""The timeline of a recorded game, and its playback, which takes the time as an argument."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.core import LevelCompleted, LifeLost, Phase, StarUsed, view_of
from game.core.record import Game
from game.history.player import ENDED, PLAYING, STEP, Player
from game.history.timeline import END, LEVEL, LINGER, LONGEST_PAUSE, MISTAKE, PAUSE, STAR, timeline
from tests.core.examples import examples
from tests.history.games import any_game, lost_game, won_game


@settings(max_examples=30)
@given(any_game)
def test_every_step_is_on_the_timeline_and_only_pauses_are_shortened(game: Game) -> None:
    line, times = timeline(game), [at for at, _ in game.steps]
    assert [(frame.state, frame.view) for frame in line.frames] == [
        (state, view_of(state, None, events)) for _, (state, events) in game.steps
    ]
    for (one, before), (other, after) in pairwise(zip(line.frames, times, strict=True)):
        longest = LONGEST_PAUSE if one.state.phase is Phase.PLAY else PAUSE
        assert other.at - one.at == pytest.approx(min(after - before, longest), abs=0.02)
    assert line.seconds == pytest.approx(line.frames[-1].at + LINGER)


@pytest.mark.parametrize("game", [won_game(), lost_game()])
def test_moments_are_at_the_times_of_their_events(game: Game) -> None:
    line = timeline(game)
    by_kind = {kind: [one.at for one in line.moments if one.kind == kind] for kind in (LEVEL, MISTAKE, STAR, END)}
    for kind, event in ((MISTAKE, LifeLost), (STAR, StarUsed)):
        assert by_kind[kind] == [frame.at for frame in line.frames if frame.view.tells(event)]
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


PLAYBACK = """
Playback is paused at the start.
    0 shows 0 paused, 100 shows 0 paused
It can pause and resume.
    10 play, 14 shows 4 playing, 14 pause, 99 shows 4 paused, 99 play, 100 shows 5 playing
It ends, and starts over when it is played again.
    0 play, 9999 shows end ended, 9999 play, 10000 shows 1 playing
A new speed applies from now on.
    0 play, 2 change_speed 4, 3 shows 6 playing, 3 pause, 9 change_speed 0.5, 20 shows 6 paused
Seeking is limited to the timeline, and goes on playing.
    0 seek 30, 1 shows 30 paused, 1 seek -5, 1 shows 0 paused, 1 play, 2 seek 20, 3 shows 21 playing
    0 play, 3 seek 1e9, 3 shows end ended, 4 seek 5, 4 shows 5 paused
"""


@pytest.mark.parametrize("course", examples(PLAYBACK))
def test_playback(course: str) -> None:
    """What happens at which second, and what the player shows then."""
    player = Player(timeline(won_game()))
    for now, what, *rest in map(str.split, course.split(", ")):
        if what == "shows":
            at = player.timeline.seconds if rest[0] == "end" else float(rest[0])
            assert (player.at(float(now)), player.state(float(now))) == (at, rest[1]), f"at {now} s"
            assert (player.due(float(now)) is None) == (rest[1] != PLAYING)
        else:
            getattr(player, what)(*map(float, rest), float(now))


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
