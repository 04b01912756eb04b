"""Attacks on fair play, which fail, and succeed if their defence is off."""

from __future__ import annotations

import pytest

from game.core import LayHand, Phase, Play, Stop, variant
from game.net.channel import Channel
from game.net.host.press_timing import FREE, LagQuota, PressTiming
from game.net.host.stop_budget import INTERRUPTIONS, ON_PROBATION, StopBudget
from game.net.protocol.messages import Note, Notice, Pong, Press, TeammateVote
from game.net.roster import Roster
from game.transport.route import LONGEST_WAIT, Route
from tests.net.pages import Net, Page, table

# --- StopBudget ----------------------------------------------------------------------


def test_a_few_stops_lead_to_no_vote() -> None:
    net, pages = _playing("a few stops", 3)
    for page in pages:
        for _ in range(INTERRUPTIONS):
            _stop(net, pages, page)
    assert not any(place.votable for page in pages for roster in page.all_shown(Roster) for place in roster.places)


def test_one_stop_too_many_lets_the_others_vote_until_the_level_ends() -> None:
    net, pages = _playing("too many stops", 3)
    for _ in range(INTERRUPTIONS + 1):
        _stop(net, pages, pages[2])
    assert pages[0].roster.places[2].votable
    _plays_on(net, pages)
    assert not pages[0].roster.places[2].votable


def test_three_lost_connections_in_a_level_lead_to_no_vote() -> None:
    net, pages = _playing("lost", 3)
    for _ in range(3):
        pages[2] = _reload(net, pages[2])
    assert pages[0].roster.places[2].here and not pages[0].roster.places[2].votable


def test_a_vote_survives_a_reload_and_a_seat_that_is_voted_out_sits_out_the_level() -> None:
    net, pages = _voted_out("sits out")
    seat, host = 2, pages[0]
    before = host.view
    said = len(pages[0].shown)
    pages[2] = _reload(net, pages[2])
    net.act(pages[2], LayHand() if LayHand() in pages[2].view.legal else Stop())
    net.run(1)
    assert host.roster.places[seat].here and host.roster.places[seat].stands_in
    assert not any(isinstance(one, Notice) for one in host.shown[said:])
    assert host.view.level == before.level and host.view.phase is before.phase


def test_a_seat_that_was_voted_out_plays_again_in_the_next_level_on_probation() -> None:
    net, pages = _voted_out("probation")
    _plays_on(net, pages)
    assert pages[0].roster.places[2].stands_in
    net.act(pages[2], LayHand())
    net.run(1)
    assert not pages[0].roster.places[2].stands_in
    assert Notice(Note.BACK, 2) in pages[0].shown
    _lay_hands(net, pages)
    for number in range(ON_PROBATION + 1):
        assert not pages[0].roster.places[2].votable, number
        _stop(net, pages, pages[2])
    assert pages[0].roster.places[2].votable


def test_a_new_game_resets_the_votes() -> None:
    budget = StopBudget()
    for _ in range(INTERRUPTIONS + 1):
        budget.count(1)
    assert budget.is_over_budget(1) and not budget.is_over_budget(0)
    budget.vote_out(1)
    budget.begin_level()
    assert not budget.is_over_budget(1) and not budget.sits_out(1)


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


def _voted_out(seed: str) -> tuple[Net, list[Page]]:
    """Return the same table after the last person stopped too often, and the others voted for a teammate."""
    net, pages = _playing(seed, 3)
    for _ in range(INTERRUPTIONS + 1):
        _stop(net, pages, pages[2])
    net.request(pages[0], TeammateVote(2, True))
    pages[2] = _reload(net, pages[2])
    assert pages[0].roster.places[2].votable
    net.request(pages[1], TeammateVote(2, True))
    assert pages[0].roster.places[2].stands_in
    return net, pages


def _stop(net: Net, pages: list[Page], page: Page) -> None:
    """Stop play from `page`, and let all players concentrate."""
    net.act(page, Stop())
    _lay_hands(net, pages)


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
    peer = PressTiming(0.0, Channel("", route=route))
    peer.answered(Pong(peer.asked(0.0), 0.0, 0), 0.0)
    return peer


def test_by_relay_one_card_gets_the_full_wait_and_the_next_none() -> None:
    quota, peer = LagQuota(), reached(Route.RELAY)
    assert quota.wait(peer) == LONGEST_WAIT
    quota.delayed(peer)
    assert quota.wait(peer) == FREE
    assert quota.patience(peer, 1.0) == LONGEST_WAIT  # a life is still saved


def test_late_presses_are_accepted_until_the_quota_is_used_up() -> None:
    quota, peer = LagQuota(), reached(Route.RELAY)
    at = [100.0 + 10 * number for number in range(8)]
    late = [now - quota.pressed(peer, _press(number, now), now) for number, now in enumerate(at)]
    assert late == pytest.approx([1.5, 1.5, 1.5, 1.5, FREE + 1.0, FREE, FREE, FREE])
    assert quota.patience(peer, 200.0) == FREE


def test_no_seat_is_charged_for_normal_latency() -> None:
    quota, peer = LagQuota(), reached(Route.DIRECT)
    for number in range(100):
        quota.pressed(peer, _press(number, 100.0 + number), 100.0 + number)
        quota.delayed(peer)
    assert quota.wait(peer) == FREE
    assert quota.pressed(peer, _press(101, 300.0), 300.0) == 300.0 - FREE


def test_another_route_does_not_renew_the_quota() -> None:
    quota, peer = LagQuota(), reached(Route.RELAY)
    for number in range(8):
        quota.pressed(peer, _press(number, 100.0), 100.0)
    for route in (Route.DIRECT, Route.RELAY):
        peer.channel.route = route
        peer.route_changed(100.0)
    assert quota.patience(peer, 102.0) == FREE


def test_a_reload_does_not_renew_the_quota_but_the_next_level_does() -> None:
    net, pages = _playing("renewed", 3)
    host = pages[0].host
    for _ in range(5):
        host.game.quotas[2].delayed(reached(Route.RELAY))
    used = host.game.quotas[2]
    pages[2] = _reload(net, pages[2])
    assert host.game.quotas[2] is used
    _plays_on(net, pages)
    assert host.game.quotas[2] is not used


@pytest.mark.parametrize(("name", "wait"), [("classic", FREE), ("blind", LONGEST_WAIT)])
def test_a_seat_by_relay_is_charged_only_for_cards_that_land_face_up(name: str, wait: float) -> None:
    net, pages = table(f"relay {name}", 3, 3, variant(name), tempo=0.1)
    for page in pages[::2]:
        net.goes(page, pages[1], Route.RELAY)
    host = pages[0].host
    assert net.run(30, lambda: pages[0].guest.table.view is not None)
    assert net.run(200, lambda: pages[0].view.level == 2 and len(pages[0].view.piles[0]) >= 2)
    assert host.game.quotas[1].wait(reached(Route.RELAY)) == pytest.approx(wait, abs=0.5)


def _press(number: int, now: float) -> Press:
    """Return a press with a press timestamp long before its arrival."""
    return Press(number, 1, 0, now - 50.0, Play(5))
