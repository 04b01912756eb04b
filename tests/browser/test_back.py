"""The browser's Back button leads one screen back. Forward stays, unless it leads to a link."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import Come, Opened
from tests.browser.past import some_games, stored
from tests.browser.test_your_games import look_back, open_game
from tests.web import ready


def back(page: Page) -> None:
    page.evaluate("history.back()")


def away(page: Page) -> None:
    """Wait until the page is at the entry of a screen or a dialog, where Back does not leave it."""
    expect(page.locator("html[data-ready]")).to_be_attached()
    for _ in range(100):
        if page.evaluate("new Promise((done) => queueMicrotask(() => done(history.state?.away)))"):
            return
    raise AssertionError("Back would leave the page")


def at_title(page: Page) -> None:
    expect(page.locator("#title")).to_be_visible()
    expect(page.locator("main:visible")).to_have_count(1)
    expect(page.locator(".dialog:popover-open")).to_have_count(0)


def test_back_closes_a_dialog_first_and_leaves_the_solo_table_whose_game_stays_saved(come: Come) -> None:
    person = come()
    person.button("Settings").click()
    away(person.page)
    back(person.page)
    at_title(person.page)
    person.sit_down()
    person.button("Menu").click()
    person.page.locator("#menu [popovertarget=rules]").click()
    for dialogs in (1, 0):
        away(person.page)
        back(person.page)
        expect(person.page.locator(".dialog:popover-open")).to_have_count(dialogs)
        expect(person.table).to_be_visible()
    before = person.truth()
    away(person.page)
    back(person.page)
    at_title(person.page)
    person.page.evaluate("history.forward()")
    at_title(person.page)
    person.button("Continue").click()
    expect(person.table).to_be_visible()
    assert person.truth().hands == before.hands
    person.come_back()
    assert person.truth().hands == before.hands
    away(person.page)
    back(person.page)
    at_title(person.page)


def test_back_leads_from_a_replay_to_its_game_to_the_list_and_home(come: Come) -> None:
    person = come(storage=stored(some_games()))
    look_back(person)
    open_game(person)
    person.button("Watch the replay").click()
    for screen in ("#replay", "#one-game", "#all-games"):
        expect(person.page.locator(screen)).to_be_visible()
        away(person.page)
        back(person.page)
        expect(person.page.locator(screen)).not_to_be_visible()
    at_title(person.page)


def test_back_from_a_shared_game_does_not_open_it_again(open_at: Callable[..., Opened], site: str) -> None:
    page = open_at(site + "#today", own=True).page
    ready(page)
    expect(page.locator("#offer")).to_be_visible()
    away(page)
    assert page.evaluate("location.hash") == "#today"
    back(page)
    at_title(page)
    assert page.evaluate("location.hash") == ""
    page.evaluate("history.forward()")
    expect(page.locator("#offer")).to_be_visible()
