"""The deals of the tutorial. Independent of the page."""

from __future__ import annotations

DEALS = (
    *(282, 1183, 1879, 1885, 3049, 3397, 4030, 4524, 4883, 5395, 5884, 6036),
    *(6242, 6563, 6798, 6989, 7296, 8064, 8174, 8191, 8389, 9212, 9931, 9969),
)
"""Seeds of deals that suit a newcomer, about one of 350: the newcomer's first card leaves a moment to think, no gap is
long while several players hold cards, and no cards of different players are close, which would be a matter of luck.
"""
