"""The pages of one room: found over relays, spoken to by direct lines where there are some, else over relays.

Relays see events under a name that says nothing, of keys that are as old as the page; all that
is said is sealed, once for those who know the room's secret and once more for whom it is meant.
"""

from __future__ import annotations

import asyncio
import hmac
import json
import re
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pyodide.ffi import JsException, create_proxy

from game.browser.failures import reporting
from game.browser.tasks import Tasks
from game.browser.together.direct_line import can_connect
from game.browser.together.neighbour import Neighbour
from game.browser.together.page_key import LONGEST_SEALED, PageKey, name_of, sealing_key
from game.browser.together.relay import Asked
from game.browser.together.relays import Relays
from game.browser.together.servers import Servers
from game.browser.together.transport import LINGER, Listener
from game.core.plain import read_json
from game.net.contact import SIGNAL, TALK, Contact, Happening
from game.net.digests import envelope_key, stamp, topic
from game.net.invite import Meeting
from game.net.line import BegunAnew, LineError, LineFull
from game.net.newcomers import MOST_BITS, Newcomer, Newcomers
from game.net.post import Letter, Post
from game.net.rate_limit import Allowance
from game.net.replay_window import ReplayWindow
from game.net.way import Way

KINDS, OF_KINDS = 20_000, 10_000
"""Relays keep no event of these kinds: the first one, and how many there are."""

GREETINGS = 0.0, 1.0, 3.0
"""Seconds after entering at which this page says that it is here."""

GREET_TOGETHER = 0.1
"""Seconds for which a relay that is reached waits for others to be reached as well."""

GREET_EVERY = 20.0
"""Seconds between two greetings after that: they also show which relays have gone silent."""

PARTING = 1.5
"""Seconds between a last word and the closing of its channel; over relays it may have to wait for its turn."""

MORE_AFTER = 4.0
"""Seconds after which more relays are used where nobody is found."""

MOST_UNPROVEN, MOST_STRANGERS = 64, 32
"""Pages that have yet to prove their key, and pages that have and do not sit at the table. Of too many those go that
have shown least work, and of these those that came first. Who sits at the table never goes."""

MOST_MAKING = 12
"""Direct lines that are in the making, but for those to pages at the table."""

CONNECTIONS, CONNECTIONS_A_SECOND = 40, 0.5
"""How many of those are made, at once and in the long run: browsers count even those that are closed, for a while."""

MOST_FORMER = 64
"""Pages that are remembered when they are lost: should they come again, nobody waits for a direct line. And as many
that are heard no more."""

LATE = 1.0
"""Seconds that the timer may be late; more, and this page has slept."""

SOON = 0.01
"""Seconds for which nobody waits."""

KEY = re.compile("[0-9a-f]{64}")
NUMBER = re.compile("[1-9][0-9]{0,14}", re.ASCII)


