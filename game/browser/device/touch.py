"""Which touches of a card play it: not a bounce, a second finger, or the start of a swipe.

Independent of the page. Mouse and keyboard are not filtered.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from math import hypot

from game.core import Card, Variant

BOUNCE = 250.0
"""Milliseconds within which a second touch at the same place is a bounce, as of a trembling finger.

Operating systems call this rule "bounce keys" or "touch accommodations". A person who taps a second card on purpose
has to look at it first, which takes longer.
"""

SAME_PLACE = 48.0
"""CSS pixels between two touches at the same place: the size of a button for a finger."""

EDGE = 32.0
"""CSS pixels from the window's edge in which a swipe of the system starts, such as Back. Android's zone is 20 to 40."""


class Touched(Enum):
    """What a touch of a card does: it plays the card at once, plays it when the finger is lifted, or does nothing."""

    PLAYS = "plays"
    PLAYS_WHEN_LIFTED = "plays when lifted"
    IGNORED = "ignored"


@dataclass(frozen=True, slots=True)
class Touch:
    """A touch of a `card` at the time `at`, in milliseconds, and the place `x`, `y` in a window of `width`, `height`.

    The first finger on the screen is `primary`. `pans` says that a finger can move the page.
    """

    card: Card
    at: float
    x: float
    y: float
    width: float
    height: float
    primary: bool = True
    pans: bool = False

    @property
    def may_swipe(self) -> bool:
        """Whether this may be the start of a swipe instead of a tap."""
        edge = min(self.x, self.y, self.width - self.x, self.height - self.y)
        return self.pans or edge < EDGE


class TouchFilter:
    """Judges touches one by one.

    - A touch of a second finger is ignored.
    - A touch within BOUNCE of the last one, at the same place, is ignored, unless its card directly follows the last
      one: no other player can hold a card between 36 and 37, so these are played as fast as a person likes.
    - A touch that may be the start of a swipe plays when the finger is lifted, if the browser calls that a click.
    """

    def __init__(self) -> None:
        self._last: Touch | None = None

    def judge(self, touch: Touch, variant: Variant) -> Touched:
        """Return what `touch` does."""
        if not touch.primary:
            return Touched.IGNORED
        last, self._last = self._last, touch
        if last is not None and _bounces(touch, last) and not _follows(touch.card, last.card, variant):
            self._last = Touch(last.card, touch.at, touch.x, touch.y, touch.width, touch.height)
            return Touched.IGNORED
        return Touched.PLAYS_WHEN_LIFTED if touch.may_swipe else Touched.PLAYS


def _bounces(touch: Touch, last: Touch) -> bool:
    return touch.at - last.at < BOUNCE and hypot(touch.x - last.x, touch.y - last.y) < SAME_PLACE


def _follows(card: Card, last: Card, variant: Variant) -> bool:
    """Whether no card must be played between `last` and `card`, which belong on the same pile."""
    return variant.pile_of(card) == variant.pile_of(last) and variant.before(card) <= variant.before(last) | {last}
