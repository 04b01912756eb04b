"""Relays: each must deliver an event that the page publishes back to the page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any

from playwright.sync_api import Page, sync_playwright

from game.browser.webrtc.default_relays import RELAYS
from tests.bench._bench import LOST, get_ready, parser, show
from tests.tries import Tries
from tests.web import chromium_options, served

PATIENCE = 10_000
"""Timeout in milliseconds for one relay."""

HEAR_MYSELF = """async ([url, patience]) => {
    const nostr = await import("./vendor/nostr/nostr.js");
    const key = nostr.generateSecretKey(), topic = nostr.getPublicKey(key).slice(0, 32);
    const began = performance.now(), kind = 20000 + Math.floor(Math.random() * 10000);
    const tags = [["x", topic], ["t", topic, "1"]], content = "A".repeat(200);
    const event = nostr.finalizeEvent({ kind, created_at: Math.floor(Date.now() / 1000), tags, content }, key);
    let why = "not heard";
    const refused = (reason) => (why = `refused: ${reason}`);
    const relay = nostr.newRelay(url, patience, refused);
    const heard = (async () => {
        if (!(await nostr.reached(relay, patience))) return (why = "not reached"), false;
        const ask = (inbox) => nostr.subscribe(relay, kind, topic, inbox, refused, refused);
        const back = new Promise((done) => ask(nostr.newInbox(() => (done(true), true))));
        const obstacle = await nostr.obstacle(relay, event);
        if (obstacle) return refused(obstacle), false;
        return back;
    })();
    const late = new Promise((done) => setTimeout(done, patience, false));
    const good = await Promise.race([heard, late]);
    const seconds = (performance.now() - began) / 1000;
    nostr.hangUp(relay);
    return good ? { relay: url, seconds } : { relay: url, seconds: null, why };
}"""
"""Uses the page's own library: one connection, one subscription, one event."""


def main(argv: Sequence[str]) -> int:
    relay = {"action": "append", "metavar": "URL", "help": "this relay, instead of all that the page uses"}
    asked = parser("relays", __doc__, {"relay": relay}).parse_args(argv)
    get_ready()
    with Tries(open_page) as tries:
        found = (tries.run(partial(measured, relay)) for relay in asked.relay or RELAYS)
        rows = show(((row, line(row)) for row in found if row is not None), asked.json)
    return LOST if tries.failed else int(any(row["seconds"] is None for row in rows))


@contextmanager
def open_page() -> Iterator[Page]:
    """Provide the page in a browser, for the duration of the block."""
    with served() as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(**chromium_options())
        page = browser.new_page()
        page.goto(site)
        yield page
        browser.close()


def measured(relay: str, page: Page) -> dict[str, Any]:
    """Return after how many seconds the page received its own event from `relay`, or why it did not."""
    row: dict[str, Any] = page.evaluate(HEAR_MYSELF, [relay, PATIENCE])
    return row | {"seconds": row["seconds"] and round(row["seconds"], 2)}


def line(row: dict[str, Any]) -> str:
    """Format `row` as text."""
    took = row["seconds"]
    return f"{row['relay']:40}{row['why'] if took is None else f'{took:6.2f} s'}"
