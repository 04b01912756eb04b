"""The spoken code: a separate room in which guests knock and the host hands out the invitation."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from game.browser.page.tasks import Timer
from game.browser.webrtc.mesh_transport import MeshTransport
from game.net.code_admission import Caller, CodeAdmission, Knocker
from game.net.protocol.messages import Knock, Why
from game.net.protocol.wire import encode
from game.transport.mesh_events import Connected, Lost, PageEvent, Received


class CodeHost:
    """The host's side. `asked` is called with each caller to admit or refuse, and with None when no caller is left."""

    def __init__(self, fragment: str, asked: Callable[[Caller | None], None]) -> None:
        self._door = CodeAdmission(fragment)
        self._asked = asked
        self._shown: Caller | None = None
        self._transport: MeshTransport | None = None

    def answer(self, let_in: bool) -> None:
        """Admit or refuse the caller that `asked` was last called with."""
        if self._shown is not None:
            self._answer(self._shown.peer, let_in)
        self._ask()

    def close(self) -> None:
        """Refuse all callers that still wait."""
        while (caller := self._door.caller) is not None:
            self._answer(caller.peer, False)
        self._ask()

    def happened(self, transport: MeshTransport, event: PageEvent) -> None:
        """Handle what has happened to a peer, which sends the first message."""
        self._transport = transport
        match event:
            case Received(peer, text):
                self._door.heard(peer, text)
            case Lost(peer):
                self._door.lost(peer)
        self._ask()

    def _answer(self, peer: str, let_in: bool) -> None:
        if (said := self._door.answer(peer, let_in)) is not None and self._transport is not None:
            self._transport.send(peer, encode(said))

    def _ask(self) -> None:
        if self._door.caller != self._shown:
            self._shown = self._door.caller
            self._asked(self._shown)


class CodeGuest:
    """The guest's side, which knocks as `name` at every page in the code's room until `close`.

    `knocked` is called on each knock. `answer` is the first invitation, or the reason why no page invites this one.
    """

    def __init__(self, name: str, knocked: Callable[[], None]) -> None:
        self.answer: asyncio.Future[str | Why] = asyncio.get_running_loop().create_future()
        self._knock = encode(Knock(name))
        self._knocker = Knocker()
        self._knocked = knocked
        self._timer = Timer(self._go_on)

    def happened(self, transport: MeshTransport, event: PageEvent) -> None:
        """Handle what has happened to a peer."""
        match event:
            case Connected(peer):
                self._knocker.knocked(peer)
                transport.send(peer, self._knock)
                self._knocked()
            case Received(peer, text):
                self._knocker.heard(peer, text, time.monotonic())
            case Lost(peer):
                self._knocker.lost(peer)
        self._go_on()

    def close(self) -> None:
        """Give no further answer."""
        self.answer.cancel()
        self._timer.stop()

    def _go_on(self) -> None:
        if self.answer.done():
            return
        self._timer.start_at(self._knocker.due())
        answer = self._knocker.invitation or self._knocker.refusal(time.monotonic())
        if answer is not None:
            self._timer.stop()
            self.answer.set_result(answer)
