"""The shipped snapshot of Python: each start resumes from it, and whatever keeps it from that ends in a plain start."""

from __future__ import annotations

import lzma
from functools import partial
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Playwright, Request, Route, expect

from assets.build.project import DIST
from assets.build.server import Site, SiteHandler
from game.core.game_text import read
from tests.browser.conftest import NewPage
from tests.conftest import Complaints
from tests.web import chromium_options, kept, ready, serving, whole_chromium_options

MEMORY, HEAD, REST = next(DIST.glob("python.memory.*")).name, "python.head", "pyodide.rest.wasm"


def restored(page: Page) -> bool:
    return page.locator("html[data-snapshot=restored]").count() == 1


def playable(page: Page) -> None:
    page.evaluate("start.click()")
    expect(page.locator(".hand .card")).to_be_visible()


UNPACKED = """async (file) => {
    const answer = await fetch(file);
    const { byteLength } = await answer.arrayBuffer();
    return [answer.headers.get("Unpacked"), answer.headers.get("Content-Type"), byteLength];
}"""


def test_a_first_and_a_repeat_visit_resume_from_the_snapshot_and_fetch_nothing_twice(
    new_page: NewPage, site: str, complaints: Complaints
) -> None:
    """The service worker keeps Python unpacked, and all of it, so that the third visit is offline."""
    complaints.expect("failed: .*service-worker.js|ERR_INTERNET_DISCONNECTED")
    page = new_page(service_workers="allow")
    by_page: list[str] = []
    by_all: list[str] = []
    page.on("request", lambda request: by_page.append(request.url.rpartition("/")[2]))
    page.context.on("request", lambda request: by_all.append(request.url))
    page.goto(site)
    kept(page)
    assert restored(page)
    files = [one for one in by_all if one.endswith(".xz")]
    assert len(files) == len({*files}) == 2
    assert len([one for one in by_all if REST in one]) == 2  # the page, and the service worker
    page.reload()
    kept(page)
    assert restored(page) and "python.pack" not in by_page
    size = len(lzma.decompress((DIST / MEMORY).read_bytes()))
    assert page.evaluate(UNPACKED, f"./{MEMORY}") == ["1", "application/wasm", size]
    page.context.set_offline(True)
    page.reload()
    ready(page)
    assert page.evaluate(CALLS_THE_REST) == "24.0"
    playable(page)


def changed(content: bytes, harm: str) -> bytes:
    if harm == "cut short":
        return content[: len(content) // 2]
    middle = len(content) // 2
    return content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]


def test_a_damaged_snapshot_or_a_browser_without_workers_leads_to_a_plain_start(
    new_page: NewPage, site: str, complaints: Complaints
) -> None:
    """A worker unpacks the snapshot."""
    complaints.expect("integrity|Failed to fetch|get_next_output failed")
    for file, harm in ((MEMORY, "cut short"), (HEAD, "changed"), ("", "")):
        page = new_page()
        said: list[ConsoleMessage] = []
        page.on("console", partial(said.append))
        if file:
            body = changed((DIST / file).read_bytes(), harm)
            page.route(f"**/{file}", partial(Route.fulfill, body=body))
        else:
            page.add_init_script("delete window.Worker;")
        page.goto(site)
        ready(page)
        assert not restored(page), file
        assert not file or sum("snapshot could not be restored" in one.text for one in said) == 1, file
        playable(page)


CALLS_THE_REST = """async () => {
    const python = await (await import("./assets/interpreter.js")).loadPyodide();
    return python.runPython("import math; str(math.gamma(5))");
}"""


def test_a_function_that_has_not_arrived_is_fetched_at_once(
    new_page: NewPage, site: str, complaints: Complaints
) -> None:
    complaints.expect("ERR_FAILED")
    page = new_page()
    tries: list[Route] = []

    def first_fails(route: Route) -> None:
        tries.append(route)
        if len(tries) == 1:
            route.abort()
        else:
            route.continue_()

    page.route(f"**/{REST}*", first_fails)
    with page.expect_console_message(lambda message: "follows later" in message.text):
        page.goto(site)
    ready(page)
    assert page.evaluate(CALLS_THE_REST) == "24.0"
    assert len(tries) == 2
    playable(page)


class HoldsTheRest(SiteHandler):
    """Answers the request for the rest once the page has sent another one."""

    other = Event()
    in_time = False

    def do_GET(self) -> None:
        if self.path.endswith(REST):
            HoldsTheRest.in_time = self.other.wait(10)
        elif REST in self.path:
            self.other.set()
        super().do_GET()


def test_a_function_is_fetched_at_once_while_the_rest_arrives(new_page: NewPage, complaints: Complaints) -> None:
    complaints.expect("foreign: ")
    page = new_page()
    with Site(0) as site, serving(site) as address:
        site.RequestHandlerClass = HoldsTheRest
        with page.expect_request(f"**/{REST}"):
            page.goto(address)
        assert page.evaluate(CALLS_THE_REST) == "24.0"
        assert HoldsTheRest.in_time
        playable(page)


