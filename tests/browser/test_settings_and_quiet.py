"""Settings that persist, sound on request, reduced motion, and no idle work."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from game.browser.table.looks import FEELING, REACTION
from game.browser.table.recipes import IDLE, RECIPES
from game.core import Phase
from tests.browser.conftest import Come
from tests.browser.table import seed_where

COUNT_TONES = """
    window.tones = window.bursts = 0;
    for (const [node, name] of [[OscillatorNode, "tones"], [AudioBufferSourceNode, "bursts"]]) {
        const { start } = node.prototype;
        node.prototype.start = function (...when) { window[name] += 1; return start.apply(this, when); };
    }
"""

COUNT_TASKS = """() => {
    window.tasks = 0;
    const counted = (owner, name) => {
        const original = owner[name];
        owner[name] = function (...given) { tasks += 1; return original.apply(this, given); };
    };
    for (const name of ["setTimeout", "setInterval", "requestAnimationFrame", "requestIdleCallback", "fetch"]) {
        if (window[name]) counted(window, name);
    }
    counted(MessagePort.prototype, "postMessage");
    window.changes = 0;
    const everything = { subtree: true, childList: true, attributes: true };
    new MutationObserver((all) => changes += all.length).observe(document, everything);
}"""


@pytest.mark.needs("media")
def test_settings_apply_at_once_and_persist_and_contrast_follows_the_system_unless_it_is_chosen(come: Come) -> None:
    person = come(own=True)
    page, html = person.page, person.page.locator("html")
    expect(html).to_have_attribute("data-contrast", "normal")
    page.emulate_media(contrast="more")
    expect(html).to_have_attribute("data-contrast", "more")
    person.button("Settings").click()
    page.get_by_label("Contrast").select_option("normal")
    expect(html).to_have_attribute("data-contrast", "normal")
    expect(page.get_by_role("switch", name="Sound")).to_be_checked()
    page.get_by_label("Theme").select_option("dark")
    expect(html).to_have_attribute("data-theme", "dark")
    dark = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    page.get_by_label("Theme").select_option("light")
    expect(html).to_have_attribute("data-theme", "light")
    assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") != dark
    page.get_by_label("Motion").select_option("less")
    expect(html).to_have_attribute("data-motion", "less")
    page.get_by_role("switch", name="Sound").uncheck()
    person.come_back()
    expect(html).to_have_attribute("data-theme", "light")
    expect(html).to_have_attribute("data-motion", "less")
    person.button("Settings").click()
    expect(page.get_by_role("switch", name="Sound")).not_to_be_checked()
    page.get_by_label("Theme").select_option("")
    expect(html).not_to_have_attribute("data-theme", "light")


@pytest.mark.needs("sound")
def test_sound_is_on_from_the_first_press_until_its_button_at_the_table_is_pressed(come: Come) -> None:
    """The button is the setting: it is remembered, and shows what the settings say. The first table says so once."""
    person = come(
        seed_where(lambda state: state.hands[0][0] < 10 and state.hands[1][0] > 20), script=COUNT_TONES, sound=True
    )
    told = person.page.get_by_text("Sound is on")
    person.sit_down()
    expect(told).to_be_visible()
    sound = person.button("Sound")
    expect(sound).to_have_attribute("aria-pressed", "true")
    person.play_level()
    assert person.page.evaluate("tones > 0 && bursts > 0")
    sound.click()
    expect(sound).to_have_attribute("aria-pressed", "false")
    expect(person.button("Hand on the table")).to_be_focused()
    person.page.evaluate("tones = bursts = 0")
    person.play_level()
    assert person.page.evaluate("tones + bursts") == 0
    person.come_back()
    expect(sound).to_have_attribute("aria-pressed", "false")
    expect(told).to_be_hidden()
    person.button("Menu").click()
    person.page.locator("#menu [popovertarget=settings]").click()
    person.page.get_by_role("switch", name="Sound").check()
    expect(person.page.locator(".hear")).to_have_attribute("aria-pressed", "true")


KEEP_CONTEXTS = """
    window.contexts = [];
    window.AudioContext = class extends AudioContext { constructor() { super(); contexts.push(this); } };
