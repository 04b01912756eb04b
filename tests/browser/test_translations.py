"""The offered translations on real pages: their texts fit, axe finds nothing, and whole games can be played."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from assets.build.catalogs import languages
from assets.build.project import DIST
from game.core import Phase
from tests.browser.conftest import Opened
from tests.browser.languages import saying
from tests.browser.table import Person, saved_game
from tests.browser.test_heard import seen_to_be_accessible
from tests.browser.test_sizes import SIZES, SMALL, fits
from tests.conftest import Complaints
from tests.words.babel_language import BabelLanguage

ALL = languages()
LONGEST = ["de", "pl", "ja"]
"""A language with long words, one with longer words, and one with another script."""

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


Come = Callable[..., Person]


def test_the_browser_formats_numbers_and_lists_as_babel_does(page: Page) -> None:
    for language in ALL:
        babel = BabelLanguage(language)
        assert page.evaluate(INTL, language) == {
            "lists": [babel.listed(names) for names in (["Ada"], ["Ada", "Ben"], ["Ada", "Ben", "Cleo"])],
            "numbers": [babel.number(0.62, 2), babel.number(12, 0)],
            "seconds": [babel.seconds(0.62, 2), babel.seconds(9, 1), babel.seconds(12, 0)],
            "percent": babel.percent(0.934),
        }


@pytest.mark.parametrize(
    ("locale", "end", "language"),
    [
        ("pt-PT", "", "pt-BR"),
        ("zh-SG", "", "zh-Hans"),
        ("zh-TW", "", "en"),
        ("en-GB", "?lang=zh-Hant", "en"),
        ("en-GB", "?lang=ZH-hans-cn", "zh-Hans"),
    ],
)
def test_the_page_has_the_requested_language_in_its_script(
    new_page: Callable[..., Page], site: str, complaints: Complaints, locale: str, end: str, language: str
) -> None:
    # a request that a page started and navigation aborted
    complaints.expect(f"failed: ({site}|blob:)")
    complaints.expect(r"^error: (The operation was aborted\.|NetworkError when attempting to fetch resource\.)")
    page = new_page(locale=locale)
    page.goto(site + end)
    expect(page.locator("html")).to_have_attribute("lang", language)
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", language)


@pytest.mark.parametrize("lost", ["gettext.pack", "start.de.mo"])
def test_a_translation_that_cannot_be_loaded_does_not_stop_the_game(
    new_page: Callable[..., Page], site: str, complaints: Complaints, lost: str
) -> None:
    complaints.expect("failed: .*words/")
    complaints.expect(rf"failed: {site}\?lang=de")  # the page goes on to the German one while it loads
    complaints.expect(rf"failed: {site}vendor/outfit/")  # and so does its font
    complaints.expect("Failed to load resource")
    page = new_page()
    page.route(f"**/words/{lost}", lambda route: route.abort())
    page.goto(f"{site}?lang=de")
    expect(page.locator("html[data-ready=true][lang=de]")).to_be_attached(timeout=60_000)


@pytest.mark.parametrize("language", LONGEST)
def test_a_translated_page_is_accessible(come_to: Come, language: str) -> None:
    person = come_to(language)
    person.button("Settings").first.click()
    seen_to_be_accessible(person, "title and settings")
    person.page.locator("#settings").get_by_role("button").first.click()
    person.sit_down()
    seen_to_be_accessible(person, "table")


@pytest.mark.parametrize("language", LONGEST)
def test_the_title_and_its_dialogs_fit(come_to: Come, language: str) -> None:
    person = come_to(language)
    for width, height in SIZES.values():
        person.page.set_viewport_size({"width": width, "height": height})
        for opener in ("", "setup", "rules", "settings", "joining", "languages"):
            if opener:
                person.page.locator(f"#title [popovertarget={opener}]").click()
            assert person.page.evaluate("document.scrollingElement.scrollWidth <= innerWidth"), f"{opener} at {width}"
            assert person.page.evaluate(SMALL) == []
            assert person.page.evaluate(CUT) == []
            if opener:
                person.page.locator(f"#{opener} > header button").click()


CUT = """() => [...document.querySelectorAll("button, h1, h2, label, .dialog:popover-open > form")]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && one.scrollWidth > one.clientWidth + 1)
    .filter((one) => getComputedStyle(one).display !== "inline")
    .map((one) => one.textContent.trim())"""


@pytest.mark.parametrize("language", LONGEST)
def test_a_full_table_fits(come_to: Come, language: str) -> None:
    person = come_to(language, saved=saved_game("classic", 8, until=lambda state: state.level == 4))
    faults = fits(person, "at first")
    person.begin()
    faults += fits(person, "at play")
    person.button("Star if all agree").click()
    faults += fits(person, "with a hand up")
    person.button("Star if all agree").click()
    while person.data()["phase"] == "play":
        if person.playable.count():  # not while the last card waits to land
            person.play()
        person.wait(0.2)
    expect(person.moment).to_be_visible()
    faults += fits(person, "mistake")
    assert faults == []


@pytest.mark.parametrize("language", LONGEST)
@pytest.mark.parametrize(
    ("name", "phase", "level"), [("classic", Phase.WON, 4), ("blind", Phase.REVEAL, 3)], ids=["won", "turned over"]
)
def test_the_texts_at_the_end_of_a_game_fit(come_to: Come, language: str, name: str, phase: Phase, level: int) -> None:
    saved = saved_game(name, 8, until=lambda state: state.level == level and state.phase is phase)
    assert fits(come_to(language, saved=saved), phase.value) == []


def test_a_whole_game_is_won(come_to: Come) -> None:
    """The language is the one with the most plural forms."""
    person = come_to("pl")
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