class RoomTransport:
    """One room on the relays, for the page of `key`. `enter` it, then `send` to whoever `listener` is told of.

    Direct lines are made if `direct`; where this page comes back to its seat, `returning`, nobody
    waits for them. `trusted` says whether a page sits at the table.
    """

    def __init__(
        self,
        key: PageKey,
        meeting: Meeting,
        servers: Servers,
        listener: Listener,
        trusted: Callable[[str], bool],
        *,
        direct: bool = True,
        returning: bool = False,
    ) -> None:
        self._key = key
        self._secret = meeting.secret
        self._servers = servers
        self._listener = listener
        self._trusted = trusted
        self._direct = direct and can_connect()
        self._returning = returning
        self._topic = topic(meeting.room)
        self._kind = KINDS + int(self._topic[:8], 16) % OF_KINDS
        self._envelope = sealing_key(envelope_key(meeting.secret))
        self._published = 0
        self._post = Post()
        self._relays: Relays | None = None
        self._neighbours: dict[str, Neighbour] = {}
        self._former: dict[str, ReplayWindow] = {}
        self._shut: dict[str, None] = {}
        self._mine = 1
        self._newcomers = Newcomers(time.monotonic())
        self._connections = Allowance(CONNECTIONS, CONNECTIONS_A_SECOND, time.monotonic())
        self._greet_at = self._more_at = float("inf")
        self._timer: asyncio.TimerHandle | None = None
        self._wake_at = float("inf")
        self._going = self._more = self._closed = False
        self._tasks = Tasks()
        self._heard_proxy = create_proxy(reporting(self._heard))

    # --- what whoever uses it asks for ----------------------------------------------

    @property
    def answering(self) -> bool:
        """Whether any of the relays can be reached."""
        return self._relays is not None and self._relays.open

    @property
    def peers(self) -> int:
        """How many pages were found."""
        return sum(one.contact.proven for one in self._neighbours.values())

    def enter(self) -> None:
        """Be found, and find."""
        now = time.monotonic()
        self._post.greet(*(now + at for at in GREETINGS))
        self._greet_at, self._more_at = now + GREET_EVERY, now + MORE_AFTER
        library = self._key.library
        asked = Asked(self._kind, self._topic, library.newInbox(self._heard_proxy))
        urls = self._servers.relays_for(self._topic)
        self._relays = Relays(library, urls, asked, self._relay_opened, self._seen)
        self.go_on()

    def send(self, peer: str, text: str) -> None:
        """Say `text` to `peer`, if there still is a channel."""
        neighbour = self._neighbours.get(peer)
        if neighbour is None or neighbour.contact.way is None:
            return
        try:
            neighbour.contact.talk.say(text)
        except LineFull:
            self._lose(neighbour)
        self.go_on()

    def flush(self) -> None:
        """Let all go out that still waits to be said, however much was said of late."""
        if self.answering and (letter := self._post.last_letter(time.monotonic())) is not None:
            self._publish(letter)

    def binding(self, peer: str) -> str:
        """The keys of both pages: all that is said to `peer`, by any way, only these two could have said."""
        neighbour = self._neighbours.get(peer)
        return "" if neighbour is None else " ".join(sorted((self._key.public, neighbour.public)))

    def way(self, peer: str) -> Way:
        """By which way `peer` is reached now."""
        neighbour = self._neighbours.get(peer)
        return (neighbour and neighbour.contact.way) or Way.RELAY

    def close_channel(self, peer: str) -> None:
        """Close the channel to `peer`, once the last word is out."""
        neighbour = self._neighbours.get(peer)
        if neighbour is not None:
            neighbour.say_goodbye()
            self.go_on()
            asyncio.get_running_loop().call_later(PARTING, self._forget, neighbour)

    def dial(self) -> None:
        """Look for everybody anew."""
        if self._relays is not None and not self._closed:
            self._relays.call_lost()
            self._greet()

    def close(self) -> None:
        """Be found no more, and tell the listener nothing any more. May be called twice."""
        if self._closed:
            return
        for neighbour in self._neighbours.values():
            neighbour.say_goodbye()
        self.go_on()
        self.flush()
        self._closed = True
        self._tasks.close()
        if self._timer is not None:
            self._timer.cancel()
        asyncio.get_running_loop().call_later(LINGER, self._close)

    def _close(self) -> None:
        for neighbour in self._neighbours.values():
            neighbour.close()
        self._neighbours.clear()
        if self._relays is not None:
            self._relays.close()
        self._heard_proxy.destroy()

    # --- what comes over relays -----------------------------------------------------

    def _heard(self, public: str, number: str, stamped: str, sealed: str, work: int) -> bool | None:
        """Take an event that the page of the key `public` is said to have made. Returns whether that is true.

        Returns None where it does not matter. The cheapest checks come first. Nothing is used up before the stamp
        is known to be genuine, and the allowance of a page only by what that page has sealed for this one.
        """
        if self._closed or public == self._key.public or public in self._shut:
            return None
        if not KEY.fullmatch(public) or not NUMBER.fullmatch(number) or len(sealed) > LONGEST_SEALED:
            return False
        if not (sealed.isascii() and stamped.isascii()):
            return False
        if not hmac.compare_digest(stamped, stamp(self._secret, public, int(number), sealed)):
            return False
        event, neighbour, now = Newcomer(public, int(number), sealed, int(work)), self._known(public), time.monotonic()
        if neighbour is None:
            self._newcomers.add(event, now)
            if (due := self._newcomers.due()) <= now + SOON:
                self.go_on()
            elif due < self._wake_at:
                self._set_timer()
            return True
        elif not neighbour.window.is_new(event.number):
            return True
        else:
            genuine = neighbour.opened.spend(now) and self._open(event, neighbour, now)
        self.go_on()
        return genuine

    def _known(self, public: str) -> Neighbour | None:
        return self._neighbours.get(name_of(public))

    def _open(self, event: Newcomer, neighbour: Neighbour | None, now: float) -> bool:
        """Take what is in an event. Returns False if somebody else must have made it up."""
        match self._read(event.sealed, self._envelope):
            case [bool(greets), dict(parts)]:
                part = parts.get(self._key.name)
                if neighbour is None and (greets or part is not None):
                    neighbour = self._meet(event.public, now, work=event.work)
                if neighbour is not None:
                    return neighbour.public == event.public and self._take(neighbour, event, greets, part, now)
        return True

    def _take(self, neighbour: Neighbour, event: Newcomer, greets: bool, part: object, now: float) -> bool:
        neighbour.work = max(neighbour.work, event.work)
        signal = neighbour.contact.signal
        if greets and not neighbour.contact.proven:
            signal.speak_by(self._post.answer_by(now))
        if part is None:
            return True
        match self._read(part, neighbour.shared):
            case [int(number), dict(frames)] if number == event.number:
                if neighbour.window.accept(number) and neighbour.events.spend(now):
                    if signal.due() < float("inf"):
                        signal.speak_by(now)  # it is there, and waits for what was to be said later
                    self._take_frames(neighbour, frames, now)
                return True
        return False

    def _read(self, sealed: object, key: Any) -> object:
        """What was sealed with `key`; None for all that no page of ours has sealed."""
        try:
            return read_json(self._key.opened(sealed, key)) if isinstance(sealed, str) else None
        except (JsException, ValueError, RecursionError):
            return None

    def _take_frames(self, neighbour: Neighbour, frames: Mapping[str, object], now: float) -> None:
        proven = neighbour.contact.proven
        try:
            heard = neighbour.contact.take_relayed(frames, now)
        except LineError:
            return
        except BegunAnew:
            self._take_frames(self._begin_anew(neighbour, now), frames, now)
            return
        if neighbour.contact.proven and not proven:
            self._bound([one for one in self._strangers() if one.contact.proven], MOST_STRANGERS)
        self.tell(neighbour, heard.talk)
        for signal in heard.signals:
            self._bound_making()
            neighbour.signalled(signal)
        self._lose_if_closed(neighbour)

    def tell(self, neighbour: Neighbour, texts: list[str]) -> None:
        """Tell the listener what a page said, once it knows of the page."""
        self._see_to(neighbour, time.monotonic())
        for text in texts:
            if not self._closed and self._neighbours.get(neighbour.peer) is neighbour:
                self._listener.heard(self, neighbour.peer, text)
        self._lose_if_closed(neighbour)

    def _lose_if_closed(self, neighbour: Neighbour) -> None:
        if neighbour.contact.closed_by_peer:
            self._lose(neighbour)

    # --- pages that come and go -----------------------------------------------------

    def _meet(self, public: str, now: float, before: bool = False, work: int = 0) -> Neighbour | None:
        """There is a page that was not there; None if its key is none."""
        try:
            shared = self._key.shared_with(public)
        except JsException:
            return None
        self._bound([one for one in self._strangers() if not one.contact.proven], MOST_UNPROVEN - 1)
        peer = name_of(public)
        before = before or self._returning or peer in self._former
        contact = Contact(peer, self._mine, now, direct=self._direct, before=before)
        neighbour = Neighbour(contact, public, shared, work, self._key.public < public, self._servers, self)
        neighbour.window = self._former.get(peer, neighbour.window)
        self._neighbours[peer] = neighbour
        contact.signal.speak_by(self._post.answer_by(now))
        self._post.carry(peer, SIGNAL, contact.signal)
        return neighbour

    def _strangers(self) -> list[Neighbour]:
        """All who do not sit at the table, those first that came first."""
        return [one for one in self._neighbours.values() if not self._trusted(one.peer)]

    def _bound(self, neighbours: Sequence[Neighbour], most: int) -> None:
        """Let the worst of these go, if they are too many."""
        for neighbour in sorted(neighbours, key=_work)[: max(0, len(neighbours) - most)]:
            self._lose(neighbour)

    def _begin_anew(self, neighbour: Neighbour, now: float) -> Neighbour:
        """The page there has lost this one, and is there again."""
        self._lose(neighbour, anew=True)
        met = self._meet(neighbour.public, now, before=True, work=neighbour.work)
        assert met is not None  # its key was good before
        met.contact.signal.speak_by(now)
        return met

    def _lose(self, neighbour: Neighbour, anew: bool = False) -> None:
        """A page is gone. To whoever comes back this page has another name for its end, unless it was told so.

        A page that proved nothing was told nothing, and may go on where it was.
        """
        if self._forget(neighbour):
            self._mine += neighbour.contact.proven and not anew
            if neighbour.contact.proven:
                self._former[neighbour.peer] = neighbour.window
            if len(self._former) > MOST_FORMER:
                del self._former[next(iter(self._former))]
            if neighbour.contact.way is not None and not self._closed:
                self._listener.lost(self, neighbour.peer)

    def _forget(self, neighbour: Neighbour) -> bool:
        """Have nothing to do with it any more; whether there was something."""
        if self._neighbours.get(neighbour.peer) is not neighbour:
            return False
        del self._neighbours[neighbour.peer]
        for name in (TALK, SIGNAL):
            self._post.drop(neighbour.peer, name)
        neighbour.close()
        return True

    # --- direct lines ---------------------------------------------------------------

    def may_connect(self, neighbour: Neighbour) -> bool:
        """Whether one more connection may be made to this page."""
        if not self._direct:
            return False
        return self._trusted(neighbour.peer) or self._connections.spend(time.monotonic())

    def _bound_making(self) -> None:
        making = sorted((one for one in self._strangers() if one.making), key=_work)
        for neighbour in making[:-MOST_MAKING]:
            neighbour.drop_line()

    def shut_out(self, neighbour: Neighbour) -> None:
        """It does what no honest page does: nothing of it is heard any more."""
        self._lose(neighbour)
        self._shut[neighbour.public] = None
        if len(self._shut) > MOST_FORMER:
            del self._shut[next(iter(self._shut))]
        self.go_on()

    def begin_anew(self, neighbour: Neighbour) -> None:
        """It says by its direct line that it has lost this page."""
        self._begin_anew(neighbour, time.monotonic())
        self.go_on()

    # --- what is to be done, and when -----------------------------------------------

    def go_on(self) -> None:
        """See to all that follows from what has happened."""
        self._more = True
        if self._going:
            return
        self._going = True
        try:
            while self._more and not self._closed:
                self._more = False
                self._do_what_is_due(time.monotonic())
        finally:
            self._going = False
        self._set_timer()

    def _do_what_is_due(self, now: float) -> None:
        if now >= self._greet_at:
            self._post.greet(now)
            self._greet_at = now + GREET_EVERY
        if now >= self._more_at:
            self._more_at = float("inf")
            if self._relays is not None and not self.peers:
                self._relays.more()
        while (event := self._newcomers.next(now)) is not None:
            self._open(event, self._known(event.public), now)
        if self.answering and (bits := self._newcomers.work_due(now)):
            self._tasks.start(self._greet_with_work(bits))
        for neighbour in tuple(self._neighbours.values()):
            self._see_to(neighbour, now)
        while self.answering and (letter := self._post.letter(now)) is not None:
            self._publish(letter)

    def _see_to(self, neighbour: Neighbour, now: float) -> None:
        if self._known(neighbour.public) is not neighbour:
            return  # it had to go
        for happening in list(neighbour.contact.tick(now)):
            self._happened(neighbour, happening)
        neighbour.speak(now)

    def _happened(self, neighbour: Neighbour, happening: Happening) -> None:
        peer, contact = neighbour.peer, neighbour.contact
        if contact.way is Way.RELAY:
            self._post.carry(peer, TALK, contact.talk)
        else:
            self._post.drop(peer, TALK)
        match happening:
            case Happening.LOST:
                self._lose(neighbour)
            case Happening.LINE:
                self._bound_making()
                neighbour.mend()
            case Happening.CONNECTED:
                self._listener.connected(self, peer)
            case Happening.WENT if contact.way is not None:
                self._listener.went(self, peer, contact.way)

    def _publish(self, letter: Letter) -> None:
        """Say over relays what the letter holds."""
        number, parts = self._next_number(), {}
        for peer, frames in letter.frames.items():
            parts[peer] = self._key.seal(json.dumps([number, frames]), self._neighbours[peer].shared)
        sealed = self._sealed(letter.greets, parts)
        if self._relays is not None:
            self._relays.publish(self._key.event(self._kind, self._tags(number, sealed), sealed))

    async def _greet_with_work(self, bits: int) -> None:
        """Greet with a proof of work of so many bits, where greetings without one may be passed over."""
        number, sealed = self._next_number(), self._sealed(True, {})
        try:
            event = await self._key.event_with_work(self._kind, self._tags(number, sealed), sealed, bits)
        except JsException:
            return  # this browser lends no thread
        if self._relays is not None:
            self._relays.publish(event)

    def _next_number(self) -> int:
        self._published += 1
        return self._published

    def _sealed(self, greets: bool, parts: Mapping[str, str]) -> str:
        return self._key.seal(json.dumps([greets, parts]), self._envelope)

    def _tags(self, number: int, sealed: str) -> list[list[str]]:
        return [["x", self._topic], ["t", stamp(self._secret, self._key.public, number, sealed), str(number)]]

    def _set_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._closed:
            return
        times = [
            self._greet_at,
            self._more_at,
            self._newcomers.due(),
            *(one.contact.due() for one in self._neighbours.values()),
        ]
        if self.answering:
            times += [self._post.due(), self._newcomers.work_due_at()]
        self._wake_at = min(times)
        if self._wake_at < float("inf"):
            delay = max(0.0, self._wake_at - time.monotonic())
            self._timer = asyncio.get_running_loop().call_later(delay, self._wake)

    def _wake(self) -> None:
        now = time.monotonic()
        if now > self._wake_at + LATE:
            for neighbour in self._neighbours.values():
                neighbour.contact.woke(now)
        self.go_on()

    def _relay_opened(self) -> None:
        """What was said while there was no relay is said again, and this page shows that it is here."""
        self._post.again()
        self._post.greet_by(time.monotonic() + GREET_TOGETHER)
        self.go_on()

    def _seen(self) -> None:
        """The page is seen again, or its network is another: lines that hang are found out at once."""
        now = time.monotonic()
        for neighbour in self._neighbours.values():
            if neighbour.contact.way is Way.RELAY:
                neighbour.contact.mend(now)
        self._greet()

    def _greet(self) -> None:
        self._post.greet(time.monotonic())
        self.go_on()


def _work(neighbour: Neighbour) -> int:
    return min(neighbour.work, MOST_BITS)
