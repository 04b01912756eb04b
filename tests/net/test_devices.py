"""Players whose pages are in the background or suspended: play waits for them, and another page hosts in time."""

from __future__ import annotations

import pytest

from game.core import Phase, Play
from game.net.protocol.messages import Begin, Fill, Hidden, Note, Notice, Why
from game.net.roster import Roster, Sitter
from game.transport.timeouts import LOOKS_AWAY
from tests.net.pages import Net, Page, idle, lobby, quiet, table

BACK_WITHIN = 2.0
"""Seconds within which a page that wakes up is at the table again."""


def hide(net: Net, page: Page, hidden: bool) -> None:
    """Move the page to the background, or back."""
    net.tell(page, Hidden(hidden))


def hand_over(net: Net, host: Page) -> None:
    """Move the page of the host to the background, where it hands the game over at once."""
    hide(net, host, True)
    host.room.hand_over(net.clock(host))
    net.pump(host)


def playing(seed: str, people: int = 3) -> tuple[Net, list[Page]]:
    """Return a game in play. Nobody presses anything."""
    net, pages = table(seed, people, people)
    quiet(net, pages)
    return net, pages


def on_screen(seed: str) -> tuple[Net, Page, list[Page]]:
    """Return a game in play on a screen and three phones. Nobody presses anything."""
    net, (*phones, screen) = table(seed, 3, 3, screen=True)
    quiet(net, phones)
    return net, screen, phones


def plays_again(net: Net, pages: list[Page]) -> bool:
    """Let all people play again, and return whether play goes on soon."""
    for page in pages:
        page.person.plays = True
        page.person.sees(page.view, page.room, net.clock(page))
    return net.run(3, lambda: all(page.phase is Phase.PLAY for page in pages))


@pytest.mark.parametrize("seat", [0, 1])
def test_play_stops_while_the_page_of_a_player_with_cards_is_in_the_background(seat: int) -> None:
    net, pages = playing(f"hidden {seat}")
    away, others = pages[seat], [page for page in pages if page is not pages[seat]]
    hide(net, away, True)
    assert net.run(LOOKS_AWAY + 0.5, lambda: all(page.phase is Phase.FOCUS for page in others))
    for page in others:
        page.person.plays = True
        page.person.sees(page.view, page.room, net.clock(page))
    net.run(20)
    for page in others:
        assert page.phase is Phase.FOCUS and page.view.lives == 3
        assert page.roster.hidden == (seat,) and not page.roster.missing
        assert Notice(Note.HIDDEN, seat) in page.all_shown(Notice)
    hide(net, away, False)
    assert plays_again(net, [away])
    assert all(Notice(Note.BACK, seat) in page.all_shown(Notice) and not page.roster.hidden for page in others)
    assert net.hosts() == [pages[0]]


def test_a_short_look_at_another_page_does_not_stop_play() -> None:
    net, pages = playing("a short look")
    hide(net, pages[1], True)
    net.run(LOOKS_AWAY - 0.5)
    hide(net, pages[1], False)
    net.run(5)
    assert all(page.phase is Phase.PLAY and not page.all_shown(Notice) for page in pages)


def test_play_goes_on_without_a_player_who_has_no_cards() -> None:
    net, pages = playing("no cards")
    first = min(pages, key=lambda page: page.view.hand)
    net.act(first, Play(first.view.hand[0]))
    net.run(1)
    hide(net, first, True)
    net.run(5)
    assert all(page.phase is Phase.PLAY and page.roster.hidden for page in pages)


def test_a_host_in_the_background_hands_the_game_over_to_a_page_that_is_seen() -> None:
    net, pages = playing("hands over")
    level = pages[0].view.level
    hide(net, pages[1], True)
    net.run(3)
    hand_over(net, pages[0])
    assert net.run(3, lambda: net.at_one_table(pages))
    assert net.hosts() == [pages[2]]
    assert net.run(5, lambda: all(page.roster.hidden == (0, 1) for page in pages))
    for page in pages:
        assert page.view.lives == 3 and page.view.level == level
    assert Notice(Note.HANDED_OVER, 0) in pages[2].all_shown(Notice)
    for page in pages[:2]:
        hide(net, page, False)
    assert plays_again(net, pages)
    assert net.hosts() == [pages[2]]


def test_a_screen_shows_nothing_more_of_a_game_whose_last_player_has_left() -> None:
    net = Net("last player")
    screen = net.open("Screen", 2, screen=True)
    ana = net.enter("Ana")
    assert net.run(5, lambda: net.seated(1))
    net.request(screen, Fill("Ada"))
    net.request(screen, Begin())
    assert net.run(10, lambda: ana.phase is Phase.PLAY)
    screen.shown.clear()
    net.leave(ana, Why.LEFT)
    net.run(1)
    assert screen.shown == [screen.roster]
    assert not screen.roster.started and all(place.sitter is Sitter.NOBODY for place in screen.roster.places)


def test_a_screen_in_the_background_is_named_and_play_goes_on() -> None:
    net, screen, phones = on_screen("hidden screen")
    hide(net, screen, True)
    assert net.run(LOOKS_AWAY + 0.5, lambda: all(page.roster.screen_hidden for page in phones))
    net.run(20)
    assert all(page.phase is Phase.PLAY and not page.all_shown(Notice) for page in phones)
    hide(net, screen, False)
    assert net.run(1, lambda: not any(page.roster.screen_hidden for page in phones))
    assert net.hosts() == [screen]


