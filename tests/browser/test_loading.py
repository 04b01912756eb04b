"""Page loading: what the page shows while Python loads and starts, and on failures."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from assets.build.project import DIST
from assets.build.server import Site, SiteHandler
from tests.browser.table import lay_for
from tests.conftest import Complaints
from tests.web import ready, serving

NewPage = Callable[..., Page]

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


def test_the_stages_are_shown_in_order(new_page: NewPage, site: str) -> None:
    page = new_page()
    page.add_init_script(NOTE_STAGES)
    page.goto(site)
    expect(page.locator("#loading")).to_have_text("The table is ready.", use_inner_text=True, timeout=60_000)
    assert page.evaluate("stages") == ["fetching", "starting", "unpacking", "ready"]


def test_the_title_is_readable_while_python_has_not_loaded(new_page: NewPage, site: str) -> None:
    page = new_page()
    hold(page, "**/*.wasm.xz")
    page.goto(site)
    expect(page.locator("#loading")).to_have_text("Loading the game…", use_inner_text=True)
    page.get_by_role("button", name="Play solo").click()
    lay_for(page, 3)


def all_but_the_program_has_arrived(page: Page) -> None:
    """Wait until the bar shows that only the bytes of the program are missing."""
    rest = DIST / "python.head", *DIST.glob("python.memory.*")
    bar = page.locator("#arrived")
    expect(bar).to_have_js_property("value", sum(file.stat().st_size for file in rest))
    (program,) = DIST.glob("**/*.wasm.xz")
    assert bar.evaluate("(bar) => bar.max - bar.value") == program.stat().st_size


def test_the_bar_shows_how_many_bytes_have_arrived(new_page: NewPage, site: str) -> None:
    page = new_page()
    hold(page, "**/*.wasm.xz")
    page.goto(site)
    all_but_the_program_has_arrived(page)


@pytest.mark.smoke
def test_it_starts_below_a_sub_path(new_page: NewPage, site_below: str, complaints: Complaints) -> None:
    complaints.expect(f"foreign: {site_below}")
    page = new_page()
    page.goto(site_below)
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


def test_start_pressed_while_python_loads_takes_effect(new_page: NewPage, site: str) -> None:
    page = new_page()
    held = hold(page, "**/python.memory.*")
    page.goto(site)
    page.get_by_role("button", name="Play solo").click()
    page.get_by_role("button", name="Start").click()
    expect(page.locator("html[data-pressed=start]")).to_be_attached()
    held[0].continue_()
    expect(page.locator(".table[data-phase=focus]")).to_be_visible(timeout=60_000)
    expect(page.locator("html[data-pressed]")).not_to_be_attached()


def test_an_address_that_does_not_answer_is_reported_after_half_a_minute(new_page: NewPage, site: str) -> None:
    page = new_page()
    hold(page, "**/*.wasm.xz")
    page.clock.install()
    page.goto(site)
    all_but_the_program_has_arrived(page)
    page.clock.run_for(29_000)
    expect(page.locator("#failure")).to_be_hidden()
    wait_in_vain(page)
    failed(page, "The server isn't responding. Check your connection, then try again.")


def test_a_late_answer_removes_the_failure_message(new_page: NewPage, site: str) -> None:
    page = new_page()
    held = hold(page, "**/*.wasm.xz")
    page.clock.install()
    page.goto(site)
    all_but_the_program_has_arrived(page)
    wait_in_vain(page)
    expect(page.locator("#failure")).to_be_visible()
    held[0].continue_()
    ready(page)
    expect(page.locator("#failure")).to_be_hidden()


@pytest.mark.parametrize(
    "name", ["python.{head,pack}", "pyodide.asm.*.xz", "pyodide.mjs", "pyodide.asm.mjs", "core.js"]
)
def test_a_missing_file_is_reported(new_page: NewPage, site: str, complaints: Complaints, name: str) -> None:
    complaints.expect("")
    page = new_page()
    page.route(f"**/{name}", lambda route: route.fulfill(status=404, body="Not found"))
    page.goto(site)
    failed(page, "Part of the game couldn't be loaded. Check your connection, then try again.")


def test_trying_again_restarts_the_load(new_page: NewPage, site: str, complaints: Complaints) -> None:
    complaints.expect("")
    page = new_page()
    page.route("**/core.js", lambda route: route.abort(), times=1)
    page.goto(site)
    page.get_by_role("button", name="Try again").click()
    ready(page)
    expect(page.locator("#failure")).to_be_hidden()


@pytest.mark.parametrize(
    "lacking",
    [
        "window.WebAssembly",
        "window.DecompressionStream",
        "HTMLElement.prototype.popover",
        "Element.prototype.checkVisibility",
        "CSS.supports",
    ],
)
def test_a_browser_that_is_too_old_gets_only_that_message(
    new_page: NewPage, site: str, complaints: Complaints, lacking: str
) -> None:
    complaints.expect("not in this browser|WebAssembly is not defined")
    page = new_page()
    page.add_init_script("CSS.supports = () => false" if "CSS" in lacking else f"delete {lacking}")
    asked = list[str]()
    page.on("request", lambda request: asked.append(request.url))
    page.goto(site)
    told = page.locator("#failure p:visible")
    expect(told).to_have_text(re.compile("^Update your browser. You need Chrome 123"))
    expect(page.get_by_role("button")).to_have_count(0)
    assert not [url for url in asked if url.endswith((".xz", ".pack"))]


def test_a_python_exception_is_reported(new_page: NewPage, site: str, complaints: Complaints) -> None:
    complaints.expect("PythonError|type: RuntimeError")  # a stock Firefox reports the message of an error, not its name
    page = new_page()
    page.route(site, lambda route: route.fulfill(response=(index := route.fetch()), body=stumbling(index.text())))
    page.goto(site)
    failed(page, "The game couldn't start because of an error. Try again.")


def stumbling(index: str) -> str:
    return index.replace("from game.browser.main import main", "raise RuntimeError")


@pytest.mark.parametrize(
    ("stored", "theme"),
    [
        ('{"theme": "dark"}', "dark"),
        ('{"theme": "light"}', "light"),
        ('{"theme": "<b>"}', None),
        ('{"theme": 1}', None),
        ("null", None),
        ("[]", None),
        ("{nonsense", None),
    ],
)
def test_the_theme_is_set_ahead_of_the_first_paint_and_is_validated(
    new_page: NewPage, site: str, stored: str, theme: str | None
) -> None:
    page = new_page()
    page.add_init_script(f"localStorage.setItem('one-mind/settings', {stored!r})")
    hold(page, "**/*.wasm.xz")
    page.goto(site)
    assert page.locator("html").get_attribute("data-theme") == theme


def test_a_page_opened_from_disk_names_the_single_file(new_page: NewPage, complaints: Complaints) -> None:
    complaints.expect("file:")
    page = new_page()
    page.goto((DIST / "index.html").as_uri())
    expect(page.locator("#failure p:visible")).to_contain_text("open one-mind.html of the latest release")


GARBAGE = [
    "",
    "null",
    "true",
    "[]",
    "{",
    '{"sound": "on", "theme": {}, "language": {}, "letter-keys": 3}',
    "9" * 9000,
]


@pytest.mark.parametrize("stored", GARBAGE)
def test_nothing_stored_keeps_the_page_from_starting(new_page: NewPage, site: str, stored: str) -> None:
    page = new_page()
    page.add_init_script(f"Storage.prototype.getItem = () => {json.dumps(stored)};")
    page.goto(site)
    ready(page)
    expect(page.locator("#failed")).to_be_hidden()
