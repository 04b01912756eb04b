"""Challenges for a table of several people: any host deals the cards of the seed, and every page verifies them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from game.core import Card, Dealt, GoBlind, Phase, Variant, View, apply, dealt_again, new_game, shuffled, variant
from game.core.result import Result
from game.core.rules import DEALER
from game.net.host.host import Host
from game.net.host.lobby import hindrance
from game.net.protocol.messages import Begin, Choose, Fill, Gather, Shuffle, Step
from game.net.roster import Challenge, Settings
from game.net.saved_room import save
from game.net.shuffle import Level, Verdict
from game.table import Table
from tests.net.pages import CLASSIC, Net, Page, lobby, quiet

ASKED = Challenge("some seed", Result(3, 0, 1, won=False))


def challenged_table(seed: str, seats: int, played: Variant = CLASSIC, tempo: float = 0.02) -> tuple[Net, list[Page]]:
    """Return Ana, who has opened a table for the challenge, and Ben, who has joined and is ready."""
    return lobby(seed, 2, seats, played, tempo=tempo, challenge=ASKED)


def deals(page: Page) -> dict[Level, set[tuple[Card, ...]]]:
    """Return every hand that the page was dealt."""
    found: dict[Level, set[tuple[Card, ...]]] = {}
    for one in page.all_shown(View):
        if any(isinstance(event, Dealt) for event in one.news):
            found.setdefault(Level(one.level, one.blind), set()).add(one.hand)
    return found


def challenged(page: Page, level: Level) -> tuple[Card, ...]:
    """Return the hand that the challenge deals to the page at this level."""
    state = dealt_again(page.view)._replace(level=level.number, blind=level.blind, phase=Phase.DEAL)
    assert page.seat is not None
    return apply(state, DEALER, shuffled(state, ASKED.seed))[0].hands[page.seat]


def is_dealt_as_challenged(page: Page) -> bool:
    return all(hands == {challenged(page, level)} for level, hands in deals(page).items())


# --- The deal -----------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "seats"), [("classic", 4), ("extreme+no-stars+gentle", 2), ("blind", 3)])
def test_a_table_gets_the_same_cards_as_a_solo_game_of_the_challenge(name: str, seats: int) -> None:
    net, pages = challenged_table(f"deals {name}", seats, variant(name))
    net.start()
    assert net.run(900, net.over)
    net.run(1)
    alone = Table(variant(name), seats, ASKED.seed, {})
    for seat, page in enumerate(pages):
        assert page.all_shown(View)[0].hand == alone.view(seat).hand
        assert is_dealt_as_challenged(page)
        levels = tuple(sorted(deals(page)))
        assert page.all_shown(Verdict) == [Verdict(fair=levels, challenged=True)]


def test_a_won_challenge_continues_blind_with_its_own_cards() -> None:
    tens = variant("tens")
    net, pages = challenged_table("won", 2, tens, tempo=2.0)
    pages[0].host.game.start = new_game(tens, 2)._replace(level=10, lives=5)
    net.start()
    assert net.run(900, lambda: any(one.phase is Phase.WON for one in pages[1].all_shown(View)))
    net.run(0.5)
    won = Verdict(fair=(Level(10, False),), challenged=True)
    assert [page.all_shown(Verdict) for page in pages] == [[won]] * 2
    if net.over():
        net.act(pages[0], GoBlind())
    assert net.run(900, lambda: len(deals(pages[1])) > 1 and all(page.view.blind for page in pages))
    assert all(is_dealt_as_challenged(page) for page in pages)
    assert Level(1, True) in deals(pages[1])


def test_the_next_host_deals_the_same_challenge() -> None:
    net, pages = lobby("takes over", 3, 3, challenge=ASKED)
    net.start()
    quiet(net, pages)
    net.kill(pages[0], noticed=True)
    rest = pages[1:]
    assert net.run(10, lambda: len(net.hosts()) == 1 and all(page.phase is Phase.FOCUS for page in rest))
    assert [page.roster.settings.challenge for page in rest] == [ASKED] * 2
    for page in rest:
        page.person.plays = True
    rest[0].host.peers.tell_members(Shuffle(1, Step.COMMIT))  # no shuffle follows
    assert not any(page.guest.table.audit._share._round == 1 for page in rest)
    net.reload(rest[1])
    assert net.run(900, net.over)
    for page in (rest[0], next(page for page in net.pages.values() if page.room.host is None)):
        assert is_dealt_as_challenged(page)
        (verdict,) = page.all_shown(Verdict)
        assert verdict.challenged and verdict.fair and not verdict.foul and not verdict.unchecked


@pytest.mark.parametrize("gathers", [True, False])
def test_after_the_challenge_the_cards_are_shuffled_again(gathers: bool) -> None:
    net, pages = challenged_table(f"after {gathers}", 3)
    net.start()
    assert net.run(900, net.over)
    net.run(1)
    for page in pages:
        page.shown.clear()
    net.request(pages[0], Gather() if gathers else Begin())
    assert pages[1].roster.settings.challenge is None and pages[1].roster.started is not gathers
    if gathers:
        net.request(pages[0], Fill("Gus"))
        assert net.run(5, lambda: pages[0].host.can_start)
        net.request(pages[0], Begin())
    assert net.run(900, lambda: bool(deals(pages[1])) and net.over())
    net.run(4)
    assert not is_dealt_as_challenged(pages[1])
    (verdict,) = pages[1].all_shown(Verdict)
    assert verdict.fair and not verdict.challenged and not verdict.foul


# --- The choice of the challenge ----------------------------------------------------------


def dropped(page: Page) -> Choose:
    """Return the choice of the same game with shuffled cards."""
    return Choose(replace(page.roster.settings, challenge=None), len(page.roster.places))


def test_a_leader_cannot_choose_another_challenge() -> None:
    net, pages = challenged_table("another", 3)
    other = replace(pages[0].roster.settings, challenge=Challenge("a seed of its own"))
    net.request(pages[0], Choose(other, 4))
    assert pages[1].roster.settings.challenge is None


def test_the_challenge_sets_the_variant_and_the_number_of_players() -> None:
    net, pages = challenged_table("fixed", 3, variant("descending"))
    net.request(pages[0], Choose(Settings(variant("extreme"), signs=True, locked=True, challenge=ASKED), 5))
    now = pages[1].roster
    chosen = Settings(variant("descending"), signs=True, locked=True, challenge=ASKED)
    assert (now.settings, len(now.places)) == (chosen, 3)


def test_a_challenge_needs_its_number_of_players() -> None:
    net, pages = challenged_table("so many", 3)
    why = hindrance(pages[0].roster)
    assert why is not None and why.too_few and not why.alone
    net.request(pages[0], Begin())
    assert not pages[1].roster.started
    net.request(pages[0], Fill("Gus"))
    assert hindrance(pages[0].roster) is None


def test_the_leader_may_return_to_shuffled_cards_and_all_must_be_ready_again() -> None:
    net, pages = challenged_table("dropped", 3)
    for page in pages:
        page.person.sees = lambda *_: None  # type: ignore[method-assign]
    net.request(pages[1], dropped(pages[1]))
    assert pages[0].roster.settings.challenge == ASKED
    net.request(pages[0], dropped(pages[0]))
    assert pages[1].roster.settings.challenge is None and not any(place.ready for place in pages[1].roster.places)
    net.request(pages[0], Choose(Settings(variant("extreme")), 5))
    assert len(pages[1].roster.places) == 5


def test_a_challenge_cannot_be_dropped_during_its_game() -> None:
    net, pages = challenged_table("begun", 2)
    net.start()
    net.run(1)
    net.request(pages[0], dropped(pages[0]))
    assert pages[1].roster.settings.challenge == ASKED


def test_a_page_that_returns_knows_the_challenge() -> None:
    net, pages = challenged_table("kept", 3)
    saved = [save(page.guest) for page in pages]
    for page in pages:
        net.kill(page, noticed=True)
    back = net.restore(saved[0])
    assert net.run(15, lambda: back.room.host is not None) and back.roster.settings.challenge == ASKED


# --- A host that cheats -------------------------------------------------------------------


def cheats(host: Host) -> None:
    """Make the host deal other cards than those of the challenge."""
    deal = host.game.deal
    host.game.deal = lambda seed, now: deal("a seed of its own", now)  # type: ignore[method-assign]


def says_nothing(page: Page) -> None:
    """Check that the page reports no more than with an honest host."""


def shows_shares(page: Page) -> None:
    page.host.peers.tell_members(Shuffle(1, Step.VERIFY))


def shuffles_anew(page: Page) -> None:
    page.host.peers.tell_members(Shuffle(7, Step.COMMIT))


def drops_it(page: Page) -> None:
    page.host.lobby.settings = replace(page.host.lobby.settings, challenge=None)


@pytest.mark.parametrize("hides", [says_nothing, shows_shares, shuffles_anew, drops_it])
def test_a_host_that_deals_other_cards_than_it_says_is_found_out(hides: Callable[[Page], None]) -> None:
    net, pages = challenged_table(f"cheats {hides.__name__}", 2)
    cheats(pages[0].host)
    net.start()
    net.run(1)
    assert net.run(60, lambda: pages[1].view.level == 2)
    hides(pages[0])
    net.pump(pages[0])
    assert net.run(900, net.over)
    net.run(4)
    told = [level for verdict in pages[1].all_shown(Verdict) if verdict.challenged for level in verdict.foul]
    assert Level(1, False) in told
    assert not any(verdict.fair for verdict in pages[1].all_shown(Verdict))


def test_a_challenge_of_which_nobody_was_told_before_the_game_is_none() -> None:
    """Otherwise a host that knows good cards could call them a challenge as the game starts."""
    net, pages = lobby("told late", 2, 2)
    pages[0].host.lobby.settings = replace(pages[0].host.lobby.settings, challenge=ASKED)
    net.start()
    net.run(1)
    assert pages[1].roster.settings.challenge == ASKED
    assert net.run(900, net.over)
    net.run(4)
    (verdict,) = pages[1].all_shown(Verdict)
    assert not verdict.fair and not verdict.challenged
    assert verdict.unchecked
