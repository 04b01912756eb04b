"""People of the laboratory: each page is in a browser that has only its computer's network."""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from playwright.sync_api import BrowserContext, Error, Page, Playwright, TimeoutError, expect

from assets.build.browsers import of_this_machine
from tests.browser.party import Member
from tests.lab.laboratory import Computer, Laboratory
from tests.lab.servers import STUN, TURN
from tests.web import chromium_options

PATIENCE = 60_000
"""Timeout in milliseconds for steps that are not measured, long enough for a busy machine."""

# Records when the page first showed the number of connected people, and each card, after its frame was painted; also
# the lives lost. The press that a link asks for is not part of the wait, so the script makes it at once.
WATCH = """
    window.marks = {};
    window.lost = 0;
    window.now = () => performance.timeOrigin + performance.now();
    const mark = (name) => {
        if (name in marks) return;
        marks[name] = null;
        requestAnimationFrame(() => {
            marks[name] = now();
            console.debug(name);
        });
    };
    let lives = 0;
    new MutationObserver(() => {
        document.querySelector("#invited [data-do=yes]")?.click();
        for (let people = document.querySelectorAll(".peers [data-state=connected]").length; people > 1; people--) {
            mark(`${people} people`);
        }
        const table = document.querySelector(".table");
        if (!table) return;
        lost += Math.max(0, lives - Number(table.dataset.lives));
        lives = Number(table.dataset.lives);
        for (const card of document.querySelectorAll(".piles [data-card]")) {
            mark(`level ${table.dataset.level} card ${card.dataset.card}`);
        }
    }).observe(document, { attributes: true, childList: true, subtree: true });

    window.connections = new Set();
    window.RTCPeerConnection = class extends RTCPeerConnection {
        constructor(...given) {
            super(...given);
            connections.add(this);
        }
    };
"""

BETTER = re.compile("direct|turn")
BETTER_WITHIN = 5.0
"""Seconds to wait for a direct connection that replaces the relays."""

# Reports the candidate types of the selected pair of each connection.
ENDS = """async () => {
    const pairs = [];
    for (const connection of connections) {
        if (connection.connectionState !== "connected") continue;
        const stats = await connection.getStats();
        const transport = [...stats.values()].find((one) => one.type === "transport");
        const { localCandidateId, remoteCandidateId } = stats.get(transport?.selectedCandidatePairId) ?? {};
        const ends = [localCandidateId, remoteCandidateId].map((id) => stats.get(id)?.candidateType);
        if (ends.every(Boolean)) pairs.push(ends.join("-"));
    }
    return pairs;
}"""

SETTLE = "(settings) => (localStorage.clear(), localStorage.setItem('one-mind/settings', settings))"
RELAYS = """(relays) => {
    const settings = JSON.parse(localStorage.getItem("one-mind/settings") ?? "{}");
    localStorage.setItem("one-mind/settings", JSON.stringify({ ...settings, relays }));
}"""
READY = "html[data-ready=true]"
IN_STORE = "html[data-kept=kept]"


