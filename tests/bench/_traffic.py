"""Data channel traffic of a game that people play at a human tempo, in virtual time."""

from __future__ import annotations

from tests.net.pages import table

HUMAN = 0.67
"""Seconds for each number: the median of people who were timed."""

LONGEST = 3600.0
"""Seconds of virtual time within which a game ends."""


def traffic(seats: int) -> dict[str, float]:
    """Return bytes and messages per minute on a guest's channel to the host, for a table of `seats` people.

    The figures do not include encryption and packet headers, which add about 60 bytes to each message.
    """
    net, (host, guest, *_) = table("traffic", seats, seats, tempo=HUMAN)
    net.recording, began = True, net.now
    net.run(LONGEST, net.over)
    minutes = (net.now - began) / 60
    down = [text for sender, to, text in net.wire if (sender, to) == (host.name, guest.name)]
    up = [text for sender, to, text in net.wire if (sender, to) == (guest.name, host.name)]
    return {
        "bytes a minute to the guest": round(_size(down) / minutes),
        "bytes a minute from the guest": round(_size(up) / minutes),
        "messages a minute, both ways": round(len(down + up) / minutes),
        "longest message, bytes": max(len(text.encode()) for text in down + up),
    }


def _size(texts: list[str]) -> int:
    return sum(len(text.encode()) for text in texts)
