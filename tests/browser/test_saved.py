"""Saved games: reloads, closed tabs and crashes; damaged data never blocks the page."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Error, Playwright, expect

from game.core import Phase, State
from game.core.record import GameFault
from game.words.title_screen import kept_aside
from tests.browser.conftest import Come
from tests.browser.party import SOON
from tests.browser.table import ME, Person, saved_game, seed_where
from tests.conftest import Complaints
from tests.engines.lacks import LACKS
from tests.history.test_old_forms import OLD
from tests.web import whole_chromium_options

BACK = "Welcome back. Put your hand on the table to go on."


@pytest.mark.smoke
def test_a_reload_during_play_restores_the_game_paused(come: Come) -> None:
    person = come(seed_where(everybody_waits, seats=3, level=2))
    person.sit_down(players=3)
    person.play_on(until=lambda state: state.level == 2 and len(state.piles[0]) == 1)
    before = person.truth()
    person.come_back()
    comes_back(person, before)
    person.wait(60)
    person.shows(phase="focus")
    person.button("Menu").click()
    expect(person.page.locator("#kept-here")).to_be_visible()
    person.page.keyboard.press("Escape")
    person.play_level()
    person.shows(level=3)


def test_a_closed_tab_a_left_game_and_one_whose_page_crashed_can_be_continued(
    come: Come, site: str, complaints: Complaints, browser_name: str
) -> None:
    """After the crash, the game is restored up to the last event. A second tab reports that it does not save it."""
    complaints.expect("chrome://crash")
    person = come(seed_where(everybody_waits, seats=3, level=2), own=True)
    expect(person.button("Continue")).to_be_hidden()
    person.sit_down(players=3)
    person.play_on(until=lambda state: state.level == 2 and len(state.piles[0]) == 1)
    before = person.truth()
    second = Person.arrive(person.page.context.new_page(), site)
    expect(second.page.locator("#title-message")).to_contain_text("open in another tab")
    second.sit_down(players=5)
    assert len(person.truth().hands) == before.seats
    second.page.close()
    before = person.truth()
    person.page.close()
    again = Person.arrive(person.page.context.new_page(), site, seed=99)
    comes_back(again, before)
    again.leave()
    again.come_back()
    expect(again.table).to_be_hidden()
    again.button("Continue").click()
    comes_back(again, before)
    if "crash" in LACKS[browser_name]:
        return
    with pytest.raises(Error):
        again.page.goto("chrome://crash")
    again.page.close()
    comes_back(Person.arrive(again.page.context.new_page(), site), before)


def test_a_game_that_an_older_version_saved_continues(come: Come) -> None:
    old = OLD["saves"][0]
    person = come(saved=old["text"])
    expect(person.table).to_be_visible(timeout=SOON)
    person.shows(phase="focus", level=4)
    assert person.page.evaluate("localStorage.getItem('one-mind/game')").startswith("[3,")
    person.play_level()
    person.shows(level=5)


def test_a_won_game_is_not_offered_on_the_title_once_it_was_left(come: Come) -> None:
    person = come(saved=saved_game("classic", 2, until=lambda state: state.phase is Phase.WON))
    person.shows(phase="won", level=12)
    person.unfold()
    person.button("Home").click()
    expect(person.button("Play solo")).to_be_visible()
    expect(person.button("Continue")).to_be_hidden()
    person.come_back()
    expect(person.table).to_be_hidden()


PLAYED = saved_game("classic", 2, until=lambda state: state.level == 2)
UNUSABLE = {
    "nonsense": ("{nonsense", GameFault.DAMAGED),
    "another format": ('{"format": 99, "game": {}}', GameFault.VERSION),
    "against the rules": (
        PLAYED.replace('"0 hand"', '"0 stop"', 1),
        GameFault.IMPOSSIBLE,
    ),
    "nested without end": ("[" * 200_000, GameFault.DAMAGED),
    "huge": ("x" * 4_000_000, GameFault.TOO_LONG),
}


def test_unusable_data_is_reported_backed_up_and_never_blocks_the_page(come: Come) -> None:
    person = come()
    for what, (text, fault) in UNUSABLE.items():
        person.page.evaluate("text => localStorage.setItem('one-mind/game', text)", text)
        person.come_back()
        expect(person.page.locator("#title-message [data-part=message-words]"), what).to_have_text(kept_aside(fault))
        assert person.page.evaluate("localStorage.getItem('one-mind/game-damaged')") == text, what
        assert person.page.evaluate("localStorage.getItem('one-mind/game')") is None, what
        expect(person.button("Continue"), what).to_be_hidden()
    with person.page.expect_download() as download:
        person.button("Download saved game").click()
    assert download.value.path().read_text() == text
    person.button("Dismiss").click()
    expect(person.page.locator("#title-message")).to_be_hidden()
    person.sit_down()
    person.play_level()
    person.shows(level=2)


FULL = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }"


def test_the_game_is_playable_with_full_storage(come: Come) -> None:
    person = come(script=FULL)
    expect(person.page.locator("#title-message [data-part=message-words]")).to_contain_text("can’t save your game")
    person.sit_down()
    for _ in range(300):
        if person.data()["level"] == "2":
            break
        lay = person.page.locator(".lay[aria-pressed=false]:visible")
        if lay.count():
            lay.click()
        if person.playable.count():
            person.play()
        person.wait()
    person.shows(level=2)
    person.button("Menu").click()
    expect(person.page.locator("#kept-here")).to_be_hidden()
    person.button("Settings").click()
    person.page.get_by_label("Theme").select_option("dark")
    expect(person.page.locator("html")).to_have_attribute("data-theme", "dark")


@pytest.mark.needs("preferences")
def test_with_all_site_data_blocked_the_page_starts_and_reports_it(
    playwright: Playwright, site: str, complaints: Complaints, tmp_path: Path
) -> None:
    profile = tmp_path / "Default"
    profile.mkdir()
    blocked = {"profile": {"default_content_setting_values": {"cookies": 2}}}
    (profile / "Preferences").write_text(json.dumps(blocked))
    context = playwright.chromium.launch_persistent_context(tmp_path, **whole_chromium_options())
    complaints.watch(context)
    person = Person.arrive(context.new_page(), site)
    expect(person.page.locator("#title-message [data-part=message-words]")).to_contain_text("can’t save your game")
    person.sit_down()
    expect(person.page.locator(".table")).to_be_visible()
    context.close()


def comes_back(person: Person, before: State) -> None:
    person.shows(phase="focus", level=before.level, lives=before.lives, stars=before.stars)
    expect(person.told.locator(".earlier")).to_have_text(BACK)  # announced only: the middle of the table shows it
    expect(person.moment.get_by_role("heading")).to_contain_text("Paused")
    now = person.truth()
    assert (now.hands, now.piles, now.aside) == (before.hands, before.piles, before.aside)
    assert person.cards(".pile") == [str(card) for _, card in before.piles[0][-5:]]
    assert person.cards(".hand") == [str(card) for card in before.hands[ME]]


def everybody_waits(state: State) -> bool:
    """Return whether all players wait after the first card."""
    cards = sorted(card for hand in state.hands for card in hand)
    return cards[1] - cards[0] >= 15