class Visitor(Member):
    """A person at a computer of the laboratory."""

    def __init__(self, page: Page, computer: Computer, site: str) -> None:
        super().__init__(page)
        self.computer = computer
        self._site = site

    def open_table(self, name: str, relays: Iterable[str]) -> None:
        """Open a lobby on these relays."""
        self.page.goto(self._site)
        expect(self.page.locator(READY)).to_be_attached(timeout=PATIENCE)
        self.page.evaluate(RELAYS, " ".join(relays))  # the page's address may name only relays on this computer
        self.host(name)

    def follow(self, link: str) -> None:
        """Open `link` without waiting for the page to load."""
        self.page.goto(link, wait_until="commit")

    def seated_by(self, link: str, people: int, within: float) -> float | None:
        """Return the seconds from opening `link` until `people` were connected, or None after `within` seconds.

        The page records the time itself: a query during the wait would make it compile the query, which takes part of
        the measured time.
        """
        seated = f"{people} people"
        try:
            with self.page.expect_console_message(lambda said: said.text == seated, timeout=1000 * within):
                self.follow(link)
        except TimeoutError:
            return None
        at: float = self.page.evaluate("(seated) => marks[seated] - performance.timeOrigin", seated)
        return at / 1000

    def mark(self, name: str, within: float) -> float | None:
        """Return when the page first showed `name`, in milliseconds, or None after `within` seconds."""
        try:
            self.page.wait_for_function("(name) => marks[name]", arg=name, timeout=1000 * within, polling=50)
        except TimeoutError:
            return None
        at: float = self.page.evaluate("(name) => marks[name]", name)
        return at

    def way_to(self, name: str) -> str | None:
        """Return the route to this person that the page shows, after a direct connection had time to open."""
        person = self.person(name)
        with suppress(AssertionError):
            expect(person).to_have_attribute("data-way", BETTER, timeout=1000 * BETTER_WITHIN)
        return person.get_attribute("data-way")

    def ends(self) -> set[str]:
        """Return the candidate types of each connection, local and remote: "host-srflx"."""
        return set(self.page.evaluate(ENDS))

    def people(self) -> int:
        """Return the number of connected people that the page shows."""
        return self.page.locator(".peers [data-state=connected]").count()


class Browser:
    """The browser of a computer."""

    def __init__(self, context: BrowserContext, computer: Computer, site: str) -> None:
        self.computer = computer
        self._context = context
        self._site = site

    def visit_first(self) -> None:
        """Load the page into the cache with all that it stores, as a visit of a few seconds does."""
        page = self._context.new_page()
        page.goto(self._site)
        expect(page.locator(READY)).to_be_attached(timeout=PATIENCE)
        expect(page.locator(IN_STORE)).to_be_attached(timeout=PATIENCE)
        page.close()

    @contextmanager
    def visitor(self, *, turn: bool = False) -> Iterator[Visitor]:
        """Open a new page, with no data stored except settings, which may name a TURN server."""
        page = self._context.new_page()
        try:
            page.goto(f"{self._site}assets/icon.svg")
            page.evaluate(SETTLE, json.dumps(TURN if turn else {}))
            yield Visitor(page, self.computer, self._site)
        finally:
            page.close()


@contextmanager
def browser(playwright: Playwright, lab: Laboratory, computer: Computer, *flags: str) -> Iterator[Browser]:
    """Run the browser of this computer, with more `flags`, for the duration of the block."""
    with tempfile.TemporaryDirectory() as folder:
        usual = chromium_options()  # except the program: headless Chromium does not treat an insecure address as secure
        options = {
            "executable_path": _inside(computer, playwright, Path(folder)),
            "args": [*usual["args"], *_flags(lab.site), *flags],
        }
        started = playwright.chromium.launch(**usual | options)
        try:
            context = started.new_context(reduced_motion="reduce")
            context.add_init_script(WATCH)
            yield Browser(context, computer, lab.site)
        finally:
            with suppress(Error):  # after Ctrl-C it has already ended
                started.close()


def _inside(computer: Computer, playwright: Playwright, folder: Path) -> Path:
    """Write a program that starts Chromium in the computer's namespace."""
    program = folder / "chromium"
    enter = " ".join(computer.namespace.enter)
    chromium = of_this_machine("chromium with windows") or playwright.chromium.executable_path
    program.write_text(f'#!/bin/sh\nexec {enter} {chromium} "$@"\n')
    program.chmod(0o755)
    return program


def _flags(site: str) -> list[str]:
    """Treat the page as secure, resolve every name to our STUN server, and do not hide local addresses."""
    return [
        f"--unsafely-treat-insecure-origin-as-secure={site.rstrip('/')}",
        f"--host-resolver-rules=MAP * {STUN}, EXCLUDE 198.51.100.*",
        "--disable-features=WebRtcHideLocalIpsWithMdns",
    ]
