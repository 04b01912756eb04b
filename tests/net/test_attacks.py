"""Every known attack fails, and succeeds without its defences. Also bugs that attacks have found."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest

from game.core import Phase
from game.net.protocol.messages import Update, Why
from game.net.saved_room import save
from game.net.succession.deeds import Chain, Deed, SignedRoster
from game.transport.rate_limit import CLAIMS, CLAIMS_A_SECOND
from tests.bench.attacks import main as bench
from tests.net.attackers import LINKED, Crooked, after, claim
from tests.net.attacks import ATTACKS, Attack
from tests.net.ed25519 import ED25519
from tests.net.pages import ROOM, Net, Page, lobby, table

VARIATION = re.compile("the same|.* at 35 a second: (?!come and go)|the next two in line|two guests|three of four")
"""The description of an attack that differs little from the one before."""

MARKED = [
    pytest.param(attack, id=attack.what, marks=[pytest.mark.thorough] if VARIATION.match(attack.what) else [])
    for attack in ATTACKS
]


@pytest.mark.parametrize("attack", MARKED)
def test_an_attack_fails(attack: Attack, thorough: bool) -> None:
    assert attack.attempt(max(1, min(4, attack.tries // 5)) if thorough else 1) == 0


@pytest.mark.thorough
@pytest.mark.parametrize("attack", [one for one in ATTACKS if one.defences], ids=lambda attack: attack.what)
def test_an_attack_succeeds_without_its_defences(attack: Attack, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, instead in attack.defences:
        monkeypatch.setattr(name, instead)
    assert any(attack.attempt(tries) for tries in (1, 2, 4, 24))


HARMLESS = {
    *(f"two with the link say at 35 a second: {what}" for what in LINKED),
    *(
        f"a seated guest says at 35 a second: {what}"
        for what in ("heard", "join", "join with new keys", "lay and lift", "lean", "ready", "rename", "seek", "vote")
    ),
    "the same, with channels that break and come again",
    "the same, before the game: join with new keys",
    "two sit down again by ever new keys",
}
"""Floods that cause few or no messages to other pages, even without a rate limit."""


def test_every_attack_but_harmless_floods_has_a_defence() -> None:
    assert {one.what for one in ATTACKS if not one.defences} == HARMLESS


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


# --- The host dies while it starts the game -------------------------------------------


def test_a_host_that_died_at_the_start_returns_as_a_watcher_and_gets_the_next_free_seat_before_the_game() -> None:
    net, ana, dan = _back_without_its_seat()
    assert ana.seat is None and ana.is_in
    net.leave(dan, Why.LEFT)
    assert net.run(2, lambda: ana.seat == 0)


def test_a_host_that_died_at_the_start_gets_the_next_free_seat_between_two_games() -> None:
    net, ana, dan = _back_without_its_seat()
    host = net.hosts()[0]
    net.begin(host)
    assert net.run(20, lambda: dan.phase is Phase.PLAY)
    net.kill(dan, noticed=True)
    assert net.run(900, net.over)
    host.host.begin(net.clock(host))
    net.pump(host)
    assert net.run(5, lambda: ana.seat == 0)
    assert net.run(900, net.over)


def _back_without_its_seat() -> tuple[Net, Page, Page]:
    """Return a host whose start message was lost, and which finds Dan in its seat when it returns."""
    net, (ana, ben) = lobby("start", 2, 2)
    ana.host.begin(net.clock(ana))
    ana.room.outbox(net.clock(ana))
    saved = save(ana.guest)
    net.kill(ana, noticed=True)
    assert net.run(60, lambda: ben in net.hosts() and not ben.host.lobby.places[0].name)
    dan = net.enter("Dan")
    assert net.run(8, lambda: dan.seat == 0)  # a newcomer waits for the last host
    back = net.restore(saved)
    net.run(20)
    assert net.hosts() == [ben]
    return net, back, dan


# --- Claims ---------------------------------------------------------------------------


def test_a_roster_of_a_later_term_without_proof_has_no_effect() -> None:
    net, pages = table("term", 2, 3)
    net.run(1)
    before = pages[1].roster
    net.inject(pages[0], pages[1], Update(10**6, 0, replace(before, term=10**6)))
    assert pages[1].roster == before


# --- What one page causes for others ----------------------------------------------------


def noted_verifications(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the list in which every text is noted whose signature is verified from now on."""
    asked = list[str]()
    verify = type(ED25519).verify

    def counted(self: object, key: str, signature: str, text: str) -> bool:
        asked.append(text)
        return verify(ED25519, key, signature, text)

    monkeypatch.setattr(type(ED25519), "verify", counted)
    return asked


def _unlike_others(page: Page, last: SignedRoster, number: int) -> Chain:
    """Return a chain in which the host admits `page`, by a forged roster that no other chain has."""
    key = page.guest.credentials.key
    members = tuple(dict.fromkeys((*last.members, key)))
    return after(page.room, (replace(last, number=last.number + 1 + number, members=members),))


def test_repeated_host_claims_do_not_keep_the_host_busy_with_signatures(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    net, pages = table("signatures", 3, 3, rooms={2: Crooked})
    net.run(3)
    host, guest = pages[0], pages[2]
    chains = [_unlike_others(guest, host.host.term.roster, number) for number in range(150)]
    asked, began = noted_verifications(monkeypatch), net.now
    for chain in chains:
        net.inject(guest, host, claim(Deed(chain)))
        net.run(0.02)
    forged = {f"{ROOM} {chain[0].text}" for chain in chains}
    assert 0 < sum(text in forged for text in asked) <= CLAIMS + (net.now - began) * CLAIMS_A_SECOND + 1