# What all letters are and become. The program's tables of letters are large; the rest must not have any that is needed.
LETTERS = """async () => {
    const python = await (await import("./assets/interpreter.js")).loadPyodide();
    return python.runPython(`
import zlib
said = 0
for one in map(chr, [*range(0xD800), *range(0xE000, 0x30000)]):
    kinds = one.isalpha(), one.isdigit(), one.isspace(), one.isprintable(), one.isidentifier(), one.isnumeric()
    said = zlib.crc32(f"{one.lower()}{one.upper()}{one.title()}{one.casefold()}{kinds}{one!r}".encode(), said)
said
`);
}"""


@pytest.mark.thorough
def test_all_letters_are_known_before_the_rest_arrives(new_page: NewPage, site: str) -> None:
    held: list[Route] = []
    early, late = new_page(), new_page()
    early.route(f"**/{REST}", lambda route: route.continue_() if held else held.append(route))
    early.goto(site)
    ready(early)
    with late.expect_request_finished(lambda request: request.url.endswith(REST)):
        late.goto(site)
    assert early.evaluate(LETTERS) == late.evaluate(LETTERS)


NOTE_THE_REST = """
    WebAssembly.Instance = class extends WebAssembly.Instance {
        constructor(...given) {
            super(...given);
            if (given[1]?.first) window.hasRest = true;
        }
    };
"""


def test_the_rest_arrives_after_the_start_and_two_starts_from_one_snapshot_shuffle_differently(
    new_page: NewPage, site: str
) -> None:
    seeds = set()
    for _ in range(2):
        page = new_page()
        page.add_init_script(NOTE_THE_REST)
        asked: list[Request] = []
        page.on("request", partial(asked.append))
        page.goto(site)
        page.wait_for_function("window.hasRest")
        assert page.evaluate(CALLS_THE_REST) == "24.0"
        assert sum(request.url.endswith(REST) for request in asked) == 1
        page.evaluate("document.querySelector('[name=variant]').value = 'tens'; start.click()")
        stored = page.wait_for_function("localStorage.getItem('one-mind/game')").json_value()
        seeds.add(read(stored).seed)
    assert len(seeds) == 2


def test_a_start_and_a_deal_need_nothing_of_the_rest(new_page: NewPage, site: str) -> None:
    for file in ("", "de.html", "ja.html"):
        page = new_page()
        held: list[Route] = []
        page.route(f"**/{REST}*", lambda route, *, held=held: held.append(route))
        with page.expect_request(f"**/{REST}"):  # in the background, after the start
            page.goto(site + file)
            ready(page)
            playable(page)
        assert len(held) == 1, file


OPTIMISES_SOONER = "--js-flags=--wasm-caching-hard-threshold=100000"
"""Chromium caches compiled code each time this many bytes of it have been optimised, instead of a million."""


@pytest.mark.needs("devtools")
def test_a_repeat_visit_uses_the_code_that_an_earlier_one_compiled(
    playwright: Playwright, site: str, tmp_path: Path
) -> None:
    options = chromium_options()
    options["args"].append(OPTIMISES_SOONER)
    context = playwright.chromium.launch_persistent_context(tmp_path, **options)
    first = functions_compiled(context, site)
    later = (functions_compiled(context, site) for _ in range(4))  # which visit Chromium stores varies, and how much
    is_used = any(2 * compiled < first for compiled in later)
    context.close()
    assert is_used


def functions_compiled(context: BrowserContext, site: str) -> int:
    """Visit the page, and return how many functions of its programs the browser has compiled on their first call."""
    page = context.new_page()
    said: list[Any] = []
    driver = context.new_cdp_session(page)
    driver.on("Tracing.dataCollected", lambda part: said.extend(part["value"]))
    driver.send("Tracing.start", {"traceConfig": {"includedCategories": ["disabled-by-default-v8.wasm.detailed"]}})
    page.goto(site)
    kept(page)
    playable(page)
    ended: list[Any] = []
    driver.on("Tracing.tracingComplete", lambda event: ended.append(event))
    driver.send("Tracing.end")
    while not ended:
        page.evaluate("new Promise((done) => setTimeout(done))")
    page.close()
    return sum(event["name"] == "wasm.CompileLazy" for event in said)


EVERY_PAGE = "stable-probability/1.0/nonstable-probability/1.0/renderer-prob-pct/100"
OFTEN = "renderer-sampling-rate-bytes/20000"
SAMPLED = f"--enable-features=HeapProfilerReporting:{EVERY_PAGE}/{OFTEN}"
"""Heap sampling, which Chromium enables for a few of its users."""


@pytest.mark.thorough
@pytest.mark.needs("preferences")
def test_a_page_with_heap_sampling_does_not_crash(playwright: Playwright, site: str, complaints: Complaints) -> None:
    options = whole_chromium_options()
    options["args"].append(SAMPLED)
    context = playwright.chromium.launch(**options).new_context(service_workers="allow")
    complaints.watch(context)
    page = context.new_page()
    page.goto(site)
    kept(page)
    page.reload()
    kept(page)
    assert restored(page)
    playable(page)
    assert context.browser
    context.browser.close()
