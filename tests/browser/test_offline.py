"""The page offline and during updates: always one complete version, which is always playable."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser import versions
from tests.browser.conftest import NewPage
from tests.browser.past import link
from tests.browser.versions import Server
from tests.conftest import Complaints
from tests.engines.lacks import LACKS
from tests.history.games import won_game
from tests.web import ready

IN_STORE = "() => navigator.serviceWorker.ready.then(({ active }) => active.state === 'activated')"
INSTALLED_NOTHING = "() => navigator.serviceWorker.getRegistration().then((it) => !it.installing && !it.waiting)"
LOOK_FOR_UPDATE = """async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration.update();
    const { installing } = registration;
    if (installing) await new Promise((settled) => { installing.onstatechange = settled; });
}"""
INCOGNITO = {"errorId": "in-incognito", "errorArguments": []}
EMPTY = """async (which) => {
    const name = (await caches.keys()).find((name) => name.includes("precache"));
    const cache = await caches.open(name);
    for (const address of await cache.keys()) if (address.url.includes(which)) await cache.delete(address);
}"""
ADDRESSES = """async () => {
    const all = [];
    for (const name of await caches.keys())
        for (const { url } of await (await caches.open(name)).keys()) all.push(url);
    return all;
}"""


@pytest.fixture(scope="module")
def builds(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("builds")
    return [versions.version(number, folder) for number in (1, 2)]


@pytest.fixture
def server(builds: list[Path], beside: Path, complaints: Complaints) -> Iterator[Server]:
    with versions.opened(builds[0], beside) as server:
        complaints.expect(f"foreign: {server.address}")
        yield server


@pytest.fixture
def page(new_page: NewPage, server: Server) -> Page:
    """Return a page that was visited once and is fully cached."""
    page = new_page(service_workers="allow")
    visit(page, server.address)
    page.wait_for_function(IN_STORE)
    return page


def visit(page: Page, address: str) -> None:
    page.goto(address)
    ready(page)


def is_of_version(page: Page, number: int) -> None:
    """Check that the page and its parts are of this version."""
    expect(page.locator(f"html[data-page='{number}'][data-part='{number}'][data-ready=true]")).to_be_attached(
        timeout=60_000
    )


def deal(page: Page) -> None:
    page.get_by_role("button", name="Play solo").click()
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.locator(".hand .card")).to_have_count(1)


def can_do_without(server: Server, page: Page) -> None:
    """Check that the first version is playable without the server."""
    versions.close(server)
    visit(page, server.address)
    is_of_version(page, 1)
    deal(page)


def test_it_can_be_installed_and_solo_games_a_first_table_and_links_to_games_work_offline(
    page: Page, server: Server, complaints: Complaints, browser_name: str
) -> None:
    if "devtools" not in LACKS[browser_name]:
        session = page.context.new_cdp_session(page)
        manifest = session.send("Page.getAppManifest")
        assert manifest["url"].endswith("/some/where/assets/manifest.webmanifest") and not manifest["errors"]
        assert session.send("Page.getInstallabilityErrors")["installabilityErrors"] in ([], [INCOGNITO])
    complaints.expect("failed: .*service-worker.js|ERR_CONNECTION_REFUSED")
    visit(page, f"{server.address}?seed=7&told=secret#secret")
    versions.close(server)
    visit(page, server.address)
    page.get_by_role("button", name="Try it").click()
    expect(page.locator(".table-hint")).to_be_visible()
    page.goto("about:blank")
    visit(page, server.address + link(won_game()))
    page.get_by_role("button", name="Watch the replay").click()
    expect(page.locator("#replay[data-state=playing]")).to_be_visible()
    page.get_by_role("button", name="Back").click()
    page.get_by_role("button", name="Home").click()
    page.get_by_role("button", name="Your games").click()
    expect(page.locator("#games-screen")).to_be_visible()
    page.get_by_role("button", name="Back").click()
    page.get_by_role("button", name="Daily game").click()
    page.get_by_role("button", name="Play the daily game").click()
    expect(page.locator(".hand .card")).to_have_count(1)
    page.goto("about:blank")
    visit(page, f"{server.address}?seed=8&told=secret#secret")
    kept = page.evaluate(ADDRESSES)
    assert kept
    assert not [address for address in kept if "secret" in address or "seed" in address or "game=" in address]


def test_a_new_version_is_offered_and_updates_every_page_completely(
    page: Page, server: Server, builds: list[Path]
) -> None:
    visit(page, server.address)
    is_of_version(page, 1)
    server.folder = builds[1]
    other = page.context.new_page()
    visit(other, server.address)
    is_of_version(other, 1)
    deal(other)
    page.evaluate(LOOK_FOR_UPDATE)
    expect(page.get_by_text("A new version is ready.")).to_be_visible()
    page.get_by_role("button", name="Update now").click()
    is_of_version(page, 2)
    expect(page.get_by_text("A new version is ready.")).to_be_hidden()
    expect(other.locator(".hand .card")).to_have_count(1)
    other.get_by_role("button", name="Menu").click()
    other.get_by_role("button", name="Leave this game").click()
    is_of_version(other, 2)


def test_an_aborted_update_leaves_the_old_version_whose_deleted_cache_is_filled_again_playable_offline(
    page: Page, server: Server, builds: list[Path], complaints: Complaints
) -> None:
    complaints.expect("failed: .*(service-worker|interpreter).js|ERR_CONNECTION_REFUSED|404")
    visit(page, server.address)
    server.folder, server.broken = builds[1], {"interpreter.js"}
    page.evaluate(LOOK_FOR_UPDATE)
    page.wait_for_function(INSTALLED_NOTHING)
    visit(page, server.address)
    is_of_version(page, 1)
    server.folder, server.broken = builds[0], set()
    for which in ("vendor", "http"):
        page.evaluate(EMPTY, which)
        visit(page, server.address)
        is_of_version(page, 1)
    can_do_without(server, page)


@pytest.mark.needs("devtools")
def test_with_a_full_disk_the_page_runs_from_the_network(
    new_page: NewPage, server: Server, complaints: Complaints
) -> None:
    page = new_page(service_workers="allow")
    session = page.context.new_cdp_session(page)
    origin = server.address.removesuffix("/some/where/")
    session.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 100_000})
    for _ in range(2):
        visit(page, server.address)
        page.wait_for_function("() => navigator.serviceWorker.getRegistration().then((it) => !it?.installing)")
    deal(page)


def test_a_cache_that_cannot_be_filled_again_is_replaced_by_the_new_version(
    page: Page, server: Server, builds: list[Path], complaints: Complaints
) -> None:
    complaints.expect("")
    visit(page, server.address)
    server.folder, server.broken = builds[1], {"service-worker.js"}
    page.evaluate(EMPTY, "http")
    visit(page, server.address)
    is_of_version(page, 2)


def test_trying_again_loads_an_available_version(
    page: Page, server: Server, builds: list[Path], complaints: Complaints
) -> None:
    complaints.expect("")
    visit(page, server.address)
    server.folder, server.broken = builds[1], {"service-worker.js"}
    page.evaluate(EMPTY, "interpreter.js")
    page.goto(server.address)
    page.get_by_role("button", name="Try again").click()
    is_of_version(page, 2)


def test_a_part_of_another_version_is_refused_and_the_update_offered(
    new_page: NewPage, builds: list[Path], server: Server, complaints: Complaints, tmp_path: Path, relay_address: str
) -> None:
    """The page has no service worker, as in a private window of Firefox, and the server gets a new version."""
    complaints.expect("integrity|digest|failed: .*online.pack")
    page = new_page()
    visit(page, f"{server.address}?relay={relay_address}")
    server.folder = versions.with_other_archives(builds[1], tmp_path / "build")
    page.get_by_role("button", name="Play together").click()
    expect(page.get_by_text("Couldn’t load this part.")).to_be_visible()
    expect(page.get_by_text("A new version is ready.")).to_be_visible()
    page.get_by_role("button", name="Update now").click()
    is_of_version(page, 2)
    page.get_by_role("button", name="Play together").click()
    expect(page.locator("#lobby")).to_be_visible()
