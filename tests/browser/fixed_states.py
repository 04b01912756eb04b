"""Screens in given states, without playing. tests/browser/test_fixed_states.py runs this module in the page.

Each function shows one state in a session of the page, which ends when another one opens.
"""

from __future__ import annotations

import asyncio
import gc
import json
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from random import Random
from types import SimpleNamespace
from typing import Any

import js
from js import document

from game.browser.clubs.club_screens import ClubList, ClubScreen, JoinClub
from game.browser.history import session as history
from game.browser.online.big_screen import STYLE, ScreenLobby, WatchInvite
from game.browser.online.choice_screen import INVITED, ChoiceScreen, invitation
from game.browser.online.lobby_parts import Lobby
from game.browser.online.lobby_screen import LobbyScreen
from game.browser.online.table.people_bar import People, PeopleBar
from game.browser.online.ways_in.pairing_dialog import PairingDialog
from game.browser.page import daily_result, storage
from game.browser.page.announcer import Announcer
from game.browser.page.dialogs import hide_dialogs
from game.browser.page.dom import load_style
from game.browser.shell.page import Page, Session
from game.browser.solo.session import SoloSession
from game.browser.table.table_screen import TableScreen
from game.core import Phase, Variant, variant
from game.core.result import Result
from game.links import read_link
from game.net.clubs.club import new_club
from game.net.clubs.listing import Listing
from game.net.invite import new_invite
from game.net.protocol.messages import Sign
from game.net.protocol.view_check import VIEW
from game.net.roster import Challenge, Place, Presence, Roster, Settings, Sitter, unseated
from game.teammates.characters import FOR_NEWCOMERS
from game.teammates.story import LevelStories
from game.transport.route import Route
from game.words import first_table, table
from game.words import title_screen as words
from game.words.online import connecting, invite, people

FOUNDER = 64 * "b"
NAMES = "Ana", "Ben", "נועה"
PLACES = tuple(
    Place(Sitter.PERSON, name, f"p{at}", Presence.CONNECTED, key=f"{at:032d}") for at, name in enumerate(NAMES)
)
TEAMMATE = Place(Sitter.TEAMMATE, "Ada", character="Ada")
EVE = unseated("eve", name="Eve")
SCREEN = unseated("tv", FOUNDER)
GATHERED = Roster(1, 0, Settings(variant("classic"), signs=True, tell=True), False, (*PLACES, TEAMMATE), (EVE,))
PLAYING = replace(GATHERED, started=True, watchers=())


def without_ben(**more: Any) -> Roster:
    """Return the roster while Ben is away."""
    ben = replace(PLACES[1], presence=Presence.AWAY, **more)
    return replace(PLAYING, places=(PLACES[0], ben, PLACES[2], TEAMMATE))


ROSTERS = {
    "here": PLAYING,
    "away": without_ben(votable=True),
    "waits": without_ben(vote_in=27),
    "screen": replace(PLAYING, host=None, screen=SCREEN, screen_leader=0),
    "watched": replace(PLAYING, watchers=(EVE,)),
    "door": replace(PLAYING, at_door=unseated("dan", name="Dan")),
}


class Resting(Session):
    """A session with these screens in which nothing happens."""

    def __init__(self, *screens: Any) -> None:
        self.screens = screens

    def __getattr__(self, name: str) -> Any:
        return lambda *_, **__: None

    def close(self) -> None:
        for screen in reversed(self.screens):
            screen.close()
        for name in ("data-role", "data-before-screen"):
            document.documentElement.removeAttribute(name)


@cache
def page() -> Page:
    """Return the page that is open now."""
    gc.unfreeze()
    (found,) = [one for one in gc.get_objects() if type(one) is Page and not one.saves_game._closed.done()]
    return found


def room(seat: int | None = 0, *, leads: bool = True, screen: bool = False, relayed: Sequence[str] = ()) -> Any:
    """Return what a screen reads of the room of a page."""
    table = SimpleNamespace(seat=seat, leads=leads, is_screen=screen)
    return SimpleNamespace(
        me="eve" if seat is None else f"p{seat}",
        host=leads or None,
        route=lambda peer: Route.RELAY if peer == "p2" else Route.DIRECT,
        relayed=relayed,
        guest=SimpleNamespace(table=table, removable={1, 2} if leads else set(), watch=False),
    )


