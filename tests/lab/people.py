"""People of the laboratory: each at a page of their own, in a browser that has no network but its computer's."""

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
"""Milliseconds that anything may take which is not measured, on a busy machine."""

# When somebody first saw so many people connected, and each card, its frame being drawn; and the lives that were lost.
# The press that a link asks for is no part of the wait, so that it is made at once.
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
        document.querySelector("#invited [data-yes]")?.click();
        for (let people = document.querySelectorAll("#peers [data-state=connected]").length; people > 1; people--) {
            mark(`${people} people`);
        }
        const table = document.querySelector("#table");
        if (!table) return;
        lost += Math.max(0, lives - Number(table.dataset.lives));
        lives = Number(table.dataset.lives);
        for (const card of document.querySelectorAll("#piles [data-card]")) {
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
"""Seconds that a line may take which takes over from the relays."""

# What the browser says of each connection: what kind of address it has found to be the best at either end.
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
    """Somebody at a computer of the laboratory."""

    def __init__(self, page: Page, computer: Computer, site: str) -> None:
        super().__init__(page)
        self.computer = computer
        self._site = site

    def open_table(self, name: str, relays: Iterable[str]) -> None:
        """Open a lobby on these relays."""
        self.page.goto(self._site)
        expect(self.page.locator(READY)).to_be_attached(timeout=PATIENCE)
        self.page.evaluate(RELAYS, " ".join(relays))  # the address of a page names relays on this computer only
        self.host(name)

    def follow(self, link: str) -> None:
        """Open `link`, without waiting for where it leads."""
        self.page.goto(link, wait_until="commit")

    def seated_by(self, link: str, people: int, within: float) -> float | None:
        """Seconds from following `link` until so many were at the table, or None if that is not `within` so many.

        The page says it by itself: whoever asks it meanwhile has it compile what asks, and takes of the time measured.
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
        """When the page first showed that, in milliseconds, or None if it does not `within` so many seconds."""
        try:
            self.page.wait_for_function("(name) => marks[name]", arg=name, timeout=1000 * within, polling=50)
        except TimeoutError:
            return None
        at: float = self.page.evaluate("(name) => marks[name]", name)
        return at

    def way_to(self, name: str) -> str | None:
        """By which way the page says that it reaches this person, once a line has had time to take over."""
        person = self.person(name)
        with suppress(AssertionError):
            expect(person).to_have_attribute("data-way", BETTER, timeout=1000 * BETTER_WITHIN)
        return person.get_attribute("data-way")

    def ends(self) -> set[str]:
        """The kinds of address at both ends of each connection, our own first: "host-srflx"."""
        return set(self.page.evaluate(ENDS))

    def people(self) -> int:
        """How many are connected at the table, as far as the page shows."""
        return self.page.locator("#peers [data-state=connected]").count()


class Browser:
    """The browser of a computer."""

    def __init__(self, context: BrowserContext, computer: Computer, site: str) -> None:
        self.computer = computer
        self._context = context
        self._site = site

    def visit_first(self) -> None:
        """Have the page in store, with all that it keeps, as after any visit of some seconds."""
        page = self._context.new_page()
        page.goto(self._site)
        expect(page.locator(READY)).to_be_attached(timeout=PATIENCE)
        expect(page.locator(IN_STORE)).to_be_attached(timeout=PATIENCE)
        page.close()

    @contextmanager
    def visitor(self, *, turn: bool = False) -> Iterator[Visitor]:
        """Somebody at a new page that is nowhere yet, with nothing kept but settings, which may name a TURN server."""
        page = self._context.new_page()
        try:
            page.goto(f"{self._site}assets/icon.svg")
            page.evaluate(SETTLE, json.dumps(TURN if turn else {}))
            yield Visitor(page, self.computer, self._site)
        finally:
            page.close()


@contextmanager
def browser(playwright: Playwright, lab: Laboratory, computer: Computer) -> Iterator[Browser]:
    """The browser of this computer, for as long as the block lasts."""
    with tempfile.TemporaryDirectory() as folder:
        usual = chromium_options()  # but for the program: one without windows calls no address as good as https
        options = {
            "executable_path": _inside(computer, playwright, Path(folder)),
            "args": [*usual["args"], *_flags(lab.site)],
        }
        started = playwright.chromium.launch(**usual | options)
        try:
            context = started.new_context(reduced_motion="reduce")
            context.add_init_script(WATCH)
            yield Browser(context, computer, lab.site)
        finally:
            with suppress(Error):  # Ctrl-C has ended it already
                started.close()


def _inside(computer: Computer, playwright: Playwright, folder: Path) -> Path:
    """A program that starts Chromium at this computer."""
    program = folder / "chromium"
    enter = " ".join(computer.namespace.enter)
    chromium = of_this_machine("chromium with windows") or playwright.chromium.executable_path
    program.write_text(f'#!/bin/sh\nexec {enter} {chromium} "$@"\n')
    program.chmod(0o755)
    return program


def _flags(site: str) -> list[str]:
    """The page is as good as one that came by https; every name leads to our STUN; addresses are not hidden."""
    return [
        f"--unsafely-treat-insecure-origin-as-secure={site.rstrip('/')}",
        f"--host-resolver-rules=MAP * {STUN}, EXCLUDE 198.51.100.*",
        "--disable-features=WebRtcHideLocalIpsWithMdns",
    ]
