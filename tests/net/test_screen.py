"""Screens, which show the table to a whole room: their phones, the leader, and the limits of other pages."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from game.core import Dealt, Phase, View, variant
from game.net.guest_state import Membership
from game.net.host.lobby import hindrance
from game.net.player_updates import Out
from game.net.protocol.messages import Begin, Choose, Empty, Fill, Gather, HandOver, Keep, Note, Notice, SendAway, Why
from game.net.room_endpoint import Room
from game.net.roster import Sitter
from game.net.saved_room import save
from tests.net.attackers import Crooked
from tests.net.messages import ORDERS
from tests.net.pages import CLASSIC, Net, Page
from tests.net.test_room import orders, quiet

NAMES = ["Ana", "Ben", "Cem"]


def room(seed: str, people: int = 3, *, rooms: dict[int, type[Room]] | None = None) -> tuple[Net, Page, list[Page]]:
    """Return a screen, and phones that joined it one after the other and are ready."""
    net = Net(seed)
    screen = net.open("Screen", 8, screen=True)
    phones: list[Page] = []
    for number, name in enumerate(NAMES[:people]):
        phones.append(net.enter(name, room=(rooms or {}).get(number, Room)))
        assert net.run(5, lambda: net.seated(len(phones)))
    return net, screen, phones


def plays(net: Net, phones: list[Page]) -> None:
    """Let the leader start, and all play until the second level."""
    orders(net, phones[0], Begin())
    assert net.run(60, lambda: all(page.room.guest.table.view is not None and page.view.level == 2 for page in phones))


def test_the_leader_starts_and_the_screen_shows_a_whole_game_and_no_hand() -> None:
    net, screen, phones = room("whole game")
    assert screen.roster.host is None and screen.roster.screen_leader == 0
    assert [page.room.guest.table.leads for page in (screen, *phones)] == [True, True, False, False]
    orders(net, phones[0], Begin())
    assert net.run(900, net.over)
    assert all(one.seat is None and one.hand == () and not one.legal for one in screen.all_shown(View))
    assert len(screen.view.counts) == 3


def test_a_phone_hosts_while_the_screen_is_gone_and_the_screen_that_returns_only_shows_the_table() -> None:
    net, screen, phones = room("comes back")
    plays(net, phones)
    saved = save(screen.room.guest)
    screen.room.leave(Why.CLOSED, net.now + screen.skew)
    net.pump(screen)
    net.kill(screen, noticed=True)
    assert net.run(
        5, lambda: len(net.hosts()) == 1 and all(p.room.guest.state.membership is Membership.IN for p in phones)
    )
    net.run(0.2)
    assert phones[1].roster.host == 0 and not (phones[1].roster.screen or screen).here  # type: ignore[union-attr]
    assert Notice(Note.SCREEN_GONE, 0) in phones[1].all_shown(Notice)
    quiet(net, phones)
    before = replace(phones[1].view, news=())
    again = net.restore(saved)
    assert net.run(15, lambda: again.room.guest.state.membership is Membership.IN)
    net.run(2)
    here = phones[1].roster.screen
    assert here is not None and here.here and here.peer == again.name and again.roster.host == 0
    assert replace(phones[1].view, news=()) == before
    assert not any(isinstance(event, Dealt) for one in again.all_shown(View) for event in one.news)
    assert again.view.piles == before.piles and again.view.hand == ()


def test_a_screen_that_returns_to_an_empty_table_is_host_again() -> None:
    net, screen, phones = room("alone", 1)
    for page in phones:
        net.kill(page, noticed=True)
    again = net.reload(screen)
    assert net.run(15, lambda: again.room.host is not None)
    assert again.roster.host is None
    ben = net.enter("Ben")
    assert net.run(5, lambda: ben.room.guest.state.membership is Membership.IN)


def test_the_leader_chooses_the_game_its_teammates_and_who_stays() -> None:
    net, screen, phones = room("chooses")
    orders(net, phones[0], Choose(variant("extreme"), 5, signs=True, locked=True))
    now = screen.roster
    assert (now.variant.name, len(now.places), now.signs, now.locked) == ("extreme", 5, True, True)
    orders(net, phones[0], Fill("Gus"))
    assert screen.roster.places[3].character == "Gus"
    orders(net, phones[0], Fill("<b>"))
    assert screen.roster.places[4].sitter is Sitter.NOBODY
    orders(net, phones[0], Empty(3))
    orders(net, phones[0], Empty(7))
    assert screen.roster.places[3].sitter is Sitter.NOBODY
    orders(net, phones[0], Choose(CLASSIC, 2, signs=False, locked=False))
    assert len(screen.roster.places) == 5  # three people sit there
    orders(net, phones[0], SendAway(screen.name))
    assert screen.room.host is not None and not screen.all_shown(Out)
    orders(net, phones[0], SendAway(phones[2].name))
    assert phones[2].all_shown(Out) == [Out(Why.SENT_AWAY)]


def test_a_leader_who_hands_over_has_no_more_rights() -> None:
    net, screen, phones = room("hands over")
    orders(net, phones[0], HandOver(6))
    assert screen.roster.screen_leader == 0
    orders(net, phones[0], HandOver(2))
    assert screen.roster.screen_leader == 2
    orders(net, phones[0], Fill("Gus"))
    assert screen.roster.places[3].sitter is Sitter.NOBODY
    orders(net, phones[2], Fill("Gus"))
    assert screen.roster.places[3].character == "Gus"


def test_another_person_leads_while_the_leader_is_absent() -> None:
    net, screen, phones = room("away")
    saved = save(phones[0].room.guest)
    net.kill(phones[0])
    assert net.run(5, lambda: screen.roster.screen_leader == 1)
    back = net.restore(saved)
    assert net.run(5, lambda: screen.roster.screen_leader == 0)
    net.run(1)
    assert back.room.guest.table.leads and not phones[1].room.guest.table.leads


def test_the_next_person_leads_when_the_leader_leaves_the_seat() -> None:
    net, screen, phones = room("gets up")
    phones[0].room.leave(Why.LEFT, net.now + phones[0].skew)
    net.pump(phones[0])
    net.run(1)
    net.kill(phones[0], noticed=True)
    dan = net.enter("Dan")
    assert net.run(5, lambda: dan.room.guest.table.seat == 0)
    assert screen.roster.screen_leader == 1


class Bossy(Crooked):
    """An attacker that sends all commands of the leader, and claims to be the screen."""

    def does_mischief(self, now: float) -> None:
        self.next_mischief = now + 0.5
        for peer in self.peers:
            self.says(peer, self.dice.choice(ORDERS)(self.dice))


def everything_chosen(page: Page) -> object:
    now = page.roster
    settings = now.variant, now.signs, now.locked, now.saved_as, now.screen_leader, now.started
    return *settings, [place.key for place in now.places]


@pytest.mark.parametrize("seated", [True, False])
def test_a_seat_or_a_watcher_that_speaks_as_leader_changes_nothing(seated: bool) -> None:
    net, screen, phones = room("bossy", rooms={1: Bossy} if seated else {})
    crooked = phones[1] if seated else net.enter("Eve", watch=True, room=Bossy)
    net.run(2)
    before = everything_chosen(screen)
    mischief = crooked.room
    assert isinstance(mischief, Bossy)
    mischief.sets_about(net.now + crooked.skew)
    net.run(20)
    assert everything_chosen(screen) == before
    assert not any(isinstance(one, Out) for page in (screen, phones[0], phones[2]) for one in page.shown)
    assert mischief.dice.random() < 1 and screen.room.host is not None


@pytest.mark.parametrize("started", [True, False])
def test_without_a_screen_only_the_host_leads(started: bool) -> None:
    net = Net(f"no screen {started}")
    pages = [net.open("Ana", 4), net.enter("Ben")]
    assert net.run(5, lambda: net.seated(2))
    if started:
        net.start()
        net.run(2)
    before = everything_chosen(pages[0])
    for make in ORDERS:
        orders(net, pages[1], make(Random(1)))
    assert everything_chosen(pages[0]) == before
    assert [page.room.guest.table.leads for page in pages] == [True, False]


def test_nobody_is_the_screen_by_saying_so() -> None:
    """Only the holder of its key is. A page with a seat's key, or a watcher, becomes a watcher."""
    net, screen, phones = room("no other screen")
    net.enter("Eve", watch=True)
    net.run(2)
    known = screen.roster.screen
    assert known is not None and known.peer == screen.name
    secret = phones[0].room.guest.credentials.secret
    newer = net.enter("Ana", secret=secret, watch=True)
    assert net.run(5, lambda: newer.room.guest.table.seat == 0)
    assert screen.roster.screen == known


