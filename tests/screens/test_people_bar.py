"""The people at a table, what its leader may do, and how a pause is shown, on a document without a browser."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

from game.core import Phase, variant
from game.net.protocol.messages import Command, HandOver, LetIn, MakeSign, SendAway, Sign, TeammateVote
from game.net.roster import Roster, Settings, unseated
from game.transport.route import Route
from tests.screens.at_table import Sitting
from tests.screens.dom import browser
from tests.screens.visit import Visit, soon
from tests.words.online.rosters import TV, roster

with browser():
    from game.browser.online.table import people_bar
    from game.browser.page.dom import find
    from game.browser.page.view import Filled


def table(people: str = "Ana | Ben | Cleo", **more: Any) -> Roster:
    """Return a table of these people with signs, and Eve, who watches."""
    more = {"settings": Settings(variant("classic"), signs=True)} | more
    return roster(people, watchers=(unseated("eve", name="Eve"),), **more)


def missing(**more: Any) -> Roster:
    """Return the table while Ben is away. `more` is the state of the vote on a replacement."""
    away = table("Ana | Ben away | Cleo")
    return replace(away, places=(away.places[0], replace(away.places[1], **more), away.places[2]))


class Bar(Visit):
    """The bar on the page of Ana, who hosts, unless `seat` or `leads` say otherwise."""

    def __init__(self, *, seat: int | None = 0, leads: bool = True) -> None:
        self.table = Sitting(characters=("", "", ""))
        self.table.show(phase=Phase.FOCUS)
        self.screen = self.table.screen
        self.commands = list[Command]()
        self.pressed: list[str] = []
        member = SimpleNamespace(seat=seat, leads=leads, is_screen=False)
        self.room = cast(
            Any,
            SimpleNamespace(
                me="Ana",
                host=object(),
                route=lambda peer: Route.RELAY if peer == "Cleo" else Route.DIRECT,
                guest=SimpleNamespace(table=member, removable={1, 2} if leads else set()),
            ),
        )
        acts = {name: lambda _, name=name: self.pressed.append(name) for name in ("give-up", "search")}
        self.announced: list[str] = []
        self.table.announcer.read_out = self.announced.append  # type: ignore[method-assign, assignment]
        menu, announcer = Filled(find("menu")), self.table.announcer
        people = people_bar.People(self.room, table())
        self.bar = people_bar.PeopleBar(menu, self.screen, people, self.commands.append, announcer, acts)

    def show(self, roster: Roster | None = None, searching: str = "") -> None:
        self.bar.show(self.room, roster or table(), searching)

    @property
    def door(self) -> Any:
        return self.find(".knock")

    def see(self, phase: Phase) -> None:
        self.bar.show_view(replace(self.screen.state.view, phase=phase))

    def menu(self, name: str) -> list[Any]:
        return [*find(name).children]


async def test_people_have_tags_and_routes_and_watchers_come_last() -> None:
    bar = Bar()
    bar.show()
    shown = [" ".join(one.textContent.split()) for one in bar.part("peers").children]
    assert shown == ["Anayou · host", "Ben", "Cleo via server", "Evewatching"]
    assert [one.dataset.way for one in bar.part("peers").children] == ["direct", "direct", "relay", "direct"]
    assert bar.text("watching") == "one person is watching"
    assert bar.shows("company") and bar.screen.state.has_company


async def test_a_sign_is_sent_and_shown_for_a_while() -> None:
    bar = Bar()
    bar.show()
    bar.button("Wow").click()
    assert bar.commands == [MakeSign(Sign.WOW)]
    bar.bar.show_sign(1, "Ben", Sign.WOW)
    assert not bar.table.seat(1).querySelector(".sign").hidden
    bar.bar._end_sign(1)
    assert bar.table.seat(1).querySelector(".sign").hidden
    bar.bar.close()


async def test_signs_are_for_players_at_tables_that_allow_them() -> None:
    watcher, without = Bar(seat=None), Bar()
    watcher.show()
    assert not watcher.shows("signs")
    without.show(table(settings=Settings(variant("classic"))))
    assert not without.shows("signs")


async def test_an_absent_player_pauses_the_table_until_the_others_may_vote() -> None:
    bar = Bar()
    bar.show(missing(vote_in=8))
    words = bar.text("pause-words")
    assert words == "Ben lost connection. You can go on with a computer player in 8 s."
    assert bar.announced == [words] and bar.screen.element.hasAttribute("data-paused")
    assert not bar.part("votes").children
    bar.show(missing(vote_in=8))
    assert bar.announced == [words], "the countdown is announced once"
    bar.show(missing(votable=True))
    (vote,) = bar.part("votes").children
    assert vote.textContent == "Replace Ben for now" and vote.querySelector("bdi").textContent == "Ben"
    vote.click()
    assert bar.commands == [TeammateVote(1, True)]
    bar.show()
    assert not bar.shows("pause") and not bar.screen.element.hasAttribute("data-paused")
    bar.bar.close()


async def test_a_vote_shows_how_many_agree_and_is_taken_back() -> None:
    bar = Bar()
    bar.show(missing(votable=True, votes=frozenset({0})))
    (vote,) = bar.part("votes").children
    assert vote.textContent == "Replace Ben for now (1/2)" and vote.getAttribute("aria-pressed") == "true"
    vote.click()
    assert bar.commands == [TeammateVote(1, False)]


async def test_a_player_whose_hand_is_missing_is_named() -> None:
    bar = Bar()
    bar.see(Phase.FOCUS)
    bar.show(table("Ana | Ben votable | Cleo"))
    assert bar.text("pause-words").startswith("Waiting for")


async def test_a_lost_table_offers_another_try_and_the_way_home() -> None:
    bar = Bar()
    bar.show(searching="Looking for the table…")
    assert bar.text("pause-words") == "Looking for the table…" and not bar.shows("lost")
    assert bar.bar.show_trouble("Nobody answers.")
    assert bar.text("pause-words") == "Nobody answers."
    bar.button("Try again").click()
    bar.press("give-up")
    assert bar.pressed == ["search", "give-up"]
    bar.show()
    assert not bar.shows("pause") and not bar.bar.show_trouble("Nobody answers.")


async def test_the_question_at_the_door_waits_until_play_stops() -> None:
    bar = Bar()
    bar.see(Phase.PLAY)
    bar.show()
    bar.see(Phase.PLAY)
    bar.show(table(at_door=unseated("zoe", name="Zoe")))
    assert not bar.door and not bar.announced
    bar.see(Phase.FOCUS)
    assert bar.door.querySelector("p").textContent == "Zoe wants to join. Let them in?"
    assert bar.announced == ["Zoe wants to join. Let them in?"] and not bar.door.querySelector("p").hasAttribute("role")
    bar.button("Yes").click()
    bar.button("No").click()
    assert bar.commands == [LetIn("zoe", True), LetIn("zoe", False)]
    bar.show()
    assert not bar.door


async def test_only_a_leader_is_asked_about_the_door() -> None:
    bar = Bar(leads=False)
    bar.show(table(at_door=unseated("zoe", name="Zoe")))
    assert not bar.door and not bar.menu("send-away")


async def test_a_leader_removes_somebody_with_the_second_press() -> None:
    bar = Bar()
    bar.show()
    ben, cleo, eve = bar.menu("send-away")
    assert [one.textContent for one in (ben, cleo, eve)] == [f"Remove {name}" for name in ("Ben", "Cleo", "Eve")]
    ben.click()
    assert ben.textContent == "Really remove Ben?" and ben.className == "sure"
    cleo.click()
    assert (ben.className, cleo.className) == ("", "sure") and not bar.commands
    cleo.click()
    assert bar.commands == [SendAway("Cleo")] and cleo.className == ""


async def test_a_closed_menu_asks_no_more() -> None:
    bar = Bar()
    bar.show()
    ben = bar.menu("send-away")[0]
    ben.click()
    find("menu").dispatch("toggle")
    assert ben.className == ""
    bar.bar.close()
    assert not bar.menu("send-away")


async def test_at_a_big_screen_the_lead_is_handed_over() -> None:
    bar = Bar()
    bar.show(table(host=None, screen=TV, screen_leader=0))
    assert [one.textContent for one in bar.menu("hand-over")] == ["Make Ben the host", "Make Cleo the host"]
    bar.menu("hand-over")[1].click()
    assert bar.commands == [HandOver(2)]
    await soon()
