"""Attacks by names, keys and reports about other players."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

from game.core import Dealt, Event, HandLaid, HandLifted, Laid, LifeLost, Played, StarRaised, StarUsed, Stopped
from game.history.game_link import SharedGame, parsed, shown_names, spelled
from game.net.code_admission import Knocker
from game.net.game_recorder import GameRecorder
from game.net.invite import may_name_relay
from game.net.names import SMALL_CAPITALS, free_name
from game.net.player_updates import Reshuffled
from game.net.protocol.messages import Goodbye, Invited, Reveal, SendAway, Why
from game.net.protocol.view_codec import VIEW
from game.net.protocol.wire import encode
from game.net.room_endpoint import Room
from game.table import Table as GameTable
from game.transport.identity import Verifier
from game.transport.pairing import Code, PairingError, check_page, pack, unpack
from game.transport.route import Route
from tests.history.games import won_game
from tests.net.ed25519 import ED25519
from tests.net.pages import CLASSIC, Net
from tests.net.relayed import Table, in_virtual_time, named_tables

SDP = "v=0\r\n"


class _Wire:
    """A channel that was paired by hand."""

    def send(self, peer: str, text: str) -> None:
        """Discard the text."""

    def flush(self) -> None:
        """Do nothing."""

    def binding(self, peer: str) -> str:
        return "by hand"

    def route(self, peer: str) -> Route:
        return Route.DIRECT

    def close_channel(self, peer: str) -> None:
        """Do nothing: the channel is closed."""

    def dial(self, at_once: bool = False) -> None:
        """Do nothing: there is no peer to call."""

    def close(self) -> None:
        """Do nothing: the wire is closed."""


def paired_by_hand(tries: int, *, as_host: bool) -> int:
    """Let a page that is paired by hand answer with the peer name of the host or of another guest."""
    return sum(in_virtual_time(partial(_paired, f"paired {number}", as_host)) for number in range(tries))


async def _paired(seed: str, as_host: bool) -> bool:
    net = Table(seed)
    await net.sit_down("Ana", "Ben")
    ana, ben = net.pages
    name = (ana if as_host else ben).key.name
    answer = unpack(pack(Code("answer", name, SDP, "a" * 32, "b" * 64)), "answer")
    try:
        check_page(answer, ana.driver.is_here)
    except PairingError:
        return False
    wire = _Wire()
    ana.driver.connected(wire, name)
    ana.driver.received(wire, name, encode(SendAway(ben.key.name)))
    return await net.within(25, lambda: not net.whole)


def absent_in_news(tries: int) -> int:
    """Let a host send news about missing seats and piles. Only our own error may be raised."""
    return sum(_is_shaken_by(Random(number)) for number in range(tries))


def _is_shaken_by(dice: Random) -> bool:
    view, heard = GameTable(CLASSIC, 2, f"{dice.random()}", {}).view(0), GameRecorder()
    heard.hear(0.0, replace(view, news=(Dealt(1),)))
    made: list[Event] = [
        HandLaid(7),
        HandLifted(7),
        Stopped(7),
        StarRaised(7),
        Played(7, 5, 0, False),
        Played(0, 5, 1, False),
        LifeLost(5, (Laid(7, 3),)),
        StarUsed((Laid(7, 3),)),
    ]
    said = VIEW.write(replace(view, news=(dice.choice(made),)))
    try:
        heard.hear(1.0, VIEW.read(json.loads(json.dumps(said))))
    except ValueError:
        return False
    except Exception:
        return True
    return False


def drops_out_at_the_reveal(tries: int) -> int:
    """Let a guest withhold its share and disconnect. The honest host must not seem to have restarted the shuffle."""
    won = 0
    for number in range(tries):
        net = Net(f"drops {number}")
        pages = [net.open("Ana", 3), net.enter("Ben"), net.enter("Cleo", room=_Silent)]
        assert net.run(5, lambda net=net: net.seated(3))  # type: ignore[misc]
        host = pages[0].host
        host.orders.start(net.now + pages[0].skew)
        net.pump(pages[0])
        net.run(1)
        silent = pages[2].room
        assert isinstance(silent, _Silent) and silent.kept, "nothing was kept back"
        net.kill(pages[2], noticed=True)
        net.run(5)
        won += any(isinstance(one, Reshuffled) for page in pages[:2] for one in page.shown)
    return won


class _Silent(Room):
    """A page that sends a commitment, and never reveals its share."""

    kept = 0

    def _send(self, one: Any, now: float) -> None:
        if isinstance(getattr(one, "message", None), Reveal):
            self.kept += 1
            return
        super()._send(one, now)


def refuses_in_the_hosts_place(tries: int) -> int:
    """Let another page with the code refuse each request at once. The host admits the player a little later."""
    won = 0
    for number in range(tries):
        dice, knocker, now = Random(number), Knocker(), 100.0
        host_first = dice.random() < 0.5
        for peer in ("ana", "eve") if host_first else ("eve", "ana"):
            knocker.knocked(peer)
            if peer == "eve":
                knocker.heard("eve", encode(Goodbye(Why.NOT_LET_IN)), now)
            now += dice.uniform(0, 3)
            if knocker.refusal(now) is not None:
                break
        now += dice.uniform(2, 40)
        if knocker.refusal(now) is None:
            knocker.heard("ana", encode(Invited("#join")), now)
        won += knocker.invitation is None
    return won


def tables_of_strangers(tries: int) -> int:
    """Let strangers name tables in their invitations. The table that was opened here must be kept."""
    won = 0
    for number in range(tries):
        vars(named_tables)["storage"] = _Storage()
        named_tables.save("#own", "Ours", own=True)
        for stranger in range(4 + number):
            named_tables.save(f"#join={stranger}", f"Table {stranger}")
        won += "#own" not in named_tables.saved()
    return won


class _Storage:
    def __init__(self) -> None:
        self._kept: dict[str, str] = {}

    def read_texts(self, name: str) -> dict[str, str]:
        texts: dict[str, str] = json.loads(self._kept.get(name, "{}"))
        return texts

    def write(self, name: str, text: str) -> None:
        self._kept[name] = text


SPOILT = ["\u202eanA", "Ana\nBen", "You", "ＹＯＵ", "\u2067Ana\u2069", "Ana\u2028", "yo\u200bu"]


def names_in_replays(tries: int) -> int:
    """Put names into a replay link that reverse or break the text, or that mean the reader."""
    won = 0
    for number in range(tries):
        game = won_game()
        told = (SPOILT[number % len(SPOILT)], *("Ana", "Ben", "Cleo")[: game.seats - 1])
        shared = parsed(spelled(SharedGame(game, ("",) * game.seats, None, told)))
        people = [f"Player {seat + 1}" for seat in range(game.seats)]
        names = shown_names(shared, people, reserved=("You",))
        won += not all(map(str.isprintable, names)) or names[0].casefold() in ("you", "ｙｏｕ")
    return won


def small_capitals(tries: int) -> int:
    """Write another player's name in small capitals."""
    won = 0
    small = {letter: capital for capital, letter in SMALL_CAPITALS.items()} | {"i": "ɪ"}
    for number in range(tries):
        name = ["Ana", "Bill", "Mark", "Fay", "Zoe", "Gwen"][number % 6]
        won += not free_name("".join(small.get(one, one) for one in name.lower()), [name]).endswith(" 2")
    return won


GOOD_FOR_ALL = "5866666666666666666666666666666666666666666666666666666666666666" + f"{1:02x}" + "00" * 31
"""R is the base point and S is 1: valid for every text under a key that is the neutral point."""


def keys_of_small_order(tries: int) -> int:
    """Use a key under which one signature is valid for all texts. No seat may accept it."""
    keys = [f"{1:02x}" + "00" * 31, "01" + "00" * 30 + "80", "ee" + "ff" * 30 + "7f", "ee" + "ff" * 31]
    return sum(Verifier(ED25519)(keys[number % len(keys)], GOOD_FOR_ALL, f"text {number}") for number in range(tries))


def relays_in_addresses(tries: int) -> int:
    """Open an address that names the relay for the visitor's own tables."""
    pages = "mind.example", "localhost.example", "127.0.0.1.example"
    spies = "wss://spy.example", "wss://localhost.spy.example", "wss://127.0.0.1.spy.example"
    return sum(may_name_relay(pages[number % 3], spies[number // 3 % 3]) for number in range(tries))
