"""The screens of clubs on a document without a browser."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from game.net.clubs.club import Club, new_club
from game.net.clubs.listing import Listing
from tests.net.clubs.events import TABLE
from tests.screens.dom import Document, Element, browser

with browser():
    from game.browser.clubs import club_screens
    from game.browser.clubs.club_screens import ClubList, ClubScreen
    from game.browser.online import qr_code

CLUB = new_club(Random(1), "Tuesday players")


@pytest.fixture(autouse=True)
def stored(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """Return the stored clubs, on a new page."""
    Document()
    stored = SimpleNamespace(kept=[CLUB], left=[])
    stored.clubs = lambda: stored.kept
    stored.remember = stored.kept.append
    stored.leave = stored.left.append
    stored.club_of_page = lambda: None
    monkeypatch.setattr(club_screens, "stored_clubs", stored)
    monkeypatch.setattr(club_screens.seat_store, "name", lambda: "Ana")  # type: ignore[attr-defined]
    monkeypatch.setattr(club_screens, "_since", lambda at, now: "now")
    monkeypatch.setattr(club_screens, "load_style", lambda *_: None)
    monkeypatch.setattr(qr_code, "Tasks", lambda: SimpleNamespace(start=lambda work: work.close(), close=lambda: None))
    monkeypatch.setattr(club_screens, "Timer", lambda _: SimpleNamespace(start=lambda _: None, stop=lambda: None))
    monkeypatch.setattr(club_screens, "link_with", lambda fragment: f"https://example.org/{fragment}")
    return stored


async def _look(club: Club, changed: Callable[[], None]) -> None:
    """Find no library."""


class Visit:
    """The page of a club, with the tables that are listed."""

    def __init__(self) -> None:
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
        return self.screen.element.querySelectorAll(".club-table")  # type: ignore[no-any-return]

    @property
    def told(self) -> str:
        return str(self.screen.parts["told"].textContent)


def button(item: Element, do: str) -> Element:
    found = item.querySelector(f"[data-do={do}]")
    assert found is not None
    return found


def test_the_list_shows_a_club_and_makes_another(stored: SimpleNamespace) -> None:
    shown: list[Any] = []
    screen = ClubList(lambda club, new: shown.append((club.name, new)), lambda: None)
    button(screen.element, "open").click()
    screen.parts["name"].value = "  "
    screen.element.querySelector("[type=submit]").click()
    screen.parts["name"].value = " Friends "
    screen.element.querySelector("[type=submit]").click()
    assert shown == [("Tuesday players", False), ("Friends", True)]
    assert [club.name for club in stored.kept] == ["Tuesday players", "Friends"]


def test_a_club_shows_its_tables_and_leads_to_them() -> None:
    visit = Visit()
    assert visit.told == "Looking for open tables…" and not visit.items
    full = replace(TABLE, free=0, watch=True)
    visit.lists(a=TABLE, b=full)
    first, second = visit.items
    assert visit.told == ""
    assert len(first.querySelectorAll("[data-part=place]")) == TABLE.seats
    assert len(first.querySelectorAll("[data-part=place]:not(.empty)")) == len(TABLE.people)
    assert button(second, "sit").hidden and not button(second, "watch").hidden
    button(first, "sit").click()
    button(second, "watch").click()
    assert visit.did == [(TABLE, False), (full, True)]
    visit.lists(b=full)
    assert visit.items == [second]
    visit.lists()
    assert visit.told.startswith("No tables are listed now.")


def test_a_table_that_is_gone_leads_nowhere() -> None:
    visit = Visit()
    visit.lists(a=TABLE)
    (item,) = visit.items
    visit.tables = {}
    button(item, "sit").click()
    assert visit.did == []


def test_a_club_is_left(stored: SimpleNamespace) -> None:
    visit = Visit()
    assert visit.screen.parts["leaving-title"].textContent == "Leave the club “Tuesday players”?"
    button(visit.screen.element, "leave-club").click()
    assert (visit.did, stored.left) == (["back"], [CLUB])


def test_a_page_without_the_library_says_so() -> None:
    visit = Visit()
    visit.screen.set(failed=True)
    assert visit.told.startswith("Couldn’t load")


def test_a_list_that_could_not_be_reached_is_looked_up_again() -> None:
    visit, closed = Visit(), []
    again = button(visit.screen.element, "again")
    assert again.hidden
    visit.screen.set(failed=True)
    again.click()
    assert visit.told == "Looking for open tables…" and again.hidden
    unreached = SimpleNamespace(shown=dict, is_known=False, open=0, now=0.0, close=lambda: closed.append(True))
    visit.screen.set(list_=unreached, is_late=True)
    assert visit.told.startswith("Can’t reach") and not again.hidden
    again.click()
    assert visit.told == "Looking for open tables…" and closed == [True]
