"""What the journeys share: somebody who comes to the page, alone or to play with others."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.party import Member
from tests.browser.table import Person
from tests.relay import relay


@pytest.fixture
def come(new_page: Callable[..., Page], site: str) -> Callable[..., Person]:
    """A person at a page of their own: `come(seed=3, viewport=...)`. Motion is off unless asked for.

    `saved` is the game that is saved there already, `script` runs before everything else.
    """

    def come(seed: int = 1, saved: str | None = None, script: str = "", **context_options: Any) -> Person:
        person = Person(new_page(**{"reduced_motion": "reduce", **context_options}), site)
        if script:
            person.page.add_init_script(script)
        person.arrive(seed, saved)
        return person

    return come


@pytest.fixture(scope="session")
def relay_address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A relay on this machine."""
    pytest.importorskip("nostr_relay", reason="nostr-relay is not there for this Python")
    with relay(tmp_path_factory.mktemp("relay")) as address:
        yield address


@pytest.fixture
def arrive(new_page: Callable[..., Page], site: str, relay_address: str) -> Callable[..., Member]:
    """Somebody at the title of a page of their own, ready for the first click: `arrive(viewport=...)`.

    `relay` is another relay than the one here, "" for none in the address; `clock` stops
    the time, `script` runs before everything else.
    """

    def arrive(relay: str = relay_address, script: str = "", clock: bool = False, **context_options: Any) -> Member:
        page = new_page(**{"reduced_motion": "reduce", **context_options})
        if script:
            page.add_init_script(script)
        if clock:
            page.clock.install()
        page.goto(f"{site}?relay={relay}" if relay else site)
        expect(page.locator("html[data-ready=true]")).to_be_attached(timeout=60_000)
        return Member(page)

    return arrive


@pytest.fixture
def invited(new_page: Callable[..., Page]) -> Callable[..., Member]:
    """Somebody whose page is nowhere yet."""

    def invited(**context_options: Any) -> Member:
        return Member(new_page(**{"reduced_motion": "reduce", **context_options}))

    return invited
