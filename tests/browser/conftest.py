"""Fixtures of the journeys: people who open the page, to play alone or with others."""

from __future__ import annotations

import json
import lzma
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from assets.build.project import DIST
from tests.browser.page_pool import POOLED, SOUNDLESS, Kind, PagePool, StoppedClock
from tests.browser.party import Member
from tests.browser.table import Person
from tests.conftest import UNPAINTED, Complaints, watch
from tests.relay import relay
from tests.web import RETURNING, ready

Come = Callable[..., Person]
Arrive = Callable[..., Member]
NewPage = Callable[..., Page]
"""The types of the fixtures `come`, of `arrive` and `invited`, and of those that return a page."""

PLAYED_BEFORE = {"one-mind/played": "yes", "one-mind/ended": "yes"}
"""Local storage of a person who has finished a game."""

STORE = """try {
    const stored = %s;
    if (!sessionStorage.getItem("stored")) for (const name in stored) localStorage.setItem(name, stored[name]);
    sessionStorage.setItem("stored", "yes");
} catch {} // storage is denied"""

PYTHON = ("return await load(", "return globalThis.python = await load(")
"""The replacement in assets/interpreter.js that gives journeys access to Python."""


UNPACKED = "**/*.xz"
"""The files that a service worker has unpacked for a returning browser."""


@pytest.fixture(scope="session")
def earlier_visit(beside: Path) -> None:
    """Serve returning browsers what their service worker would, and an interpreter that gives access to Python."""
    folder = beside / RETURNING
    if folder.exists():  # pytest sets this up again after a test that is not for one browser
        return
    interpreter = (DIST / "assets/interpreter.js").read_text(encoding="utf-8")
    assert PYTHON[0] in interpreter
    folder.mkdir()
    (folder / "interpreter.js").write_text(interpreter.replace(*PYTHON), encoding="utf-8")
    for file in DIST.glob(UNPACKED):
        (folder / file.name).write_bytes(lzma.decompress(file.read_bytes()))


@pytest.fixture
def back(new_page: Callable[..., Page], site: str, earlier_visit: None) -> Callable[..., Page]:
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
    earlier_visit: None,
    browser_context_args: dict[str, Any],
    complained_to: list[Complaints],
) -> Iterator[PagePool]:
    """Yield the page pool, which all journeys share."""

    def new_context(**options: Any) -> BrowserContext:
        context = launched[-1].new_context(**browser_context_args | options, service_workers="block")
        context.add_cookies([{"name": RETURNING, "value": "yes", "url": site}])
        context.add_init_script(UNPAINTED)
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
    is_watched: bool,
) -> Iterator[Callable[..., Opened]]:
    """Open an address in a returning browser: `open_at(site, viewport=...)`.

    `storage` is the local storage. `prepare` is called with the page before it loads. The clock is paused if `stopped`.
    The page comes from the pool unless the journey wants its `own`, prepares it, needs real `sound`, or passes another
    option of the context or `painted`. Where journeys are stored, each page is its own, because a trace begins with it.
    """
    shared = browser_name == "chromium" and not is_watched

    def open_at(
        address: str,
        storage: Mapping[str, str] = MappingProxyType({}),
        *,
        prepare: Callable[[Page], object] | None = None,
        stopped: bool = False,
        own: bool = False,
        sound: bool = False,
        **options: Any,
    ) -> Opened:
        if shared and not (own or prepare or sound or options.keys() - POOLED):
            pooled = pool.lend(Kind(address.partition("?")[0], stopped, options.pop("has_touch", False)))
            pooled.start(address, storage, {"reduced_motion": "reduce", **options})
            return Opened(pooled.page, pooled.clock)
        page = back(**options)
        clock = StoppedClock(page)
        page.add_init_script(STORE % json.dumps(dict(storage)))
        if not sound:
            page.add_init_script(SOUNDLESS)
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


LONGEST = "test_networks.py", "test_fixed_states.py"


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out the tours, unless another browser than Chromium is named: the other journeys cover them."""
    named = config.getoption("browser") or ["chromium"]
    return True if collection_path.name.startswith("test_tour") and named == ["chromium"] else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Start the longest journeys first, so that none of them runs alone at the end."""
    items.sort(key=lambda item: item.path.name not in LONGEST)
