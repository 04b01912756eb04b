"""Screens, which show the table to a whole room: their phones, the leader, and the limits of other pages."""

from __future__ import annotations

from dataclasses import replace

from game.core import Dealt, Phase, View, variant
from game.net.guest_updates import Out
from game.net.host.lobby import hindrance
from game.net.protocol.messages import (
    Begin,
    Choose,
    Empty,
    Fill,
    Gather,
    HandOver,
    Note,
    Notice,
    SendAway,
    Watch,
    Why,
)
from game.net.roster import Settings, Sitter
from game.net.saved_room import save
from tests.net.pages import CLASSIC, Net, Page, lobby, quiet


def room(seed: str, people: int = 3) -> tuple[Net, Page, list[Page]]:
    """Return a screen, and the phones of people who are ready, in the order of their seats."""
    net, (*phones, screen) = lobby(seed, people, 8, screen=True)
    return net, screen, phones


def plays(net: Net, phones: list[Page]) -> None:
    """Let the leader start, and all play until the second level."""
    net.request(phones[0], Begin())
    assert net.run(60, lambda: all(page.phase and page.view.level == 2 for page in phones))


def test_the_leader_starts_and_the_screen_shows_a_whole_game_and_no_hand() -> None:
    net, screen, phones = room("whole game")
    assert screen.roster.host is None and screen.roster.screen_leader == 0
    assert [page.guest.table.leads for page in (screen, *phones)] == [True, True, False, False]
    net.request(phones[0], Begin())
    assert net.run(900, net.over)
    assert all(one.seat is None and one.hand == () and not one.legal for one in screen.all_shown(View))
    assert len(screen.view.counts) == 3


def test_a_phone_hosts_while_the_screen_is_gone_and_the_screen_that_returns_only_shows_the_table() -> None:
    net, screen, phones = room("comes back")
    plays(net, phones)
    saved = save(screen.guest)
    net.leave(screen, Why.CLOSED)
    net.kill(screen, noticed=True)
    assert net.run(5, lambda: net.at_one_table(phones))
    net.run(0.2)
    assert phones[1].roster.host == 0 and not (phones[1].roster.screen or screen).here  # type: ignore[union-attr]
    assert Notice(Note.SCREEN_GONE, 0) in phones[1].all_shown(Notice)
    quiet(net, phones)
    before = replace(phones[1].view, news=())
    again = net.restore(saved)
    assert net.run(15, lambda: again.is_in)
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
    assert net.run(5, lambda: ben.is_in)


def test_a_screen_whose_players_have_all_left_opens_its_lobby_for_others() -> None:
    net, screen, phones = room("deserted", people=2)
    plays(net, phones)
    net.leave(phones[0], Why.LEFT)
    net.run(2)
    assert screen.roster.started
    net.leave(phones[1], Why.LEFT)
    assert net.run(5, lambda: not screen.roster.started)
    assert {place.sitter for place in screen.roster.places} == {Sitter.NOBODY}
    dia = net.enter("Dia")
    assert net.run(5, lambda: dia.is_in)
    net.request(dia, Fill("Ada"))
    net.request(dia, Begin())
    assert net.run(60, lambda: dia.phase is Phase.FOCUS)


def test_the_leader_chooses_the_game_its_teammates_and_who_stays() -> None:
    net, screen, phones = room("chooses")
    net.request(phones[0], Choose(Settings(variant("extreme"), signs=True, locked=True), 5))
    now = screen.roster
    assert (now.settings, len(now.places)) == (Settings(variant("extreme"), signs=True, locked=True), 5)
    net.request(phones[0], Fill("Gus"))
    assert screen.roster.places[3].character == "Gus"
    net.request(phones[0], Fill("<b>"))
    assert screen.roster.places[4].sitter is Sitter.NOBODY
    net.request(phones[0], Empty(3))
    net.request(phones[0], Empty(7))
    assert screen.roster.places[3].sitter is Sitter.NOBODY
    net.request(phones[0], Choose(Settings(CLASSIC), 2))
    assert len(screen.roster.places) == 5  # three people sit there
    net.request(phones[0], SendAway(screen.name))
    assert screen.room.host is not None and not screen.all_shown(Out)
    net.request(phones[0], SendAway(phones[2].name))
    assert phones[2].all_shown(Out) == [Out(Why.SENT_AWAY)]


def test_a_leader_who_hands_over_has_no_more_rights() -> None:
    net, screen, phones = room("hands over")
    net.request(phones[0], HandOver(6))
    assert screen.roster.screen_leader == 0
    net.request(phones[0], HandOver(2))
    assert screen.roster.screen_leader == 2
    net.request(phones[0], Fill("Gus"))
    assert screen.roster.places[3].sitter is Sitter.NOBODY
    net.request(phones[2], Fill("Gus"))
    assert screen.roster.places[3].character == "Gus"


def test_another_person_leads_while_the_leader_is_absent() -> None:
    net, screen, phones = room("away")
    saved = save(phones[0].guest)
    net.kill(phones[0])
    assert net.run(5, lambda: screen.roster.screen_leader == 1)
    back = net.restore(saved)
    assert net.run(5, lambda: screen.roster.screen_leader == 0)
    net.run(1)
    assert back.guest.table.leads and not phones[1].guest.table.leads


def test_the_next_person_leads_when_the_leader_leaves_the_seat() -> None:
    net, screen, phones = room("gets up")
    net.leave(phones[0], Why.LEFT)
    net.run(1)
    net.kill(phones[0], noticed=True)
    dan = net.enter("Dan")
    assert net.run(5, lambda: dan.seat == 0)
    assert screen.roster.screen_leader == 1


