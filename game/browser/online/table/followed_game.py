"""What this page remembers of the current game, from all its Views."""

from __future__ import annotations

import time
from dataclasses import replace

from game.browser.page import unlisted_games
from game.core import Dealt, Event, Seat, Started, Stopped, View
from game.core.record import Game
from game.net.game_recorder import GameRecorder
from game.net.roster import Roster
from game.teammates.story import LevelStories
from game.transport.rate_limit import TokenBucket
from game.words.table import UNNAMED

GAMES = 60
"""The games of one table that are saved in an hour: more than people play, but not more than a host can claim."""


class FollowedGame:
    """The record of the game, and the `stories` of its levels.

    `moved` are the players whose leaving or return was announced in this level: the stop that they cause is not.

    `ended` is the last game, from its end until the next game begins.
    """

    def __init__(self) -> None:
        self.stories = LevelStories()
        self.ended: Game | None = None
        self._recorder = GameRecorder()
        self.moved: set[Seat] = set()
        self._stores = TokenBucket(GAMES, GAMES / 3600, time.monotonic())

    def follow(self, view: View) -> View:
        """Record `view`. Return it without the stops that an announced player caused."""
        self._recorder.hear(time.monotonic(), view)
        if view.tells(Dealt):
            self.ended = None
        view = replace(view, news=tuple(event for event in view.news if not self._was_announced(event)))
        if Started() in view.news:
            self.moved.clear()
        return view

    def note_end(self, roster: Roster, me: Seat | None) -> bool:
        """Save the finished game for the history. Return False if storage is full. Every page saves its own copy.

        More than GAMES in an hour are not saved.
        """
        names = [UNNAMED if seat == me else place.name for seat, place in enumerate(roster.places)]
        self.ended = unlisted_games.finished_now(self._recorder.game(names, roster.characters))
        return not self._stores.spend(time.monotonic()) or unlisted_games.save(self.ended)

    def _was_announced(self, event: Event) -> bool:
        return isinstance(event, Stopped) and event.seat in self.moved
