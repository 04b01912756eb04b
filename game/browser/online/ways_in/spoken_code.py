"""The spoken code: a separate room in which guests knock and the host hands out the invitation."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from game.browser.page.tasks import Timer
from game.browser.webrtc.mesh_transport import MeshTransport, now
from game.net.names import free_name
from game.net.protocol.messages import Goodbye, Invited, Knock, Why
from game.net.protocol.wire import decoded, encode
from game.transport.mesh_events import Connected, Lost, PageEvent, Received

MOST_KNOCKS = 8
"""The most requests that wait at once, as many as there can be seats. Further ones are ignored."""

OTHERS_COME_WITHIN = 5.0
"""Seconds after a refusal in which a page that connects later may still invite us."""

OTHERS_ANSWER_WITHIN = 60.0
"""Seconds after a refusal in which another page that we asked may still answer: a person decides there."""


class CodeHost:
    """The host's side. A page gets the invitation, `fragment`, only after the host has admitted its person.

    `asked` is called with the name of each caller to admit or refuse, and with "" when no caller is left. Only the
    first Knock of a page counts.
    """

    def __init__(self, fragment: str, asked: Callable[[str], None]) -> None:
        self._fragment = fragment
        self._asked = asked
        self._callers: dict[str, str] = {}  # the name by page, the first one first; "" once it is answered
        self._shown = ""
        self._transport: MeshTransport | None = None

    def answer(self, let_in: bool) -> None:
        """Admit or refuse the caller that `asked` was last called with."""
        if self._shown:
            self._answer(self._shown, let_in=let_in)
        self._ask()

    def close(self) -> None:
        """Refuse all callers that still wait."""
        for peer in self._waiting:
            self._answer(peer, let_in=False)
        self._ask()

    def happened(self, transport: MeshTransport, event: PageEvent) -> None:
        """Handle what has happened to a peer, which sends the first message."""
        self._transport = transport
        match event:
            case Received(peer, text) if peer not in self._callers and len(self._waiting) < MOST_KNOCKS:
                if isinstance(said := decoded(text), Knock):
                    self._callers[peer] = free_name(said.name, filter(None, self._callers.values()))
            case Lost(peer) if peer in self._waiting:
                del self._callers[peer]
        self._ask()

    @property
    def _waiting(self) -> list[str]:
        return [peer for peer, name in self._callers.items() if name]

    def _answer(self, peer: str, *, let_in: bool) -> None:
        self._callers[peer] = ""
        assert self._transport is not None
        self._transport.send(peer, encode(Invited(self._fragment) if let_in else Goodbye(Why.NOT_LET_IN)))

    def _ask(self) -> None:
        first = next(iter(self._waiting), "")
        if first != self._shown:
            self._shown = first
            self._asked(self._callers.get(first, ""))


class CodeGuest:
    """The guest's side, which knocks as `name` at every page in the code's room until `close`.

    `knocked` is called on each knock. `answer` is the first invitation, or the reason why no page invites this one:
    other people who know the code are in the same room, and any of them may refuse. A refusal therefore counts only
    once no other page can answer, or none has answered for long.
    """

    def __init__(self, name: str, knocked: Callable[[], None]) -> None:
        self.answer: asyncio.Future[str | Why] = asyncio.get_running_loop().create_future()
        self._knock = encode(Knock(name))
        self._knocked = knocked
        self._asked: set[str] = set()
        self._refused: tuple[Why, float] | None = None
        self._timer = Timer(self._go_on)

    def happened(self, transport: MeshTransport, event: PageEvent) -> None:
        """Handle what has happened to a peer. One that knocks itself cannot invite us."""
        match event:
            case Connected(peer):
                self._asked.add(peer)
                transport.send(peer, self._knock)
                self._knocked()
            case Received(peer, text) if peer in self._asked:
                self._heard(peer, text)
            case Lost(peer):
                self._asked.discard(peer)
        self._go_on()

    def close(self) -> None:
        """Give no further answer."""
        self.answer.cancel()
        self._timer.stop()

    def _heard(self, peer: str, text: str) -> None:
        said = decoded(text)
        if isinstance(said, Knock | Invited | Goodbye):
            self._asked.discard(peer)
        if isinstance(said, Invited) and not self.answer.done():
            self.answer.set_result(said.fragment)
        if isinstance(said, Goodbye):
            self._refused = self._refused or (said.why, now())

    def _go_on(self) -> None:
        """Give the refusal as the answer once it is final."""
        self._timer.stop()
        if self.answer.done() or self._refused is None:
            return
        why, at = self._refused
        final_at = at + (OTHERS_ANSWER_WITHIN if self._asked else OTHERS_COME_WITHIN)
        if now() >= final_at:
            self.answer.set_result(why)
        else:
            self._timer.start_at(final_at)