def show_table(
    views: list[Any],
    hint: str = "",
    roster: str = "",
    role: str = "",
    sign: bool = False,
    looked_up: bool = False,
    has_chart: bool = False,
    newcomer: bool = False,
    **state: Any,
) -> None:
    """Show the `views` of a table, one after the other. With a `roster`, its seats are people.

    A `newcomer` has finished no game yet. `looked_up` says that all moments were seen. A card that lands at the end of
    a level always was.
    """
    opened, announcer, rest = page(), Announcer(), Resting()
    document.documentElement.toggleAttribute("data-ended", not newcomer)
    shown = [VIEW.read(view) for view in views]
    seats, me = shown[0].seats, shown[0].seat
    if roster:
        names = [place.name for place in ROSTERS[roster].places][:seats]
        characters = ["", "", "", "Ada"][:seats]
    else:
        names = ["", "Ada", "Bea", "Cora", "Dana", "Emil", "Fred", "Gus"][:seats]
        characters = ["", *["Ada"] * (seats - 1)]
    if hint:
        names[1:] = characters[1:] = FOR_NEWCOMERS
    if me is not None:
        names[me] = table.YOU()
    if hint:
        state["hint"] = getattr(table if hint == "NO_TURNS" else first_table, hint)()
    opened.open(lambda: rest)
    screen = TableScreen(names, characters, opened.sound, announcer, rest, **state)
    rest.screens = (screen,)
    if role:
        load_style(STYLE)
        document.documentElement.dataset.role = "screen" if role == "screen" else "seat"
        document.documentElement.toggleAttribute("data-before-screen", role == "phone")
    for view in shown:
        screen.show(view)
    while screen._moments.held and (looked_up or screen.element.dataset.phase == Phase.PLAY.value):
        screen._skip()
    if has_chart:
        stories = LevelStories()
        for at, view in enumerate(shown):
            stories.add(at, view)
        screen.look_back(shown[-1], stories.complete, None)
        screen.show(replace(shown[-1], news=()))
    if hint:
        announcer.read_out(state["hint"])
    if roster:
        seen = room(me, leads=me == 0, screen=role == "screen")
        bar = PeopleBar(opened.menu, screen, People(seen, ROSTERS[roster]), lambda _: None, announcer, {})
        rest.screens = (screen, bar)
        bar.show(seen, ROSTERS[roster], "")
        bar.show_view(shown[-1])
        if role == "screen":
            rest.screens = (*rest.screens, WatchInvite(f"https://one-mind.example/#watch={64 * 'a'}", screen.element))
        if sign:
            bar.show_sign(1, names[1], Sign.WOW)
            screen.set(leaning={2: people.LEANS()})


def show_saved(text: str) -> None:
    """Show a saved solo game."""
    opened = page()
    session = SoloSession.resume(opened, text, "1")
    opened.open(lambda: session).open()


def show_lobby(kind: str) -> None:
    """Show a lobby: of the "host", a "guest", a "new host", a "challenge", or one that is "unnamed" or "lonely"."""
    opened, rest = page(), Resting()
    leads = kind != "guest"
    roster = replace(GATHERED, places=(*PLACES, TEAMMATE, Place(), Place()))
    if kind in ("unnamed", "lonely"):
        roster = replace(roster, places=(PLACES[0], *[Place()] * 7), watchers=())
    if kind == "host":
        roster = replace(roster, settings=replace(roster.settings, club="tuesday"))
    if kind == "challenge":
        challenge = Challenge("seed", Result(3, 0, 0, False))
        settings = replace(roster.settings, variant=variant("descending+gentle"), challenge=challenge)
        roster = replace(roster, settings=settings, places=roster.places[:3])
    table: Any = SimpleNamespace(invite=new_invite(Random(1), FOUNDER), roster=roster)
    opened.open(lambda: rest)
    state = Lobby("" if kind == "unnamed" else NAMES[0], kind != "unnamed")
    if kind == "new host":
        state.former = replace(PLACES[1], name="Friederike")
    screen = LobbyScreen(state, table, lambda _: None, {})
    rest.screens = (screen,)
    relayed = NAMES[2:] if kind == "host" else ()
    screen.show_people(room(0 if leads else 1, leads=leads, relayed=relayed), roster, "")
    if kind == "host":
        screen.show_code("lusab gutih folid")
        screen.set(caller="Dan", clubs={"": "No club", "tuesday": "Tuesday players"})
        for fold in screen.element.querySelectorAll("details"):
            fold.open = True
    if kind == "remove":
        screen.set(asked="p1")
        document.getElementById("removing").showPopover()
    if kind == "lonely":
        screen.trouble(connecting.NO_RELAY())
    if kind == "pairing":
        rest.screens = (screen, PairingDialog("O" * 300, offers=True))


