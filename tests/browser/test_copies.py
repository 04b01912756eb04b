"""Two copies of the game at two paths of one host, which share no data."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urljoin

import pytest
from playwright.sync_api import expect

from assets.build.server import Site, SiteHandler
from tests.browser.conftest import NewPage
from tests.conftest import Complaints
from tests.web import kept, ready, serving

BELOW = "some/where/"


class Handler(SiteHandler):
    """A server of the same site at the root and below it."""

    def translate_path(self, path: str) -> str:
        return super().translate_path(path.replace(f"/{BELOW}", "/", 1))


@pytest.fixture
def root(complaints: Complaints) -> Iterator[str]:
    """Return the address of a host with a copy at its root and another at `BELOW`."""
    with Site(0, "/") as site:
        site.RequestHandlerClass = Handler
        complaints.expect(f"foreign: {site.address}")
        with serving(site) as address:
            yield address


def test_a_copy_below_takes_over_data_with_shared_names_once_and_keeps_its_own_game_and_cache(
    new_page: NewPage, root: str, complaints: Complaints
) -> None:
    complaints.expect("404|favicon")
    page = new_page(service_workers="allow")
    page.goto(f"{root}assets/icon.svg")
    page.evaluate("localStorage.setItem('one-mind/settings', JSON.stringify({ theme: 'dark' }))")
    for _ in range(2):
        page.goto(urljoin(root, BELOW))
        ready(page)
        assert page.evaluate(f"localStorage.getItem('one-mind/{BELOW}settings')") == '{"theme":"dark"}'
    page.evaluate(f"localStorage.removeItem('one-mind/{BELOW}settings')")
    page.reload()
    ready(page)
    assert page.evaluate(f"localStorage.getItem('one-mind/{BELOW}settings')") is None
    assert page.evaluate("localStorage.getItem('one-mind/settings')") == '{"theme":"dark"}'
    for address in (root, urljoin(root, BELOW)):
        page.goto(address)
        kept(page)
        page.get_by_role("button", name="Play solo").click()
        page.get_by_role("button", name="Start", exact=True).click()
        expect(page.locator(".hand .card")).to_have_count(1)
    page.wait_for_function(f"localStorage.getItem('one-mind/game') && localStorage.getItem('one-mind/{BELOW}game')")
    games = page.evaluate(f"[localStorage.getItem('one-mind/game'), localStorage.getItem('one-mind/{BELOW}game')]")
    assert games[0] != games[1]
    for address in (root, urljoin(root, BELOW)):
        page.goto(address)
        kept(page)
        expect(page.locator("html[data-snapshot=restored]")).to_be_attached()
    names = page.evaluate("caches.keys()")
    below = [name for name in names if BELOW in name]
    assert len(below) == len(names) - len(below) == 2  # the build, and other languages
