"""Changing tables: no state of the last table remains, and the last choice applies."""

from __future__ import annotations

from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Arrive, Come
from tests.browser.table import Person, follow

NOTE_FIRST_WORDS = """
    window.first = [];
    new MutationObserver(() => {
        const told = document.querySelector(".announcement");
        if (told?.checkVisibility()) first.push(told.textContent);
    }).observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ["hidden"] });
"""
"""Records the text of the live region at each change of the page."""

IDS_TWICE = """() => {
    const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
    return ids.filter((id, at) => ids.indexOf(id) !== at);
}"""


# --- State of a new table -------------------------------------------------------------


def test_the_live_region_exists_ahead_of_its_first_announcement(come: Come) -> None:
    person = come(script=NOTE_FIRST_WORDS)
    person.sit_down()
    person.wait(0)
    silence, *words = person.page.evaluate("first")
    assert silence == ""
    assert any(said.startswith("Level 1.") for said in words)


# --- The last choice applies ----------------------------------------------------------


def test_a_solo_game_started_while_multiplayer_loads_continues(come: Come) -> None:
    person = come(own=True)
    held = hold(person.page)
    with person.page.expect_request("**/online.pack"):
        person.button("Play together").click()
    person.sit_down()
    arrives(person, held)
    expect(person.table).to_be_visible()
    expect(person.page.locator("#lobby")).not_to_be_attached()


def test_going_back_while_multiplayer_loads_ends_at_the_title(come: Come) -> None:
    person = come(own=True)
    held = hold(person.page)
    with person.page.expect_request("**/online.pack"):
        follow(person.page, f"#join={'a' * 26}.{'A' * 43}")
    person.page.evaluate("history.back()")
    arrives(person, held)
    expect(person.page.locator("#title")).to_be_visible()
    expect(person.page.locator("#lobby, #out")).to_have_count(0)


def test_the_back_button_leaves_the_lobby_and_forward_asks_again(arrive: Arrive, invited: Arrive) -> None:
    ana, ben = arrive(), arrive()
    ana.host("Ana")
    follow(ben.page, ana.invite)
    ben.button("Sit down").click()
    ben.call("Ben")
    ben.page.evaluate("history.back()")
    expect(ben.button("Play solo")).to_be_visible()
    expect(ben.page.locator("#lobby")).not_to_be_attached()
    ana.sees("Ana")
    ben.page.evaluate("history.forward()")
    ben.button("Sit down").click()
    ana.sees("Ana", "Ben")


def hold(page: Page) -> list[Route]:
    """Hold the multiplayer modules, and record when Python has loaded them."""
    page.evaluate("""() => {
        const { arrayBuffer } = Response.prototype;
        window.fetched = new Promise((done) => {
            Response.prototype.arrayBuffer = async function () {
                const content = await arrayBuffer.call(this);
                done();
                return content;
            };
        });
    }""")
    held: list[Route] = []
    page.route("**/online.pack", lambda route: held.append(route))
    return held


def arrives(person: Person, held: list[Route]) -> None:
    """Deliver the modules, and let Python continue with them."""
    (route,) = held
    route.continue_()
    person.page.evaluate("fetched")
    for _ in range(20):  # more turns than Python needs
        person.page.evaluate("later()")
