"""The lobby screens on a document without a browser, with real rooms in memory."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from types import SimpleNamespace
from typing import Any, cast

import pytest

from game.net.protocol.messages import Begin, Command, Empty, Fill, Ready, Rename, SendAway, Why
from game.net.roster import MOST_WATCHERS, Roster, Sitter
from tests.net.pages import Net, Page
from tests.screens.dom import Document, browser
from tests.screens.visit import Visit, is_focused

with browser():
    from game.browser.online.big_screen import ScreenLobby
    from game.browser.online.lobby_parts import Lobby
    from game.browser.online.lobby_screen import LobbyPage, LobbyScreen


class InLobby(Visit):
    """The lobby of one page of a table in memory."""

    def __init__(self, page: Page, *, big_screen: bool = False, shown: bool = True) -> None:
        self.page, self.commands = page, list[Command]()
        self.did: list[str] = []
        self.listed: list[str] = []
        self.table = SimpleNamespace(invite=None, roster=None, tell=self.commands.append)
        acts = {name: partial(self._do, name) for name in ("leave", "retry", "pair", "make-code")}
        table = cast(Any, self.table)
        if big_screen:
            self.screen: LobbyPage = ScreenLobby(Lobby(), table, acts)
        else:
            self.screen = LobbyScreen(Lobby(), table, self.did.append, {**acts, "list": self.listed.append})
        if shown:
            self.show()

    def _do(self, name: str, value: str) -> None:
        self.did.append(name)

    def show(self, searching: str = "") -> None:
        self.table.roster = self.page.roster
        self.screen.show_people(self.page.room, self.page.roster, searching)


@pytest.fixture
def net() -> Net:
    return Net("lobby")


def table(net: Net, *guests: str, seats: int = 4) -> list[Page]:
    """Return the pages of Ana, who hosts, and of `guests`, who are ready as soon as they sit."""
    pages = [net.open("Ana", seats), *(net.enter(name) for name in guests)]
    net.run(3.0)
    return pages


def test_a_lobby_without_a_table_says_what_it_waits_for(net: Net) -> None:
    visit = InLobby(net.open("Ana", 4), shown=False)
    assert visit.text("status") == "Looking for the table…"
    assert visit.screen.element.hasAttribute("data-looking")
    visit.screen.trouble("No relay answers.")
    assert (visit.text("trouble-words"), visit.text("status")) == ("No relay answers.", "")
    visit.screen.trouble("")
    assert not visit.shows("trouble") and visit.text("status") == "Looking for the table…"


def test_a_host_without_a_name_enters_it_before_the_invitation(net: Net) -> None:
    (ana,) = table(net)
    visit = InLobby(ana)
    assert visit.screen.element.hasAttribute("data-unnamed")
    visit.part("name").enter(" Ana  Maria ")
    assert visit.commands == [Rename("Ana Maria")]
    assert visit.screen.element.hasAttribute("data-unnamed")
    visit.button("Invite others").click()
    assert not visit.screen.element.hasAttribute("data-unnamed")
    assert is_focused(visit.part("share"))


def test_a_start_that_is_too_early_points_to_the_reason(net: Net) -> None:
    (ana,) = table(net)
    visit = InLobby(ana)
    begin = visit.button("Start")
    assert begin.getAttribute("aria-disabled") == "true"
    begin.click()
    assert visit.part("status").className == "nudged" and not visit.commands
    visit.screen.set(says="Watch link copied.")
    assert visit.part("status").className == ""


def test_a_game_starts_when_everyone_is_ready(net: Net) -> None:
    ana, ben = table(net, "Ben")
    host, guest = InLobby(ana), InLobby(ben)
    assert host.text("status") == "Everyone is ready."
    assert not guest.buttons("Start") and guest.button("Ready").getAttribute("aria-pressed") == "true"
    host.button("Start").click()
    guest.button("Ready").click()
    assert (host.commands, guest.commands) == ([Begin()], [Ready(False)])


def test_removing_somebody_asks_first(net: Net) -> None:
    ana, ben = table(net, "Ben")
    visit = InLobby(ana)
    assert not visit.buttons("Remove Ana")
    visit.button("Remove Ben").click()
    assert visit.part("removing").matches(":popover-open")
    assert visit.text("removing-title") == "Remove Ben?"
    visit.part("remove").click()
    assert visit.commands == [SendAway(ben.name)]
    assert not visit.part("removing").matches(":popover-open")
    assert is_focused(visit.screen.element.querySelector("h1"))


def test_a_question_about_somebody_who_leaves_is_withdrawn(net: Net) -> None:
    ana, ben = table(net, "Ben")
    visit = InLobby(ana)
    visit.button("Remove Ben").click()
    net.kill(ben, noticed=True)
    net.run(40.0)
    visit.show()
    assert not visit.part("removing").matches(":popover-open")


def test_a_computer_player_is_added_and_removed(net: Net) -> None:
    (ana,) = table(net)
    visit = InLobby(ana)
    visit.part("add-teammate").enter("Cleo")
    assert visit.commands == [Fill("Cleo")] and visit.part("add-teammate").value == ""
    net.tell(ana, Fill("Cleo"))
    net.run(1.0)
    visit.show()
    seat = next(seat for seat, place in enumerate(ana.roster.places) if place.sitter is Sitter.TEAMMATE)
    visit.button("Remove Cleo").click()
    assert visit.commands[-1] == Empty(seat)


def test_watching_is_offered_while_there_is_room_for_a_watcher_and_somebody_else_can_host(net: Net) -> None:
    (ana,) = table(net)
    visit = InLobby(ana)
    assert not visit.buttons("Watch")
    net.enter("Ben")
    net.run(3.0)
    visit.show()
    assert visit.buttons("Watch")
    for number in range(MOST_WATCHERS):
        net.enter(f"Watcher {number}", watch=True)
    net.run(3.0)
    visit.show()
    assert not visit.buttons("Watch")


def test_the_caller_at_the_door_is_let_in_or_not(net: Net) -> None:
    (ana,) = table(net)
    visit = InLobby(ana)
    answers: list[bool] = []
    visit.screen.set(caller="Zoe", answer=answers.append)
    question = visit.part("door").querySelector("p")
    assert "Zoe" in question.textContent and question.getAttribute("role") == "alert"
    visit.button("No").click()
    assert answers == [False]
    visit.screen.set(caller="")
    assert not visit.buttons("Yes")


def test_a_new_host_reads_why_until_they_close_the_message(net: Net) -> None:
    ana, ben, cleo = table(net, "Ben", "Cleo")
    visit = InLobby(ben)
    assert not visit.shows("news")
    net.leave(ana, Why.LEFT)
    net.run(3.0)
    visit.show()
    assert visit.text("news-words").startswith("Ana left. You’re the host now.")
    visit.button("Close").click()
    assert not visit.shows("news")
    other = InLobby(cleo)
    assert not other.shows("news") and not other.buttons("Start")


def in_club(roster: Roster, club: str) -> Roster:
    """Return `roster` of a table that is listed in the club with this id."""
    return replace(roster, settings=replace(roster.settings, club=club))


def test_a_host_chooses_the_club_that_lists_the_table(net: Net) -> None:
    (ana,) = table(net)
    visit = InLobby(ana)
    assert not visit.shows("listed")
    visit.screen.set(clubs={"": "No club", "a": "Owls", "b": "Foxes"}, roster=in_club(ana.roster, "b"))
    assert visit.shows("listed")
    options = visit.part("clubs").children
    assert [(one.textContent, one.value, one.selected) for one in options] == [
        ("No club", "", False),
        ("Owls", "a", False),
        ("Foxes", "b", True),
    ]
    visit.part("clubs").value = "a"
    visit.part("clubs").dispatch("change")
    assert visit.listed == ["a"]
    assert visit.text("about-listed").startswith("Members see your table")
    visit.screen.set(roster=in_club(ana.roster, ""))
    assert visit.text("about-listed") == ""


@pytest.mark.parametrize("locked", [False, True])
def test_a_locked_table_is_not_said_to_be_seen_by_members(net: Net, locked: bool) -> None:
    (ana,) = table(net)
    ana.host.lobby.arrange(replace(ana.roster.settings, locked=locked), 4)
    net.pump(ana)
    net.run(1.0)
    visit = InLobby(ana)
    visit.screen.set(clubs={"": "No club", "a": "Owls"}, roster=in_club(ana.roster, "a"))
    assert (visit.text("about-listed") == "") is locked


def test_only_what_changes_is_touched(net: Net) -> None:
    ana, _ = table(net, "Ben")
    visit = InLobby(ana)
    person = visit.button("Remove Ben").closest("li")
    name = person.querySelector("[data-part=name]")  # type: ignore[union-attr]
    before = name.tag.contents[0]  # type: ignore[union-attr]
    visit.show(searching="Waiting for the host…")
    assert visit.text("status") == "Waiting for the host…"
    assert visit.button("Remove Ben").closest("li") is person
    assert name.tag.contents[0] is before  # type: ignore[union-attr]


def test_a_big_screen_shows_who_has_joined_and_a_code(net: Net) -> None:
    screen = net.open("TV", 4, screen=True)
    net.enter("Ben")
    net.run(3.0)
    visit = InLobby(screen, big_screen=True)
    assert visit.text("title") == "Scan to join"
    assert not visit.buttons("Remove Ben")
    visit.screen.show_code("one two three")
    assert visit.text("code") == "one two three"


def test_leaving_calls_back_and_a_closed_lobby_is_gone(net: Net) -> None:
    (ana,) = table(net)
    visit = InLobby(ana)
    visit.button("Leave").click()
    assert visit.did == ["leave"]
    visit.screen.close()
    visit.screen.close()
    assert Document.current.getElementById("lobby") is None
