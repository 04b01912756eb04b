"""Attacks on fair play, which fail, and succeed if their defence is off."""

from __future__ import annotations

import pytest

from game.core import LayHand, Phase, Play
from game.net.channel import Channel
from game.net.host.press_timing import FREE, LagQuota, PressTiming
from game.net.protocol.messages import Press
from game.transport.link_clock import LinkClock, Stamp
from game.transport.route import LONGEST_WAIT, Route
from tests.net.pages import Net, Page, table


def _playing(seed: str, people: int) -> tuple[Net, list[Page]]:
    """Return people at level 2 who do nothing by themselves, with play on."""
    net, pages = table(seed, people, people)
    net.run(1)
    assert net.run(60, lambda: pages[0].view.level == 2 and pages[0].view.phase is Phase.PLAY)
    for page in pages:
        _falls_silent(page)
    net.run(1)
    return net, pages


def _falls_silent(page: Page) -> None:
    """Stop the person from playing and voting by themselves."""
    page.person.cancel()
    page.person.sees = lambda shown, room, now: None  # type: ignore[method-assign]


def _lay_hands(net: Net, pages: list[Page]) -> None:
    net.run(0.7)
    for page in pages:
        if LayHand() in page.view.legal:
            net.act(page, LayHand())
    net.run(0.7)


def _plays_on(net: Net, pages: list[Page]) -> None:
    """Play in order until the next level begins; skip a seat for which a teammate plays."""
    level = pages[0].view.level
    for _ in range(30):
        if pages[0].view.level > level:
            break
        _lay_hands(net, pages[: 2 if pages[0].roster.places[2].stands_in else 3])
        held = [(page.view.hand[0], page.name) for page in pages if page.view.hand]
        if held and pages[0].view.phase is Phase.PLAY and net.pages[min(held)[1]] in pages:
            net.act(net.pages[min(held)[1]], Play(min(held)[0]))
        net.run(1)
    assert pages[0].view.level > level


def _reload(net: Net, page: Page) -> Page:
    back = net.reload(page)
    _falls_silent(back)
    net.run(3)
    return back


# --- The lag quota -----------------------------------------------------------------------


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
    net, pages = _playing("renewed", 3)
    host = pages[0].host
    used = host.game.quotas[2]
    pages[2] = _reload(net, pages[2])
    assert host.game.quotas[2] is used
    _plays_on(net, pages)
    assert host.game.quotas[2] is not used


def _press(now: float) -> Press:
    """Return a press with a press timestamp long before its arrival."""
    return Press(1, 0, now - 50.0, Play(5))
