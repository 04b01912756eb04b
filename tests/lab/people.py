"""People of the laboratory: each at a page of their own, in a browser that knows no network but that of its computer."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import BrowserContext, Error, Page, Playwright, expect

from build import chromium
from tests.browser.party import Member
from tests.lab.laboratory import Computer, Laboratory
from tests.lab.servers import STUN, TURN
from tests.web import chromium_options

PATIENCE = 60_000
"""Milliseconds that anything may take which is not measured, on a busy machine."""

# When somebody was first seen connected at the table with so many others, and when each card was: its frame is drawn.
# The press that a link asks for is no part of the wait, so that it is made at once.
WATCH = """
    window.marks = {};
    window.connections = new Set();
    const now = () => performance.timeOrigin + performance.now();
    const mark = (name) => {
        if (name in marks) return;
        marks[name] = null;
        requestAnimationFrame(() => (marks[name] = now()));
    };
    new MutationObserver(() => {
        document.querySelector("#invited [data-yes]")?.click();
        for (let people = document.querySelectorAll("#peers [data-state=connected]").length; people > 1; people--) {
            mark(`${people} people`);
        }
        for (const card of document.querySelectorAll("#piles [data-card]")) {
            mark(`level ${document.querySelector("#table").dataset.level} card ${card.dataset.card}`);
        }
    }).observe(document, { attributes: true, childList: true, subtree: true });
    window.RTCPeerConnection = class extends RTCPeerConnection {
        constructor(...given) {
            super(...given);
            connections.add(this);
        }
    };
"""

# What the page says of its ways to the others; of a page that says nothing, what its connections say.
WAYS = """async () => {
    const said = [...document.querySelectorAll("#peers li[data-way]")].map((item) => item.dataset.way).filter(Boolean);
    if (said.length) return said;
    const ways = [];
    for (const connection of connections) {
        if (connection.connectionState !== "connected") continue;
        const stats = await connection.getStats();
        const transport = [...stats.values()].find((one) => one.type === "transport");
        const pair = stats.get(transport?.selectedCandidatePairId);
        if (!pair) continue;
        const types = [pair.localCandidateId, pair.remoteCandidateId].map((id) => stats.get(id)?.candidateType);
        ways.push(types.includes("relay") ? "turn" : "direct");
    }
    return ways;
}"""

IN_STORE = "() => navigator.serviceWorker.ready.then(({ active }) => active.state === 'activated')"


class Person(Member):
    """Somebody at a computer of the laboratory."""

    def __init__(self, page: Page, computer: Computer) -> None:
        super().__init__(page)
        self.computer = computer

    def follow(self, link: str) -> None:
        """Open `link`, without waiting for where it leads."""
        self.page.goto(link, wait_until="commit")

    def seated(self, people: int, within: float) -> float | None:
        """Seconds from opening the page until so many were at the table, or None if that is not `within` so many."""
        name = f"{people} people"
        try:
            self.page.wait_for_function("(name) => marks[name]", arg=name, timeout=1000 * within, polling=50)
        except Error:
            return None
        took: float = self.page.evaluate("(name) => marks[name] - performance.timeOrigin", name)
        return took / 1000

    def ways(self) -> list[str]:
        """By which ways the others are reached."""
        ways: list[str] = self.page.evaluate(WAYS)
        return sorted(set(ways))

    def people(self) -> int:
        """How many are connected at the table, as far as the page shows."""
        return self.page.locator("#peers [data-state=connected]").count()


class Browser:
    """The browser of a computer, in which the page has been visited before."""

    def __init__(self, context: BrowserContext, computer: Computer, site: str) -> None:
        self._context = context
        self._computer = computer
        self._site = site

    def visit_first(self) -> None:
        """Have the page in store, as after any visit."""
        person = self.person()
        person.page.goto(self._site)
        expect(person.page.locator("html[data-ready=true]")).to_be_attached(timeout=PATIENCE)
        person.page.wait_for_function(IN_STORE, timeout=PATIENCE)
        person.page.close()

    def person(self) -> Person:
        """Somebody at a new page that is nowhere yet."""
        return Person(self._context.new_page(), self._computer)

    def host(self, name: str, relays: list[str]) -> Person:
        """Somebody at a new page, who has opened a lobby on these relays."""
        person = self.person()
        person.page.goto(f"{self._site}?{'&'.join(f'relay={relay}' for relay in relays)}")
        expect(person.page.locator("html[data-ready=true]")).to_be_attached(timeout=PATIENCE)
        person.host(name)
        return person


@contextmanager
def browser(playwright: Playwright, lab: Laboratory, computer: Computer, *, turn: bool) -> Iterator[Browser]:
    """The browser of this computer; `turn` is in its settings where there is to be one."""
    with tempfile.TemporaryDirectory() as folder:
        started = playwright.chromium.launch(
            **chromium_options()
            | {
                "executable_path": _inside(computer, playwright, Path(folder)),
                "args": [*chromium_options()["args"], *_flags(lab.site)],
            }
        )
        try:
            context = started.new_context(reduced_motion="reduce")
            context.add_init_script(WATCH)
            if turn:
                context.add_init_script(f"localStorage['one-mind/settings'] = {json.dumps(json.dumps(TURN))}")
            ready = Browser(context, computer, lab.site)
            ready.visit_first()
            yield ready
        finally:
            started.close()


def _inside(computer: Computer, playwright: Playwright, folder: Path) -> Path:
    """A program that starts Chromium at this computer."""
    program = folder / "chromium"
    enter = " ".join(computer.namespace.enter)
    program.write_text(f'#!/bin/sh\nexec {enter} {chromium() or playwright.chromium.executable_path} "$@"\n')
    program.chmod(0o755)
    return program


def _flags(site: str) -> list[str]:
    """The page is as good as one that came by https; every name leads to our STUN; addresses are not hidden."""
    return [
        f"--unsafely-treat-insecure-origin-as-secure={site.rstrip('/')}",
        f"--host-resolver-rules=MAP * {STUN}, EXCLUDE 198.51.100.*",
        "--disable-features=WebRtcHideLocalIpsWithMdns",
    ]
