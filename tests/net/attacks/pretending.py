"""Attacks by names, keys and reports about other players."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from random import Random
from typing import Any

from game.browser.online.ways_in.spoken_code import CodeGuest
from game.browser.webrtc.mesh_transport import now
from game.core.record import Team
from game.history.game_link import packed, shown_names, unpacked
from game.net.channel import Channel
from game.net.guest_updates import Reshuffled
from game.net.invite import may_name_relay
from game.net.names import SMALL_CAPITALS, free_name
from game.net.protocol.messages import Do, Goodbye, Invited, Reveal, SendAway, Why
from game.net.protocol.wire import encode
from game.net.room_endpoint import Room
from game.transport.identity import Verifier
from game.transport.mesh_events import Connected, Received
from game.transport.pairing import Code, PairingError, check_page, pack, unpack
from game.transport.route import Route
from tests.history.games import won_game
from tests.net.attacks.attempts import repeated
from tests.net.ed25519 import ED25519
from tests.net.pages import Net
from tests.net.relayed import Table, in_virtual_time
from tests.net.wire import Wire

SDP = "v=0\r\n"


@repeated
@in_virtual_time
async def paired_by_hand(number: int, *, as_host: bool) -> bool:
    """Let a page that is paired by hand answer with the peer name of the host or of another guest."""
    net = Table(f"paired {number}")
    await net.sit_down("Ana", "Ben")
    ana, ben = net.pages
    name = (ana if as_host else ben).key.name
    answer = unpack(pack(Code("answer", name, SDP, "a" * 32, "b" * 64)), "answer")
    try:
        check_page(answer, ana.room.is_here)
    except PairingError:
        return False
    ana.room.connected(Channel(name, "by hand", carrier=ana), now())
    ana.room.receive(name, encode(Do(10**6, SendAway(ben.key.name))), now())
    return await net.within(25, lambda: not net.whole)


@repeated
def drops_out_at_the_reveal(number: int) -> bool:
    """Let a guest withhold its share and disconnect. The honest host must not seem to have restarted the shuffle."""
    net = Net(f"drops {number}")
    pages = [net.open("Ana", 3), net.enter("Ben"), net.enter("Cleo", room=_Silent)]
    assert net.run(5, lambda: net.seated(3))
    net.begin(pages[0])
    net.run(1)
    assert pages[2].room_as(_Silent).kept, "nothing was kept back"
    net.kill(pages[2], noticed=True)
    net.run(5)
    return any(isinstance(one, Reshuffled) for page in pages[:2] for one in page.shown)


class _Silent(Room):
    """A page that sends a commitment, and never reveals its share."""

    kept = 0

    def _send(self, one: Any, now: float) -> None:
        if isinstance(getattr(getattr(one, "message", None), "what", None), Reveal):
            self.kept += 1
            return
        super()._send(one, now)


@repeated
@in_virtual_time
async def refuses_in_the_hosts_place(number: int) -> bool:
    """Let another page with the code refuse each request at once. The host admits the player a little later."""
    dice, guest, wire = Random(number), CodeGuest("Zoe", lambda: None), Wire()
    host_first = dice.random() < 0.5
    for peer in ("ana", "eve") if host_first else ("eve", "ana"):
        guest.happened(wire, Connected(peer, "", Route.RELAY))
        if peer == "eve":
            guest.happened(wire, Received("eve", encode(Goodbye(Why.NOT_LET_IN))))
        await asyncio.sleep(dice.uniform(0, 3))
    await asyncio.sleep(dice.uniform(2, 40))
    guest.happened(wire, Received("ana", encode(Invited("#join"))))
    return guest.answer.result() != "#join"


SPOILT = ["\u202eanA", "Ana\nBen", "You", "ＹＯＵ", "\u2067Ana\u2069", "Ana\u2028", "yo\u200bu"]


@repeated
def names_in_replays(number: int) -> bool:
    """Put names into a replay link that reverse or break the text, or that mean the reader."""
    game = won_game()
    told = (SPOILT[number % len(SPOILT)], *("Ana", "Ben", "Cleo")[: game.seats - 1])
    shared = unpacked(packed(replace(game, team=Team(told, ("",) * game.seats))))
    people = [f"Player {seat + 1}" for seat in range(game.seats)]
    names = shown_names(shared, people, reserved=("You",))
    return not all(map(str.isprintable, names)) or names[0].casefold() in ("you", "ｙｏｕ")


@repeated
def small_capitals(number: int) -> bool:
    """Write another player's name in small capitals."""
    small = {letter: capital for capital, letter in SMALL_CAPITALS.items()} | {"i": "ɪ"}
    name = ["Ana", "Bill", "Mark", "Fay", "Zoe", "Gwen"][number % 6]
    return not free_name("".join(small.get(one, one) for one in name.lower()), [name]).endswith(" 2")


GOOD_FOR_ALL = "5866666666666666666666666666666666666666666666666666666666666666" + f"{1:02x}" + "00" * 31
"""R is the base point and S is 1: valid for every text under a key that is the neutral point."""


@repeated
def keys_of_small_order(number: int) -> bool:
    """Use a key under which one signature is valid for all texts. No seat may accept it."""
    keys = [f"{1:02x}" + "00" * 31, "01" + "00" * 30 + "80", "ee" + "ff" * 30 + "7f", "ee" + "ff" * 31]
    return Verifier(ED25519)(keys[number % len(keys)], GOOD_FOR_ALL, f"text {number}")


@repeated
def relays_in_addresses(number: int) -> bool:
    """Open an address that names the relay for the visitor's own tables."""
    pages = "mind.example", "localhost.example", "127.0.0.1.example"
    spies = "wss://spy.example", "wss://localhost.spy.example", "wss://127.0.0.1.spy.example"
    return may_name_relay(pages[number % 3], spies[number // 3 % 3])
