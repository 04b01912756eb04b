"""A short tour for every engine: the first start, a level, a reload, and a table of two engines."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect

from tests.browser.party import Member, play_level, seat, start
from tests.browser.table import Person
from tests.conftest import Complaints
from tests.web import chromium_options

pytestmark = pytest.mark.skip_browser("chromium")  # the other journeys cover it


@pytest.fixture(scope="session")
def another_engine(playwright: Playwright) -> Iterator[Browser]:
    """Return a Chromium beside the browser of this run."""
    browser = playwright.chromium.launch(**chromium_options())
    yield browser
    browser.close()


def test_the_first_start_a_level_and_a_reload(new_page: Callable[..., Page], site: str) -> None:
    person = Person.arrive(new_page(reduced_motion="reduce"), site)
    expect(person.page.locator("html[data-snapshot=restored]")).to_be_attached()
    person.sit_down(3)
    person.play_level()
    person.shows(level=2)
    person.come_back()
    person.shows(phase="focus", level=2)


@pytest.mark.needs("webrtc")
def test_a_table_of_two_engines(arrive: Callable[..., Member], another_engine: Browser, complaints: Complaints) -> None:
    ana = arrive()
    ana.host("Ana")
    context = another_engine.new_context(service_workers="block", reduced_motion="reduce")
    complaints.watch(context)
    ben = Member(context.new_page())
    seat(ana, {"Ben": ben})
    start(ana, (ana, ben))
    play_level(1, (ana, ben))
    for member in (ana, ben):
        member.shows(level=2)
    context.close()
