"""Attacks on the list of a club's open tables, by members and by outsiders."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

from game.net.clubs.listing import ListingError, read_listing, write_listing
from game.net.clubs.listing_index import MOST_LISTINGS, ListingIndex
from game.net.protocol.wire import VERSION
from tests.net.attacks.attempts import repeated
from tests.net.attacks.invites import NESTS
from tests.net.clubs.events import CLOCK, TABLE, event, key, says, table, take

HONEST = 1
MOST_KEPT = MOST_LISTINGS


@repeated
def false_ones(number: int) -> bool:
    """List 10,000 tables in a minute, each with a key of its own. The table that was there must stay and be renewed."""
    index = ListingIndex(0.0, Random(number))
    take(index, HONEST, table(HONEST))
    for false in range(10_000):
        now = 60.0 + 59.0 * false / 10_000
        index.take(event(100 + false, int(now)), says(table(100 + false)), now, CLOCK + now)
    take(index, HONEST, replace(table(HONEST), level=5), at=119)
    return len(index) > MOST_KEPT or index.shown().get(key(HONEST)) != replace(table(HONEST), level=5)


@repeated
def first_places(number: int) -> bool:
    """List 49 tables later, which claim to be older and nearly full. They must not come before the table."""
    index = ListingIndex(0.0, Random(number))
    take(index, HONEST, table(HONEST))
    claims = replace(TABLE, people=("A", "B", "C"), free=1, teammates=0, since=0)
    for false in range(100, 149):
        take(index, false, table(false, claims), at=61)
    return next(iter(index.shown())) != key(HONEST)


@repeated
def replays(number: int) -> bool:
    """Send older listings of a table again, in any order, also after its goodbye."""
    dice, index = Random(number), ListingIndex(0.0, Random(number))
    newest = None if dice.random() < 0.5 else replace(TABLE, level=5)
    take(index, HONEST, TABLE, at=0)
    index.take(event(HONEST, 60), says(newest), 60.0, CLOCK + 60)
    for after in dice.sample(range(-60, 60), 20):
        index.take(event(HONEST, after), says(TABLE), 61.0, CLOCK + 61)
    return index.shown() != ({} if newest is None else {key(HONEST): newest})


@repeated
def one_byte_events(number: int) -> bool:
    """Send 150 events of one byte a second for a minute, with ever new keys. A new table must be shown."""
    index = ListingIndex(0.0, Random(number))
    for junk in range(150 * 60):
        index.take(event(100 + junk, size=1), lambda: None, junk / 150, CLOCK + junk / 150)
    return not take(index, HONEST, TABLE, at=60)


@repeated
def telling_links(number: int) -> bool:
    """List a table whose link has a text for those who open it, or does not lead to a seat."""
    dice, said = Random(number), json.loads(write_listing(TABLE))
    link = said[1]
    said[1] = dice.choice(
        [link + "&about=1,classic,Evil", link.replace("join", "watch"), f"https://evil.example/{link}"]
    )
    try:
        listing = read_listing(json.dumps(said))
    except ListingError:
        return False
    return listing is not None


@repeated
def unreadable(number: int) -> bool:
    """Encrypt bytes of every kind as a listing. Only our own error may be raised."""
    dice = Random(number)
    texts = [
        NESTS[number % len(NESTS)] * (1000 + dice.randrange(500)),
        "".join(chr(dice.randrange(0x110000)) for _ in range(dice.randrange(200))),
        f"[{VERSION}," + "9" * dice.randrange(5000) + "]",
    ]
    for text in texts:
        try:
            read_listing(text)
        except ListingError:
            pass
        except Exception:
            return True
    return False
