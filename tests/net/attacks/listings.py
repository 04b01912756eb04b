"""Attacks on the list of open tables, and on tables that strangers find there."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from game.net.host.lobby import Lobby
from game.net.invite import Invite
from game.net.open_tables.generated_names import numbers_of_name
from game.net.open_tables.listing import WORK_BITS, ListingError, ListingEvent, read_listing
from game.net.open_tables.listing_index import MOST_LISTINGS, NEW, NEW_A_SECOND, ListingIndex
from game.net.open_tables.questions import read_question
from game.net.open_tables.stranger_admission import ADMITTED, ADMITTED_A_SECOND, StrangerAdmission, TableRoom
from game.net.open_tables.table_knock import TableKnock
from game.net.protocol.messages import Invited, Knock
from game.net.protocol.wire import VERSION, encode
from tests.net.attacks.attempts import repeated
from tests.net.attacks.invites import NESTS
from tests.net.open_tables.events import CLOCK, TABLE, event, goodbye, key
from tests.net.pages import CLASSIC

MOST_SIGNATURES = 1 + NEW + 60 * NEW_A_SECOND
"""The most signatures that a reader verifies in a minute: one for the honest table, and those of the flood."""

MOST_KEPT = MOST_LISTINGS
MOST_ADMITTED = ADMITTED + 60 * ADMITTED_A_SECOND
"""The most strangers that a host admits in a minute."""

MOST_RETURNS = 12
"""The most times in an hour that a removed stranger gets in again."""

HONEST = 1
INVITE = Invite("a" * 26, "b" * 64)
LINK = INVITE.fragment()
TEXTS = ["visit evil.com", "Calm Otter 88", "Brave Bear x", "you lose", "Calm  Otter", "1488", "Otter Calm", "Ana"]


class Proofs:
    """The proofs of an event: enough work, and a signature that is `genuine` or not."""

    def __init__(self, genuine: bool = True) -> None:
        self.genuine = genuine
        self.verified = 0

    def work(self) -> int:
        return WORK_BITS

    def is_signed(self) -> bool:
        self.verified += 1
        return self.genuine


def _reader_with_honest_table() -> tuple[ListingIndex, Proofs]:
    """Return a page at the time 0 that shows one honest table, and the proofs of its listing."""
    index, proofs = ListingIndex(0.0), Proofs()
    index.take(event(HONEST), proofs, 0.0, CLOCK)
    for one in index.ask(0.0):
        index.answered(one, 0.0)
    return index, proofs


def _shows(index: ListingIndex) -> list[ListingEvent]:
    return [event(HONEST, one.listing) for one in index.present() if one.key == key(HONEST)]


@repeated
def false_ones(number: int) -> bool:
    """List 10,000 tables in a minute, each with a key, the proof of work and a signature of its own."""
    index, proofs = _reader_with_honest_table()
    for false in range(10_000):
        now = 60.0 * false / 10_000
        index.take(event(100 + 10_000 * number + false, after=int(now)), proofs, now, CLOCK + now)
        index.tick(now)
        index.ask(now)
    return len(index) > MOST_KEPT or proofs.verified > MOST_SIGNATURES or not _shows(index)


@repeated
def copied(number: int) -> bool:
    """Say again the older listings of a table, forge newer ones, withdraw it or say goodbye without its key."""
    dice = Random(number)
    index, _ = _reader_with_honest_table()
    newest = replace(TABLE, level=5)
    index.take(event(HONEST, newest, after=60), Proofs(), 1.0, CLOCK)
    gone = dice.random() < 0.5
    if gone:
        index.take(event(HONEST, None, after=61), Proofs(), 2.0, CLOCK)
    forgeries = [(event(HONEST, after=after), True) for after in range(0, 60, 7)]
    forgeries += [(event(HONEST, one, after=dice.randrange(62, 999)), False) for one in (TABLE, None)]
    dice.shuffle(forgeries)
    for false, genuine in forgeries:
        index.take(false, Proofs(genuine), 3.0, CLOCK)
    for after, genuine in ((0, True), (999, False)):
        index.leave(goodbye(HONEST, after=after), Proofs(genuine), 3.0)
    return _shows(index) != ([] if gone else [event(HONEST, newest)])


@repeated
def silent(number: int) -> bool:
    """List a table for ten minutes that never answers, or is full."""
    index = ListingIndex(0.0)
    full = replace(TABLE, people=4, teammates=0)
    for minute in range(10):
        now = 60.0 * minute
        listing = full if number % 2 else TABLE
        index.take(event(HONEST, listing, after=60 * minute), Proofs(), now, CLOCK + now)
        for second in range(0, 60, 2):
            for one in index.ask(now + second):
                if number % 2:
                    index.answered(one, now + second)
            index.tick(now + second)
            if index.present():
                return True
    return False


@repeated
def unreadable(number: int) -> bool:
    """Send bytes of every kind. Only our own error may be raised."""
    dice = Random(number)
    texts = [
        NESTS[number % len(NESTS)] * (1000 + dice.randrange(500)),
        "".join(chr(dice.randrange(0x110000)) for _ in range(dice.randrange(200))),
        f"[{VERSION}," + "9" * dice.randrange(5000) + "]",
    ]
    for text in texts:
        for read in (read_listing, read_question):
            try:
                read(text)
            except ListingError:
                pass
            except Exception:
                return True
    return False


@repeated
def restless(number: int) -> bool:
    """Knock with ever new keys for a minute, sit down, and leave at once."""
    table, admitted = StrangerAdmission(INVITE, 0.0), 0
    for knock in range(3000):
        peer = f"{knock}" if number % 2 else "the same"
        answer = table.answer(peer, encode(Knock("Eve")), TableRoom(7), (peer,), knock / 50)
        admitted += isinstance(answer, Invited)
    return admitted > MOST_ADMITTED


@repeated
def removed(number: int) -> bool:
    """Come back with a new key at once, each time that the host has removed the stranger, for an hour."""
    table, removals = StrangerAdmission(INVITE, 0.0), 0
    for second in range(3600):
        now = second + number / 1000
        if isinstance(table.answer(f"{second}", encode(Knock("Eve")), TableRoom(7), (), now), Invited):
            removals += 1
            table.removed(now)
    return removals > MOST_RETURNS


@repeated
def peeping(number: int) -> bool:
    """Knock to watch at tables whose hosts do not allow it, with and without a free seat."""
    table = StrangerAdmission(INVITE, 0.0)
    answer = table.answer(f"{number}", encode(Knock("Eve", watch=True)), TableRoom(number % 3), (), 1.0)
    return isinstance(answer, Invited)


@repeated
def telling_names(number: int) -> bool:
    """Sit down at an open table with a text as name, or take one later."""
    dice, table = Random(number), Lobby(CLASSIC, 8)
    table.join("host", "Ana", key(1), watch=False, now=0.0)
    table.open_to_anyone(7)
    text = dice.choice(TEXTS)
    seat, _ = table.join("stranger", text, key(2), watch=False, now=0.0)
    assert seat is not None
    if dice.random() < 0.5:
        table.leave("stranger", table.places[seat].presence, 1.0)
        table.join("stranger again", text, key(2), watch=False, now=2.0)
    table.rename(seat, text)
    table.join("watcher", text, key(3), watch=True, now=3.0)
    roster = table.roster(1, host=0)
    names = [roster.places[seat].name, *(one.name for one in roster.watchers)]
    return any(numbers_of_name(name) is None for name in names)


@repeated
def luring(number: int) -> bool:
    """Answer the knock at a table with an invitation to another one, as a page that only reads the list."""
    dice = Random(number)
    knock = TableKnock("host")
    liar = f"liar {number}"
    for _ in range(dice.randrange(1, 4)):
        knock.connected(liar)
        knock.heard(liar, encode(Invited(LINK)))
    return knock.invitation is not None
