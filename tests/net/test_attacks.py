"""Every known attack fails, and succeeds without its defences. Also bugs that attacks have found."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest

from game.core import Phase
from game.net.guest_state import Membership
from game.net.protocol.messages import Company, Notice, Why
from game.net.protocol.wire import encode
from game.net.saved_room import save
from game.transport.rate_limit import CLAIMS, CLAIMS_A_SECOND, COMING, EFFECTS
from tests.bench.attacks import main as bench
from tests.net import attackers, pages
from tests.net.attackers import Crooked, Restless, claim_to_be_host
from tests.net.attacks import ATTACKS, ELECTIONS, Attack, floods, relays
from tests.net.chaos import play
from tests.net.ed25519 import ED25519
from tests.net.pages import Net, Page, table
from tests.thorough import thorough_after

VARIATION = re.compile("the same|.* at 35 a second: (?!come and go)|the next two in line|two guests|three of four")
"""The description of an attack that differs little from the one before."""

MARKED = [
    pytest.param(attack, id=attack.what, marks=[pytest.mark.thorough] if VARIATION.match(attack.what) else [])
    for attack in ATTACKS
]


@pytest.mark.parametrize("attack", MARKED)
def test_an_attack_fails(attack: Attack, quick: bool) -> None:
    assert attack.attempt(1 if quick else max(1, min(4, attack.tries // 5))) == 0


@pytest.mark.thorough
@pytest.mark.parametrize("attack", [one for one in ATTACKS if one.defences], ids=lambda attack: attack.what)
def test_an_attack_succeeds_without_its_defences(attack: Attack, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, instead in attack.defences:
        monkeypatch.setattr(name, instead)
    assert any(attack.attempt(tries) for tries in (1, 2, 4, 24))


HARMLESS = {
    *(f"two with the link say at 35 a second: {what}" for what in floods.LINKED if what != "come and go"),
    *(
        f"a seated guest says at 35 a second: {what}"
        for what in ("heard", "join", "join with new keys", "lay and lift", "ready", "rename", "seek", "vote")
    ),
    "the same, with channels that break and come again",
    "the same, before the game: join with new keys",
    "two sit down again by ever new keys",
}
"""Floods that cause few or no messages to other pages, even without a rate limit."""


def test_every_attack_but_harmless_floods_has_a_defence() -> None:
    assert {one.what for one in ATTACKS if not one.defences} == HARMLESS


def test_an_attack_that_sends_nothing_raises(monkeypatch: pytest.MonkeyPatch) -> None:
    async def nothing(self: object, made: object) -> None:
        """Send nothing."""

    monkeypatch.setattr(relays.Hostile, "floods", nothing)
    with pytest.raises(AssertionError, match="nothing was attacked"):
        relays.garbage(1)


@pytest.mark.thorough
@pytest.mark.parametrize("attack", ELECTIONS, ids=lambda attack: attack.what)
def test_an_attack_on_an_election_sends_messages(attack: Attack) -> None:
    attackers.SENT.clear()
    pages.INJECTED.clear()
    attack.attempt(1)
    assert attackers.SENT or pages.INJECTED


def test_the_benchmark_counts_successful_attempts(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    attacks = [Attack("one that fails", 5, lambda tries: 0), Attack("one that does not", 5, lambda tries: tries - 1)]
    monkeypatch.setattr("tests.bench.attacks.ATTACKS", attacks)
    monkeypatch.setattr("tests.bench.attacks.IN_BROWSERS", [])
    assert bench(["--tries", "3", "--json"]) == 1
    assert [json.loads(row) for row in capsys.readouterr().out.splitlines()] == [
        {"attack": "one that fails", "tries": 3, "succeeded": 0},
        {"attack": "one that does not", "tries": 3, "succeeded": 2},
    ]
    monkeypatch.setattr("tests.bench.attacks.ATTACKS", attacks[:1])
    assert bench([]) == 0


@pytest.mark.parametrize("seed", thorough_after(3, range(10)))
def test_a_game_with_attackers_ends_and_attackers_gain_nothing(seed: int) -> None:
    play(f"attacked {seed}", attacked=True)


@pytest.mark.parametrize("seed", thorough_after(1, ["attack 2025 42", "attack 2025 835"]))
def test_a_game_ends_although_its_host_died_at_the_start(seed: str) -> None:
    play(seed)


@pytest.mark.parametrize("seed", thorough_after(1, ["door 64", "door 111", "door 271"]))
def test_a_game_with_attackers_ends_in_former_endless_cases(seed: str) -> None:
    play(seed, attacked=True)


# --- The host dies while it starts the game -------------------------------------------


def test_a_host_that_died_at_the_start_returns_as_a_watcher_and_gets_the_next_free_seat_before_the_game() -> None:
    net, ana, dan = _back_without_its_seat()
    assert ana.room.guest.table.seat is None and ana.room.guest.state.membership is Membership.IN
    dan.room.leave(Why.LEFT, net.now + dan.skew)
    net.pump(dan)
    assert net.run(2, lambda: ana.room.guest.table.seat == 0)


def test_a_host_that_died_at_the_start_gets_the_next_free_seat_between_two_games() -> None:
    net, ana, dan = _back_without_its_seat()
    host = net.hosts()[0]
    assert host.room.host is not None
    host.room.host.orders.start(net.now + host.skew)
    net.pump(host)
    assert net.run(20, lambda: dan.room.guest.table.view is not None and dan.room.guest.table.view.phase is Phase.PLAY)
    net.kill(dan, noticed=True)
    assert net.run(900, net.over)
    host.room.host.orders.again(net.now + host.skew)
    net.pump(host)
    assert net.run(5, lambda: ana.room.guest.table.seat == 0)
    assert net.run(900, net.over)


def _back_without_its_seat() -> tuple[Net, Page, Page]:
    """Return a host whose start message was lost, and which finds Dan in its seat when it returns."""
    net = Net("start")
    ana, ben = net.open("Ana", 2), net.enter("Ben")
    assert net.run(5, lambda: net.seated(2))
    assert ana.room.host is not None
    ana.room.host.orders.start(net.now + ana.skew)
    ana.room.outbox(net.now + ana.skew)
    saved = save(ana.room.guest)
    net.kill(ana, noticed=True)
    assert net.run(60, lambda: ben.room.host is not None and not ben.room.host.lobby.places[0].name)
    dan = net.enter("Dan")
    assert net.run(8, lambda: dan.room.guest.table.seat == 0)  # a newcomer waits for the last host
    back = net.restore(saved)
    net.run(20)
    assert net.hosts() == [ben]
    return net, back, dan


# --- Claims ---------------------------------------------------------------------------


def test_a_roster_of_a_later_term_without_proof_has_no_effect() -> None:
    net, pages = table("term", 2, 3)
    net.run(1)
    before = pages[1].room.guest.table.roster
    assert before is not None
    net.inject(pages[0].name, pages[1], encode(Company(replace(before, term=10**6))))
    assert pages[1].room.guest.table.roster == before


# --- What one page causes for others ----------------------------------------------------


def test_a_seated_page_cannot_join_with_another_key() -> None:
    net, pages, restless = _with_restless(leaves=False)
    told = sum(isinstance(one, Notice) for one in pages[0].shown)
    restless.sets_about(net.now)
    net.run(5)
    assert sum(isinstance(one, Notice) for one in pages[0].shown) <= told + 1


def test_notices_about_a_page_that_leaves_and_returns_repeatedly_are_limited() -> None:
    net, pages, restless = _with_restless(leaves=True)
    told = sum(isinstance(one, Notice) for one in pages[0].shown)
    restless.sets_about(net.now)
    net.run(5)
    comings = (sum(isinstance(one, Notice) for one in pages[0].shown) - told) / 2
    assert comings <= EFFECTS / COMING + 5 * 4 / COMING + 1


def _with_restless(*, leaves: bool) -> tuple[Net, list[Page], Restless]:
    """Return a game with two honest people, and one who will leave and return repeatedly."""
    kind = type("Kind", (Restless,), {"leaves": leaves, "watches": False})
    net = Net(f"restless {leaves}")
    pages = [net.open("Ana", 3), net.enter("Ben")]
    net.run(1)
    stranger = net.enter("Mallory", room=kind)
    net.run(1)
    room = stranger.room
    assert isinstance(room, Restless)
    join = room.join(pages[0].name, watch=False)
    assert join is not None
    net.inject(stranger.name, pages[0], encode(join))
    host = pages[0].host
    host.lobby.ready(2, True)
    net.run(1)
    host.orders.start(net.now + pages[0].skew)
    net.pump(pages[0])
    net.run(4)
    assert host.lobby.started and host.lobby.seat_of(stranger.name) == 2
    return net, pages, room


def test_repeated_host_claims_do_not_keep_the_host_busy_with_signatures(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    net, pages = table("signatures", 3, 3, rooms={2: Crooked})
    net.run(3)
    host, guest = pages[0], pages[2]
    asked = list[str]()
    verify = type(ED25519).verify

    def counted(self: object, key: str, signature: str, text: str) -> bool:
        asked.append(text)
        return verify(ED25519, key, signature, text)

    monkeypatch.setattr(type(ED25519), "verify", counted)
    for term in range(2, 152):
        net.inject(guest.name, host, encode(claim_to_be_host(guest, host, term)))
        net.run(0.02)
    assert len(asked) <= (CLAIMS + 3 * CLAIMS_A_SECOND) * 10
