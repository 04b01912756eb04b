"""Other languages: no text stays English, and the language is detected and remembered."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from assets.build.server import Site
from game.core import Phase
from tests.browser.conftest import NewPage, Opened
from tests.browser.languages import PSEUDO, pseudo, untranslated, write_pseudo, write_two
from tests.browser.table import Person, seed_where
from tests.browser.test_offline import IN_STORE
from tests.conftest import Complaints
from tests.web import ready, serving

TEXTS = """() => {
    const KEPT =
        "script, style, py-config, svg.symbols, kbd, bdi, [translate=no], :is(label, h2) > [lang], " +
        ".set-aside small, .minis small, .shapes li";
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, (node) => {
        if (node.nodeType === Node.TEXT_NODE) return NodeFilter.FILTER_ACCEPT;
        return node.matches(KEPT) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT;
    });
    const texts = [];
    while (walker.nextNode()) {
        const node = walker.currentNode;
        if (node.nodeType === Node.TEXT_NODE) texts.push(node.data);
        else for (const name of ["aria-label", "placeholder", "title", "alt"])
            if (node.hasAttribute(name)) texts.push("\\n" + node.getAttribute(name) + "\\n");
    }
    return texts.join(" ");
}"""

NAMES = re.compile(r"\b(Ada|Iris|Juno|Kit|Lena|Milo|Nora)\b")


def nothing_is_english(page: Page, where: str) -> None:
    """Check that every text of the page and of its attributes is in brackets."""
    left = NAMES.sub("", untranslated(page.evaluate(TEXTS)))
    assert re.findall(r"[^\W\d_]{2,}", left) == [], f"{where}: {left}"


@pytest.fixture(scope="session")
def made_up(beside: Path) -> str:
    """Return the name of the page in the pseudo-locale."""
    write_pseudo(beside)
    return f"{PSEUDO}.html"


@pytest.fixture
def foreigner(open_at: Callable[..., Opened], site: str, made_up: str) -> Callable[..., Person]:
    """Return a person at the page in the pseudo-locale."""

    def foreigner(seed: int = 1, saved: str | None = None, script: str = "") -> Person:
        prepare = (lambda page: page.add_init_script(script)) if script else None
        storage = {} if saved is None else {"one-mind/game": saved}
        page, clock = open_at(f"{site}{made_up}?seed={seed}", storage, stopped=True, prepare=prepare)
        return Person(page, site + made_up, clock, pseudo)

    return foreigner


def test_no_text_of_the_title_and_of_a_game_is_english(foreigner: Callable[..., Person]) -> None:
    person = foreigner(seed_where(lambda state: 25 <= state.hands[1][0] < state.hands[0][0]))
    nothing_is_english(person.page, "title")
    expect(person.page.locator("html")).to_have_attribute("lang", PSEUDO)
    person.sit_down()
    nothing_is_english(person.page, "focus")
    person.begin()
    person.button("Stop").click()
    nothing_is_english(person.page, "stop")
    person.begin()
    person.play()
    person.wait(0.3)
    nothing_is_english(person.page, "mistake")
    person.play_on(until=lambda state: state.phase is Phase.PLAY and len(state.hands[0]) == 2)
    nothing_is_english(person.page, "play")
    person.button("Ask for a star").click()
    nothing_is_english(person.page, "hand up")
    person.wait_until(lambda: person.data()["phase"] == "focus" or person.data()["stars"] == "0", seconds=20)
    nothing_is_english(person.page, "star")
    person.leave()
    nothing_is_english(person.page, "title again")


def test_no_text_of_modules_loaded_later_is_english(back: NewPage, site: str, made_up: str, relay_address: str) -> None:
    page = back()
    page.goto(f"{site}{made_up}?relay={relay_address}&seed=1")
    ready(page)
    page.locator("#together").click()
    expect(page.locator("#levels")).to_contain_text("⟦")
    expect(page.locator("#invite")).to_have_value(re.compile("#join="))
    nothing_is_english(page, "lobby")
    page.locator("#lobby .bar [data-do=leave]").click()
    expect(page.locator("#title")).to_be_visible()
    for later in ("#games", "#try"):  # a first table would go on after a reload
        page.goto(f"{site}{made_up}?seed=1")
        ready(page)
        page.locator(later).click()
        expect(page.locator("#title")).to_be_hidden()
        nothing_is_english(page, later)


# --- Choice of the language ---------------------------------------------------------------


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a build in English and in German."""
    folder = tmp_path_factory.mktemp("both") / "site"
    write_two(folder)
    return folder


