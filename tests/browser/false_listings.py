"""A hostile relay: it sends a page the listings that a member of a club makes up, and what no member can read."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from random import Random
from typing import Any

from playwright.sync_api import Page
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed

from game.core import variant
from game.net.clubs.club import Club
from game.net.clubs.listing import KIND, LASTS, Listing, write_listing
from game.net.invite import LETTERS, new_invite

MAKE = """async ({ texts, topic, secret, kind, lasts }) => {
    const { sealing, finalizeEvent, generateSecretKey } = await import("./vendor/nostr/nostr.js");
    const key = Uint8Array.from(secret.match(/../g), (two) => parseInt(two, 16));
    const now = Math.floor(Date.now() / 1000);
    const tags = [["x", topic], ["d", "table"], ["expiration", String(now + lasts)]];
    return texts.map((text) => {
        const content = sealing.encrypt(text, key);
        return finalizeEvent({ kind, created_at: now, tags, content }, generateSecretKey());
    });
}"""
"""Makes a signed event of each text, with a key of its own."""


def false_listings(page: Page, club: Club, number: int) -> list[dict[str, Any]]:
    """Return signed listings of tables of `club` that do not exist. The `page` of the game makes them."""
    dice = Random(number)
    listing = Listing(new_invite(dice, "b" * 64), variant("classic"), 4, ("Eve", "Eve 2", "Eve 3"), 1, watch=True)
    token, text = listing.invite.token, write_listing(listing)
    texts = [text.replace(token, "".join(dice.choices(LETTERS, k=len(token)))) for _ in range(number)]
    return events_of(page, club, texts)


def events_of(page: Page, club: Club, texts: Sequence[str]) -> list[dict[str, Any]]:
    """Return signed events of `club` with these texts, encrypted with its key."""
    known = {"texts": texts, "topic": club.topic(time.time()), "secret": club.secret, "kind": KIND, "lasts": LASTS}
    made: list[dict[str, Any]] = page.evaluate(MAKE, known)
    return made


@contextmanager
def hostile_relay(events: Sequence[object], seconds: float) -> Iterator[str]:
    """Run a relay that sends `events`, spread over `seconds`, to who reads a club. Yield its address."""

    async def answer(page: ServerConnection) -> None:
        async for text in page:
            command, name, *filters = json.loads(text)
            if command == "REQ" and any(KIND in one.get("kinds", ()) for one in filters):
                with suppress(ConnectionClosed):
                    await flood(page, name)
            elif command == "REQ":
                await page.send(json.dumps(["EOSE", name]))

    async def flood(page: ServerConnection, name: str) -> None:
        began = time.monotonic()
        for number, event in enumerate(events):
            await asyncio.sleep(max(0.0, began + seconds * number / len(events) - time.monotonic()))
            await page.send(json.dumps(["EVENT", name, event]))

    started: list[str] = []
    ready, done = threading.Event(), asyncio.Event()
    loop = asyncio.new_event_loop()

    async def run() -> None:
        async with serve(answer, "127.0.0.1", 0) as server:
            started.append(f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}")
            ready.set()
            await done.wait()

    thread = threading.Thread(target=loop.run_until_complete, args=(run(),))
    thread.start()
    ready.wait()
    try:
        yield started[0]
    finally:
        loop.call_soon_threadsafe(done.set)
        thread.join()
        loop.close()
