"""The table of a replay, drawn like every table, from a watcher's view."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from game.browser.page.announcer import Announcer
from game.browser.page.dom import find, from_template
from game.browser.table.public_table import PublicTable
from game.browser.table.table_parts import kinds
from game.core import Dealt, View, view_of
from game.core.record import Team
from game.history.timeline import Frame
from game.words.history.replay import LEVEL
from game.words.table import glance, moment, tell

TO_PLAYERS = "start", "stop"
"""Kinds of moments whose text gives instructions to players. A replay omits the text."""

NOT_FOR_WATCHING = "h1, #company, #hand, .actions, .after, #discard, #hear, [popovertarget=menu]"


class ReplayTable:
    """The table, inserted into `place` before `following`. It is removed with `place`."""

    def __init__(self, place: Any, following: Any, team: Team) -> None:
        self._names = team.names
        self._element = from_template("table-template")
        for part in self._element.querySelectorAll(NOT_FOR_WATCHING):
            part.remove()
        place.insertBefore(self._element, following)
        self._announcer = Announcer()
        self._announcer.speak_in(find("announcement"))
        self._table = PublicTable(self._element, team.names, team.characters)

    def show(self, frame: Frame, *, news: bool) -> None:
        """Show the table at `frame`. Announce its events if `news`; after a jump to this time, announce none."""
        view = view_of(frame.state, None, frame.events if news else ())
        self._element.dataset.news = " ".join(kinds(view.news))
        shown = moment(view, frame.since_play, self._names)
        if shown is not None and shown.kind in TO_PLAYERS:
            shown = replace(shown, text="")
        self._table.show(view, shown)
        self._announcer.tell(_told(view, self._names), glance(view, self._names))

    def say(self, sentence: str) -> None:
        """Announce `sentence`."""
        self._announcer.say(sentence)


def _told(view: View, names: Sequence[str]) -> str:
    """Return the message for the events. A deal names only the level, since a replay has no own hand."""
    for event in view.news:
        if isinstance(event, Dealt):
            return LEVEL(level=event.level)
    return tell(view, names)
