"""The quota of lag compensation that each seat has in a level."""

from __future__ import annotations

import pytest

from game.core import Play
from game.net.channel import Channel
from game.net.host.press_timing import FREE, LagQuota, PressTiming
from game.net.protocol.messages import Press
from game.transport.link_clock import LinkClock, Stamp
from game.transport.route import LONGEST_WAIT, Route
from tests.net.pages import quiet, table


def reached(route: Route) -> PressTiming:
    """Return a quota for a seat with a known clock offset but unknown latency: the longest wait."""
    clock = LinkClock(route.pace)
    clock.take(Stamp(0.0, clock.stamp(0.0).at, 0.0), 0.0)
    return PressTiming(0.0, Channel("", route=route, clock=clock))


def test_by_relay_only_a_card_that_would_cost_a_life_waits_longer() -> None:
    quota, peer = LagQuota(), reached(Route.RELAY)
    assert peer.wait(face_down=False) == FREE
    assert peer.wait(face_down=True) == quota.patience(peer, 1.0) == LONGEST_WAIT


def test_late_presses_are_accepted_until_the_quota_is_used_up() -> None:
    quota, peer = LagQuota(), reached(Route.RELAY)
    at = [100.0 + 10 * number for number in range(8)]
    late = [now - quota.pressed(peer, _press(now), now) for number, now in enumerate(at)]
    assert late == pytest.approx([1.5, 1.5, 1.5, 1.5, FREE + 1.0, FREE, FREE, FREE])
    assert quota.patience(peer, 200.0) == FREE


def test_no_seat_is_charged_for_normal_latency() -> None:
    quota, peer = LagQuota(), reached(Route.DIRECT)
    for number in range(100):
        quota.pressed(peer, _press(100.0 + number), 100.0 + number)
    assert peer.wait(face_down=False) == FREE
    assert quota.pressed(peer, _press(300.0), 300.0) == 300.0 - FREE


def test_another_route_does_not_renew_the_quota() -> None:
    quota, peer = LagQuota(), reached(Route.RELAY)
    for _ in range(8):
        quota.pressed(peer, _press(100.0), 100.0)
    for route in (Route.DIRECT, Route.RELAY):
        peer.channel.route = route
        peer.channel.clock.route_changed(route.pace)
    assert quota.patience(peer, 102.0) == FREE


def test_a_reload_does_not_renew_the_quota_but_the_next_level_does() -> None:
    net, pages = table("renewed", 3, 3)
    quiet(net, pages)
    quotas, level = pages[0].host.game.quotas, pages[0].view.level
    used = quotas[2]
    pages[2] = net.reload(pages[2])
    assert net.run(5, lambda: pages[2].is_in)
    assert quotas[2] is used
    for page in pages:
        page.person.plays = True
        page.person.sees(page.view, page.room, net.clock(page))
    assert net.run(60, lambda: pages[0].view.level > level)
    assert quotas[2] is not used


def _press(now: float) -> Press:
    """Return a press with a press timestamp long before its arrival."""
    return Press(1, 0, now - 50.0, Play(5))