@pytest.fixture(scope="module")
def both(folder: Path) -> Iterator[str]:
    """Return the address of that build."""
    with Site(0, "/some/where/", folder) as server, serving(server) as address:
        yield address


@pytest.fixture
def visit(new_page: NewPage, both: str, complaints: Complaints) -> NewPage:
    """Return a page at the build in both languages: `visit("?lang=de", locale="fr-FR")`."""
    complaints.expect(f"foreign: {both}")
    # a request that a page started and navigation aborted
    complaints.expect(f"failed: ({both}|blob:{both.removesuffix('/some/where/')}/)")
    complaints.expect(r"^error: (The operation was aborted\.|NetworkError when attempting to fetch resource\.)")

    def visit(end: str = "", page: Page | None = None, **options: object) -> Page:
        page = page or new_page(**options)
        page.goto(both + end)
        return page

    return visit


def speaks(page: Page, language: str) -> None:
    """Check that the page is in this language, and that Python has started."""
    ready(page)  # a page opened by a link shows its title only then
    shows(page, language)


def shows(page: Page, language: str) -> None:
    """Check that the page is in this language, whether Python has started or not."""
    expect(page.locator("html")).to_have_attribute("lang", language)
    solo = "Play solo" if language == "en" else pseudo("Play solo")
    expect(page.locator("#solo")).to_have_text(solo)


def test_the_language_chosen_on_the_title_or_in_the_settings_is_remembered_and_a_game_continues_in_it(
    visit: NewPage, new_page: NewPage, both: str, complaints: Complaints
) -> None:
    """A link to a table contains no language."""
    complaints.expect("WebSocket connection")  # no server listens there
    page = new_page()
    page.route("**/*.xz", lambda _: None)  # the title does not need Python
    visit("", page)
    shows(page, "en")
    page.get_by_role("button", name="English").click()
    page.get_by_role("link", name="Deutsch").click()
    shows(page, "de")
    page.goto(both)
    shows(page, "de")
    page.get_by_role("button", name="Deutsch").click()
    page.get_by_role("link", name="English").click()
    shows(page, "en")
    assert page.url == both
    page = visit("#nowhere", locale="de-DE")
    speaks(page, "de")
    page.locator("#title [popovertarget=settings]").click()
    page.get_by_label(pseudo("Language")).select_option(label="English")
    speaks(page, "en")
    assert page.url.endswith("#nowhere")
    page.goto(f"{both}de.html?seed=1")  # the start page of an installed app
    speaks(page, "en")
    page.get_by_role("button", name="Play solo").click()
    page.get_by_role("button", name="Start").click()
    cards = page.locator(".hand button")
    expect(cards).to_have_count(1)
    name = cards.get_attribute("aria-label")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Language").select_option("")
    speaks(page, "de")
    expect(cards).to_have_attribute("aria-label", name or "")
    expect(page.locator(".announcement")).to_contain_text("⟦")
    expect(page.locator(".seat.own .name")).to_have_text(pseudo("You"))
    page.evaluate("onpagehide = () => localStorage.clear()")
    page.goto(f"{both}?lang=de&relay=ws://127.0.0.1:9")
    speaks(page, "de")
    page.locator("#together").click()
    expect(page.locator("#invite")).to_have_value(re.compile(re.escape(f"{both}#join=")), timeout=30_000)


STORED = """async () => {
    const kept = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
    return kept.flat().map(({ url }) => new URL(url).pathname.split("/").pop());
}"""


def test_offline_only_the_used_language_is_available(visit: NewPage, new_page: NewPage, both: str) -> None:
    page = new_page(service_workers="allow")
    speaks(visit("", page), "en")
    page.wait_for_function(IN_STORE)
    assert "index.html" in page.evaluate(STORED) and "de.html" not in page.evaluate(STORED)
    speaks(visit("?lang=de", page), "de")
    page.goto(f"{both}?lang=de")
    speaks(page, "de")
    assert "de.html" in page.evaluate(STORED)
    page.context.set_offline(True)
    page.goto(f"{both}?lang=de")
    speaks(page, "de")
    page = new_page(service_workers="allow", locale="de-DE")  # a first visit
    speaks(visit("", page), "de")
    page.wait_for_function(IN_STORE)
    assert {"de.html", "manifest.de.webmanifest"} <= {*page.evaluate(STORED)}
    page.context.set_offline(True)
    page.goto(both)
    speaks(page, "de")
