"""The first table: each hint appears once, one at a time, and the game ends after three levels."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from itertools import pairwise
from random import Random

import pytest

from game.browser.first_table.deals import DEALS
from game.browser.first_table.hints import Hints
from game.browser.first_table.three_levels import as_three_levels
from game.core import (
    DEALER,
    Action,
    Card,
    Dealt,
    Event,
    GameWon,
    Laid,
    LayHand,
    LevelCompleted,
    LifeLost,
    Phase,
    Play,
    Played,
    RaiseStar,
    Reward,
    Seat,
    Started,
    State,
    Stop,
    Stopped,
    View,
    apply,
    new_game,
    shuffled,
    variant,
    view_of,
)
from game.teammates.characters import CHARACTERS, FOR_NEWCOMERS, for_newcomers, teammate
from game.words import first_table, table

HINTS = (
    first_table.GAP,
    first_table.HANDS,
    first_table.MARKS,
    first_table.MISTAKE,
    first_table.REST,
    table.NO_TURNS,
    first_table.STAR,
    first_table.STOP,
    first_table.YOUR_CARD,
)
GAP, HANDS, MARKS, MISTAKE, REST, NO_TURNS, STAR, STOP, YOUR_CARD = (hint.text for hint in HINTS)


def is_about_a_mistake(hint: str) -> bool:
    return hint == MISTAKE or hint.startswith(("You were early:", "You waited too long:"))


class Newcomer:
    """A person at a first table of three, and the hints shown there."""

    def __init__(self) -> None:
        self.hints = Hints()
        self.shown: list[str] = []
        self.state = new_game(variant("gentle"), 3)
        self.view = self._hear(as_three_levels(view_of(self.state, 0)))

    def _hear(self, view: View) -> View:
        before = self.hints.shown
        self.hints.hear(view)
        if self.hints.shown not in ("", before):
            self.shown.append(self.hints.shown)
        return view

    def do(self, seat: Seat, action: Action) -> None:
        """Take an action. This person's puts a hint away."""
        if seat == 0 and self.hints.shown:
            self.hints.put_away()
            self.shown += [self.hints.shown] * bool(self.hints.shown)
        self.state, events = apply(self.state, seat, action)
        self.view = self._hear(as_three_levels(view_of(self.state, 0, events)))
        if self.state.phase is Phase.DEAL and self.view.phase is not Phase.WON:
            self.deal()

    def deal(self) -> None:
        self.do(DEALER, shuffled(self.state, "1"))

    def begin(self) -> None:
        for seat in range(3):
            self.do(seat, LayHand())

    def play_level(self) -> None:
        level = self.state.level
        while self.state.level == level and self.state.phase is Phase.PLAY:
            self.do(*min(self.held()))

    def held(self) -> Iterator[tuple[Seat, Action]]:
        lowest = min(hand[0] for hand in self.state.hands if hand)
        return ((seat, Play(lowest)) for seat, hand in enumerate(self.state.hands) if lowest in hand)


def seated() -> Newcomer:
    newcomer = Newcomer()
    newcomer.deal()
    return newcomer


def test_each_hint_appears_once_when_its_subject_first_happens() -> None:
    newcomer = seated()
    for _ in range(3):
        newcomer.begin()
        newcomer.play_level()
    assert newcomer.shown == [HANDS, NO_TURNS, GAP, REST, YOUR_CARD, MARKS, STAR, STOP]


def test_a_mistake_a_star_and_a_stop_are_explained_when_they_happen() -> None:
    newcomer = seated()
    newcomer.begin()
    newcomer.do(0, Stop())
    assert newcomer.hints.shown == STOP
    newcomer.begin()
    newcomer.do(1, RaiseStar())
    assert newcomer.hints.shown == STAR
    seat, card = max((hand[0], seat) for seat, hand in enumerate(newcomer.state.hands))[::-1]
    newcomer.do(seat, Play(card))
    assert is_about_a_mistake(newcomer.shown[-1])
    assert newcomer.shown[:-1] == [HANDS, NO_TURNS, STOP, STAR]


