"""Page loading: what the page shows while Python loads and starts, and on failures."""

from __future__ import annotations

import json
import re
import threading
from functools import partial

import pytest
from playwright.sync_api import Page, Request, Route, expect

from assets.build.project import DIST
from assets.build.server import Site, SiteHandler
from tests.browser.conftest import NewPage
from tests.conftest import Complaints
from tests.web import ready, serving

NOTE_STAGES = """
    window.stages = [];
    new MutationObserver(() => {
        const { stage } = document.documentElement.dataset;
        if (stages.at(-1) !== stage) stages.push(stage);
    }).observe(document, { attributes: true, childList: true, subtree: true, attributeFilter: ["data-stage"] });
"""

PAINTED = """() => new Promise((done) => new PerformanceObserver(() => setTimeout(done))
    .observe({ type: "paint", buffered: true }))"""


class SlowSite(Site):
    """A slow server of dist/: a test holds the end of the page until it is `awaited`."""

    def __init__(self) -> None:
        super().__init__(0)
        self.awaited = threading.Event()
        self.RequestHandlerClass = SlowHandler


class SlowHandler(SiteHandler):
    server: SlowSite

    def do_GET(self) -> None:
        if self.path != "/":
            return super().do_GET()
        page = (DIST / "index.html").read_bytes()
        middle = page.index(b"<py-config")
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page[:middle])
        self.server.awaited.wait(60)
        self.wfile.write(page[middle:])


def failed(page: Page, sentence: str) -> None:
    expect(page.locator("#failure p:visible")).to_have_text(sentence, timeout=60_000)
    expect(page.get_by_role("button", name="Try again")).to_be_visible()
    expect(page.locator("#loading")).to_be_hidden()


def hold(page: Page, address: str) -> list[Route]:
    """Hold every request for `address`; the list fills as they arrive."""
    held: list[Route] = []
    page.route(address, lambda route: held.append(route))
    return held


def wait_in_vain(page: Page) -> None:
    """Advance by half minutes until the page gives up. In the first one, a pending response may still arrive."""
    for _ in range(5):
        page.clock.run_for(31_000)
        if page.locator("#failure").is_visible():
            return


def all_but_the_program_has_arrived(page: Page) -> None:
    """Wait until the bar shows that only the bytes of the program are missing."""
    rest = DIST / "python.head", *DIST.glob("python.memory.*")
    bar = page.locator("#arrived")
    expect(bar).to_have_js_property("value", sum(file.stat().st_size for file in rest))
    (program,) = DIST.glob("**/*.wasm.xz")
    assert bar.evaluate("(bar) => bar.max - bar.value") == program.stat().st_size


@pytest.mark.smoke
def test_it_starts_below_a_sub_path_and_shows_the_stages_in_order(
    new_page: NewPage, site_below: str, complaints: Complaints
) -> None:
    complaints.expect(f"foreign: {site_below}")
    page = new_page()
    page.add_init_script(NOTE_STAGES)
    page.goto(site_below)
    expect(page.locator("#loading")).to_have_text("The game is ready.", use_inner_text=True, timeout=60_000)
    assert page.evaluate("stages") == ["fetching", "starting", "unpacking", "ready"]
    ready(page)


def test_a_partly_loaded_page_starts_when_its_end_arrives(new_page: NewPage, complaints: Complaints) -> None:
    page = new_page()
    with SlowSite() as site, serving(site) as address:
        complaints.expect(f"foreign: {address}")
        page.goto(address, wait_until="commit")
        page.evaluate(PAINTED)
        expect(page.get_by_role("heading", name="One Mind")).to_be_visible()
        expect(page.locator("#python")).to_be_attached()
        site.awaited.set()
        ready(page)