# --- Between games ------------------------------------------------------------------


def begin(net: Net, pages: list[Page]) -> None:
    """Let the leader start as soon as all players are ready."""
    leader = next(page for page in pages if page.room.guest.table.leads)
    assert net.run(5, lambda: hindrance(leader.roster) is None)
    leader.room.guest.tell_host(Begin())
    net.pump(leader)


def game_over(net: Net, pages: list[Page]) -> None:
    begin(net, pages)
    assert net.run(900, net.over)
    net.run(1)


def test_after_a_game_the_team_stays_and_plays_another_one() -> None:
    net, screen, phones = room("stays")
    eve = net.enter("Eve", watch=True)
    net.run(2)
    game_over(net, phones)
    eve.room.guest.only_watch(False)
    net.pump(eve)
    orders(net, phones[1], Gather())
    assert screen.roster.started
    orders(net, phones[0], Gather())
    assert not screen.roster.started and all(page.room.guest.table.view is None for page in (screen, *phones, eve))
    assert eve.room.guest.table.seat == 3 and not eve.room.guest.watch
    phones[2].room.guest.only_watch(True)
    net.pump(phones[2])
    orders(net, phones[0], Choose(variant("descending"), 4, signs=False, locked=False))
    assert phones[2].room.guest.table.seat is None and [one.name for one in screen.roster.watchers] == ["Cem"]
    assert net.run(5, lambda: all(place.ready for place in screen.roster.places if place.here))
    game_over(net, phones)
    assert phones[1].view.variant.name == "descending" and phones[1].view.seats == 3
    assert phones[2].view.seat is None


