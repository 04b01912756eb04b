"""Fixtures of the journeys: people who open the page, to play alone or with others."""

from __future__ import annotations

import base64
import hashlib
import json
import shutil
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from assets.build.keeping import made_once
from assets.build.program import PROGRAM
from assets.build.project import BUILD, DIST, PYODIDE
from tests.browser.page_pool import POOLED, Kind, PagePool, StoppedClock
from tests.browser.party import Member
from tests.browser.table import Person
from tests.conftest import Complaints, watch
from tests.relay import relay
from tests.web import RETURNING, ready

PLAYED_BEFORE = {"one-mind/played": "yes", "one-mind/ended": "yes"}
"""Local storage of a person who has finished a game."""

STORE = """try {
    const stored = %s;
    if (!sessionStorage.getItem("stored")) for (const name in stored) localStorage.setItem(name, stored[name]);
    sessionStorage.setItem("stored", "yes");
} catch {} // storage is denied"""

SNAPSHOT = """async () => {
    const { find } = await import("/assets/kept.js");
    const addresses = (await (await caches.open("one-mind-snapshot")).keys()).map(({ url }) => url);
    const memory = addresses.find((address) => !address.endsWith(".wasm"));
    const { head, held } = await find();
    const texts = [head, await held].map(async (bytes) => {
        const text = new FileReader();
        text.readAsDataURL(new Blob([bytes]));
        await new Promise((read) => (text.onload = read));
        return text.result.split(",")[1];
    });
    return [memory.split("/").at(-1), ...(await Promise.all(texts))];
}"""

KEPT = """
const bytes = async (part) => new Uint8Array(await (await fetch(`/${part}`)).arrayBuffer());
const name = "the snapshot of all journeys";
export const nameOf = async () => name;
export const compilable = (body) => new Response(body, { headers: { "Content-Type": "application/wasm" } });
export const find = async () => ({
    name,
    head: await bytes("head"),
    held: bytes("held"),
    program: bytes("program").then(compilable),
});
export const forget = async () => {};
"""
"""Replaces assets/kept.js for returning browsers: the server stores the snapshot, not the browser."""

PYTHON = ("return await load(", "return globalThis.python = await load(")
"""The replacement in assets/interpreter.js that gives journeys access to Python."""


@pytest.fixture(scope="session")
def first_visit(launched: list[Browser], site: str, beside: Path) -> None:
    """Serve the snapshot of a first visit to returning browsers. One visit serves all workers, and later runs."""
    build = hashlib.sha256((BUILD / "dist").read_bytes()).hexdigest()[:16]
    snapshot = made_once(BUILD / f"snapshots/{build}", partial(visit_first, launched[-1], site))
    for old in snapshot.parent.glob("[0-9a-f]" * len(build)):  # except the folder that another worker is creating
        if old != snapshot:
            shutil.rmtree(old, ignore_errors=True)
    if not (beside / RETURNING).exists():  # pytest sets this up again after a test that is not for one browser
        (beside / RETURNING).symlink_to(snapshot)


def visit_first(browser: Browser, site: str, folder: Path) -> None:
    """Write the files for returning browsers into `folder`: the snapshot, and the scripts that read it."""
    page = browser.new_page()
    page.goto(site)
    expect(page.locator("html[data-kept=kept]")).to_be_attached(timeout=60_000)
    name, head, held = page.evaluate(SNAPSHOT)
    page.context.close()
    folder.mkdir()
    (folder / "name").write_text(name, encoding="ascii")
    (folder / "head").write_bytes(base64.b64decode(head))
    (folder / "held").write_bytes(base64.b64decode(held))
    shutil.copyfile(PYODIDE / PROGRAM, folder / "program")
    interpreter = (DIST / "assets/interpreter.js").read_text(encoding="utf-8")
    assert PYTHON[0] in interpreter
    (folder / "interpreter.js").write_text(interpreter.replace(*PYTHON), encoding="utf-8")
    (folder / "kept.js").write_text(KEPT, encoding="utf-8")


STORE_SNAPSHOT = """async () => {
    const { writeProgram, writeMemory } = await import(new URL("assets/kept.js", location));
    document.cookie = "COOKIE=yes";
    const [name, head, held, program] = await Promise.all(
        ["name", "head", "held", "program"].map(async (part) => (await fetch(part)).blob())
    );
    document.cookie = "COOKIE=; max-age=0";
    const bytes = async (blob) => new Uint8Array(await blob.arrayBuffer());
    const address = new URL(await name.text(), new URL("assets/", location)).href;
    const digest = await writeProgram(address, program);
    await writeMemory(address, { head: await bytes(head), held }, digest);
}""".replace("COOKIE", RETURNING)
"""Stores the snapshot in the browser, as the page does at the end of a first visit."""


@pytest.fixture
def empty(site: str, beside: Path) -> str:
    """Return the address of an empty page of the site."""
    (beside / "empty.html").write_text('<link rel="icon" href="data:," />', encoding="utf-8")
    return f"{site}empty.html"


@pytest.fixture
def store_snapshot(empty: str, site: str, first_visit: None) -> Callable[..., None]:
    """Store the snapshot in the browser of a page that is still blank, so that its first start resumes from it.

    The page is that of `site`, or the copy at another `address`.
    """

    def store_snapshot(page: Page, address: str = site) -> None:
        page.goto(empty.replace(site, address))
        page.evaluate(STORE_SNAPSHOT)

    return store_snapshot


