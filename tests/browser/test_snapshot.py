"""A snapshot of Python, kept at the first visit, starts every later one, and is never needed."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.conftest import Complaints

NewPage = Callable[..., Page]

DAMAGE = """async (harm) => {
    const cache = await caches.open("one-mind-snapshot");
    const [name] = await cache.keys();
    const found = await cache.match(name);
    const bytes = new Uint8Array(await found.arrayBuffer());
    const harms = {
        "cut short": () => bytes.slice(0, 1e6),
        "changed in one bit": () => bytes.map((byte, at) => (at === bytes.length - 1e6 ? byte ^ 1 : byte)),
    };
    await cache.put(name, new Response(harms[harm](), found));
}"""


def kept(page: Page) -> None:
    """Wait until everything for the next visit is in store."""
    expect(page.locator("html[data-ready=true]")).to_be_attached(timeout=60_000)
    expect(page.locator("html[data-kept=kept]")).to_be_attached(timeout=60_000)


def restored(page: Page) -> bool:
    return page.locator("html[data-snapshot=restored]").count() == 1


@pytest.fixture
def page(new_page: NewPage, site: str) -> Page:
    """A page that has been visited once."""
    page = new_page(service_workers="allow")
    page.goto(site)
    kept(page)
    assert not restored(page)
    return page


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


HARMS = ["cut short", "changed in one bit"]


@pytest.mark.parametrize("harm", HARMS)
def test_a_snapshot_that_cannot_be_used_is_forgotten_and_said(page: Page, complaints: Complaints, harm: str) -> None:
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.evaluate(DAMAGE, harm)
    page.reload()
    kept(page)
    assert not restored(page)
    assert any("snapshot" in text.lower() for text in said)
    page.reload()
    kept(page)
    assert restored(page)


REFUSED = """
    const refuse = () => Promise.reject(new DOMException("denied", "SecurityError"));
    for (const name of ["open", "match", "delete"]) CacheStorage.prototype[name] = refuse;
"""


def test_where_storage_is_denied_the_page_starts_all_the_same(new_page: NewPage, site: str) -> None:
    page = new_page(service_workers="allow")
    page.add_init_script(REFUSED)
    for _ in range(2):
        page.goto(site)
        expect(page.locator("html[data-ready=true]")).to_be_attached(timeout=60_000)
        assert not restored(page)
