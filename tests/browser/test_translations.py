"""The offered translations on real pages: their texts fit, axe finds nothing, and whole games can be played."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from assets.build.catalogs import languages
from assets.build.project import DIST
from tests.browser.conftest import Come, Opened
from tests.browser.languages import saying
from tests.browser.table import Person, saved_game
from tests.conftest import Complaints
from tests.words.babel_language import BabelLanguage

ALL = languages()

INTL = """(tag) => {
    const number = (value, decimals, options) => {
        const places = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
        return new Intl.NumberFormat(tag, { ...places, ...options }).format(value);
    };
    const seconds = { style: "unit", unit: "second", unitDisplay: "short" };
    const parts = new Intl.NumberFormat(tag, seconds).formatToParts(1);
    if (parts.find(({ type }) => type === "unit").value.length > 1) seconds.unitDisplay = "narrow";
    const lists = new Intl.ListFormat(tag, { type: "conjunction" });
    return {
        lists: [["Ada"], ["Ada", "Ben"], ["Ada", "Ben", "Cleo"]].map((names) => lists.format(names)),
        numbers: [number(0.62, 2), number(12, 0)],
        seconds: [number(0.62, 2, seconds), number(9, 1, seconds), number(12, 0, seconds)],
        percent: number(0.934, 0, { style: "percent" }),
    };
}"""


@pytest.fixture
def come_to(open_at: Callable[..., Opened], site: str) -> Callable[..., Person]:
    """Return a person at the page in a language: `come_to("de", saved=..., viewport=...)`."""

    def come_to(language: str, seed: int = 1, saved: str | None = None, **options: Any) -> Person:
        say = saying(language)
        if say is None or not (DIST / f"{language}.html").exists():
            pytest.skip("it is not offered yet")
        address = f"{site}{language}.html"
        storage = {} if saved is None else {"one-mind/game": saved}
        page, clock = open_at(f"{address}?seed={seed}", storage, stopped=True, **options)
        return Person(page, address, clock, say)

    return come_to


NEGOTIATED = [
    ("en-GB", "", "en"),
    ("de-AT", "", "de"),
    ("fi-FI", "", "en"),
    ("en-GB", "?lang=de", "de"),
    ("de-DE", "?lang=en", "en"),
    ("en-GB", "?lang=xx", "en"),
    ("de-DE", "?lang=%22", "de"),
    ("fi-FI", "de.html", "de"),
    ("pt-PT", "", "pt-BR"),
    ("zh-SG", "", "zh-Hans"),
    ("zh-TW", "", "en"),
    ("en-GB", "?lang=zh-Hant", "en"),
    ("en-GB", "?lang=ZH-hans-cn", "zh-Hans"),
]
"""The language of a browser, the end of the address, and the language of the page."""


def test_the_page_has_the_requested_language_in_its_script_and_the_browser_formats_as_babel_does(
    new_page: Callable[..., Page], site: str, complaints: Complaints
) -> None:
    # a request that a page started and navigation aborted
    complaints.expect(f"failed: ({site}|blob:)")
    complaints.expect(r"^error: (The operation was aborted\.|NetworkError when attempting to fetch resource\.)")
    for locale, end, language in NEGOTIATED:
        page = new_page(locale=locale)
        page.route("**/*.xz", lambda _: None)  # Python need not start
        say = (language != "en" and saying(language)) or str
        for visit in (partial(page.goto, site + end), page.reload):
            visit()
            expect(page.locator("html")).to_have_attribute("lang", language)
            expect(page.locator("#solo")).to_have_text(say("Play solo"))
        page.close()
    page = new_page()
    for language in ALL:
        babel = BabelLanguage(language)
        assert page.evaluate(INTL, language) == {
            "lists": [babel.listed(names) for names in (["Ada"], ["Ada", "Ben"], ["Ada", "Ben", "Cleo"])],
            "numbers": [babel.number(0.62, 2), babel.number(12, 0)],
            "seconds": [babel.seconds(0.62, 2), babel.seconds(9, 1), babel.seconds(12, 0)],
            "percent": babel.percent(0.934),
        }


def test_a_translation_that_cannot_be_loaded_does_not_stop_the_game(
    new_page: Callable[..., Page], site: str, complaints: Complaints
) -> None:
    complaints.expect("failed: .*words/")
    complaints.expect(rf"failed: {site}\?lang=de")  # the page goes on to the German one while it loads
    complaints.expect(rf"failed: {site}vendor/outfit/")  # and so does its font
    complaints.expect("Failed to load resource")
    for lost in ("gettext.pack", "start.de.mo"):
        page = new_page()
        page.route(f"**/words/{lost}", lambda route: route.abort())
        page.goto(f"{site}?lang=de")
        expect(page.locator("html[data-ready=true][lang=de]"), lost).to_be_attached(timeout=60_000)


def test_a_whole_game_is_won(come_to: Come, thorough: bool) -> None:
    """The language is the one with the most plural forms. Unless thorough, the game begins with its last level."""
    saved = None if thorough else saved_game("classic", 5, until=lambda state: state.level == 7)
    person = come_to("pl", saved=saved)
    if thorough:
        person.sit_down(players=5)
    person.play_on(until=lambda _: False)
    person.shows(phase="won", level=7)
    expect(person.button("Play again")).to_be_visible()


LETTERS = {
    "de": "äöüßÄÖÜ",
    "es": "áéíñóúü¿¡ÁÉÍÑÓÚÜ",
    "fr": "àâæçéèêëîïôœùûüÿÀÂÆÇÉÈÊËÎÏÔŒÙÛÜ«»",
    "it": "àèéìòùÀÈÉÌÒÙ",
    "nl": "áéëïóöüÁÉËÏÓÖÜ",
    "pl": "ąćęłńóśźżĄĆĘŁŃÓŚŹŻ„”",
    "pt-BR": "áâãàçéêíóôõúÁÂÃÀÇÉÊÍÓÔÕÚ",
}


SHOW = """async (letters) => {
    const heading = document.querySelector("h1");
    heading.textContent = letters;
    const { fontSize, fontWeight, fontFamily } = getComputedStyle(heading);
    await document.fonts.load(`${fontWeight} ${fontSize} ${fontFamily}`, letters);
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
}"""


@pytest.mark.needs("devtools")
def test_all_letters_use_the_bundled_font(new_page: Callable[..., Page], site: str) -> None:
    page = new_page()
    page.goto(site)
    letters = "".join(LETTERS.values())
    page.evaluate(SHOW, letters)
    tools = page.context.new_cdp_session(page)
    for domain in ("DOM", "CSS"):
        tools.send(f"{domain}.enable")
    root = tools.send("DOM.getDocument")["root"]["nodeId"]
    heading = tools.send("DOM.querySelector", {"nodeId": root, "selector": "h1"})["nodeId"]
    expect(page.locator("h1")).to_be_visible()
    fonts = tools.send("CSS.getPlatformFontsForNode", {"nodeId": heading})["fonts"]
    assert {font["isCustomFont"] for font in fonts} == {True}
    assert sum(font["glyphCount"] for font in fonts) >= len(letters)  # an accent may be a separate glyph
