"""The Python snapshot: stored at the first visit, used by every later start, and never required."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Playwright, expect

from tests.browser.table import Person
from tests.conftest import Complaints
from tests.web import chromium_options, kept, ready, whole_chromium_options

NewPage = Callable[..., Page]

DAMAGE = """async ([part, harm]) => {
    const cache = await caches.open("one-mind-snapshot");
    const name = (await cache.keys()).find(({ url }) => url.endsWith(".wasm") === (part === "program"));
    const found = await cache.match(name);
    const bytes = new Uint8Array(await found.arrayBuffer());
    const harms = {
        "without its head": () => bytes,
        "cut short": () => bytes.slice(0, 1e6),
        "changed in one bit": () => bytes.map((byte, at) => (at === bytes.length - 1e6 ? byte ^ 1 : byte)),
    };
    await cache.put(name, new Response(harms[harm](), found));
    if (harm !== "without its head") return;
    const gone = indexedDB.deleteDatabase("one-mind-snapshot");
    await new Promise((done) => (gone.onsuccess = done));
}"""


def restored(page: Page) -> bool:
    return page.locator("html[data-snapshot=restored]").count() == 1


@pytest.fixture
def page(new_page: NewPage, site: str, store_snapshot: Callable[[Page], None]) -> Page:
    """Return a page that resumed from the snapshot of an earlier visit."""
    page = new_page(service_workers="allow")
    store_snapshot(page)
    page.goto(site)
    kept(page)
    assert restored(page)
    return page


def test_the_pages_of_other_journeys_resume_from_a_snapshot(come: Callable[..., Person]) -> None:
    assert restored(come(own=True).page)


EVERY_PAGE = "stable-probability/1.0/nonstable-probability/1.0/renderer-prob-pct/100"
OFTEN = "renderer-sampling-rate-bytes/20000"
SAMPLED = f"--enable-features=HeapProfilerReporting:{EVERY_PAGE}/{OFTEN}"
"""Heap sampling, which Chromium enables for a few of its users."""


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
    page.evaluate("start.click()")
    expect(page.locator("#hand .card")).to_be_visible()
    assert context.browser
    context.browser.close()


OPTIMISES_SOONER = "--js-flags=--wasm-caching-hard-threshold=100000"
"""Chromium caches compiled code each time this many bytes of it have been optimised, instead of a million."""


@pytest.mark.needs("devtools")
def test_the_thread_that_makes_the_snapshot_caches_compiled_code(playwright: Playwright, site: str) -> None:
    options = chromium_options()
    options["args"].append(OPTIMISES_SOONER)
    browser = playwright.chromium.launch(**options)
    page = browser.new_page()
    browser.start_tracing(page=page, categories=["v8.wasm"])
    page.goto(site)
    kept(page)
    assert b'"wasm.SerializeModule"' in browser.stop_tracing()
    browser.close()


def test_two_starts_from_one_snapshot_shuffle_differently(page: Page) -> None:
    seeds = set()
    for _ in range(2):
        page.evaluate("onpagehide = () => localStorage.clear()")
        page.reload()
        kept(page)
        assert restored(page)
        page.evaluate("document.querySelector('[name=variant]').value = 'tens'; start.click()")
        seeds.add(
            json.loads(page.wait_for_function("localStorage.getItem('one-mind/game')").json_value())["game"]["seed"]
        )
    assert len(seeds) == 2


def test_a_damaged_snapshot_is_forgotten_and_created_again(page: Page, complaints: Complaints) -> None:
    complaints.expect("valid digest in the 'integrity' attribute|SRI's integrity checks failed")  # Chromium
    complaints.expect("hashes in the integrity attribute match")  # Firefox
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    for part, harm in [
        ("memory", "cut short"),
        ("memory", "changed in one bit"),
        ("program", "changed in one bit"),
        ("memory", "without its head"),
    ]:
        said.clear()
        page.evaluate(DAMAGE, [part, harm])
        page.reload()
        kept(page)
        assert not restored(page)
        assert any("snapshot" in text.lower() for text in said) or harm == "without its head"
        page.reload()
        kept(page)
        assert restored(page)


SIZE = """async () => {
    const cache = await caches.open("one-mind-snapshot");
    const name = (await cache.keys()).find(({ url }) => !url.endsWith(".wasm"));
    return (await (await cache.match(name)).blob()).size;
}"""


def test_an_empty_snapshot_is_not_stored(page: Page) -> None:
    assert page.evaluate(SIZE) < 14e6


THERE_AND_BACK = """async () => {
    const { split, fill } = await import("/assets/memory.js");
    const head = 48, block = 65536;
    const snapshot = new Uint8Array(head + 9 * block + 4096);
    new Uint32Array(snapshot.buffer)[1] = head;
    const held = (at) => (snapshot[head + at] = 1 + (at % 200));
    [block, 2 * block + 7, 5 * block - 1, 9 * block + 4000].forEach(held);
    const parts = split(snapshot);
    const memory = new Uint8Array(10 * block).fill(9);
    fill(memory, new Uint8Array(await parts.held.arrayBuffer()));
    return {
        head: parts.head.length,
        held: parts.held.size,
        same: memory.every((byte, at) => byte === (snapshot[head + at] ?? 0)),
    };
}"""


def test_memory_is_restored_and_its_former_contents_are_gone(new_page: NewPage, empty: str) -> None:
    page = new_page()
    page.goto(empty)
    told = page.evaluate(THERE_AND_BACK)
    assert told == {"head": 48, "held": 4 + 3 * 8 + 3 * 65536 + 4096, "same": True}


REFUSED = """
    const refuse = () => Promise.reject(new DOMException("denied", "SecurityError"));
    for (const name of ["open", "match", "delete"]) if (self.CacheStorage) CacheStorage.prototype[name] = refuse;
"""


def test_the_page_starts_if_storage_is_denied(new_page: NewPage, site: str) -> None:
    page = new_page(service_workers="allow")
    page.add_init_script(REFUSED)
    for _ in range(2):
        page.goto(site)
        ready(page)
        assert not restored(page)


@pytest.mark.needs("devtools")
def test_the_page_starts_if_storage_is_full(new_page: NewPage, site: str) -> None:
    page = new_page(service_workers="allow")
    page.add_init_script("window.requestIdleCallback = (call) => (window.makeSnapshot = call)")
    page.goto(site)
    page.wait_for_function("!!window.makeSnapshot", timeout=60_000)
    room = {"origin": site.rstrip("/"), "quotaSize": 1_000_000}
    page.context.new_cdp_session(page).send("Storage.overrideQuotaForOrigin", room)
    page.evaluate("makeSnapshot()")
    expect(page.locator("html[data-kept=refused]")).to_be_attached(timeout=60_000)
    page.reload()
    ready(page)
    assert not restored(page)
    page.evaluate("start.click()")
    expect(page.locator("#hand .card")).to_be_visible()