def test_a_screen_in_the_background_hands_the_game_over_and_comes_back_to_it() -> None:
    net, screen, phones = on_screen("screen hands over")
    level = phones[0].view.level
    hand_over(net, screen)
    assert net.run(3, lambda: net.at_one_table([screen, *phones]))
    net.run(0.2)
    assert net.hosts() == [phones[0]]
    for page in (screen, *phones):
        assert page.view.lives == 3 and page.view.level == level and not page.roster.missing
        assert Notice(Note.SCREEN_HIDDEN, 0) in page.all_shown(Notice)
    assert net.run(LOOKS_AWAY + 1, lambda: phones[1].roster.screen_hidden)
    hide(net, screen, False)
    assert plays_again(net, phones)
    assert not phones[1].roster.screen_hidden and net.hosts() == [phones[0]]


def test_a_host_keeps_the_table_if_nobody_else_sees_it() -> None:
    net, pages = playing("all hidden")
    for page in pages[1:]:
        hide(net, page, True)
    net.run(3)
    pages[0].room.hand_over(net.clock(pages[0]))
    net.pump(pages[0])
    net.run(3)
    assert net.hosts() == [pages[0]]


@pytest.mark.parametrize("timer_first", [True, False])
def test_a_host_that_is_suspended_as_it_hands_over_costs_nothing(timer_first: bool) -> None:
    net, pages = playing("frozen host")
    hand_over(net, pages[0])
    net.sleep(pages[0], 30.0, timer_first)
    assert net.run(3, lambda: net.at_one_table(pages[1:]))
    pages[0].shown.clear()
    net.run(30, lambda: not pages[0].asleep)
    hide(net, pages[0], False)
    assert net.run(BACK_WITHIN, lambda: net.at_one_table(pages))
    assert not any(roster.missing for roster in pages[0].all_shown(Roster))  # it never hosts a table of its own
    assert all(page.view.lives == 3 for page in pages)
    assert plays_again(net, pages)


@pytest.mark.parametrize("timer_first", [True, False])
@pytest.mark.parametrize("seconds", [5.0, 30.0, 300.0])
def test_a_guest_that_was_suspended_is_back_at_once(seconds: float, timer_first: bool) -> None:
    net, pages = playing(f"frozen {seconds}")
    hide(net, pages[1], True)
    net.run(0.5)
    net.sleep(pages[1], seconds, timer_first)
    net.run(seconds, lambda: not pages[1].asleep)
    assert pages[0].roster.places[1].hidden
    hide(net, pages[1], False)
    net.run(0.1)
    assert net.run(BACK_WITHIN, lambda: net.at_one_table(pages) and pages[2].roster.places[1].here)
    assert all(page.view.lives == 3 for page in pages)
    assert plays_again(net, pages)


def test_a_guest_asks_for_its_seat_when_it_wakes_up_without_the_offers_sent_meanwhile() -> None:
    """A phone may drop what arrives while it sleeps, and the host repeats its offers only every few seconds."""
    net, pages = playing("dropped")
    net.run(1)
    net.sleep(pages[1], 40.0, timer_first=True)
    net.run(39.9)
    net._dreams[pages[1].name].clear()
    net.run(0.2)
    assert net.run(0.5, lambda: net.at_one_table(pages) and pages[2].roster.places[1].here)


@pytest.mark.parametrize("timer_first", [True, False])
def test_teammates_play_nothing_while_the_page_of_the_host_is_suspended(timer_first: bool) -> None:
    """The player is alone with teammates and a watcher, so nobody else can host in the meantime."""
    net, pages = table("asleep", 1, 4, tempo=1.0)
    watcher = net.enter("Eve", watch=True)
    assert net.run(60, lambda: pages[0].phase is Phase.PLAY)
    idle(pages)
    pages[0].person.cancel()
    before = pages[0].view
    net.sleep(pages[0], 100.0, timer_first)
    net.run(100.1)
    assert watcher in net.pages.values()
    assert pages[0].view.counts == before.counts and pages[0].view.lives == before.lives


def test_a_guest_that_missed_a_change_of_host_finds_the_new_one_when_it_wakes_up() -> None:
    net, pages = playing("missed")
    net.sleep(pages[1], 20.0, timer_first=True)
    net.run(5)
    hand_over(net, pages[0])
    net.run(14)
    assert net.hosts() == [pages[2]]
    net._dreams[pages[1].name].clear()
    net.run(1.1)
    assert not pages[1].asleep
    assert net.run(1, lambda: net.at_one_table(pages) and pages[2].roster.places[1].here)


def test_a_host_that_wakes_up_without_connections_waits_for_the_others_before_it_hosts() -> None:
    net, pages = playing("no connections")
    hand_over(net, pages[0])
    net.sleep(pages[0], 30.0, timer_first=True)
    net.run(29)
    pages[0].shown.clear()
    for other in pages[1:]:
        net.tear(pages[0], other, 5.0)
    net.run(2)
    hide(net, pages[0], False)
    assert net.run(4 + BACK_WITHIN, lambda: net.at_one_table(pages))
    assert not any(roster.missing for roster in pages[0].all_shown(Roster))


def test_a_host_that_waits_for_guests_wakes_once_a_second() -> None:
    net, pages = lobby("rare", 1, 4)
    net.run(5)
    ticks: list[float] = []
    tick = pages[0].room.tick

    def counted(now: float) -> None:
        ticks.append(now)
        tick(now)

    pages[0].room.tick = counted  # type: ignore[method-assign]
    net.run(10)
    assert len(ticks) <= 10 + 1