def test_one_press_starts_another_game_with_the_same_settings() -> None:
    net, screen, phones = room("again")
    game_over(net, phones)
    orders(net, phones[0], Begin())
    assert net.run(10, lambda: screen.view.level == 1 and screen.view.phase is not Phase.LOST)


def test_watchers_sit_down_and_players_get_up_only_before_a_game() -> None:
    net = Net("sits down")
    ana, ben = net.open("Ana", 3), net.enter("Ben")
    eve = net.enter("Eve", watch=True)
    net.run(2)

    def watches(page: Page, watch: bool) -> None:
        page.room.guest.only_watch(watch)
        net.pump(page)
        net.run(1)

    watches(eve, False)
    assert eve.room.guest.table.seat == 2
    watches(ben, True)
    assert ben.room.guest.table.seat is None and [one.name for one in ana.roster.watchers] == ["Ben"]
    net.start()
    net.run(2)
    watches(eve, True)
    watches(ben, False)
    assert eve.room.guest.table.seat == 2 and ben.room.guest.table.seat is None


def only_watches(net: Net, page: Page, watch: bool) -> None:
    page.room.guest.only_watch(watch)
    net.pump(page)
    net.run(3)


def test_a_host_who_gets_up_hands_the_table_to_the_next_seat_and_may_sit_down_again() -> None:
    net = Net("host gets up")
    ana, ben = net.open("Ana", 4), net.enter("Ben")
    assert net.run(5, lambda: net.seated(2))
    cem = net.enter("Cem")
    assert net.run(5, lambda: net.seated(3))
    orders(net, ana, Keep("Friday"))
    only_watches(net, ana, True)
    assert net.hosts() == [ben] and ben.room.guest.table.leads and not ana.room.guest.table.leads
    for page in (ana, ben, cem):
        assert [place.name for place in page.roster.places] == ["", "Ben", "Cem", ""]
        assert [one.name for one in page.roster.watchers] == ["Ana"] and page.roster.saved_as == "Friday"
        assert page.room.guest.state.membership is Membership.IN
        assert not page.all_shown(Notice)  # no player is absent, and no level was dealt
    only_watches(net, ana, False)
    assert ana.room.guest.table.seat == 0 and net.hosts() == [ben]
    assert net.run(5, lambda: net.seated(3))
    begin(net, [ben])
    assert net.run(10, lambda: all(page.room.guest.table.view is not None for page in (ana, ben, cem)))


def test_a_host_who_gets_up_as_the_game_begins_keeps_the_seat() -> None:
    net = Net("too late")
    ana, ben = net.open("Ana", 3), net.enter("Ben")
    assert net.run(5, lambda: net.seated(2))
    begin(net, [ana])
    net.run(2)
    ana.room.guest.watch = True
    ana = net.reload(ana)
    assert net.run(15, lambda: ana.room.guest.state.membership is Membership.IN)
    assert ana.room.guest.table.seat == 0 and not ana.room.guest.watch and ben.room.host is not None


