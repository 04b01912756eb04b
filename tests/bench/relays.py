"""Relays: does each pass on what a page says? Each is told one event, and must give it back."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from typing import Any

from playwright.sync_api import sync_playwright

from game.browser.together.relay_list import RELAYS
from tests.bench._ready import get_ready
from tests.web import chromium_options, served

PATIENCE = 10_000
"""Milliseconds that a relay may take for all of it."""

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
"""By what the page itself meets others with: one line, one subscription, one event."""


def main(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="build.py bench relays", description=__doc__)
    parser.add_argument("--relay", action="append", metavar="URL", help="this relay, instead of all that the page uses")
    parser.add_argument("--json", action="store_true", help="the figures as JSON")
    asked = parser.parse_args(argv)
    get_ready()
    figures = measured(asked.relay or RELAYS)
    if asked.json:
        print(json.dumps(figures))
    else:
        for figure in figures:
            took = figure["seconds"]
            print(f"{figure['relay']:40}{figure['why'] if took is None else f'{took:6.2f} s'}")
    return int(any(figure["seconds"] is None for figure in figures))


def measured(relays: Sequence[str]) -> list[dict[str, Any]]:
    """Of each relay after how many seconds the page heard itself, or why it did not; one after the other."""
    with served() as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(**chromium_options())
        page = browser.new_page()
        page.goto(site)
        figures = [page.evaluate(HEAR_MYSELF, [relay, PATIENCE]) for relay in relays]
        browser.close()
    return [figure | {"seconds": figure["seconds"] and round(figure["seconds"], 2)} for figure in figures]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
