"""Replays: the timeline, buttons and keys, from the list of games and from a link."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Come
from tests.browser.party import SOON
from tests.browser.past import some_games, stored
from tests.browser.table import Person
from tests.browser.test_your_games import link_of, look_back, open_game, share


def watch(person: Person) -> None:
    look_back(person)
    open_game(person)
    person.button("Watch the replay").click()
    expect(person.page.locator("#replay")).to_be_visible()


def follow(person: Person, fragment: str) -> None:
    """Open a link in the page."""
    person.page.evaluate("fragment => { location.hash = fragment; }", fragment)
    expect(person.page.locator("#replay, #offer")).to_be_visible(timeout=SOON)


def watch_link(person: Person, fragment: str) -> None:
    """Open the link of a game in the page, and watch the game."""
    follow(person, fragment)
    person.button("Watch the replay").click()
    expect(person.page.locator("#replay")).to_be_visible()


def stands(person: Person, at: float, state: str, speed: int = 1) -> None:
    """Check that the replay is at second `at`, within 0.31 s of the page's time, and in this state."""
    replay = person.page.locator("#replay")
    expect(replay).to_have_attribute("data-state", state)
    assert float(replay.get_attribute("data-at") or -1) == pytest.approx(at, abs=0.31 * speed)


def test_it_has_keyboard_control_and_announcements(come: Come) -> None:
    person = come(storage=stored(some_games()))
    watch(person)
    person.listen()
    person.page.locator("#replay > header h1").focus()
    person.page.keyboard.press("Space")
    stands(person, 0, "paused")
    for key, where in (("ArrowRight", 5), ("ArrowRight", 10), ("ArrowLeft", 5)):
        person.page.keyboard.press(key)
        stands(person, where, "paused")
    person.page.keyboard.press("Space")
    person.wait_until(lambda: any("Level 2." in sentence for sentence in person.heard()))
    person.wait_until(lambda: person.heard()[-1].endswith("Go."))
    person.page.keyboard.press("Space")
    expect(person.page.locator("#line")).to_have_attribute("aria-valuetext", person.page.locator(".clock").inner_text())


# --- Links ------------------------------------------------------------------------------------


def test_a_game_is_shared_without_names_and_its_link_is_opened_without_any_connection(come: Come) -> None:
    person, friend = come(storage=stored(some_games())), come(own=True)  # a page that has not loaded it yet
    look_back(person)
    open_game(person)
    share(person)
    quiet = link_of(person, "Link")
    assert quiet.startswith(person.page.url.split("?")[0] + "#game=")
    assert len(quiet.split("#")[1]) <= 1600
    asked = list[str]()
    friend.page.on("request", lambda request: asked.append(request.url))
    friend.page.on("websocket", lambda line: asked.append(line.url))
    before = friend.page.evaluate("JSON.stringify(localStorage)")
    watch_link(friend, "#" + quiet.split("#")[1])
    stands(friend, 0, "playing")
    friend.wait(20)
    assert friend.page.evaluate("JSON.stringify(localStorage)") == before
    assert {url.rsplit("/", 1)[1] for url in asked} - {"icon.svg"} == {"history.pack", "history.en.html"}
    expect(friend.page.locator("#replay > header h1")).to_have_text("A game shared with you")
    assert friend.page.locator(".seat .name").all_inner_texts() == ["Fox", "Owl", "Bear", "Hare"]
    friend.button("Back").click()
    friend.button("Home").click()
    expect(friend.button("Play solo")).to_be_visible()
    assert "#" not in friend.page.url
