"""Attacks by a host on what a guest's page stores and remembers: with Views and games without end."""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle, islice
from random import Random
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from game.core import (
    DEALER,
    Action,
    LayHand,
    Phase,
    Play,
    Seat,
    State,
    Stop,
    View,
    apply,
    new_game,
    shuffled,
    view_of,
)
from game.history.finished_games import from_text
from game.net.game_recorder import GameRecorder
from game.net.protocol.view_check import VIEW
from game.net.roster import Place, Presence, Roster, Settings, Sitter
from game.net.shuffle import OwnShare
from game.teammates.story import LevelStories
from tests.history.games import kept, listed, won_game
from tests.net.attacks.attempts import repeated
from tests.net.in_memory import LocalStorage, followed_game, seat_store, storage, stored_games, unlisted_games
from tests.net.pages import CLASSIC
from tests.net.views import any_views

SEATED = tuple(Place(Sitter.PERSON, name, name, Presence.CONNECTED) for name in ("Ana", "Ben"))
ROSTER = Roster(1, 0, Settings(CLASSIC), True, SEATED, ())

STORABLE = 60
"""The games that a table can store in a guest's page within an hour."""

MOST_BYTES = 1_000_000
"""What a page may remember of all Views of one table."""


@repeated
def endless_games(number: int) -> bool:
    """Let a host say again and again that a game was dealt and lost. Most of them may not be stored, and none lost."""
    before = from_text(listed(tuple(kept(won_game(), 1_600_000_000 + at) for at in range(3))).to_text()).all
    page = _Storage()
    with page.used():
        storage.write(stored_games.PLACES[0], listed(before).to_text())
        game = followed_game.FollowedGame()
        for at in range(STORABLE + 30):
            page.at = float(at)
            for view in _game(number + at):
                game.follow(view)
            page.ends(game)
        games = stored_games.StoredGames().games.all
    return len(games) > STORABLE + len(before) + 5 or games[: len(before)] != before


@repeated
def full_storage(number: int) -> bool:
    """Let a host send long games until storage is full. The page must still be able to save its seat."""
    clock = Random(number)
    page = _Storage(storage.ROOM + 15_000 + number * 1000)
    with page.used():
        game, noted = followed_game.FollowedGame(), True
        while noted:
            page.at += 60.0
            for view in _game(number, stops=100):
                page.at += clock.random()
                game.follow(view)
            noted = page.ends(game)
        seat = "x" * 20_000
        seat_store.save_place("token", seat)
        saved = storage.read_texts(seat_store.PLACES).get("token")
    return saved != seat


@repeated
def endless_views(number: int) -> bool:
    """Let a host send Views without end. What the page remembers of them must stay small."""
    recorder, stories, share = GameRecorder(), LevelStories(), OwnShare(Random(number))
    deal, *stops = islice(_game(number, stops=20), 63)
    views = [
        stops,  # never dealt again
        [*_game(number, level=2)],  # dealt again, but no new game
        [*any_views(Random(number), 200, of_one_table=True)],
    ][number % 3]
    for at, view in enumerate((deal, *islice(cycle(views), 20_000))):
        recorder.hear(float(at), view)
        stories.add(float(at), view)
        share.saw(at, view)
    return len(pickle.dumps((recorder, stories, share))) > MOST_BYTES


def _game(seed: int, stops: int = 0, level: int = 1) -> Iterator[View]:
    """Yield what seat 0 sees of a game of two from `level` on, in which each level begins with a mistake."""
    state = new_game(CLASSIC, 2)._replace(level=level)
    hands_down: list[tuple[Seat, Action]] = [(0, LayHand()), (1, LayHand())]
    while state.phase is not Phase.LOST:
        if state.phase is Phase.DEAL:
            actions = [(DEALER, shuffled(state, str(seed))), *[*hands_down, (0, Stop())] * stops]
        elif state.phase is Phase.FOCUS:
            actions = hands_down
        else:
            highest = max((0, 1), key=lambda seat: state.hands[seat])
            actions = [(highest, Play(state.hands[highest][0]))]
        for seat, action in actions:
            state, view = _after(state, seat, action)
            yield view


def _after(state: State, seat: Seat, action: Action) -> tuple[State, View]:
    state, events = apply(state, seat, action)
    return state, VIEW.read(json.loads(json.dumps(VIEW.write(view_of(state, 0, events)))))


class _Storage(LocalStorage):
    """The storage of a page, and the time there in seconds."""

    at = 0.0
    _later = False

    @contextmanager
    def used(self) -> Iterator[None]:
        time = SimpleNamespace(monotonic=lambda: self.at)
        date = SimpleNamespace(now=lambda: 1.7e12 + self.at * 1000)
        with (
            super().used(),
            patch.object(followed_game, "time", time),
            patch.object(unlisted_games, "Date", date),
            patch.object(unlisted_games, "soon", self._put_away),
        ):
            yield

    def ends(self, game: followed_game.FollowedGame) -> bool:
        """Note the end of `game`, and do what the page does later. Return False if storage is full."""
        noted = game.note_end(ROSTER, 0)
        if self._later:
            self._later = False
            stored_games.StoredGames()
        return noted

    def _put_away(self, work: Any) -> None:
        work.close()
        self._later = True
