"""The order of presses: press timestamps count, not arrival times."""

from __future__ import annotations

import math
from functools import partial
from statistics import median

import pytest

from game.core import LayHand, Phase, Play, Stop
from game.net.channel import Channel
from game.net.host.lag_compensation import LagCompensatedTable
from game.net.host.press_timing import LagQuota, PressTiming
from game.table import Table
from game.transport.link_clock import LinkClock, Stamp
from game.transport.route import Route
from tests.net.pages import CLASSIC, Delays, Net, Page, idle, table
from tests.net.pairs import RIGHT, Landed, measure
from tests.thorough import thorough_after


def fair() -> LagCompensatedTable:
    table = Table(CLASSIC, 2, "presses", {})
    for seat in range(2):
        table.submit(seat, LayHand(), 0.0)
    return LagCompensatedTable(table, 100.0, deal=1)


def test_presses_take_effect_in_the_order_of_pressing() -> None:
    presses = fair()
    lower, higher = sorted((0, 1), key=lambda seat: presses.table.view(seat).hand)
    cards = {seat: presses.table.view(seat).hand[0] for seat in (0, 1)}
    presses.press(higher, Play(cards[higher]), 101.2, "late", 1, 2)
    presses.press(lower, Play(cards[lower]), 101.0, "early", 1, 2)
    presses.go_on(101.22, 0.25)
    assert presses.table.view(None).phase is Phase.PLAY and not presses.table.view(None).piles[0]
    presses.go_on(101.5, 0.25)
    assert presses.table.view(None).level == 2 and presses.table.view(None).lives == 2


def test_the_table_waits_no_longer_than_the_given_wait() -> None:
    presses = fair()
    presses.go_on(100.5, 0.1)
    presses.press(0, Stop(), 101.0, "page", 1, presses.deal)
    assert presses.due(0.1) == pytest.approx(101.1)
    presses.go_on(101.09, 0.1)
    assert presses.table.view(0).phase is Phase.PLAY
    presses.go_on(101.11, 0.1)
    assert presses.table.view(0).phase is Phase.FOCUS


def test_due_actions_happen_on_time() -> None:
    presses = fair()
    presses.press(0, Stop(), 1e5 / 3, "page", 1, deal=2)
    due = presses.due(0.1)
    presses.go_on(due, 0.1)
    assert presses.due(0.1) == math.inf and presses.table.view(0).phase is Phase.FOCUS


def test_a_press_of_an_earlier_deal_has_no_effect() -> None:
    presses = fair()
    presses.press(0, Stop(), 101.0, "page", 7, deal=99)
    _, void = presses.go_on(102.0, 0.0)
    assert [press.number for press in void] == [7]


def test_a_longer_wait_does_not_turn_time_back() -> None:
    presses = fair()
    presses.go_on(110.0, 0.0)
    presses.press(0, Stop(), 109.9, "page", 1, presses.deal)
    updates, void = presses.go_on(110.05, 0.25)
    assert not void and [update.at for _, update in updates][-1] == pytest.approx(10.0, abs=1e-3)


@pytest.mark.parametrize(
    "delays",
    thorough_after(1, [Delays(0.005, 0.17, 0.08), Delays(0.005, 0.25, 0.0), Delays(0.005, 0.03, 0.0)]),
    ids=str,
)
def test_the_first_press_lands_first_and_latency_costs_no_life(delays: Delays) -> None:
    landed = measure("pairs", 4, 25, delays)
    assert {how for how in Landed if landed[how]} <= set(RIGHT)
    assert landed.total() == 100 and landed[Landed.IN_DOUBT] <= 2


def test_rare_late_messages_delay_no_cards_and_change_no_order(monkeypatch: pytest.MonkeyPatch) -> None:
    waits = list[float]()
    wait = PressTiming.wait

    def noted(self: PressTiming, *, face_down: bool) -> float:
        waits.append(wait(self, face_down=face_down))
        return waits[-1]

    monkeypatch.setattr(PressTiming, "wait", noted)
    landed = measure("lossy", 4, 25, Delays(0.005, 0.06, 0.02, loss=0.02))
    assert {how for how in Landed if landed[how]} <= set(RIGHT)
    assert median(waits) < 0.12  # of 0.25, which the slowest message would take


def test_a_card_that_lies_face_down_is_waited_for_as_long_as_the_slowest_message_takes() -> None:
    quota, clock = LagQuota(), LinkClock()
    peer = PressTiming(0.0, Channel("", route=Route.DIRECT, clock=clock))
    for beat in range(60):
        delay = 0.2 if beat == 30 else 0.02
        there = clock.stamp(beat / 2).at + 0.02
        clock.take(Stamp(there, beat / 2, there), there + delay)
    assert peer.wait(face_down=False) == pytest.approx(0.03) and peer.wait(face_down=True) == pytest.approx(0.21)
    assert quota.patience(peer, 30.0) == pytest.approx(0.21)  # so a late press costs no life face up, either


def test_with_a_latency_over_250_ms_the_lower_card_pressed_first_lands_first() -> None:
    landed = measure("far", 4, 25, Delays(0.2, 0.25, 0.08))
    assert not landed[Landed.WRONG]


def test_message_loss_on_a_distant_connection_costs_no_life() -> None:
    lossy = Delays(0.15, 0.15, 0.0, loss=0.02)
    assert sum(play_in_order(f"night {at}", 3, lossy, tempo=0.25) for at in range(3)) == 0


UNTIL_SEEN = 1.5
"""Seconds after which every page has seen that play is on, even if a message was lost."""

UNTIL_LANDED = 4.0
"""Seconds after which the last press of a level has landed."""


def play_in_order(seed: str, people: int, delays: Delays, tempo: float) -> int:
    """Return the lives that a whole game costs at `tempo` seconds a number.

    The people's clocks are synchronised: they press cards in order, whatever each has seen by then.
    """
    net, pages = table(seed, people, people, delays=delays)
    idle(pages)
    net.run(5)
    host = pages[0].host
    assert host.game.fair is not None
    game = host.game.fair.table
    lost = 0
    while (before := game.view(None)).phase not in (Phase.WON, Phase.LOST):
        if before.phase is Phase.PLAY:
            _play_level(net, pages, game, tempo)
        else:
            for page in pages:
                net.act(page, LayHand())
            net.run(0.5)
        lost += max(0, before.lives - game.view(None).lives)
    return lost


def _play_level(net: Net, pages: list[Page], game: Table, tempo: float) -> None:
    net.run(UNTIL_SEEN)
    held = sorted((card, page.name) for page in pages for card in game.view(page.seat).hand)
    began, (first, _), level = net.now, held[0], game.view(None).level
    for card, name in held:
        net.later(began + tempo * (card - first), partial(net.act, net.pages[name], Play(card)))
    net.run(tempo * (held[-1][0] - first) + UNTIL_LANDED, lambda: game.view(None).level != level)
