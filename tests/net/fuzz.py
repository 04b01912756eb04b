"""Noise through the channels of a table: from a stranger, from a guest, and from the host."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from game.net.guest_state import Membership
from tests.net.chaos import junk
from tests.net.pages import Net, Page, table

AT_ONE_TABLE = 60
"""Messages after which there is another table: whoever talks so much nonsense has been shut out by then."""

SPEAKERS = ["stranger", "guest", "host"]


def fuzz_tables(seed: str, messages: int) -> int:
    """So many messages of noise, at as many tables as it takes; returns how many were heard."""
    dice, heard = Random(seed), 0
    while heard < messages:
        some = min(AT_ONE_TABLE, messages - heard)
        fuzz_table(f"{seed} {heard}", dice.choice(SPEAKERS), (junk(dice) for _ in range(some)))
        heard += some
    return heard


def fuzz_table(seed: str, speaker: str, noise: Iterable[str]) -> None:
    """`speaker` says all that to the others, among them the host or its guests.

    Raises whatever a page raises, and AssertionError if the others do not stay at one table. To
    whom the host says that they may go, go.
    """
    net, pages = table(seed, 3, 3)
    stranger = net.enter("Mallory", watch=True)
    stranger.hostile = True
    speaks = {"stranger": stranger, "guest": pages[2], "host": pages[0]}[speaker]
    listeners = [page for page in (*pages[:2], stranger) if page is not speaks]
    for number, text in enumerate(noise):
        net.inject(speaks.name, listeners[number % len(listeners)], text)
        if number % 5 == 0:
            net.run(0.1)
    net.run(3)
    assert speaker == "host" or _stands(net, [page for page in pages if page is not speaks]), (
        f"{speaker} at table {seed}"
    )


def _stands(net: Net, honest: list[Page]) -> bool:
    """Whether the others have a host, and are at one table."""
    at = {page.room.guest.state.host for page in honest}
    return (
        len(at) == 1 and at <= net.pages.keys() and all(p.room.guest.state.membership is Membership.IN for p in honest)
    )
