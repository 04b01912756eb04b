"""What chance has dealt, as far as counts and silence tell: which card somebody lays next."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import erfc, log, sqrt

from game.teammates.listening import Silence
from game.teammates.tempo import SHORTEST, Clock


def first_of(count: int, unseen: int, ranks: int) -> list[float]:
    """The chance that each of a pile's next `ranks` cards is the first that a seat holds there.

    The seat holds `count` cards out of `unseen` that may be anywhere, all equally likely.
    """
    chances, chance = [], min(1.0, count / unseen) if unseen else 0.0
    for passed in range(ranks):
        chances.append(chance)
        left = unseen - passed - 1
        chance = chance * (left + 1 - count) / left if left > 0 else 0.0
    return chances


def after_silence(
    chances: list[float], ranks: Sequence[int], clock: Clock, silences: Iterable[Silence]
) -> None:
    """Weigh `chances` by how likely each card was to be held back for so long."""
    for silence in silences:
        if silence.seconds <= clock.reaction + SHORTEST:
            continue
        until = log(silence.seconds - clock.reaction)
        for at, rank in enumerate(ranks):
            if rank > silence.anchor:
                mean, spread = clock.expect(rank - silence.anchor)
                above = (until - mean) / spread
                if above < -2.5:
                    break
                chances[at] *= erfc(above / sqrt(2)) / 2
