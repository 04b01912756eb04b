"""A table that is open to anyone: the names in its messages, also after a change of host."""

from __future__ import annotations

from game.core import Phase
from game.net.open_tables.generated_names import numbers_of_name
from game.net.protocol.messages import Why
from game.net.roster import Place, Sitter
from game.net.saved_room import save
from tests.net.pages import Net, Page

DAY = 7


def friends(net: Net, *names: str) -> list[Page]:
    """Return the pages of a host and of friends who come by its link. Then the table is opened to anyone."""
    pages = [net.open(names[0], 4), *(net.enter(name) for name in names[1:])]
    assert net.run(5, lambda: all(page.seat is not None for page in pages))
    pages[0].host.lobby.settings.saved_as = "Fridays"
    pages[0].host.lobby.open_to_anyone(DAY)
    net.pump(pages[0])
    net.recording = True
    return pages


def stranger(net: Net, name: str = "Cleo", face: int = 0) -> Page:
    page = net.enter(name, face=face)
    assert net.run(5, lambda: page.seat is not None)
    return page


def names(page: Page) -> list[str]:
    return [place.name for _, place in page.roster.people()]


def texts_to(net: Net, page: Page) -> str:
    return "".join(text for _, to, text in net.wire if to == page.name)


def faces(page: Page) -> list[int]:
    return [place.face for place in page.roster.places]


def is_generated(name: str) -> bool:
    return numbers_of_name(name) is not None


def test_what_a_stranger_receives_holds_no_name_that_a_person_chose() -> None:
    net = Net("bytes")
    ana, ben = friends(net, "Ana", "Ben")
    cleo = stranger(net)
    ben.guest.rename("Benedict")
    ana.host.lobby.fill_one("Ada")
    net.pump(ben)
    assert net.run(5, lambda: "Benedict" in names(ana))
    ana.host.orders.start(net.clock(ana))
    net.pump(ana)
    assert net.run(30, lambda: cleo.phase is Phase.PLAY)
    told = texts_to(net, cleo)
    assert "company" in told and not any(name in told for name in ("Ana", "Ben", "Benedict", "Fridays"))
    assert all(map(is_generated, names(cleo)))
    assert names(ben)[:2] == names(ana)[:2] == ["Ana", "Benedict"]
    assert names(ben)[2] == names(ana)[2] == names(cleo)[2] and is_generated(names(cleo)[2])


def test_a_stranger_who_hosts_learns_no_name_and_friends_keep_theirs() -> None:
    net = Net("a stranger hosts")
    ana, ben = friends(net, "Ana", "Ben")
    cleo = stranger(net)
    net.run(1)
    saved = save(ben.guest)
    net.kill(ben, noticed=True)
    net.run(2)
    net.leave(ana, Why.LEFT)
    assert net.run(60, lambda: cleo.room.host is not None)
    ben = net.restore(saved)
    assert net.run(60, lambda: ben.is_in and ben.follows(cleo))
    ben.guest.rename("Benedict")
    net.pump(ben)
    net.run(1)
    assert {"Ana", "Ben"} & {*names(ben)} and not {"Ben", "Ana"} & {*names(cleo)}
    assert "Ben" not in texts_to(net, cleo) and "Ana" not in texts_to(net, cleo)
    assert ben.guest.table.told is not None and ben.guest.table.told.saved_as == "Fridays"


def test_the_table_stays_open_when_its_host_changes() -> None:
    net = Net("stays open")
    ana, ben = friends(net, "Ana", "Ben")
    assert ana.room.host is not None
    ana.room.host.lobby.let_strangers_watch(True)
    net.pump(ana)
    net.run(1)
    net.leave(ana, Why.LEFT)
    assert net.run(60, lambda: ben.room.host is not None)
    assert ben.roster.is_open and ben.roster.may_watch and ben.roster.day_of_names == DAY
    dan = net.enter("Dan")
    assert net.run(30, lambda: dan.seat is not None)
    assert is_generated(ben.roster.places[dan.seat or 0].name)
    assert "Ben" not in texts_to(net, dan)


def test_a_teammate_takes_its_seat_again_although_the_host_has_changed() -> None:
    net = Net("lent")
    ana, ben = friends(net, "Ana", "Ben")
    ana.host.lobby.fill_one("Ada")
    net.start()
    cleo = stranger_at_next_level(net)
    net.leave(ana, Why.CLOSED)
    assert net.run(60, lambda: ben.room.host is not None and cleo.follows(ben))
    net.leave(cleo, Why.LEFT)
    assert net.run(5, lambda: sits_as(ben, 2).sitter is Sitter.TEAMMATE)
    assert sits_as(ben, 2).character == "Ada"


def test_a_chosen_face_outlives_watching_a_reload_and_a_change_of_host() -> None:
    net = Net("faces")
    ana, ben = friends(net, "Ana", "Ben")
    cleo = stranger(net, face=3)
    assert cleo.seat == 2
    assert net.run(1, lambda: faces(ana)[:3] == faces(cleo)[:3] == [0, 0, 3])
    cleo.guest.only_watch(True)
    net.pump(cleo)
    assert net.run(5, lambda: cleo.seat is None)
    cleo.guest.only_watch(False)
    net.pump(cleo)
    assert net.run(5, lambda: cleo.seat == 2)
    assert faces(cleo)[:3] == [0, 0, 3]
    cleo = net.reload(cleo)
    assert net.run(30, lambda: cleo.is_in and faces(cleo)[:3] == [0, 0, 3])
    net.leave(ana, Why.LEFT)
    assert net.run(60, lambda: ben.room.host is not None and cleo.follows(ben))
    assert sits_as(ben, 2).face == 3


def test_a_face_at_a_lent_seat_goes_with_its_person() -> None:
    net = Net("lent face")
    ana, ben = friends(net, "Ana", "Ben")
    ana.host.lobby.fill_one("Ada")
    net.start()
    cleo = stranger_at_next_level(net, face=5)
    assert net.run(5, lambda: faces(ben)[2] == 5 and ben.roster.characters[2] == "")
    net.leave(cleo, Why.LEFT)
    assert net.run(5, lambda: ben.roster.characters[2] == "Ada" and not any(faces(ben)))


def stranger_at_next_level(net: Net, face: int = 0) -> Page:
    page = net.enter("Cleo", face=face)
    assert net.run(300, lambda: page.seat == 2)
    return page


def sits_as(page: Page, seat: int) -> Place:
    return page.roster.places[seat]
