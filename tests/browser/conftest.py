"""What the journeys share: somebody who comes to the page, alone or to play with others."""

from __future__ import annotations

import base64
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from assets.build.program import PROGRAM
from build import PYODIDE
from tests.browser.party import Member
from tests.browser.table import Person
from tests.relay import relay

PLAYED_BEFORE = """try {
    for (const mark of ["played", "ended"]) localStorage.setItem(`one-mind/${mark}`, "yes");
} catch {} // storage is denied"""

SNAPSHOT = """async () => {
    const { find } = await import("/assets/kept.js");
    const addresses = (await (await caches.open("one-mind-snapshot")).keys()).map(({ url }) => url);
    const name = addresses.find((address) => !address.endsWith(".wasm"));
    const { head, held } = await find(name);
    const texts = [head, await held].map(async (bytes) => {
        const text = new FileReader();
        text.readAsDataURL(new Blob([bytes]));
        await new Promise((read) => (text.onload = read));
        return text.result.split(",")[1];
    });
    return [name, ...(await Promise.all(texts))];
}"""

KEEP = """async (name) => {
    const { write } = await import("/assets/kept.js");
    const parts = ["/head", "/held", "/program"].map(async (part) => (await fetch(part)).arrayBuffer());
    const [head, held, program] = await Promise.all(parts);
    await write(name, { head: new Uint8Array(head), held: new Blob([held]), program });
}"""


@pytest.fixture(scope="session")
def first_visit(launched: list[Browser], site: str, beside: Path) -> str:
    """A first visit to `site`, which serves from then on what was kept by it: the name of its snapshot."""
    page = launched[-1].new_page()
    page.goto(site)
    expect(page.locator("html[data-kept=kept]")).to_be_attached(timeout=60_000)
    name, head, held = page.evaluate(SNAPSHOT)
    page.context.close()
    (beside / "head").write_bytes(base64.b64decode(head))
    (beside / "held").write_bytes(base64.b64decode(held))
    shutil.copyfile(PYODIDE / PROGRAM, beside / "program")
    (beside / "empty.html").write_text('<link rel="icon" href="data:," />')
    return str(name)


@pytest.fixture
def back(new_page: Callable[..., Page], site: str, first_visit: str) -> Callable[..., Page]:
    """A page of somebody who has been here before: `back(viewport=...)`. Python starts from a snapshot, in a blink."""

    def back(**context_options: Any) -> Page:
        page = new_page(**{"reduced_motion": "reduce", **context_options})
        page.goto(f"{site}empty.html")
        page.evaluate(KEEP, first_visit)
        return page

    return back


@pytest.fixture
def come(back: Callable[..., Page], site: str) -> Callable[..., Person]:
    """A person at a page of their own: `come(seed=3, viewport=...)`. Motion is off unless asked for.

    `saved` is the game that is saved there already, `script` runs before everything else. They have played a game
    to its end here before, unless they are a `newcomer`.
    """

    def come(
        seed: int = 1, saved: str | None = None, script: str = "", newcomer: bool = False, **context_options: Any
    ) -> Person:
        person = Person(back(**context_options), site)
        if not newcomer:
            person.page.add_init_script(PLAYED_BEFORE)
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
def arrive(back: Callable[..., Page], site: str, relay_address: str) -> Callable[..., Member]:
    """Somebody at the title of a page of their own, ready for the first click: `arrive(viewport=...)`.

    `relay` is another relay than the one here, "" for none in the address; `clock` stops
    the time, `script` runs before everything else.
    """

    def arrive(relay: str = relay_address, script: str = "", clock: bool = False, **context_options: Any) -> Member:
        page = back(**context_options)
        if script:
            page.add_init_script(script)
        if clock:
            page.clock.install()
        page.goto(f"{site}?relay={relay}" if relay else site)
        expect(page.locator("html[data-ready=true]")).to_be_attached(timeout=60_000)
        return Member(page)

    return arrive


@pytest.fixture
def invited(back: Callable[..., Page]) -> Callable[..., Member]:
    """Somebody whose page is nowhere yet."""

    def invited(**context_options: Any) -> Member:
        return Member(back(**context_options))

    return invited