def test_nobody_is_the_screen_by_saying_so() -> None:
    """Only the holder of its key is. A page with a seat's key, or a watcher, becomes a watcher."""
    net, screen, phones = room("no other screen")
    net.enter("Eve", watch=True)
    net.run(2)
    known = screen.roster.screen
    assert known is not None and known.peer == screen.name
    newer = net.enter("Ana", secret=phones[0].guest.credentials.secret, watch=True)
    assert net.run(5, lambda: newer.seat == 0)
    assert screen.roster.screen == known


# --- Between games ------------------------------------------------------------------


def begin(net: Net, pages: list[Page]) -> None:
    """Let the leader start as soon as all players are ready."""
    leader = next(page for page in pages if page.guest.table.leads)
    assert net.run(5, lambda: hindrance(leader.roster) is None)
    net.tell(leader, Begin())


def game_over(net: Net, pages: list[Page]) -> None:
    begin(net, pages)
    assert net.run(900, net.over)
    for page in pages:
        page.person.cancel()  # a team that has won may otherwise go on with the blind levels
    net.run(1)


def test_after_a_game_the_team_stays_and_plays_another_one() -> None:
    net, screen, phones = room("another")
    eve = net.enter("Eve", watch=True)
    net.run(2)
    game_over(net, phones)
    net.tell(eve, Watch(False))
    net.request(phones[1], Gather())
    assert screen.roster.started
    net.request(phones[0], Gather())
    assert not screen.roster.started and not any(page.phase for page in (screen, *phones, eve))
    assert eve.seat == 3 and not eve.guest.watch
    net.tell(phones[2], Watch(True))
    net.request(phones[0], Choose(Settings(variant("descending")), 4))
    assert phones[2].seat is None and [one.name for one in screen.roster.watchers] == ["Cleo"]
    assert net.run(5, lambda: all(place.ready for place in screen.roster.places if place.here))
    game_over(net, phones)
    assert phones[1].view.variant.name == "descending" and phones[1].view.seats == 3
    assert phones[2].view.seat is None


def only_watches(net: Net, page: Page, watch: bool) -> None:
    """Let the person get up or sit down, and wait until all pages know the result."""
    net.tell(page, Watch(watch))
    net.run(3)


def test_watchers_sit_down_and_players_get_up_only_before_a_game() -> None:
    net = Net("sits down")
    ana, ben = net.open("Ana", 3), net.enter("Ben")
    eve = net.enter("Eve", watch=True)
    net.run(2)
    only_watches(net, eve, False)
    assert eve.seat == 2
    only_watches(net, ben, True)
    assert ben.seat is None and [one.name for one in ana.roster.watchers] == ["Ben"]
    net.start()
    net.run(2)
    only_watches(net, eve, True)
    only_watches(net, ben, False)
    assert eve.seat == 2 and ben.seat is None


def test_a_host_who_gets_up_hands_the_table_to_the_next_seat_and_may_sit_down_again() -> None:
    net, (ana, ben) = lobby("host gets up", 2, 4)
    cem = net.enter("Cem")
    assert net.run(5, lambda: net.seated(3))
    ana.host.lobby.settings = replace(ana.host.lobby.settings, club="c" * 32)
    only_watches(net, ana, True)
    assert net.hosts() == [ben] and ben.guest.table.leads and not ana.guest.table.leads
    for page in (ana, ben, cem):
        assert [place.name for place in page.roster.places] == ["", "Ben", "Cem", ""]
        assert [one.name for one in page.roster.watchers] == ["Ana"] and page.roster.settings.club == "c" * 32
        assert page.is_in
        assert not page.all_shown(Notice)  # no player is absent, and no level was dealt
    only_watches(net, ana, False)
    assert ana.seat == 0 and net.hosts() == [ben]
    assert net.run(5, lambda: net.seated(3))
    begin(net, [ben])
    assert net.run(10, lambda: all(page.phase for page in (ana, ben, cem)))


def test_a_host_who_gets_up_as_the_game_begins_keeps_the_seat() -> None:
    net, (ana, ben) = lobby("too late", 2, 3)
    begin(net, [ana])
    net.run(2)
    ana.guest.watch = True
    saved = save(ana.guest)
    net.kill(ana, noticed=True)
    ana = net.restore(saved)
    assert net.run(15, lambda: ana.is_in)
    assert ana.seat == 0 and not ana.guest.watch and ben.room.host is not None


def test_a_host_without_a_possible_successor_keeps_the_seat() -> None:
    net = Net("nobody follows")
    ana = net.open("Ana", 3)
    net.enter("Eve", watch=True)
    net.request(ana, Fill("Gus"))
    only_watches(net, ana, True)
    assert net.hosts() == [ana] and ana.seat == 0
    ben = net.enter("Ben")
    assert net.run(5, lambda: ben.seat == 2)
    net.request(ana, Fill("Ada"))
    assert net.run(5, lambda: net.seated(2))
    begin(net, [ana])
    only_watches(net, ana, True)
    assert net.hosts() == [ana] and ana.seat == 0  # and no player can get up during a game


def test_a_host_who_gets_up_as_all_others_vanish_stays_host_and_keeps_the_seat() -> None:
    net, (ana, ben) = lobby("all vanish", 2, 3)
    net.kill(ben)
    only_watches(net, ana, True)
    assert net.run(20, lambda: net.hosts() == [ana] and ana.is_in)
    assert ana.seat == 0 and not ana.guest.watch


def test_a_watcher_who_sat_down_and_reloads_keeps_the_seat() -> None:
    net = Net("sits and reloads")
    net.open("Ana", 3)
    eve = net.enter("Eve", watch=True)
    net.run(2)
    net.tell(eve, Watch(False))
    net.run(1)
    eve = net.reload(eve)
    assert net.run(5, lambda: eve.seat == 1)
