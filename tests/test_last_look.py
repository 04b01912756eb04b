"""The last look at a level that a mistake or a star ended."""

from __future__ import annotations

from game.browser.table.last_look import last_look
from game.core import (
    Action,
    FaceDown,
    GameLost,
    Laid,
    LayHand,
    LevelCompleted,
    LifeLost,
    Phase,
    PhotoFinish,
    PilesTurned,
    Play,
    RaiseStar,
    Seat,
    StarUsed,
    State,
    View,
    apply,
    view_of,
)
from tests.core.positions import playing


def looked_at(before: State, seat: Seat, action: Action, me: Seat | None = 0) -> tuple[View | None, View]:
    """Return the last look after this action, if there is one, and the view after it."""
    state, events = apply(before, seat, action)
    after = view_of(state, me, events)
    return last_look(view_of(before, me), after), after


def test_a_mistake_that_ends_a_level_is_seen_as_it_left_the_table() -> None:
    before, _ = apply(playing("7 30 | 12 20", lives=2, level=3), 0, Play(7))
    look, after = looked_at(before, 0, Play(30))
    assert look and look.piles == ((Laid(0, 7), Laid(0, 30)),)
    assert look.aside == (Laid(1, 12), Laid(1, 20))
    assert (look.level, look.lives, look.phase) == (3, 1, Phase.FOCUS)
    assert look.news[-1] == LifeLost(30, (Laid(1, 12), Laid(1, 20)))
    assert after.tells(LevelCompleted) and after.lives == 2 and after.piles == ((),)


def test_a_star_that_ends_a_level_is_seen_as_it_left_the_table() -> None:
    before, _ = apply(playing("30 | 12", stars=1), 0, RaiseStar())
    look, after = looked_at(before, 1, RaiseStar(), me=None)
    assert look and look.aside == (Laid(0, 30), Laid(1, 12)) and look.stars == 0
    assert look.news[-1] == StarUsed((Laid(0, 30), Laid(1, 12)))
    assert after.tells(LevelCompleted) and after.aside == ()


def test_the_mistake_that_loses_a_game_is_seen() -> None:
    look, after = looked_at(playing("30 | 12 40", lives=1), 0, Play(30))
    assert look and look.lives == 0 and look.phase is Phase.FOCUS and after.tells(GameLost)


def test_a_mistake_is_seen_before_hidden_piles_are_turned_over() -> None:
    look, after = looked_at(playing("r5 | r9", pile="1:12", game="extreme", level=5), 0, Play(55))
    assert look and look.piles == ((FaceDown(1),), (Laid(0, 55),))
    assert after.tells(PilesTurned) and not look.tells(PilesTurned)


def test_a_photo_finish_belongs_to_the_mistake() -> None:
    before = playing("30 | 12", lives=1)
    state, events = apply(before, 0, Play(30))
    finish = PhotoFinish(8, 30)
    look = last_look(view_of(before, 0), view_of(state, 0, (*events, finish)))
    assert look and look.news[-1] == finish and not look.tells(GameLost)


def test_nothing_else_is_looked_at() -> None:
    assert looked_at(playing("30 80 | 12 90"), 0, Play(30))[0] is None  # play goes on
    assert looked_at(playing("30 | "), 0, Play(30))[0] is None  # no mistake
    assert looked_at(playing("30 | 12", phase=Phase.FOCUS), 0, LayHand())[0] is None
    state, events = apply(playing("30 | 12"), 0, Play(30))
    assert last_look(None, view_of(state, 0, events)) is None  # this page has not seen the piles