def show_screen_lobby(full: bool) -> None:
    """Show the lobby of a big screen."""
    opened, rest = page(), Resting()
    load_style(STYLE)
    free = (TEAMMATE,) * 5 if full else (Place(),) * 5
    roster = replace(GATHERED, host=None, places=(*PLACES, *free), screen=SCREEN, screen_leader=0)
    table: Any = SimpleNamespace(invite=new_invite(Random(1), FOUNDER), roster=roster)
    opened.open(lambda: rest)
    document.documentElement.dataset.role = "screen"
    screen = ScreenLobby(Lobby(address="one-mind.example/play"), table, {})
    rest.screens = (screen,)
    screen.show_people(room(None, screen=True), roster, "")
    screen.show_code("lusab gutih folid")


def show_choice(kind: str) -> None:
    """Show the question before a link is followed, or why a person cannot join."""
    opened, rest = page(), Resting()
    opened.open(lambda: rest)
    no: Any = rest.pause
    if kind == "out":
        sentence = people.WHY[next(iter(people.WHY))]()
        screen = ChoiceScreen("out-template", {"sentence": sentence}, {"again": no, "leave": no})
    else:
        servers = invite.small_print(["relay.example"])
        lines = [invite.HERE(3, people=3, seats=5)]
        question = invitation(invite.INVITED_BY(name=NAMES[0]), lines, "", servers, name=NAMES[0], seats=5, people=3)
        screen = ChoiceScreen(INVITED, question, {"yes": no, "watch": no, "leave": no})
    rest.screens = (screen,)


def show_club(kind: str) -> None:
    """Show a club with "tables" or without any, the "list" of clubs, or the question whether to "join" one."""
    opened, rest = page(), Resting()
    club = new_club(Random(1), "Tuesday players")
    no: Any = rest.pause
    listing = Listing(new_invite(Random(0), FOUNDER), Variant(), 4, NAMES[:2], 2, 1, 3, 0, True)
    tables = {f"{at:064x}": listing for at in range(20 if kind == "tables" else 0)}

    async def look(*_: Any) -> Any:
        return SimpleNamespace(shown=lambda: tables, is_known=True, open=1, now=0.0, close=no)

    opened.open(lambda: rest)
    if kind in ("join", "list"):
        screen: Any = JoinClub(club, no, no) if kind == "join" else ClubList(no, no)
    else:
        screen = ClubScreen(club, kind == "new", look, no, no, no)
    rest.screens = (screen,)
    if kind == "leave":
        document.getElementById("leaving-club").showPopover()


def show_dialog(name: str = "", newcomer: bool = False, players: int = 4) -> None:
    """Show the title with the dialog `name`, if any. All of its parts are unfolded."""
    page().home()
    document.documentElement.toggleAttribute("data-newcomer", newcomer)
    document.documentElement.toggleAttribute("data-saved", not newcomer)
    if name == "setup":
        document.querySelector(f'[name=players][value="{players}"]').click()
    if name:
        dialog = document.getElementById(name)
        for fold in dialog.querySelectorAll("details"):
            fold.open = name != "setup" or players == 8
        dialog.showPopover()


def show_message() -> None:
    """Show the title with a message, a saved game and the way back to a table."""
    last = {"link": "#join=9", "host": "Maximiliane", "at": str(int(js.Date.now() / 1000))}
    storage.write("last-table", json.dumps(last))
    document.documentElement.toggleAttribute("data-newcomer", False)  # who has a saved game is none
    document.documentElement.toggleAttribute("data-saved", True)
    page().home()
    page().go("message", words=words.NOTHING_IS_KEPT())


def show_failure() -> None:
    """Show the report of a failure."""
    document.getElementById("failed").showModal()


async def show_history(kind: str, link: str = "", presses: Sequence[str] = (), at: float = 0.0) -> None:
    """Show a screen of the history: open it by a `link`, or as `kind` says, press buttons, and seek to `at`."""
    daily_result.date_in_utc = lambda days_ago=0: "1970-01-02"
    if found := read_link(link):
        history.follow(page(), found)
    elif kind == "today":
        history.open_today(page())
    else:
        history.open_games(page())
    for press in presses:
        await asyncio.sleep(0)
        next(one for one in document.querySelectorAll(press) if one.checkVisibility()).click()
    if at:
        session: Any = page()._session
        session.front._screens[-1]._seek(at)


async def show(call: str) -> None:
    """Show the state that `call` names: a function of this module, with its arguments."""
    hide_dialogs()
    document.getElementById("failed").close()
    name, given = json.loads(call)
    shown = globals()[name](**given)
    if shown is not None:
        await shown
    await asyncio.sleep(0)