def test_a_host_without_a_possible_successor_keeps_the_seat() -> None:
    net = Net("nobody follows")
    ana = net.open("Ana", 3)
    net.enter("Eve", watch=True)
    orders(net, ana, Fill("Gus"))
    only_watches(net, ana, True)
    assert net.hosts() == [ana] and ana.room.guest.table.seat == 0
    ben = net.enter("Ben")
    assert net.run(5, lambda: ben.room.guest.table.seat == 2)
    orders(net, ana, Fill("Ada"))
    assert net.run(5, lambda: net.seated(2))
    begin(net, [ana])
    only_watches(net, ana, True)
    assert net.hosts() == [ana] and ana.room.guest.table.seat == 0  # and no player can get up during a game


def test_a_host_who_gets_up_as_all_others_vanish_stays_host_and_keeps_the_seat() -> None:
    net = Net("all vanish")
    ana, ben = net.open("Ana", 3), net.enter("Ben")
    assert net.run(5, lambda: net.seated(2))
    net.kill(ben)
    only_watches(net, ana, True)
    assert net.run(20, lambda: net.hosts() == [ana] and ana.room.guest.state.membership is Membership.IN)
    assert ana.room.guest.table.seat == 0 and not ana.room.guest.watch


def test_a_watcher_who_sat_down_and_reloads_keeps_the_seat() -> None:
    net = Net("sits and reloads")
    net.open("Ana", 3)
    eve = net.enter("Eve", watch=True)
    net.run(2)
    eve.room.guest.only_watch(False)
    net.pump(eve)
    net.run(1)
    eve = net.reload(eve)
    assert net.run(5, lambda: eve.room.guest.table.seat == 1)


# --- Saved tables ---------------------------------------------------------------------


@pytest.mark.parametrize("first", [0, 1, 2])
@pytest.mark.parametrize("screen", [True, False])
def test_the_first_member_who_returns_opens_the_saved_table(first: int, screen: bool) -> None:
    net = Net(f"friday {first} {screen}")
    pages = [net.open("Ana", 4, screen=screen), net.enter("Ben"), net.enter("Cem")]
    net.run(3)
    seated = pages[1:] if screen else pages
    for page in seated:
        page.room.guest.ready(True)
    net.run(1)
    game_over(net, seated)
    saved = [save(page.room.guest) for page in pages]
    for page in pages:
        net.kill(page, noticed=True)
    net.now += 7 * 86_400
    order = [first, *(number for number in range(3) if number != first)]
    back = [net.restore(saved[order[0]], afresh=True)]
    assert net.run(15, lambda: back[0].room.host is not None)
    assert not back[0].roster.started and back[0].room.guest.table.view is None
    for number in order[1:]:
        back.append(net.restore(saved[number], afresh=True))
        assert net.run(15, lambda: back[-1].room.guest.state.membership is Membership.IN)
    dan = net.enter("Dan")
    assert net.run(15, lambda: dan.room.guest.state.membership is Membership.IN)
    assert len(net.hosts()) == 1
    names = {place.name for place in dan.roster.places if place.here}
    assert names == ({"Ben", "Cem", "Dan"} if screen else {"Ana", "Ben", "Cem", "Dan"})
    begin(net, back)
    assert net.run(10, lambda: all(page.room.guest.table.view is not None for page in (*back, dan)))


def test_all_who_return_at_once_join_one_table() -> None:
    net = Net("all at once")
    pages = [net.open("Ana", 3), net.enter("Ben"), net.enter("Cem")]
    assert net.run(5, lambda: net.seated(3))
    saved = [save(page.room.guest) for page in pages]
    for page in pages:
        net.kill(page, noticed=True)
    back = [net.restore(one, afresh=True) for one in saved]
    assert net.run(20, lambda: all(page.room.guest.state.membership is Membership.IN for page in back))
    net.run(3)
    assert len(net.hosts()) == 1 and {page.room.guest.state.host for page in back} == {net.hosts()[0].name}


def test_at_a_reopened_table_no_person_is_ready() -> None:
    net = Net("afresh")
    ana = net.open("Ana", 3)
    net.enter("Ben")
    assert net.run(5, lambda: net.seated(2))
    net.start()
    net.run(2)
    before = ana.roster
    assert before.started and any(place.ready for place in before.places)
    afresh = before.afresh
    assert not afresh.started and not any(place.ready for place in afresh.places) and len(afresh.places) == 8
