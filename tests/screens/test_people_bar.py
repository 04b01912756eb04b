"""The people at a table, what its leader may do, and how a pause is shown, on a document without a browser."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

from game.core import Phase, variant
from game.net.protocol.messages import Command, HandOver, LetIn, MakeSign, SendAway, Sign, TeammateVote
from game.net.roster import Place, Presence, Roster, Settings, Sitter, unseated
from game.transport.route import Route
from tests.screens.at_table import Filled, Sitting, at_a_table, find, people_bar, soon
from tests.screens.dom import Document


def person(name: str, **more: Any) -> Place:
    return Place(Sitter.PERSON, name, name.lower(), Presence.CONNECTED, key=name * 8, **more)


PLACES = person("Ana"), person("Ben"), person("Cleo")
ROSTER = Roster(1, 0, Settings(variant("classic"), signs=True), True, PLACES, (unseated("eve", name="Eve"),))
AWAY = replace(ROSTER, places=(PLACES[0], replace(PLACES[1], presence=Presence.AWAY, vote_in=8), PLACES[2]))
VOTABLE = replace(AWAY, places=(PLACES[0], replace(AWAY.places[1], votable=True, vote_in=0), PLACES[2]))


class Bar:
    """The bar on the page of Ana, who hosts, unless `seat` or `leads` say otherwise."""

    def __init__(self, *, seat: int | None = 0, leads: bool = True, screen: bool = False) -> None:
        self.sitting = Sitting(characters=("", "", ""))
        self.sitting.show(phase=Phase.FOCUS)
        self.commands = list[Command]()
        self.pressed: list[str] = []
        self.room: Any = SimpleNamespace(
            me="ana",
            host=object(),
            route=lambda peer: Route.RELAY if peer == "cleo" else Route.DIRECT,
            guest=SimpleNamespace(
                table=SimpleNamespace(seat=seat, leads=leads, is_screen=screen), removable={1, 2} if leads else set()
            ),
        )
        if_lost = {name: lambda name=name: self.pressed.append(name) for name in ("home", "search")}
        self.announced: list[str] = []
        self.sitting.announcer.read_out = self.announced.append  # type: ignore[method-assign, assignment]
        listed: Any = SimpleNamespace(club="", choose=lambda _: None)
        self.bar = people_bar.PeopleBar(
            Filled(find("menu")),
            self.sitting.screen,
            self.commands.append,
            listed,
            self.sitting.announcer,
            if_lost,
        )

    def show(self, roster: Roster = ROSTER, searching: str = "") -> None:
        self.bar.show(self.room, roster, searching)

    def part(self, name: str) -> Any:
        return self.sitting.part(name)

    @property
    def door(self) -> Any:
        return self.sitting.find(".knock")

    def see(self, phase: Phase) -> None:
        view = self.sitting.screen.state.view
        assert view is not None
        self.bar.show_view(replace(view, phase=phase))

    def menu(self, name: str) -> list[Any]:
        found: Any = Document.current.getElementById(name)
        return [*found.children]


@at_a_table
async def test_people_have_tags_and_routes_and_watchers_come_last() -> None:
    bar = Bar()
    bar.show()
    shown = [" ".join(one.textContent.split()) for one in bar.part("peers").children]
    assert shown == ["Anayou · host", "Ben", "Cleo via server", "Evewatching"]
    assert [one.dataset.way for one in bar.part("peers").children] == ["direct", "direct", "relay", "direct"]
    assert bar.part("watching").textContent == "one person is watching"
    assert not bar.part("company").hidden and bar.sitting.screen.element.hasAttribute("data-company")


@at_a_table
async def test_a_sign_is_sent_and_shown_for_a_while() -> None:
    bar = Bar()
    bar.show()
    bar.sitting.press("Wow")
    assert bar.commands == [MakeSign(Sign.WOW)]
    bar.bar.show_sign(1, "Ben", Sign.WOW)
    assert not bar.sitting.seat(1).querySelector(".sign").hidden
    bar.bar._end_sign(1)
    assert bar.sitting.seat(1).querySelector(".sign").hidden
    bar.bar.close()


@at_a_table
async def test_signs_are_for_players_at_tables_that_allow_them() -> None:
    watcher, without = Bar(seat=None), Bar()
    watcher.show()
    assert watcher.part("signs").hidden
    without.show(replace(ROSTER, settings=Settings(variant("classic"))))
    assert without.part("signs").hidden


@at_a_table
async def test_an_absent_player_pauses_the_table_until_the_others_may_vote() -> None:
    bar = Bar()
    bar.show(AWAY)
    words = bar.part("pause-words").textContent
    assert words == "Ben lost connection. You can go on with a computer player in 8 s."
    assert bar.announced == [words] and bar.sitting.screen.element.hasAttribute("data-paused")
    assert not bar.part("votes").children
    bar.show(AWAY)
    assert bar.announced == [words], "the countdown is announced once"
    bar.show(VOTABLE)
    (vote,) = bar.part("votes").children
    assert vote.textContent == "Replace Ben for now" and vote.querySelector("bdi").textContent == "Ben"
    vote.click()
    assert bar.commands == [TeammateVote(1, True)]
    bar.show()
    assert bar.part("pause").hidden and not bar.sitting.screen.element.hasAttribute("data-paused")
    bar.bar.close()


@at_a_table
async def test_a_vote_is_taken_back() -> None:
    bar = Bar()
    bar.show(replace(VOTABLE, places=(PLACES[0], replace(VOTABLE.places[1], votes=frozenset({0})), PLACES[2])))
    (vote,) = bar.part("votes").children
    assert vote.getAttribute("aria-pressed") == "true"
    vote.click()
    assert bar.commands == [TeammateVote(1, False)]


@at_a_table
async def test_a_player_whose_hand_is_missing_is_named() -> None:
    bar = Bar()
    bar.see(Phase.FOCUS)
    bar.show(replace(ROSTER, places=(PLACES[0], replace(PLACES[1], votable=True), PLACES[2])))
    assert bar.part("pause-words").textContent.startswith("Waiting for")


@at_a_table
async def test_a_lost_table_offers_another_try_and_the_way_home() -> None:
    bar = Bar()
    bar.show(searching="Looking for the table…")
    assert bar.part("pause-words").textContent == "Looking for the table…" and bar.part("lost").hidden
    assert bar.bar.show_trouble("Nobody answers.")
    assert bar.part("pause-words").textContent == "Nobody answers."
    bar.sitting.press("Try again")
    bar.part("lost").querySelector('[data-do="give-up"]').click()
    assert bar.pressed == ["search", "home"]
    bar.show()
    assert bar.part("pause").hidden and not bar.bar.show_trouble("Nobody answers.")


@at_a_table
async def test_the_question_at_the_door_waits_until_play_stops() -> None:
    bar = Bar()
    bar.see(Phase.PLAY)
    bar.show()
    bar.see(Phase.PLAY)
    bar.show(replace(ROSTER, at_door=unseated("zoe", name="Zoe")))
    assert not bar.door and not bar.announced
    bar.see(Phase.FOCUS)
    assert bar.door.querySelector("p").textContent == "Zoe wants to join. Let them in?"
    assert bar.announced == ["Zoe wants to join. Let them in?"] and not bar.door.querySelector("p").hasAttribute("role")
    bar.sitting.press("Yes")
    bar.sitting.press("No")
    assert bar.commands == [LetIn("zoe", True), LetIn("zoe", False)]
    bar.show()
    assert not bar.door


@at_a_table
async def test_only_a_leader_is_asked_about_the_door() -> None:
    bar = Bar(leads=False)
    bar.show(replace(ROSTER, at_door=unseated("zoe", name="Zoe")))
    assert not bar.door and not bar.menu("send-away")


@at_a_table
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
    assert bar.commands == [SendAway("cleo")] and cleo.className == ""


@at_a_table
async def test_a_closed_menu_asks_no_more() -> None:
    bar = Bar()
    bar.show()
    ben = bar.menu("send-away")[0]
    ben.click()
    menu: Any = Document.current.getElementById("menu")
    menu.dispatch("toggle")
    assert ben.className == ""
    bar.bar.close()
    assert not bar.menu("send-away")


@at_a_table
async def test_at_a_big_screen_the_lead_is_handed_over() -> None:
    bar = Bar()
    bar.show(replace(ROSTER, host=None, screen=unseated("tv" * 8, "tv"), screen_leader=0))
    assert [one.textContent for one in bar.menu("hand-over")] == ["Make Ben the host", "Make Cleo the host"]
    bar.menu("hand-over")[1].click()
    assert bar.commands == [HandOver(2)]
    await soon()
