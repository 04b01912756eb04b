"""Replays: the timeline, buttons and keys, from the list of games and from a link."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from game.core import DEALER, apply, new_game, shuffled, variant
from tests.browser.party import SOON
from tests.browser.past import link, some_games, stored
from tests.browser.table import ME, Person, saved_game
from tests.browser.test_heard import seen_to_be_accessible
from tests.browser.test_sizes import SIZES, SMALL, fits_sideways
from tests.browser.test_your_games import link_of, look_back, open_game, share, way
from tests.conftest import Complaints
from tests.history.games import lost_game, won_game

Come = Callable[..., Person]


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


COVERED = """() => {
    const box = element => element.getBoundingClientRect();
    const pile = box(document.querySelector(".piles .fatal"));
    const others = [...document.querySelectorAll(".moment .minis .card")].map(box);
    const smaller = others.filter(other => other.width > pile.width || other.height > pile.height);
    const near = [box(document.querySelector(".moment h2")), ...others].filter(other =>
        other.left < pile.right + 6 && other.right > pile.left - 6
        && other.top < pile.bottom + 6 && other.bottom > pile.top - 6);
    return [smaller.length, near.length];
}"""
"""How many set-aside cards are larger than the mistaken card, and how many boxes cover its frame."""


def test_the_mistaken_card_is_whole_and_at_least_as_large_as_the_others(come: Come) -> None:
    person = come()
    watch_link(person, link(lost_game()))
    while not person.page.locator(".piles .fatal").count():
        person.button("Next mistake").click()
    expect(person.moment).to_contain_text("Too soon")
    person.page.get_by_label("Show everyone's cards").check()
    for width, height in ((1280, 800), (390, 844), (844, 390), (320, 568)):
        person.page.set_viewport_size({"width": width, "height": height})
        assert person.page.evaluate(COVERED) == [0, 0], (width, height)


# --- Links ------------------------------------------------------------------------------------


def test_a_game_is_shared_without_names(come: Come) -> None:
    person, friend = come(storage=stored(some_games())), come()
    look_back(person)
    open_game(person)
    share(person)
    quiet = link_of(person, "Link")
    assert quiet.startswith(person.page.url.split("?")[0] + "#game=")
    assert len(quiet.split("#")[1]) <= 900
    seen_to_be_accessible(person, "sharing")
    watch_link(friend, "#" + quiet.split("#")[1])
    expect(friend.page.locator("#replay > header h1")).to_have_text("A game shared with you")
    assert friend.page.locator(".seat .name").all_inner_texts() == ["Fox", "Owl", "Bear", "Hare"]
    friend.button("Back").click()
    friend.button("Home").click()
    expect(friend.button("Play solo")).to_be_visible()
    assert "#" not in friend.page.url


def test_the_link_is_copied_and_sent(come: Come) -> None:
    script = """
        const clipboard = { writeText: async (text) => { window.copied = text; } };
        Object.defineProperty(navigator, "clipboard", { value: clipboard });
        navigator.share = async ({ url }) => { window.sent = url; };"""
    person = come(storage=stored(some_games()), script=script)
    look_back(person)
    open_game(person)
    share(person)
    for title in ("Link", "Challenge a friend"):
        link, tile = link_of(person, title), way(person, title)
        tile.get_by_role("button", name="Copy").click()
        expect(tile.get_by_role("status")).to_have_text("Copied.")
        assert person.page.evaluate("copied") == link
        tile.get_by_role("button", name="Share…").click()
        assert person.page.evaluate("sent") == link
    person.button("Close").click()
    expect(person.page.locator("#sharing")).to_have_count(0)
    expect(person.button("Share this game")).to_be_focused()
    share(person)
    assert link_of(person, "Challenge a friend") == link
    person.page.evaluate("() => { navigator.clipboard.writeText = async () => { throw new Error(); }; }")
    way(person, "Link").get_by_role("button", name="Copy").click()
    expect(way(person, "Link").locator("textarea")).to_be_focused()


def test_a_link_leads_to_the_replay_and_the_cards(come: Come) -> None:
    person = come(saved=saved_game("classic", 2, until=lambda state: state.level == 2))
    follow(person, link(won_game(), seed="seed 1"))
    expect(person.page.locator("#offer .outcome")).to_have_text("Won: all 8 levels")
    expect(person.page.locator("#replay")).to_have_count(0)
    seen_to_be_accessible(person, "a shared game")
    fits_sideways(person.page)
    person.button("Watch the replay").click()
    stands(person, 0, "playing")
    person.button("Back").click()
    person.button("Play these cards").click()
    person.shows(variant="classic", seats=4, level=1)
    state = new_game(variant("classic"), 4)
    hand = apply(state, DEALER, shuffled(state, "seed 1"))[0].hands[ME]
    assert person.cards(".hand") == [str(card) for card in hand]


def test_a_link_is_opened_without_any_connection(come: Come, site: str, complaints: Complaints) -> None:
    person = come(own=True)  # a page that has not loaded it yet
    asked = list[str]()
    person.page.on("request", lambda request: asked.append(request.url))
    person.page.on("websocket", lambda line: asked.append(line.url))
    before = person.page.evaluate("JSON.stringify(localStorage)")
    watch_link(person, link(won_game(), seed="seed"))
    stands(person, 0, "playing")
    person.wait(20)
    assert person.page.evaluate("JSON.stringify(localStorage)") == before
    assert {url.rsplit("/", 1)[1] for url in asked} - {"icon.svg"} == {"history.pack", "history.en.html"}


def test_it_is_accessible_and_fits(come: Come) -> None:
    person = come(storage=stored(some_games()))
    watch(person)
    person.button("Pause").click()
    person.page.locator("#line").fill("120")
    seen_to_be_accessible(person, "a replay")
    for opened in (False, True):
        person.page.get_by_label("Show everyone's cards").set_checked(opened)
        fits(person.page)
    seen_to_be_accessible(person, "open hands")


def fits(page: Page) -> None:
    for width, height in SIZES.values():
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.scrollingElement.scrollWidth <= innerWidth"), (width, height)
        assert page.evaluate("document.scrollingElement.scrollHeight <= innerHeight"), (width, height)
        small = [one for one in page.evaluate(SMALL) if 'type="range"' not in one or height > 480]
        assert small == [], (width, height)
        for name in ("Next mistake", "Back"):
            page.get_by_role("button", name=name, exact=True).click(trial=True)
