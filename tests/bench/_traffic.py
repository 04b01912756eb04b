"""How much a game says on the channels: played by people at a person's tempo, in virtual time."""

from __future__ import annotations

from tests.net.pages import table

HUMAN = 0.67
"""Seconds for each number: the median of people who were timed."""

LONGEST = 3600.0
"""Seconds of virtual time in which a game has come to its end."""


def traffic(seats: int) -> dict[str, float]:
    """Bytes and messages a minute on the channel of one guest of a host, all `seats` being people.

    Counted before encryption and packets, which add about 60 bytes to each message.
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
