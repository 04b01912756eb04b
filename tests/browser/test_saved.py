"""Saved games: reloads, closed tabs and crashes; damaged data never blocks the page."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Error, Playwright, expect

from game.core import Phase, State
from game.core.game_text import read
from game.core.record import BadGame
from game.words.title_screen import kept_aside
from tests.browser.table import ME, Person, saved_game, seed_where
from tests.conftest import Complaints
from tests.web import whole_chromium_options

Come = Callable[..., Person]

BACK = "Welcome back. Put your hand on the table to go on."
NOT_CONTINUED = "You can't continue it. You can download it, or start a new game."
DAMAGED = f"The saved game is damaged. {NOT_CONTINUED}"
OTHER_VERSION = f"The saved game is from another version of One Mind. {NOT_CONTINUED}"

GOOD = saved_game("classic", 2, until=lambda state: state.level == 2)

UNUSABLE = {
    "nonsense": ("{nonsense", DAMAGED),
    "empty": ("", DAMAGED),
    "null": ("null", DAMAGED),
    "a list": ("[]", DAMAGED),
    "an unknown version": ("[99]", OTHER_VERSION),
    "another format": ('{"format": 99, "game": {}}', OTHER_VERSION),
    "a text where there should be a number": (GOOD.replace(",[0,", ',["0",'), DAMAGED),
    "a number where there should be a name": (GOOD.replace('"You"', "7"), DAMAGED),
    "too many seats": (GOOD.replace('"You"', '"You","Zoe"'), DAMAGED),
    "no such variant": (GOOD.replace('"classic"', '"poker"'), DAMAGED),
    "a move against the rules": (GOOD.replace('"0 hand"', '"0 stop"', 1), DAMAGED),
    "a move that is none": (GOOD.replace('"0 hand"', '"0 fly"', 1), DAMAGED),
    "time running backwards": (GOOD.replace(",[0,", ",[99999,-", 1), DAMAGED),
    "a number without end": ('{"format": ' + "9" * 5000 + "}", DAMAGED),
    "nested without end": ("[" * 200_000, DAMAGED),
    "huge": ("x" * 4_000_000, DAMAGED),
}


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
    person.play_level()
    person.shows(level=3)


def test_a_closed_tab_is_restored_paused(come: Come, site: str) -> None:
    person = come(seed_where(everybody_waits, seats=3, level=2), own=True)
    person.sit_down(players=3)
    person.play_on(until=lambda state: state.level == 2 and len(state.piles[0]) == 1)
    before = person.truth()
    person.page.close()
    again = Person.arrive(person.page.context.new_page(), site, seed=99)
    comes_back(again, before)


@pytest.mark.needs("crash")
def test_after_a_crash_the_game_is_restored_up_to_the_last_event(come: Come, site: str, complaints: Complaints) -> None:
    complaints.expect("chrome://crash")
    person = come(seed_where(everybody_waits, seats=3, level=2), own=True)
    person.sit_down(players=3)
    person.play_on(until=lambda state: state.level == 2 and len(state.piles[0]) == 1)
    before = person.truth()
    with pytest.raises(Error):
        person.page.goto("chrome://crash")
    person.page.close()
    again = Person.arrive(person.page.context.new_page(), site)
    comes_back(again, before)


def test_a_left_game_can_be_continued(come: Come) -> None:
    person = come()
    expect(person.button("Continue")).to_be_hidden()
    person.sit_down()
    person.play_on(until=lambda state: state.level == 2)
    before = person.truth()
    person.leave()
    person.come_back()
    expect(person.table).to_be_hidden()
    person.button("Continue").click()
    comes_back(person, before)


def test_a_won_game_can_continue_blind_after_a_reload(come: Come) -> None:
    person = come(saved=saved_game("classic", 2, until=lambda state: state.phase is Phase.WON))
    person.shows(phase="won", level=12)
    person.button("Continue blind").click()
    person.shows(phase="focus", level=1, blind="true")


def test_a_won_game_is_not_offered_on_the_title_once_it_was_left(come: Come) -> None:
    person = come(saved=saved_game("classic", 2, until=lambda state: state.phase is Phase.WON))
    person.shows(phase="won", level=12)
    person.button("Home").click()
    expect(person.button("Play solo")).to_be_visible()
    expect(person.button("Continue")).to_be_hidden()
    person.come_back()
    expect(person.table).to_be_hidden()


@pytest.mark.parametrize(("text", "sentence"), UNUSABLE.values(), ids=UNUSABLE)
def test_unusable_data_is_refused_with_a_message(text: str, sentence: str) -> None:
    """The form may be invalid, or the game against the rules, which the page calls damaged."""
    assert text != GOOD
    with pytest.raises(BadGame) as refused:
        read(text)
    assert kept_aside(refused.value.fault) == sentence


def test_unusable_data_is_reported_backed_up_and_never_blocks_the_page(come: Come) -> None:
    person = come()
    for what in ("nonsense", "another format", "a move against the rules", "nested without end", "huge"):
        text, sentence = UNUSABLE[what]
        person.page.evaluate("text => localStorage.setItem('one-mind/game', text)", text)
        person.come_back()
        expect(person.page.locator("#title-message [data-part=message-words]"), what).to_have_text(sentence)
        assert person.page.evaluate("localStorage.getItem('one-mind/game-damaged')") == text, what
        assert person.page.evaluate("localStorage.getItem('one-mind/game')") is None, what
        expect(person.button("Continue"), what).to_be_hidden()
    person.button("Dismiss").click()
    expect(person.page.locator("#title-message")).to_be_hidden()
    person.sit_down()
    person.play_level()
    person.shows(level=2)


def test_backed_up_data_can_be_downloaded(come: Come) -> None:
    person = come(saved="{nonsense & more")
    with person.page.expect_download() as download:
        person.button("Download the game").click()
    assert download.value.path().read_text() == "{nonsense & more"


@pytest.mark.parametrize(
    "storage",
    [
        "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } })",
        "Object.defineProperty(window, 'localStorage', { value: null })",
        "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }",
    ],
    ids=["denied", "missing", "full"],
)
def test_the_game_is_playable_without_storage(come: Come, storage: str) -> None:
    person = come(script=storage)
    expect(person.page.locator("#title-message [data-part=message-words]")).to_contain_text("can't save your game")
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
    expect(person.page.locator("#title-message [data-part=message-words]")).to_contain_text("can't save your game")
    person.sit_down()
    expect(person.page.locator(".table")).to_be_visible()
    context.close()


def test_a_second_tab_reports_that_it_does_not_save_the_game(come: Come, site: str) -> None:
    person = come(own=True)
    person.sit_down()
    person.play_on(until=lambda state: state.phase is Phase.PLAY)
    before = person.truth()
    second = Person.arrive(person.page.context.new_page(), site)
    expect(second.page.locator("#title-message")).to_contain_text("open in another tab")
    second.sit_down(players=5)
    assert len(person.truth().hands) == before.seats


def test_the_menu_of_a_finished_game_says_nothing_of_a_pause_or_a_saved_game(come: Come) -> None:
    person = come(saved=saved_game("classic", 2, until=lambda state: state.phase is Phase.WON))
    menu = person.page.locator("#menu")
    person.button("Menu").click()
    expect(menu.get_by_role("heading", name="Menu")).to_be_visible()
    expect(menu.get_by_text("Your game is saved up to this point.")).to_be_hidden()
    expect(menu.get_by_role("button", name="Leave this game")).to_have_count(0)
    menu.get_by_role("button", name="Home", exact=True).click()
    expect(person.page.locator("#title")).to_be_visible()
    person.sit_down()
    person.button("Menu").click()
    expect(menu.get_by_role("heading", name="Paused")).to_be_visible()
    expect(menu.get_by_role("button", name="Leave this game")).to_be_visible()


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