def test_an_address_that_does_not_answer_is_reported_until_it_does(new_page: NewPage, site: str) -> None:
    page = new_page()
    held = hold(page, "**/*.wasm.xz")
    page.clock.install()
    page.goto(site)
    all_but_the_program_has_arrived(page)
    page.clock.run_for(29_000)
    expect(page.locator("#failure")).to_be_hidden()
    wait_in_vain(page)
    failed(page, "One Mind isn’t loading. Check your connection, then try again.")
    held[0].continue_()
    ready(page)
    expect(page.locator("#failure")).to_be_hidden()


MISSING = ("python.{head,pack}", "pyodide.asm.*.xz", "pyodide.mjs", "pyodide.asm.mjs", "core.js")


def test_a_python_exception_and_a_missing_file_are_reported(
    new_page: NewPage, site: str, complaints: Complaints
) -> None:
    complaints.expect("")
    page = new_page()
    page.route(site, lambda route: route.fulfill(response=(index := route.fetch()), body=stumbling(index.text())))
    page.goto(site)
    failed(page, "The game couldn’t start because of an error. Try again.")
    for name in MISSING:
        page.unroute_all()
        page.route(f"**/{name}", lambda route: route.fulfill(status=404, body="Not found"))
        page.goto(site)
        failed(page, "Part of the game couldn’t be loaded. Check your connection, then try again.")
    page.unroute_all()
    page.get_by_role("button", name="Try again").click()
    ready(page)
    expect(page.locator("#failure")).to_be_hidden()


LACKING = (
    "delete window.WebAssembly",
    "delete window.DecompressionStream",
    "delete HTMLElement.prototype.popover",
    "delete Element.prototype.checkVisibility",
    "CSS.supports = () => false",
)


def noted(asked: list[str], request: Request) -> None:
    asked.append(request.url)


def test_a_browser_that_is_too_old_gets_only_that_message(new_page: NewPage, site: str, complaints: Complaints) -> None:
    complaints.expect("not in this browser|WebAssembly is not defined")
    for lacking in LACKING:
        page = new_page()
        page.add_init_script(lacking)
        asked: list[str] = []
        page.on("request", partial(noted, asked))
        page.goto(site)
        told = page.locator("#failure p:visible")
        expect(told, lacking).to_have_text(re.compile("^Update your browser. You need Chrome 123"))
        expect(page.get_by_role("button"), lacking).to_have_count(0)
        assert not [url for url in asked if url.endswith((".xz", ".pack"))], lacking


def stumbling(index: str) -> str:
    return index.replace("from game.browser.main import main", "raise RuntimeError")


THEMES = {
    '{"theme": "dark"}': "dark",
    '{"theme": "light"}': "light",
    '{"theme": "<b>"}': None,
    '{"theme": 1}': None,
    "null": None,
    "[]": None,
    "{nonsense": None,
}


def test_the_theme_is_set_ahead_of_the_first_paint_and_is_validated(
    new_page: NewPage, site: str, complaints: Complaints
) -> None:
    complaints.expect("failed: ")  # a reload aborts the requests of the page
    page = new_page()
    hold(page, "**/*.wasm.xz")
    page.goto(site)
    for stored, theme in THEMES.items():
        page.evaluate("stored => localStorage.setItem('one-mind/settings', stored)", stored)
        page.reload()
        assert page.locator("html").get_attribute("data-theme") == theme, stored


def test_a_page_opened_from_disk_names_the_single_file(new_page: NewPage, complaints: Complaints) -> None:
    complaints.expect("file:")
    page = new_page()
    page.goto((DIST / "index.html").as_uri())
    expect(page.locator("#failure p:visible")).to_contain_text("Open one-mind.html from the latest release")


GARBAGE = ["null", "{", '{"sound": "on", "theme": {}, "language": {}, "letter-keys": 3}', "9" * 9000]


def test_nothing_stored_keeps_the_page_from_starting(back: NewPage, site: str) -> None:
    page = back()
    page.add_init_script(
        f"const all = {json.dumps(GARBAGE)}; Storage.prototype.getItem = () => all[+location.search[1]];"
    )
    for number in range(len(GARBAGE)):
        page.goto(f"{site}?{number}")
        ready(page)
        expect(page.locator("#failed")).to_be_hidden()
