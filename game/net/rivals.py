"""Which of two hosts goes on, when people of one room who lost each other find each other again."""

from __future__ import annotations

from typing import NamedTuple

from game.core import Seat


class Claim(NamedTuple):
    """`peer`, at `seat`, is the `term`-th host of a room, and `people` sit at its table."""

    people: int
    term: int
    seat: Seat
    peer: str


def outranks(rival: Claim, own: Claim, missing: int) -> bool:
    """Whether the host of `own` gives way to `rival`, while `missing` people are not heard."""
    # Nobody is believed to hold more people than we miss; a newer tab of our own may be one of them.
    most = missing + 1 if missing and own.people <= 1 else missing
    # One person may be host in two pages: then nothing but their names is left to tell them apart.
    theirs = (min(rival.people, most), rival.term, -rival.seat, rival.peer)
    return theirs > (own.people, own.term, -own.seat, own.peer)
