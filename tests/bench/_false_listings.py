"""A hostile relay: it sends a page signed listings, with their proofs of work, of tables that do not exist."""

from __future__ import annotations

import asyncio
import hashlib
import json
import secrets
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import count
from typing import Any

from coincurve import PrivateKey
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed

from game.core import variant
from game.net.open_tables.listing import LASTS, WORK_BITS, Listing, topic_and_kinds, write_listing

TOPIC, KIND, _ = topic_and_kinds()


def false_listing(clock: int) -> dict[str, Any]:
    """Return the event of a listing that says nothing true, created at `clock` with a key of its own."""
    key = PrivateKey()
    listing = Listing(secrets.token_hex(16), variant("classic"), seats=4, people=3, teammates=1, since=clock)
    content = write_listing(listing)
    tags = [["x", TOPIC], ["d", "table"], ["expiration", str(clock + LASTS)], ["nonce", "", str(WORK_BITS)]]
    public = key.public_key_xonly.format().hex()
    before, after = (
        part.encode() for part in json.dumps([0, public, clock, KIND, tags, content], separators=(",", ":")).split('""')
    )
    begun = hashlib.sha256(before + b'"')
    for nonce in count():
        digest = begun.copy()
        digest.update(b"%d" % nonce + b'"' + after)
        found = digest.digest()
        if not int.from_bytes(found[:2]) >> (16 - WORK_BITS):
            break
    tags[3][1] = str(nonce)
    event = {"id": found.hex(), "pubkey": public, "created_at": clock, "kind": KIND, "tags": tags, "content": content}
    return event | {"sig": key.sign_schnorr(found).hex()}


@contextmanager
def hostile_relay(events: Sequence[dict[str, Any]], seconds: float) -> Iterator[str]:
    """Run a relay that sends `events`, spread over `seconds`, to who reads the list. Yield its address."""

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