Step = tuple[Callable[[Hints], None], str]
"""What happens to the hints, and the one that is shown then."""

START = view_of(new_game(variant("gentle"), 3), 0)
PUT_AWAY, MAKE_WAY = Hints.put_away, Hints.make_way
MINE, YOURS = "You were early: Dov still held 12.", "You waited too long: Dov played 30, and you held 12."


def hear(*news: Event, phase: Phase = Phase.FOCUS, level: int = 1) -> Callable[[Hints], None]:
    """Return what lets the hints hear a view with these news."""
    return lambda hints: hints.hear(replace(START, news=news, phase=phase, level=level))


def mistake(by: Seat, *lower: tuple[Seat, Card]) -> tuple[Event, ...]:
    """Return the events of a card 30 that was too soon."""
    return Played(by, 30), LifeLost(30, tuple(Laid(*one) for one in lower))


DEALT_AND_WON = hear(Dealt(1), LevelCompleted(2, Reward.STAR), level=2)
LAST = LevelCompleted(3, None)
COURSES: dict[str, list[Step]] = {
    "at most two hints follow each other": [
        *((DEALT_AND_WON, HANDS), (PUT_AWAY, MARKS), (PUT_AWAY, "")),
        (hear(phase=Phase.PLAY), STAR),
    ],
    "hints wait after another press": [
        *((DEALT_AND_WON, HANDS), (MAKE_WAY, ""), (hear(level=2), "")),
        (hear(phase=Phase.PLAY), MARKS),
    ],
    "the hint about gaps waits for the next card in play": [
        *((hear(Started(), phase=Phase.PLAY), NO_TURNS), (MAKE_WAY, "")),
        *((hear(Played(0, 20), phase=Phase.PLAY), ""), (hear(LevelCompleted(1, None)), "")),
        *((hear(Started(), phase=Phase.PLAY), ""), (hear(Played(1, 9), phase=Phase.PLAY), GAP)),
    ],
    "a hint disappears when play starts or stops": [
        *((hear(Dealt(1)), HANDS), (hear(phase=Phase.PLAY), "")),
        *((hear(Stopped(0)), STOP), (hear(phase=Phase.PLAY), "")),
    ],
    "a mistake is explained before hints that wait, and once": [
        *((hear(Started(), phase=Phase.PLAY), NO_TURNS), (hear(Played(1, 5), phase=Phase.PLAY), NO_TURNS)),
        *(
            (hear(*mistake(0, (2, 12))), MINE),
            (hear(phase=Phase.PLAY), ""),
            (hear(Played(1, 9), phase=Phase.PLAY), GAP),
        ),
    ],
    "a mistake of this person": [(hear(*mistake(0, (1, 25), (2, 12))), MINE)],
    "a mistake of another, while this person held a lower card": [(hear(*mistake(2, (0, 12))), YOURS)],
    "a mistake of another": [(hear(*mistake(2, (1, 12))), MISTAKE)],
    "a mistake that ends a level is explained first": [
        (hear(*mistake(0, (2, 12)), LevelCompleted(2, Reward.STAR)), MINE),
        (PUT_AWAY, MARKS),
    ],
    **{
        f"only the last mistake is explained at the end of a game that was {phase.value}": [
            (hear(Played(1, 30), LAST, phase=phase), ""),
            *((hear(*mistake(2, (0, 12)), LAST, phase=phase), YOURS), (PUT_AWAY, "")),
        ]
        for phase in (Phase.WON, Phase.LOST)
    },
    "the last cards of a level are explained if a computer player laid them": [
        (hear(Played(1, 30), Played(1, 40), LevelCompleted(1, None)), REST)
    ],
    "the last cards of this person are not": [(hear(Played(0, 30), Played(0, 40), LevelCompleted(1, None)), "")],
}


@pytest.mark.parametrize("course", COURSES)
def test_hints_follow_what_happens(course: str) -> None:
    hints = Hints()
    for number, (happen, shown) in enumerate(COURSES[course]):
        happen(hints)
        assert hints.shown == shown, number


