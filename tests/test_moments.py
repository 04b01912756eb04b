"""The moments of a table: how the end of a level is shown, and when the next moment begins."""

from __future__ import annotations

from math import inf

import pytest

from game.browser.table.moments import (
    LAST_CARD,
    LENGTHS,
    NEXT_CARD,
    Moment,
    Moments,
    moments_of,
    turning,
    until_pressed,
)
from game.core import (
    Action,
    Event,
    FaceDown,
    GameLost,
    GameWon,
    Laid,
    LayHand,
    LevelCompleted,
    LifeLost,
    Phase,
    PhotoFinish,
    PilesTurned,
    Play,
    Played,
    PlayRest,
    RaiseStar,
    Seat,
    StarUsed,
    State,
    View,
    apply,
    view_of,
)
from tests.core.positions import playing


def shown(before: State, seat: Seat, action: Action, me: Seat | None = 0, more: tuple[Event, ...] = ()) -> list[Moment]:
    """Return the moments of this action, as `me` sees them."""
    state, events = apply(before, seat, action)
    return list(moments_of(view_of(before, me), view_of(state, me, (*events, *more))))


def told(moments: list[Moment]) -> list[tuple[type[Event], ...]]:
    """Return the kinds of events of each moment."""
    return [tuple(type(event) for event in moment.view.news) for moment in moments]


def test_the_last_card_lands_before_the_level_ends() -> None:
    before = playing("93 | ", pile="1:12", level=2, stars=1, lives=2)
    card, level, after = shown(before, 0, Play(93))
    assert (card.view.piles, card.view.hand, card.view.counts) == (((Laid(1, 12), Laid(0, 93)),), (), (0, 0))
    assert (card.view.phase, card.view.stars, card.length) == (Phase.PLAY, 1, LAST_CARD)
    assert (level.view.level, level.view.stars, level.view.piles) == (2, 2, card.view.piles)
    assert after.view.level == 3 and after.view.news == ()
    assert told([card, level]) == [(Played,), (LevelCompleted,)]


def test_where_a_newcomer_decides_only_words_wait_for_a_press() -> None:
    moments = [until_pressed(one) for one in shown(playing("93 | ", pile="1:12", level=2), 0, Play(93))]
    assert [one.length for one in moments] == [LAST_CARD, inf, 0.0]
    queue = Moments()
    queue.add(moments)
    assert len(queue.begin(0.0)) == 1 and len(queue.begin(LAST_CARD)) == 1
    assert queue.begin(1e9) == [] and queue.due == inf
    assert queue.press(1e9) and len(queue.begin(1e9)) == 1


def test_the_rest_lands_card_by_card() -> None:
    moments = shown(playing("20 30 40 | ", level=4), 0, PlayRest())
    assert told(moments)[:4] == [(Played,)] * 3 + [(LevelCompleted,)]
    assert [one.length for one in moments[:3]] == [NEXT_CARD, NEXT_CARD, LAST_CARD]
    assert [one.view.hand for one in moments[:3]] == [(30, 40), (40,), ()]


def test_a_mistake_that_ends_a_level_is_seen_as_it_left_the_table() -> None:
    before, _ = apply(playing("7 30 | 12 20", lives=2, level=3), 0, Play(7))
    look, level, after = shown(before, 0, Play(30))
    assert look.view.piles == ((Laid(0, 7), Laid(0, 30)),)
    assert look.view.aside == (Laid(1, 12), Laid(1, 20))
    assert (look.view.level, look.view.lives, look.view.phase) == (3, 1, Phase.FOCUS)
    assert (look.view.hand, look.view.counts, look.view.legal) == ((), (0, 0), frozenset())
    assert told([look, level]) == [(Played, LifeLost), (LevelCompleted,)]
    assert level.view.lives == 2 and after.view.piles == ((),)


def test_a_star_that_ends_a_level_is_seen_as_it_left_the_table() -> None:
    before, _ = apply(playing("30 | 12", stars=1), 0, RaiseStar())
    look, level, _ = shown(before, 1, RaiseStar(), me=None)
    assert look.view.aside == (Laid(0, 30), Laid(1, 12)) and look.view.stars == 0
    assert look.view.news[-1] == StarUsed((Laid(0, 30), Laid(1, 12)))
    assert told([level]) == [(LevelCompleted,)]


