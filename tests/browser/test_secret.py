"""The secret of the game: hidden until a first game has ended, and then offered once, beside the picture."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Come
from tests.browser.table import Person

TELLING = "Tell me the secret"
NO_STORAGE = (
    "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } })"
)


def test_the_picture_the_secret_and_what_teammates_expect_appear_at_the_end_of_a_first_game(come: Come) -> None:
    """Until then, the page hides the secret unless a newcomer asks."""
    person = come(newcomer=True)
    secret = person.page.locator("#secret")
    person.button("Rules").click()
    expect(person.button(TELLING)).to_be_visible()
    expect(person.page.get_by_text("Finding out together")).to_be_visible()
    assert "The secret is time." not in person.page.locator("body").inner_text()
    person.button(TELLING).click()
    expect(secret).to_contain_text("The secret is time.")
    expect(secret).not_to_contain_text("Were you in sync?", use_inner_text=True)
    person.page.keyboard.press("Escape")
    expect(secret).to_be_hidden()
    expect(person.button(TELLING)).to_be_focused()

    person.sit_down()
    person.play_level()
    holds_back(person)
    person.leave()
    person.button("Settings").click()
    memory = person.page.locator("#memory")
    expect(memory).to_contain_text("Computer players remember how you play.", use_inner_text=True)
    expect(memory).not_to_contain_text("tempo", use_inner_text=True)
    expect(person.button("Forget how I play")).to_be_visible()
    person.page.keyboard.press("Escape")
    person.button("Continue").click()
    person.lose()
    person.unfold()
    expect(person.button("Were you in sync?")).to_be_visible()
    expect(person.button("Continue blind")).to_be_hidden()
    person.button("How can this work?").click()
    expect(person.page.locator("#secret")).to_contain_text("The secret is time.")
    expect(person.page.locator("#secret")).to_contain_text("Were you in sync?", use_inner_text=True)
    person.page.keyboard.press("Escape")
    expect(person.button("How can this work?")).to_be_focused()

    person.button("Try again").click()
    person.play_level()
    expect(person.button("Were you in sync?")).to_be_visible()
    person.lose()
    person.unfold()
    expect(person.button("How can this work?")).to_be_hidden()
    person.button("Home").click()
    person.button("Settings").click()
    expect(memory).to_contain_text("s per step", use_inner_text=True)
    person.come_back()
    person.button("Rules").click()
    expect(person.button(TELLING)).to_be_visible()
    expect(person.page.get_by_text("Finding out together")).to_be_hidden()


def test_without_storage_the_secret_stays_available_for_this_visit(come: Come) -> None:
    person = come(newcomer=True, script=NO_STORAGE)
    person.sit_down()
    person.lose()
    person.unfold()
    expect(person.button("How can this work?")).to_be_visible()
    person.button("Home").click()
    person.button("Rules").click()
    expect(person.button(TELLING)).to_be_visible()


def holds_back(person: Person) -> None:
    """Check that the page hides the secret."""
    for name in ("Were you in sync?", "How can this work?", TELLING):
        expect(person.button(name)).to_be_hidden()