def test_hints_teach_that_time_is_the_language_and_not_how_to_count() -> None:
    newcomer = seated()
    newcomer.begin()
    assert "Low cards come early, high cards late." in newcomer.hints.shown
    newcomer.hints.put_away()
    newcomer.do(*min(newcomer.held()))
    assert newcomer.hints.shown.startswith("The bigger the gap, the longer you wait")
    for hint in HINTS:
        assert not re.search(r"second|count|tempo|number", hint.text), hint


def test_after_level_3_the_game_is_won() -> None:
    newcomer = seated()
    for level in (1, 2, 3):
        assert (newcomer.view.level, newcomer.view.levels) == (level, 3)
        newcomer.begin()
        newcomer.play_level()
    assert (newcomer.view.phase, newcomer.view.level) == (Phase.WON, 3)
    assert newcomer.view.news[-1] == GameWon() and newcomer.view.legal == frozenset()
    assert newcomer.hints.shown == ""


def test_the_level_dealt_after_the_third_is_the_end() -> None:
    fourth = new_game(variant("gentle"), 3)._replace(level=4, phase=Phase.FOCUS, hands=((5, 7), (8, 9), (11, 12)))
    end = as_three_levels(view_of(fourth, 0))
    assert (end.level, end.phase, end.hand, end.counts, end.news) == (3, Phase.WON, (), (0, 0, 0), ())


def test_a_lost_game_stays_lost() -> None:
    state: State = new_game(variant("gentle"), 3)._replace(phase=Phase.PLAY, lives=1, hands=((40, 90), (30,), (20,)))
    lost, events = apply(state, 0, Play(40))
    assert as_three_levels(view_of(lost, 0, events)).phase is Phase.LOST


@cache
def deals_for_newcomers() -> list[list[tuple[tuple[Card, ...], ...]]]:
    """Return the hands of each level of all first tables."""
    game = new_game(variant("gentle"), 3)
    return [
        [
            apply(before, DEALER, shuffled(before, str(seed)))[0].hands
            for before in (game._replace(level=level) for level in (1, 2, 3))
        ]
        for seed in DEALS
    ]


def test_the_first_deal_gives_the_newcomer_a_card_from_11_to_39() -> None:
    cards = {levels[0][0][0] for levels in deals_for_newcomers()}
    assert min(cards) >= 11 and max(cards) <= 39
    assert len(cards) > 8, "the deal is still left to chance"


def test_the_first_table_has_no_long_gaps_and_no_close_cards() -> None:
    for levels in deals_for_newcomers():
        for level, hands in enumerate(levels, start=1):
            order = sorted((card, seat) for seat, hand in enumerate(hands) for card in hand)
            pairs = [*pairwise(order)]
            assert all(after - before >= 5 for (before, one), (after, other) in pairs if one != other)
            waited = [0]  # the last cards, of one player, are played at once
            while len({seat for _, seat in order}) > 1:
                waited.append(order.pop(0)[0])
            assert max(after - before for before, after in pairwise(waited)) <= (25 if level == 1 else 35)


def test_teammates_at_a_first_table_keep_a_brisk_tempo_and_seldom_propose_a_star() -> None:
    for name in FOR_NEWCOMERS:
        own, here = CHARACTERS[name].traits, for_newcomers(CHARACTERS[name]).traits
        assert here.star_risk > 2 and here.haste < own.haste
        assert replace(here, star_risk=own.star_risk, haste=own.haste) == replace(own, pace=0.0)


def test_a_newcomer_who_hesitates_does_not_slow_the_teammates_down() -> None:
    waits = []
    for silence in (0.0, 60.0):
        mind = teammate(for_newcomers(CHARACTERS["Ada"]), Random("1"))
        tempo = mind.listener.tempos[0]
        for _ in range(5):
            tempo.silent(10, silence)
            tempo.waited(10, silence + 1)
        waits.append(mind.clocks[0].expect(30))
    assert waits[0] == waits[1]


def test_gentle_timing_is_not_named() -> None:
    assert seated().view.variant == variant("classic")
