"""Features that a browser may lack: the page starts without any of them, and lacks nothing else."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.party import SOON, Member
from tests.browser.table import Person
from tests.browser.taken_away import FEATURES, PAIRS, WAYS, script

Come = Callable[..., Person]
Arrive = Callable[..., Member]


@pytest.mark.parametrize(("name", "way"), PAIRS)
def test_a_level_is_played_without_it(come: Come, name: str, way: str) -> None:
    person = come(script=script(name, way))
    person.sit_down()
    person.begin()
    person.play()  # in time or as a mistake: both players hold one card
    person.wait_until(lambda: person.data()["level"] == "2")
    expect(person.page.locator("#failed")).to_be_hidden()


@pytest.mark.parametrize("way", WAYS)
def test_people_meet_without_all_that_is_optional(arrive: Arrive, invited: Arrive, way: str) -> None:
    without = "".join(script(name, way) for name in FEATURES if name != "sockets" and (name, way) in PAIRS)
    host, guest = arrive(script=without), invited(script=without)
    host.host("Ada")
    guest.page.goto(host.invite)
    guest.button("Sit down").click()
    guest.call("Ben")
    expect(host.person("Ben")).to_have_attribute("data-state", "connected", timeout=SOON)
