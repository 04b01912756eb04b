"""What systems and browsers ask of the page: zoom, large text, forced colours, and print."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserType, Page, expect

from tests.browser.conftest import Come
from tests.browser.past import some_games, stored
from tests.browser.table import Person, saved_game
from tests.browser.test_your_games import look_back
from tests.web import ready

SHOWN = """() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    const faults = scrollWidth > clientWidth ? [`scrolls sideways: ${scrollWidth}`] : [];
    const boxes = (things) => [...document.querySelectorAll(things)]
        .filter((one) => one.checkVisibility({ visibilityProperty: true }))
        .map((one) => [one.id || one.className, one.getBoundingClientRect()]);
    const check = ([name, a], [other, b]) => {
        const apart = a.right <= b.left + 1 || b.right <= a.left + 1 || a.bottom <= b.top + 1 || b.bottom <= a.top + 1;
        if (!apart) faults.push(`${name} overlaps ${other}`);
    };
    const within = ([name, { top, right }]) => {
        if (top + scrollY < -1) faults.push(`${name} is above the window`);
        if (right > clientWidth + 1) faults.push(`${name} leaves the window`);
    };
    for (const whole of ["#title", "#lobby", "#games-screen", ".beside"]) {
        const parts = boxes(`${whole} > *`);
        parts.forEach(within);
        parts.slice(1).forEach((part, at) => check(parts[at], part));
    }
    const cards = boxes(".hand .card");
    const things = boxes(".status, .pile .card:last-child, .plate, .announcement, .actions button");
    [...things, ...cards].forEach(within);
    things.forEach((one, at) => [...things.slice(at + 1), ...cards].forEach((other) => check(one, other)));
    const pile = document.querySelector(".pile");
    if (pile?.checkVisibility() && pile.getBoundingClientRect().height < 60) faults.push("the pile is too low");
    return faults;
}"""

CONTRASTS = """() => {
    const rgb = (colour) => colour.match(/[\\d.]+/g).map(Number);
    const light = (colour) => {
        const linear = (part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
        const [r, g, b] = rgb(colour).map((part) => linear(part / 255));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const { colorScheme } = getComputedStyle(document.documentElement);
    const prefersDark = matchMedia("(prefers-color-scheme: dark)").matches;
    const isDark = colorScheme === "light dark" ? prefersDark : colorScheme === "dark";
    const ground = isDark ? "rgb(0, 0, 0)" : "rgb(255, 255, 255)";
    const surface = (element) => {
        for (let one = element; one; one = one.parentElement) {
            const colour = getComputedStyle(one).backgroundColor;
            if (rgb(colour)[3] !== 0) return colour;
        }
        return ground;
    };
    const isForced = matchMedia("(forced-colors: active)").matches; // text has a plate of the ground's colour behind it
    const contrast = (text, below) => {
        const [a, b] = [light(text), light(below)];
        return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    };
    const texts = [...document.querySelectorAll("body *")].filter(
        (one) => one.checkVisibility() && !one.closest(".words, .earlier, svg, .qr") &&
            [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim()),
    );
    const low = [];
    for (const one of texts) {
        const { color } = getComputedStyle(one);
        const least = Math.min(contrast(color, surface(one)), isForced ? contrast(color, ground) : Infinity);
        if (least < 4.5) low.push(`${one.id || one.className}: ${one.textContent.trim()} ${least.toFixed(2)}`);
    }
    return [texts.length, low];
}"""
"""Returns the number of texts, and those with too little contrast to their surface."""


def in_play(come: Come, **options: Any) -> Person:
    saved = saved_game("classic", 4, until=lambda state: state.level == 4 and bool(state.piles[0]))
    person = come(saved=saved, **options)
    person.begin()
    return person


def test_the_table_scrolls_at_a_zoom_of_400_percent(come: Come) -> None:
    person = in_play(come)
    for width, height in (320, 256), (341, 192), (427, 256), (640, 256), (320, 480):
        person.page.set_viewport_size({"width": width, "height": height})
        assert person.page.evaluate(SHOWN) == [], (width, height)
        card = person.playable.first
        card.scroll_into_view_if_needed()
        expect(card).to_be_in_viewport(ratio=0.9)
    person.play()


@pytest.fixture
def large_text(
    browser_type: BrowserType, browser_type_launch_args: dict[str, Any], browser_name: str
) -> Iterator[Browser]:
    """Provide a browser whose default font size is twice the usual one."""
    if browser_name != "chromium":
        pytest.skip("only Chromium can be started with another font size")
    given = browser_type_launch_args
    with browser_type.launch(**given | {"args": [*given["args"], "--blink-settings=defaultFontSize=32"]}) as browser:
        yield browser


def test_text_of_twice_the_size_wraps_on_a_phone(large_text: Browser, site: str) -> None:
    page = large_text.new_page(viewport={"width": 360, "height": 640}, service_workers="block", reduced_motion="reduce")
    saved = saved_game("classic", 4, until=lambda state: state.level == 4 and bool(state.piles[0]))
    storage = stored(some_games()) | {"one-mind/played": "yes", "one-mind/game": saved, "one-mind/left": "yes"}
    page.add_init_script(f"Object.assign(localStorage, {json.dumps(storage)})")
    page.goto(f"{site}?lang=de")
    ready(page)
    wraps(page, "#title")
    page.locator("#games").click()
    wraps(page, "#games-screen")
    page.locator("#games-screen [data-do=leave]").click()
    page.locator("#continue").click()
    wraps(page, ".table")
    names = page.locator(".plate .name")
    assert all(names.evaluate_all("names => names.map((name) => name.scrollWidth <= name.clientWidth)"))
    page.go_back()
    page.locator("#together").click()
    page.locator("#your-name").fill("Ana")
    page.locator("#named").click()
    wraps(page, "#lobby")


def wraps(page: Page, screen: str) -> None:
    expect(page.locator(screen)).to_be_visible()
    assert page.evaluate(SHOWN) == [], screen


def test_all_text_can_be_read_in_forced_colours(come: Come) -> None:
    person = in_play(come, forced_colors="active", color_scheme="dark", storage=stored(some_games()))
    readable(person)
    person.button("Stop").click()
    readable(person)
    person.leave()
    readable(person)
    look_back(person)
    readable(person)


def test_a_printed_page_is_dark_on_white(come: Come) -> None:
    settings = {"one-mind/settings": json.dumps({"theme": "dark"})}
    person = in_play(come, storage=settings, own=True)
    person.page.emulate_media(media="print")
    readable(person)
    assert pages(person) == 1
    person.page.emulate_media(media="screen")
    person.leave()
    person.page.emulate_media(media="print")
    readable(person)
    assert pages(person) == 1


def pages(person: Person) -> int:
    """Return the number of printed pages."""
    browser = person.page.context.browser
    if browser is None or browser.browser_type.name != "chromium":
        return 1  # only Chromium prints here
    return len(re.findall(rb"/Type\s*/Page\b", person.page.pdf()))


def readable(person: Person) -> None:
    texts, low = person.page.evaluate(CONTRASTS)
    assert texts > 3 and low == []
