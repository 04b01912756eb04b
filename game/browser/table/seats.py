"""Where the seats are around the table, as style properties."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from math import atan2, degrees

from game.core import Seat

LEFT: dict[int, tuple[tuple[float, float], ...]] = {
    1: (),
    2: ((-0.95, 0.5),),
    3: ((-1, 0),),
    4: ((-1, -0.1), (-0.6, 1)),
    5: ((-0.96, -0.8), (-0.96, 0.8)),
    6: ((-0.95, -0.75), (-1, 0.1), (-0.6, 1)),
    7: ((-0.9, -0.9), (-1, 0), (-0.9, 0.9)),
    8: ((-0.95, -0.85), (-1, -0.1), (-0.95, 0.7), (-0.42, 1)),
}
"""Positions of the seats on the left by number of others: x and y from -1 to 1. On a phone none overlap."""


@cache
def place(seat: Seat, own: Seat | None, seats: int) -> tuple[float, float, float]:
    """Return the position of `seat` as seen from `own`: x, y, and the angle of its hand towards the middle in degrees.

    `own` is at the bottom, and the next seats follow clockwise. If `own` is None, the bottom stays empty.
    """
    if seat == own:
        return 0.0, -1.0, 0.0
    others = seats if own is None else seats - 1
    left = LEFT[others]
    top = ((0.0, 1.0),) * (others % 2)
    round_table = (*left, *top, *((-x, y) for x, y in reversed(left)))
    x, y = round_table[seat if own is None else (seat - own) % seats - 1]
    return x, y, degrees(atan2(-x, -y))


@cache
def standing(seat: Seat, own: Seat | None, seats: int) -> Mapping[str, str]:
    """Return the position of `seat` as seen from `own`, for an element there or a card that comes from there.

    `--row` is the position where all others sit in a row, on a phone on its side: from -1 to 1.
    """
    across, up, turn = place(seat, own, seats)
    others, number = (seats, seat) if own is None else (seats - 1, (seat - own) % seats - 1)
    row = 0.0 if seat == own else (2 * number + 1) / others - 1
    return {"--x": f"{across:.3f}", "--y": f"{up:.3f}", "--row": f"{row:.3f}", "--turn": f"{turn:.0f}deg"}


@cache
def holding(seat: Seat, own: Seat | None, seats: int) -> Mapping[str, str]:
    """Return where `seat` holds its cards: towards the table, where they cover no name and no other seat.

    At the top that is beside the face, not below its name. The raised arm is on the other side of the face, `--out`,
    and the number of cards above the cards or, at the bottom, below them.
    """
    x, y, _ = place(seat, own, seats)
    out = -1 if x < 0 else 1
    at_top, at_bottom = y > 0.5, y < -0.5
    across, down = (-out, 0.06) if at_top else (-x, 0.44 * y)
    count_x, count_y = (0.42, 0.5) if at_bottom else (0.3, -0.04)
    turn = {"--turn": f"{180 + 65 * out}deg"} if at_top else {}
    hand = {"--hand-x": f"{across:.3f}", "--hand-y": f"{down:.3f}"}
    return {"--out": str(out), **hand, "--count-x": str(count_x), "--count-y": str(count_y), **turn}