"""


@pytest.mark.needs("sound")
def test_the_output_rests_in_silence_and_interrupted_sound_resumes_with_the_next_press(come: Come) -> None:
    """A resting output wakes for the next sound."""
    person = come(seed_where(lambda state: state.hands[0][0] < 10), script=KEEP_CONTEXTS, sound=True)
    person.page.keyboard.press("Shift")
    person.page.wait_for_function("contexts.at(-1)?.state === 'running'")
    person.sit_down()
    person.begin()
    person.wait(6)
    person.page.wait_for_function("contexts.length === 1 && contexts[0].state === 'suspended'")
    person.page.keyboard.press("Shift")
    assert person.page.evaluate("contexts[0].state") == "suspended"
    person.button("Stop").click()
    person.begin()
    person.page.wait_for_function("contexts.length === 1 && contexts[0].state === 'running'")
    person.page.evaluate("contexts.at(-1).suspend()")
    person.page.keyboard.press("Shift")
    person.page.wait_for_function("contexts.length === 1 && contexts[0].state === 'running'")
    person.page.evaluate("contexts[0].suspend().then(() => contexts[0].resume = () => Promise.reject(new Error('no')))")
    person.page.keyboard.press("Shift")
    person.page.keyboard.press("Shift")
    person.page.wait_for_function("contexts.length === 2 && contexts[1].state === 'running'")
    assert person.page.evaluate("contexts[0].state") == "closed"


@pytest.mark.needs("media")
def test_nothing_moves_with_reduced_motion(come: Come) -> None:
    person = come(seed_where(lambda state: state.hands[0][0] < 10), reduced_motion="no-preference")
    moving = "document.getAnimations().length"
    person.sit_down()
    person.begin()
    person.play()
    assert person.page.evaluate(moving) > 0
    person.page.emulate_media(reduced_motion="reduce")
    person.play_level()
    person.begin()
    assert person.page.evaluate(moving) == 0
    person.page.emulate_media(reduced_motion="no-preference")
    person.button("Menu").click()
    person.page.locator("#menu [popovertarget=settings]").click()
    person.page.get_by_label("Motion").select_option("less")
    assert person.page.evaluate(moving) == 0


def test_no_work_is_done_between_events(come: Come) -> None:
    person = come(seed_where(lambda state: all(hand[0] >= 30 for hand in state.hands), seats=3))
    person.sit_down(players=3)
    person.wait_until(lambda: len(person.truth().down) == 2)
    person.wait(RECIPES["hush"][0].lasts + IDLE)  # until the sound rests
    person.page.evaluate(COUNT_TASKS)
    person.wait(3600)
    assert person.page.evaluate("[tasks, changes]") == [0, 0], "waiting for a hand"
    person.lay_hand()
    person.wait_until(lambda: person.truth().phase is Phase.PLAY)
    quiet = seconds = 0
    for _ in range(30):
        before = person.truth()
        person.page.evaluate("tasks = changes = 0")
        person.wait(1)
        seconds = seconds + 1 if person.truth() == before else 0
        if seconds - 1 > max(REACTION + FEELING, RECIPES["go"][0].lasts + IDLE):  # faces and sound rest again
            quiet += 1
            assert person.page.evaluate("[tasks, changes]") == [0, 0], "waiting for a card"
    assert quiet >= 3, "there was always something happening"


def test_every_event_needs_only_a_few_tasks_and_no_request(come: Come) -> None:
    person = come(seed=3)
    asked: list[str] = []
    person.page.on("request", lambda request: asked.append(request.url))
    person.sit_down(players=4)
    person.page.evaluate(COUNT_TASKS)
    person.play_on(until=lambda state: state.level == 3)
    levels, cards, hands = 2, 4 + 8, 2 * 4
    assert person.page.evaluate("tasks") <= 6 * (levels + cards + hands) * 2
    person.leave()
    assert asked == []
