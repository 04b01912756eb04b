"""Joining by manual pairing: one page makes an offer code, and the other answers it. No relay is needed."""

from __future__ import annotations

import asyncio
from contextlib import closing

from game.browser.online.choice_screen import invitation
from game.browser.online.visit import Visit
from game.browser.online.ways_in.pairing_dialog import PairingDialog
from game.browser.page.links import set_fragment
from game.browser.webrtc.manual_pairing import ManualTransport
from game.transport.pairing import PairingError, public_addresses, unpack
from game.words.online import pairing


async def by_hand(visit: Visit, code: str, *, pressed: bool) -> None:
    """Join the table of the page that made `code`. Ask first unless the link was `pressed`."""
    table = visit.table
    try:
        offer = unpack(code, "offer")
        if not pressed:
            await visit.ask(invitation(pairing.leads_to(public_addresses(offer.sdp))), "yes")
        set_fragment("")
        visit.open_lobby()
        if table.may_connect():
            await table.load()
            driver = table.run(table.new_guest(offer.room, offer.founder))
            answer = await table.pairing().answer(offer)
            driver.do(lambda now: None)
            visit.pairing.replace(_show(answer))
    except PairingError as error:
        visit.turn_away(pairing.FAULTS[error.fault]())


async def _show(answer: str) -> None:
    with closing(PairingDialog(answer, offers=False)):
        await asyncio.Event().wait()


async def pair(visit: Visit) -> None:
    """Pair with one other page: show a code, and connect to the page whose code the person enters."""
    if visit.table.may_connect():
        try:
            await _pair(visit.table.pairing())
        except PairingError as error:
            visit.trouble(pairing.FAULTS[error.fault]())


async def _pair(transport: ManualTransport) -> None:
    is_answered = False
    try:
        with closing(PairingDialog(await transport.offer(), offers=True)) as dialog:
            while True:
                code = await dialog.answers.get()
                try:
                    await transport.accept(code)
                    is_answered = True
                except PairingError as error:
                    dialog.set(wrong=pairing.FAULTS[error.fault]())
    finally:
        if not (is_answered or transport.connected):
            transport.close()
