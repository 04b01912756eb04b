"""Everything that shows or remembers Views takes all that the codec accepts, in any sequence."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import Any, TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.browser.table.level_drawing import drawing
from game.browser.table.moments import moments_of
from game.core import (
    Dealt,
    Event,
    FaceDown,
    GameLost,
    HandLaid,
    Laid,
    LevelCompleted,
    LifeLost,
    Phase,
    Played,
    StarRaised,
    Started,
    StarUsed,
    Stopped,
    View,
    dealt_again,
)
from game.core.game_text import read, write
from game.core.record import BadGame
from game.core.result import Result
from game.history.finished_games import FinishedGames, from_text
from game.net.game_recorder import GameRecorder
from game.net.protocol.view_check import VIEW
from game.net.roster import Place, Presence, Roster, Settings, Sitter
from game.net.seen_cards import SeenCards
from game.net.shuffle import OwnShare
from game.table import Table
from game.teammates.story import LevelStories
from game.teammates.tempo import Tempo
from game.words import cards, chart, rivals, table
from game.words.lists import LIVES, STARS
from game.words.online.people import held_up
from tests.net.in_memory import place
from tests.net.pages import CLASSIC
from tests.net.views import any_views

NAMES = [f"Player {seat}" for seat in range(8)]

Heard: TypeAlias = Sequence[tuple[float, View]]
"""The Views that one page received, in order, with their times."""


def messages(heard: Heard) -> None:
    since_play: list[Event] = []
    before: View | None = None
    for _, view in heard:
        if before is None or (view.variant, view.seats) != (before.variant, before.seats):
            before, since_play = None, []  # the page shows another table on a new screen
        shown = [one.view for one in moments_of(before, view)]
        if Started() in view.news:
            since_play.clear()
        since_play.extend(view.news)
        for each in (view, *shown):
            words(each, since_play)
        before = view


def words(view: View, since_play: Sequence[Event]) -> None:
    table.tell(view, NAMES)
    table.star_asked(since_play, view, NAMES)
    table.level_of(view)
    table.resumed(view)
    for reader in table.Reader:
        table.glance(view, NAMES, reader)
        shown = table.moment(view, since_play, NAMES, reader)
        for one in (*shown.cards, *shown.fatal) if shown else ():
            table.owner(one, NAMES), cards.label(view.variant, one.card)
    LIVES(view.lives), STARS(view.stars)
    cards.held(view)
    for index, pile in enumerate(view.piles):
        cards.pile_label(view, index, pile, NAMES)
    for seat, count in enumerate(view.counts):
        table.holds(count, up=seat in view.raised, down=seat in view.down, computer=False)
        place(seat, view.seat, view.seats)
    for card in (*view.hand, *(laid.card for laid in view.aside)):
        cards.label(view.variant, card), view.variant.key(card)
    rivals.compared(view, Result(1, 0, 0, won=False))
    seated = Place(Sitter.PERSON, "Ana", "ana", Presence.CONNECTED, votable=True)
    roster = Roster(1, 0, Settings(view.variant), True, (seated,) * view.seats, ())
    held_up(roster, view)
    held_up(replace(roster, places=(seated,) * 2), view)  # the roster of the next game comes before its first View


def charts(heard: Heard) -> None:
    stories, clock = LevelStories(), Tempo()
    for at, view in heard:
        if not stories.add(at, view):
            continue
        story, variant = stories.complete[-1], view.variant
        drawing(story, variant, view.seat, clock)
        chart.in_sync(story, view.seat), chart.remarks(story, variant, NAMES)
        chart.example(story, view.seat, variant, NAMES)
        chart.wait_rows(story, view.seat, NAMES[: view.seats])
        chart.card_rows(story, variant, NAMES)
        chart.tempo_rows(stories.complete)


def records(heard: Heard) -> None:
    recorder, shelf = GameRecorder(), FinishedGames()
    for at, view in heard:
        recorder.hear(at, view)
        if view.phase.value in ("won", "lost"):
            game = recorder.game(NAMES[: view.seats], [""] * view.seats)
            try:
                shelf = shelf.with_game(read(write(game)))
            except BadGame:
                assert not game.deals
    assert len(from_text(shelf.to_text()).all) == len(shelf.all)


def audits(heard: Heard) -> None:
    share, deal = OwnShare(Random(1)), 0
    for _, view in heard:
        seen = SeenCards(dealt_again(view))
        seen.hear(view)
        seen.matches("seed")
        share.saw(deal, view)
        deal += len(view.news) % 2
    share.check_challenge("seed")


def next_host(heard: Heard) -> None:
    for _, view in heard:
        Table(view.variant, view.seats, "seed", {}, start=dealt_again(view))


CONSUMERS: list[Callable[[Heard], None]] = [messages, charts, records, audits, next_host]
"""Everything that shows or remembers Views and needs no browser."""


@pytest.mark.parametrize("consumer", CONSUMERS, ids=lambda consumer: consumer.__name__)
@given(dice=st.randoms(use_true_random=True))
def test_no_view_that_the_codec_accepts_raises_anything(consumer: Callable[[Heard], None], dice: Random) -> None:
    consumer([(float(at), view) for at, view in enumerate(any_views(dice, 12))])


def test_most_random_views_are_possible_and_some_are_not() -> None:
    accepted = sum(1 for _ in any_views(Random(1), 1000))
    assert 600 < accepted < 950


FOCUS = Table(CLASSIC, 2, "seed", {}).view(0)
(OWN,) = FOCUS.hand
OTHER = 100 if OWN < 100 else 99


@pytest.mark.parametrize(
    "changes",
    [
        {"seat": 2},
        {"hand": ()},
        {"hand": (OWN, OTHER), "counts": (2, 1)},
        {"counts": (1,)},
        {"counts": (1, 2)},
        {"down": frozenset({2})},
        {"discard": OTHER},
        {"legal": frozenset()},
        {"level": 2},
        {"levels": 11},
        {"lives": 0},
        {"phase": Phase.DEAL},
        {"piles": ()},
        {"piles": ((Laid(1, OWN),),), "counts": (1, 0)},
        {"piles": ((FaceDown(1),),), "counts": (1, 0)},
        {"face_down": frozenset({0})},
        {"aside": (Laid(1, OTHER),)},
        {"news": (Dealt(2),)},
        {"news": (Dealt(1), HandLaid(0))},
        {"news": (HandLaid(2),)},
        {"news": (HandLaid(0), Started())},
        {"news": (Stopped(7),)},
        {"news": (LifeLost(OTHER, (Laid(0, OWN),)),)},
        {"news": (Played(1, OTHER), LifeLost(OTHER, ()))},
        {"news": (Played(1, OTHER), LifeLost(OTHER, (Laid(2, OWN),)))},
        {"news": (Played(1, OWN), LifeLost(OWN, (Laid(0, OTHER),)))},
        {"news": (Played(1, OTHER, 1), LifeLost(OTHER, (Laid(0, OWN),)))},
        {"news": (StarRaised(0), StarUsed((Laid(5, OWN),)))},
        {"news": (Played(1, OTHER), LevelCompleted(1, None))},
        {"news": (GameLost(),)},
    ],
    ids=str,
)
def test_a_view_that_no_game_shows_is_refused(changes: dict[str, Any]) -> None:
    assert VIEW.read(plain(FOCUS)) == FOCUS
    with pytest.raises(ValueError):
        VIEW.read(plain(replace(FOCUS, **changes)))


@pytest.mark.parametrize(
    "news",
    [
        (),
        (Dealt(1),),
        (Stopped(1),),
        (Played(1, OTHER), LifeLost(OTHER, (Laid(0, OWN),))),
        (StarRaised(0), StarUsed((Laid(1, OTHER),))),
    ],
    ids=str,
)
def test_a_view_with_the_news_of_one_action_is_read(news: tuple[Event, ...]) -> None:
    assert VIEW.read(plain(replace(FOCUS, news=news))).news == news


def plain(view: View) -> object:
    return json.loads(json.dumps(VIEW.write(view)))