@pytest.fixture
def back(new_page: Callable[..., Page], site: str, first_visit: None) -> Callable[..., Page]:
    """Return a blank page of a returning browser: `back(has_touch=True)`."""

    def back(**context_options: Any) -> Page:
        page = new_page(**{"reduced_motion": "reduce", **context_options})
        page.context.add_cookies([{"name": RETURNING, "value": "yes", "url": site}])
        return page

    return back


@pytest.fixture(scope="session")
def pool(
    launched: list[Browser],
    site: str,
    first_visit: None,
    browser_context_args: dict[str, Any],
    complained_to: list[Complaints],
) -> Iterator[PagePool]:
    """Yield the page pool, which all journeys share."""

    def new_context(**options: Any) -> BrowserContext:
        context = launched[-1].new_context(**browser_context_args | options, service_workers="block")
        context.add_cookies([{"name": RETURNING, "value": "yes", "url": site}])
        watch(context, lambda: complained_to[-1])
        return context

    pool = PagePool(new_context)
    yield pool
    pool.close()


class Opened(NamedTuple):
    """A page at the title screen, and its clock."""

    page: Page
    clock: StoppedClock


@pytest.fixture
def open_at(
    pool: PagePool,
    back: Callable[..., Page],
    complaints: Complaints,
    browser_name: str,
    pytestconfig: pytest.Config,
) -> Iterator[Callable[..., Opened]]:
    """Open an address in a returning browser: `open_at(site, viewport=...)`.

    `storage` is the local storage. `prepare` is called with the page before it loads. The clock is paused if `stopped`.
    The page comes from the pool unless the journey wants its `own`, prepares it, or passes another option of the
    context. Where traces are recorded, each page is its own, because a trace begins with it.
    """
    shared = browser_name == "chromium" and pytestconfig.getoption("--tracing") == "off"

    def open_at(
        address: str,
        storage: Mapping[str, str] = MappingProxyType({}),
        *,
        prepare: Callable[[Page], object] | None = None,
        stopped: bool = False,
        own: bool = False,
        **options: Any,
    ) -> Opened:
        if shared and not (own or prepare or options.keys() - POOLED):
            pooled = pool.lend(Kind(address.partition("?")[0], stopped, options.pop("has_touch", False)))
            pooled.start(address, storage, {"reduced_motion": "reduce", **options})
            return Opened(pooled.page, pooled.clock)
        page = back(**options)
        clock = StoppedClock(page)
        page.add_init_script(STORE % json.dumps(dict(storage)))
        if prepare:
            prepare(page)
        if stopped:
            clock.install()
        page.goto(address)
        ready(page)
        if stopped:
            clock.stop()
        return Opened(page, clock)

    yield open_at
    pool.take_back(in_order=complaints.none)


@pytest.fixture
def come(open_at: Callable[..., Opened], site: str) -> Callable[..., Person]:
    """Return a person at the title screen, with a paused clock and reduced motion: `come(seed=3, viewport=...)`.

    `saved` is the saved game, `storage` everything else that is stored, `script` runs before the page. The person has
    finished a game before, unless it is a `newcomer`. `open_at` takes all other options.
    """

    def come(
        seed: int = 1,
        saved: str | None = None,
        storage: Mapping[str, str] = MappingProxyType({}),
        script: str = "",
        newcomer: bool = False,
        **more: Any,
    ) -> Person:
        storage = {**storage} if newcomer else {**PLAYED_BEFORE, **storage}
        if saved is not None:
            storage["one-mind/game"] = saved
        if script:
            more["prepare"] = lambda page: page.add_init_script(script)
        page, clock = open_at(f"{site}?seed={seed}", storage, stopped=True, **more)
        return Person(page, site, clock)

    return come


@pytest.fixture(scope="session")
def relay_address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return the address of a local relay."""
    pytest.importorskip("nostr_relay", reason="nostr-relay is not there for this Python")
    with relay(tmp_path_factory.mktemp("relay")) as address:
        yield address


@pytest.fixture
def arrive(open_at: Callable[..., Opened], site: str, relay_address: str) -> Callable[..., Member]:
    """Return a player at the title screen, in real time: `arrive(viewport=...)`.

    `relay` is the address of another relay, or "" for none. `script` runs before the page. With a `clock` the journey
    controls the time. `open_at` takes all other options.
    """

    def arrive(relay: str = relay_address, script: str = "", clock: bool = False, **more: Any) -> Member:
        def prepare(page: Page) -> None:
            page.add_init_script(script)
            if clock:
                page.clock.install()

        if script or clock:
            more["prepare"] = prepare
        return Member(open_at(f"{site}?relay={relay}" if relay else site, **more).page)

    return arrive


@pytest.fixture
def invited(open_at: Callable[..., Opened], back: Callable[..., Page], site: str) -> Callable[..., Member]:
    """Return a player who has not opened a link yet: at the title screen, or on a blank page of their `own`.

    `script` runs before the page, which then is their own.
    """

    def invited(script: str = "", own: bool = False, **options: Any) -> Member:
        if not (script or own or options.keys() - POOLED):
            return Member(open_at(site, **options).page)
        page = back(**options)
        page.add_init_script(script)
        return Member(page)

    return invited


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Start the longest journey first: it takes a fifth of the time of all journeys, and the others run beside it."""
    items.sort(key=lambda item: item.path.name != "test_networks.py")
