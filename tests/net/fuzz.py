"""Noise on the channels of a table: from a stranger, from a guest, and from the host."""

from __future__ import annotations

from collections.abc import Iterable

from tests.net.pages import table

SPEAKERS = ["stranger", "guest", "host"]


def fuzz_table(seed: str, speaker: str, noise: Iterable[str]) -> None:
    """Send the noise from `speaker` to the host or its guests.

    Raises any exception of a page, and AssertionError if the other pages do not stay at one table. Pages that the host
    kicks leave.
    """
    net, pages = table(seed, 3, 3)
    stranger = net.enter("Mallory", watch=True)
    stranger.hostile = True
    speaks = {"stranger": stranger, "guest": pages[2], "host": pages[0]}[speaker]
    listeners = [page for page in (*pages[:2], stranger) if page is not speaks]
    for number, text in enumerate(noise):
        net.inject(speaks, listeners[number % len(listeners)], text)
        if number % 5 == 0:
            net.run(0.1)
    net.run(3)
    assert speaker == "host" or net.at_one_table(page for page in pages if page is not speaks), (
        f"{speaker} at table {seed}"
    )