def test_the_end_of_a_game_follows_its_last_card() -> None:
    lost = shown(playing("30 | 12 40", lives=1), 0, Play(30))
    assert told(lost) == [(Played, LifeLost), (GameLost,)] and lost[0].view.lives == 0
    won = shown(playing("93 | ", level=12), 0, Play(93))
    assert told(won) == [(Played,), (LevelCompleted, GameWon)] and won[-1].length == 0


def test_hidden_piles_are_turned_over_after_the_last_card() -> None:
    before = playing("r5 | r9", pile="1:12", game="extreme", level=5)
    mistake, turned, counted, after = shown(before, 0, Play(55))
    assert mistake.view.piles == ((FaceDown(1),), (Laid(0, 55),))
    assert turned.view.piles == ((Laid(1, 12),), (Laid(0, 55),)) and turned.view.phase is Phase.REVEAL
    assert told([mistake, turned, counted, after]) == [(Played, LifeLost), (PilesTurned,), (), (LevelCompleted,)]
    (event,) = turned.view.news
    assert isinstance(event, PilesTurned) and turned.view.lives == counted.view.lives + event.lives
    assert (turned.length, counted.length) == (turning(turned.view), LENGTHS[PilesTurned][0])


def test_a_photo_finish_belongs_to_the_last_card() -> None:
    finish = PhotoFinish(8, 30)
    for lower in ("12", ""):
        look, *_ = shown(playing(f"30 | {lower}", lives=2), 0, Play(30), more=(finish,))
        assert look.view.news[-1] == finish


def test_during_a_level_nothing_waits() -> None:
    for moments in (
        shown(playing("30 80 | 12 90"), 0, Play(30)),
        shown(playing("30 | 12", phase=Phase.FOCUS), 0, LayHand()),
    ):
        assert [one.length for one in moments] == [0]
    state, events = apply(playing("30 | "), 0, Play(30))
    view = view_of(state, 0, events)
    assert list(moments_of(None, view)) == [Moment(view)]  # this page has not seen the piles


def test_a_view_tells_no_more_than_the_game_has_told() -> None:
    """The moments of two games that differ in cards never played are the same, apart from the hand of this seat."""

    def seen(theirs: str) -> list[View]:
        return [one.view for one in shown(playing(f"30 | {theirs} 90", lives=1), 0, Play(30), me=None)]

    assert seen("12 40") == seen("12 50")


VIEW = view_of(playing("30 | 12"), 0)
FIRST, SECOND, THIRD = Moment(VIEW, 2.0, 0.5), Moment(VIEW, 1.0), Moment(VIEW)


def queue() -> Moments:
    moments = Moments()
    moments.add([FIRST, SECOND, THIRD])
    assert moments.begin(10.0) == [FIRST]
    return moments


def test_each_moment_begins_when_the_one_before_ends() -> None:
    moments = queue()
    assert (moments.held, moments.due, moments.begin(11.9)) == (True, 12.0, [])
    assert moments.begin(12.0) == [SECOND] and moments.due == 13.0
    assert moments.begin(13.0) == [THIRD] and not moments.held and moments.due == float("inf")
    moments.add([THIRD, THIRD])
    assert moments.begin(13.0) == [THIRD, THIRD]


def test_a_press_goes_on_at_once_after_the_cards_were_seen() -> None:
    moments = queue()
    assert not moments.press(10.4) and moments.begin(10.4) == []
    assert moments.press(10.5) and moments.begin(10.5) == [SECOND]
    assert moments.press(10.5) and moments.begin(10.5) == [THIRD]
    assert not moments.press(10.6)


def test_play_waits_for_no_moment() -> None:
    moments = queue()
    moments.add([THIRD])
    moments.hurry(10.1)
    assert len(moments.begin(10.1)) == 3 and not moments.held


@pytest.mark.parametrize("kind", LENGTHS)
def test_every_moment_can_be_skipped_before_it_ends(kind: type[Event]) -> None:
    length, skip_after = LENGTHS[kind]
    assert 0 <= skip_after < 1 < length
