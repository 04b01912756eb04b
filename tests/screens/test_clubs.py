"""The screens of clubs on a document without a browser."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from types import SimpleNamespace
from typing import Any

from game.net.clubs.club import Club, new_club
from game.net.clubs.listing import Listing
from tests.net.clubs.events import TABLE
from tests.screens.dom import Element, browser
from tests.screens.visit import Visit, soon

with browser():
    from game.browser.clubs.club_screens import ClubList, ClubScreen
    from game.browser.online import stored_clubs

CLUB = new_club(Random(1), "Tuesday players")


async def _look(club: Club, changed: Callable[[], None]) -> None:
    """Find no library."""


def button(item: Element, do: str) -> Any:
    return item.querySelector(f"[data-do={do}]")


class AtClub(Visit):
    """The page of a club, with the tables that are listed."""

    def __init__(self) -> None:
        stored_clubs.remember(CLUB)
        self.did: list[Any] = []
        self.tables: dict[str, Listing] = {}
        self.screen = ClubScreen(
            CLUB,
            True,
            _look,
            lambda listing, watch: self.did.append((listing, watch)),
            lambda: self.did.append("play"),
            lambda: self.did.append("back"),
        )

    def lists(self, **tables: Listing) -> None:
        self.tables = tables
        listed = SimpleNamespace(shown=lambda: self.tables, is_known=True, open=1, now=0.0, close=lambda: None)
        self.screen.set(list_=listed)

    @property
    def items(self) -> list[Element]:
        return self.every(".club-table")


async def test_the_list_shows_a_club_and_makes_another() -> None:
    stored_clubs.remember(CLUB)
    shown: list[Any] = []
    visit = Visit()
    visit.screen = ClubList(lambda club, new: shown.append((club.name, new)), lambda: None)
    visit.press("open")
    for name in ("  ", " Friends "):
        visit.part("name").value = name
        visit.find("[type=submit]").click()
    assert shown == [("Tuesday players", False), ("Friends", True)]
    assert [club.name for club in stored_clubs.clubs()] == ["Tuesday players", "Friends"]


async def test_a_club_shows_its_tables_and_leads_to_them() -> None:
    visit = AtClub()
    assert visit.text("told") == "Looking for open tables…" and not visit.items
    full = replace(TABLE, free=0, watch=True)
    visit.lists(a=TABLE, b=full)
    first, second = visit.items
    assert visit.text("told") == ""
    assert len(first.querySelectorAll("[data-part=place]")) == TABLE.seats
    assert len(first.querySelectorAll("[data-part=place]:not(.empty)")) == len(TABLE.people)
    assert button(second, "sit").hidden and not button(second, "watch").hidden
    button(first, "sit").click()
    button(second, "watch").click()
    assert visit.did == [(TABLE, False), (full, True)]
    visit.lists(b=full)
    assert visit.items == [second]
    visit.lists()
    assert visit.text("told").startswith("No tables are listed now.")


async def test_a_table_that_is_gone_leads_nowhere() -> None:
    visit = AtClub()
    visit.lists(a=TABLE)
    (item,) = visit.items
    visit.tables = {}
    button(item, "sit").click()
    assert visit.did == []


async def test_a_club_is_left() -> None:
    visit = AtClub()
    assert visit.text("leaving-title") == "Leave the club “Tuesday players”?"
    visit.press("leave-club")
    assert (visit.did, stored_clubs.clubs()) == (["back"], [])


async def test_a_list_that_could_not_be_reached_is_looked_up_again() -> None:
    visit, closed = AtClub(), []
    again = visit.find("[data-do=again]")
    assert again.hidden
    await soon()
    assert visit.text("told").startswith("Couldn’t load")
    again.click()
    assert visit.text("told") == "Looking for open tables…" and again.hidden
    unreached = SimpleNamespace(shown=dict, is_known=False, open=0, now=0.0, close=lambda: closed.append(True))
    visit.screen.set(list_=unreached, is_late=True)
    assert visit.text("told").startswith("Can’t reach") and not again.hidden
    again.click()
    assert visit.text("told") == "Looking for open tables…" and closed == [True]
