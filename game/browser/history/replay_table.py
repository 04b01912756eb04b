"""The table of a replay, drawn like every table, from a watcher's view."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from game.browser.page.announcer import Announcer
from game.browser.page.dom import find, from_template, new_element
from game.browser.table.cards import back_element, card_element
from game.browser.table.public_table import PublicTable
from game.browser.table.table_parts import kinds
from game.core import Dealt, Seat, View, view_of
from game.history.timeline import Frame
from game.words.cards import label
from game.words.history.replay import FACE_DOWN, HOLDS_NOTHING, LEVEL, OPEN_HAND
from game.words.lists import listed
from game.words.table import glance, moment, tell

TO_PLAYERS = "start", "stop"
"""Kinds of moments whose text gives instructions to players. A replay omits the text."""

NOT_FOR_WATCHING = "h1, #company, #hand, .actions, .after, #discard, #hear, [popovertarget=menu]"


class ReplayTable:
    """The table, inserted into `place` before `following`. It is removed with `place`."""

    def __init__(self, place: Any, following: Any, names: Sequence[str], characters: Sequence[str]) -> None:
        self._names = names
        self._element = from_template("table-template")
        for part in self._element.querySelectorAll(NOT_FOR_WATCHING):
            part.remove()
        place.insertBefore(self._element, following)
        self._hands = find("open-hands")
        self._announcer = Announcer()
        self._announcer.speak_in(find("announcement"))
        self._table = PublicTable(self._element, names, characters)

    def show(self, frame: Frame, *, news: bool, open_hands: bool) -> None:
        """Show the table at `frame`. Announce its events if `news`; after a jump to this time, announce none."""
        view = view_of(frame.state, None, frame.events if news else ())
        self._element.dataset.news = " ".join(kinds(view.news))
        shown = moment(view, frame.since_play, self._names)
        if shown is not None and shown.kind in TO_PLAYERS:
            shown = replace(shown, text="")
        self._table.show(view, shown)
        self._hands.hidden = not open_hands
        if open_hands:
            self._hands.firstElementChild.replaceChildren(*(self._open_hand(frame, seat) for seat in range(view.seats)))
        self._announcer.tell(_told(view, self._names), glance(view, self._names))

    def say(self, sentence: str) -> None:
        """Announce `sentence`."""
        self._announcer.say(sentence)

    def _open_hand(self, frame: Frame, seat: Seat) -> Any:
        """Return the hand of `seat`. Cards of a face-down pile stay hidden until the pile is turned over."""
        variant, hidden = frame.state.variant, frame.state.face_down
        item = new_element("li")
        item.dataset.seat = str(seat)
        item.append(new_element("b", text=self._names[seat]))
        seen = []
        for card in frame.state.hands[seat]:
            pile = variant.pile_of(card)
            if pile in hidden or card in frame.unseen:
                item.append(back_element(variant, pile))
            else:
                seen.append(label(variant, card))
                item.append(card_element(variant, card))
        covered = len(frame.state.hands[seat]) - len(seen)
        cards = listed([*seen, *([FACE_DOWN(covered)] if covered else [])])
        for shown in item.children:
            shown.setAttribute("aria-hidden", "true")
        item.append(new_element("span", "words", OPEN_HAND(name=self._names[seat], cards=cards or HOLDS_NOTHING())))
        return item


def _told(view: View, names: Sequence[str]) -> str:
    """Return the message for the events. A deal names only the level, since a replay has no own hand."""
    for event in view.news:
        if isinstance(event, Dealt):
            return LEVEL(level=event.level)
    return tell(view, names)
