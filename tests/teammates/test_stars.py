"""When a teammate asks for a star: for the cards' sake, and for want of knowing the person."""

from __future__ import annotations

from random import Random
from statistics import fmean

import pytest

from game.core import RaiseStar, variant
from game.table import Table
from game.teammates.characters import CHARACTERS
from game.teammates.mind import Mind
from game.teammates.stars import trust
from game.teammates.tempo import PRIOR_LEVEL, Prior, Tempo
from tests.teammates.games import Notes, played_out, practised, stand_in

KNOWN = practised(PRIOR_LEVEL, 0.01, 0.15)


def ada(seed: int, prior: Prior) -> Mind:
    """Ada, who weighs the cards by the same clock whatever she believes of the person."""
    mind = Mind(CHARACTERS["Ada"].traits, Random(seed), (0,), {0: prior})
    mind.clocks = {0: Tempo(KNOWN)}
    return mind


def first_asked(seed: int, prior: Prior) -> int:
    """How many plans she made before she first asked for a star."""
    noted = Notes(ada(seed, prior))
    played_out(Table(variant("classic"), 2, f"{seed}", {0: stand_in(seed), 1: noted}))
    asked = [plan is not None and isinstance(plan.action, RaiseStar) for plan in noted.plans]
    return asked.index(True) if True in asked else len(asked)


def test_ada_asks_for_a_star_sooner_of_somebody_whom_she_does_not_know() -> None:
    """The cards, the deals and their risk are the same."""
    known = [first_asked(seed, KNOWN) for seed in range(12)]
    unknown = [first_asked(seed, practised(PRIOR_LEVEL, 0.4, 0.15)) for seed in range(12)]
    assert all(sooner <= later for sooner, later in zip(unknown, known, strict=True))
    assert fmean(unknown) < fmean(known)


def test_less_risk_is_borne_the_less_a_person_is_known() -> None:
    assert trust(0.15, 0.0) == 1.0
    assert trust(0.15, 0.15) == pytest.approx(0.91, abs=0.01)
    assert trust(0.15, 0.4) < trust(0.15, 0.1) < 1.0
