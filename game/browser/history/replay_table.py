"""The table of a replay, drawn like every table, from a watcher's view."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from game.browser.page.announcer import Announcer
from game.browser.page.view import Filled, from_template
from game.browser.table.table_parts import TableState, kinds, parts_of_replay
from game.core import Dealt, View
from game.core.record import Team
from game.history.timeline import Frame
from game.words.history.replay import LEVEL
from game.words.table import glance, moment, tell

TO_PLAYERS = "start", "stop"
"""Kinds of moments whose text gives instructions to players. A replay omits the text."""


class ReplayTable:
    """The table, inserted into `place` before `following`. It is removed with `place`."""

    def __init__(self, place: Any, following: Any, team: Team) -> None:
        self._state = TableState(team.names, team.characters)
        self._parts = Filled(from_template("table-template"))
        place.insertBefore(self._parts.element, following)
        self._announcer = Announcer()
        self._announcer.speak_in(self._parts["announcement"])

    def show(self, frame: Frame, *, news: bool) -> None:
        """Show the table at `frame`. Announce its events if `news`; after a jump to this time, announce none."""
        it, view = self._state, frame.view if news else replace(frame.view, news=())
        self._parts.element.dataset.news = " ".join(kinds(view.news))
        shown = moment(view, frame.since_play, it.names)
        if shown is not None and shown.kind in TO_PLAYERS:
            shown = replace(shown, text="")
        it.view, it.message = view, shown
        self._parts.show(parts_of_replay(it, view))
        self._announcer.tell(_told(view, it.names), glance(view, it.names))

    def say(self, sentence: str) -> None:
        """Announce `sentence`."""
        self._announcer.say(sentence)


def _told(view: View, names: Sequence[str]) -> str:
    """Return the message for the events. A deal names only the level, since a replay has no own hand."""
    for event in view.news:
        if isinstance(event, Dealt):
            return LEVEL(level=event.level)
    return tell(view, names)
