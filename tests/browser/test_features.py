"""Features that a browser may lack: the page starts without any of them, and lacks nothing else."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrive, Come
from tests.browser.party import SOON
from tests.browser.table import Person
from tests.browser.taken_away import FEATURES, PAIRS, script
from tests.thorough import thorough_after


def plays_a_level(person: Person) -> None:
    """Play the first level, in time or with a mistake: both players hold one card."""
    person.sit_down()
    person.begin()
    person.play()
    person.wait_until(lambda: person.data()["level"] == "2")
    expect(person.page.locator("#failed")).to_be_hidden()


@pytest.mark.thorough
@pytest.mark.parametrize(("name", "way"), PAIRS)
def test_a_level_is_played_without_it(come: Come, name: str, way: str) -> None:
    plays_a_level(come(script=script(name, way)))


def all_gone(way: str, *but: str) -> str:
    """Return the script that takes all features away in this way, except those."""
    return "".join(script(name, way) for name in FEATURES if name not in but and (name, way) in PAIRS)


@pytest.mark.parametrize("way", thorough_after(2, ["missing", "silent", "throws"]))
def test_a_level_is_played_without_all_that_is_optional(come: Come, way: str) -> None:
    plays_a_level(come(script=all_gone(way)))


@pytest.mark.parametrize("way", thorough_after(1, ["missing", "silent"]))
def test_people_meet_without_all_that_is_optional(arrive: Arrive, invited: Arrive, way: str) -> None:
    without = all_gone(way, "sockets")
    host, guest = arrive(script=without), invited(script=without)
    host.host("Ada")
    guest.page.goto(host.invite)
    guest.button("Sit down").click()
    guest.call("Ben")
    expect(host.person("Ben")).to_have_attribute("data-state", "connected", timeout=SOON)
    if way == "missing":
        host.button("Connect directly").click()
        expect(host.page.locator("#lobby .trouble p")).to_contain_text("This browser blocks direct connections")
