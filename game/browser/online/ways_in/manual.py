"""Joining by manual pairing: one page makes an offer code, and the other answers it."""

from __future__ import annotations

from game.browser.online.stage import ConnectionEvents, Question
from game.browser.online.ways_in.nostr_library import NostrLibrary
from game.browser.online.ways_in.pairing_dialog import PairingDialog
from game.browser.online.ways_in.table_connection import TableConnection, Way
from game.browser.page.links import set_fragment
from game.browser.page.tasks import Tasks
from game.browser.webrtc.manual_pairing import ManualTransport
from game.browser.webrtc.servers import chosen
from game.transport.pairing import Code, PairingError, public_addresses, unpack
from game.words.online import pairing


class ManualWay(Way):
    """Pairs this page with others, one at a time. Each pairing needs one code in each direction."""

    def __init__(self, events: ConnectionEvents, library: NostrLibrary, table: TableConnection) -> None:
        super().__init__(events, library, table)
        self._pairing = Tasks()
        self._offer: ManualTransport | None = None
        self._dialog: PairingDialog | None = None
        self._closed = False

    def join(self, code: str, *, pressed: bool) -> None:
        """Join the table of the page that made `code`, without relays. Ask first unless the link was `pressed`."""
        try:
            offer = unpack(code, "offer")
        except PairingError as error:
            self._events.turn_away(pairing.FAULTS[error.fault]())
            return
        if pressed:
            self._tasks.start(self._join(offer))
        else:
            leads_to = pairing.leads_to(public_addresses(offer.sdp))
            self._events.ask(Question(leads_to), lambda: self._tasks.start(self._join(offer)), None)

    def pair(self) -> None:
        """Start pairing with another page. May be repeated, for one page at a time."""
        self._pairing.close()
        self._pairing = Tasks()
        if not self._closed:
            self._pairing.start(self._pair())

    def close_dialog(self) -> None:
        """Close the dialog with the codes, if it is open."""
        dialog, self._dialog = self._dialog, None
        if dialog is not None:
            dialog.close()

    def close(self) -> None:
        super().close()
        self._closed = True
        self._pairing.close()
        self.close_dialog()

    async def _join(self, offer: Code) -> None:
        set_fragment("")
        self._events.open_lobby()
        table = self._table
        key = await self._library.load(lambda: self._join(offer)) if table.may_connect() else None
        if key is None:
            return
        room = table.run(table.new_guest(key.name, offer.room, offer.founder))
        known = offer.room, offer.founder, chosen()
        try:
            transport = ManualTransport(key.name, *known, room, room.is_here, table.was_blocked)
            room.add(transport)
            answer = await transport.answer(offer)
        except PairingError as error:
            self._events.turn_away(pairing.FAULTS[error.fault]())
            return
        room.do(lambda now: None)
        self._dialog = PairingDialog(answer, None)

    async def _pair(self) -> None:
        table, room = self._table, self._table.room
        if room is None or not table.may_connect():
            return
        if self._offer is not None and not self._offer.connected:
            self._offer.close()
        own = room.room.guest.credentials
        known = own.room, own.founder, chosen()
        try:
            offer = self._offer = ManualTransport(room.room.me, *known, room, room.is_here, table.was_blocked)
            room.add(offer)
            code = await offer.offer()
        except PairingError as error:
            self._events.stage.trouble(pairing.FAULTS[error.fault]())
            return
        self.close_dialog()
        self._dialog = PairingDialog(code, lambda answer: self._tasks.start(self._accept(offer, answer)))

    async def _accept(self, offer: ManualTransport, answer: str) -> None:
        try:
            await offer.accept(answer)
        except PairingError as error:
            if self._dialog is not None:
                self._dialog.say(pairing.FAULTS[error.fault]())
