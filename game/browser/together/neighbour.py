"""One other page of the room in the browser: its key, what is known of it, and its direct line."""

from __future__ import annotations

import json
import time
from typing import Any, Protocol

from game.browser.together.direct_line import DirectLine
from game.browser.together.servers import Servers
from game.core.plain import read_json
from game.net.contact import Contact
from game.net.line import BegunAnew, LineError, LineFull
from game.net.rate_limit import Allowance
from game.net.replay_window import ReplayWindow
from game.net.way import Way

CLOSES = "closes"
"""Signalled by a page that closes the channel, with the number of texts that it sent before."""

EVENTS, EVENTS_A_SECOND = 30, 6
"""Events with something for this page, at once and in the long run; each page says three a second at most."""

OPENED, OPENED_A_SECOND = 60, 20
"""Events that are opened to find that out. Only who knows the room's secret can use this up, together with a relay
that passes on what was never signed."""


class Owner(Protocol):
    """Who is told what comes by a direct line."""

    def tell(self, neighbour: Neighbour, texts: list[str]) -> None:
        """It said `texts`, and may be spoken to."""

    def go_on(self) -> None:
        """Something has changed."""

    def begin_anew(self, neighbour: Neighbour) -> None:
        """It has lost this page, and is there again."""

    def shut_out(self, neighbour: Neighbour) -> None:
        """It does what no honest page does."""

    def may_connect(self, neighbour: Neighbour) -> bool:
        """Whether one more connection may be made to it."""


class Neighbour:
    """The page whose key is `public`. What is sealed with the `shared` key only it can read.

    `work` is the bits of the best proof of work that came with one of its events, `window` knows the
    numbers of those that it surely made: whose part for this page was sealed with the shared key.
    """

    def __init__(
        self, contact: Contact, public: str, shared: Any, work: int, offers: bool, servers: Servers, owner: Owner
    ) -> None:
        self.contact = contact
        self.public = public
        self.shared = shared
        self.work = work
        self.window = ReplayWindow()
        self.events = Allowance(EVENTS, EVENTS_A_SECOND, time.monotonic())
        self.opened = Allowance(OPENED, OPENED_A_SECOND, time.monotonic())
        self._line = DirectLine(offers, servers, self._signal, self)
        self._owner = owner

    @property
    def peer(self) -> str:
        """What it is called."""
        return self.contact.peer

    @property
    def making(self) -> bool:
        """Whether a direct line to it is in the making."""
        return self._line.making

    def speak(self, now: float) -> None:
        """Say by the direct line what goes that way now."""
        for frame in self.contact.direct_frames(now):
            self._line.send(json.dumps(frame))

    def mend(self) -> None:
        """Make the direct line, or mend it."""
        self._line.mend()

    def drop_line(self) -> None:
        """Give up the direct line that is in the making."""
        self._line.drop()

    def signalled(self, text: str) -> None:
        """It signals `text` about the direct line or the channel."""
        try:
            said = read_json(text)
        except (ValueError, RecursionError):
            return  # no line comes of it
        match said:
            case [str(word), int(texts)] if word == CLOSES:
                self.contact.peer_closes(texts, time.monotonic())
            case _:
                self._line.signalled(said)

    def say_goodbye(self) -> None:
        """Signal that there is no channel any more."""
        try:
            self.contact.signal.say(json.dumps([CLOSES, self.contact.talk.said]))
        except LineFull:
            pass  # it will notice

    def close(self) -> None:
        """Close the direct line. May be called twice."""
        self._line.close()

    # --- what the direct line tells -------------------------------------------------

    def may_connect(self) -> bool:
        """Whether one more connection may be made."""
        return self._owner.may_connect(self)

    def line_opened(self, way: Way) -> None:
        """There is a direct line."""
        self.contact.opened(way, time.monotonic())
        self._owner.go_on()

    def line_closed(self) -> None:
        """There is none any more."""
        self.contact.closed(time.monotonic())
        self._owner.go_on()

    def line_heard(self, text: str) -> None:
        """It says `text` by the direct line."""
        try:
            texts = self.contact.take_direct(read_json(text), time.monotonic())
        except BegunAnew:
            self._owner.begin_anew(self)
        except (LineError, ValueError, RecursionError):
            self._owner.shut_out(self)
        else:
            self._owner.tell(self, texts)
            self._owner.go_on()

    def line_flooded(self) -> None:
        """It sends more than any honest page."""
        self._owner.shut_out(self)

    def _signal(self, said: list[Any]) -> None:
        try:
            self.contact.signal.say(json.dumps(said))
        except LineFull:
            self._owner.shut_out(self)
        else:
            self._owner.go_on()
