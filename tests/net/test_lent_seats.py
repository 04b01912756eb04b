"""A newcomer takes a teammate's seat at the next level of a running game, and the teammate takes it back."""

from __future__ import annotations

from dataclasses import replace

from game.core import Phase
from game.net.protocol.messages import Why
from game.net.roster import Sitter
from tests.net.pages import Net, Page


def running(seed: str, teammates: int = 2) -> tuple[Net, Page]:
    """Return a table of one person and some teammates, whose game runs and whose seats are lent."""
    net = Net(seed)
    ana = net.open("Ana", 1 + teammates)
    net.run(1)
    for _ in range(teammates):
        ana.host.lobby.fill_one("Ada")
    ana.host.lobby.settings = replace(ana.host.lobby.settings, club="c" * 32)
    ana.host.begin(net.clock(ana))
    net.pump(ana)
    assert net.run(20, lambda: ana.phase is Phase.PLAY)
    return net, ana


def sitters(page: Page) -> list[Sitter]:
    return [place.sitter for place in page.roster.places]


PERSON, TEAMMATE = Sitter.PERSON, Sitter.TEAMMATE


def test_a_newcomer_watches_until_the_next_level_and_then_plays() -> None:
    net, ana = running("next level")
    level = ana.view.level
    ben = net.enter("Ben")
    assert net.run(5, lambda: ben.is_in) and ben.seat is None
    assert sitters(ana) == [PERSON, TEAMMATE, TEAMMATE]
    assert net.run(300, lambda: ben.seat == 1 and ben.guest.table.view is not None)
    assert ben.view.level == level + 1 and len(ben.view.hand) == level + 1 and ben.view.seat == 1
    assert sitters(ana) == sitters(ben) == [PERSON, PERSON, TEAMMATE]
    assert net.run(900, net.over)


def test_a_teammate_takes_the_seat_again_when_the_newcomer_leaves() -> None:
    net, ana = running("leaves")
    ben = net.enter("Ben")
    assert net.run(300, lambda: ben.seat == 1)
    net.leave(ben, Why.LEFT)
    assert net.run(5, lambda: sitters(ana) == [PERSON, TEAMMATE, TEAMMATE])
    assert ana.roster.places[1].character == "Ada" and not ana.roster.missing
    assert net.run(900, net.over)


def test_a_newcomer_who_is_away_at_the_next_level_loses_the_seat() -> None:
    net, ana = running("away", teammates=1)
    ben = net.enter("Ben")
    assert net.run(300, lambda: ben.seat == 1)
    net.kill(ben)
    assert net.run(30, lambda: bool(ana.roster.missing))
    assert net.run(120, lambda: ana.roster.places[1].votable)  # Ana votes at once
    assert net.run(900, lambda: sitters(ana) == [PERSON, TEAMMATE])


def test_a_teammate_takes_its_seat_again_although_the_host_has_changed() -> None:
    net, ana = running("lent")
    ben, cleo = net.enter("Ben"), net.enter("Cleo")
    assert net.run(300, lambda: {ben.seat, cleo.seat} == {1, 2})
    net.leave(ana, Why.CLOSED)
    host, other = (ben, cleo) if ben.seat == 1 else (cleo, ben)
    assert net.run(60, lambda: host.room.host is not None and other.follows(host))
    assert host.roster.settings.club == "c" * 32
    net.leave(other, Why.LEFT)
    assert net.run(5, lambda: sitters(host)[2] is TEAMMATE and host.roster.places[2].character == "Ada")


def test_two_newcomers_take_two_seats_and_a_third_one_waits() -> None:
    net, _ = running("three")
    newcomers = [net.enter(name) for name in ("Ben", "Cleo", "Dan")]
    assert net.run(300, lambda: {one.seat for one in newcomers} == {1, 2, None})
    first, last = (next(one for one in newcomers if one.seat == seat) for seat in (1, None))
    net.leave(first, Why.LEFT)
    assert net.run(300, lambda: last.seat == 1)


def test_a_table_that_lends_no_seats_keeps_its_teammates() -> None:
    net, ana = running("closed")
    ana.host.lobby.settings = replace(ana.host.lobby.settings, club="")
    ben = net.enter("Ben")
    assert net.run(5, lambda: ben.is_in)
    level = ana.view.level
    assert net.run(300, lambda: ana.view.level > level or net.over())
    assert ben.seat is None and sitters(ana) == [PERSON, TEAMMATE, TEAMMATE]
