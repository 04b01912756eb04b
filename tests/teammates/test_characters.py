"""The characters differ in their decisions, each in its own way."""

from __future__ import annotations

from random import Random
from statistics import fmean

import pytest

from game.core import LayHand, Play, variant
from game.table import Table
from game.teammates.characters import CHARACTERS, DEFAULT, NAMES, teammate
from game.teammates.mind import Mind
from tests.teammates.games import Notes, played_out, stand_in


def test_there_are_at_least_six_characters_with_short_names() -> None:
    assert len(CHARACTERS) >= 6
    assert DEFAULT in CHARACTERS
    assert all(name == one.name and len(name) <= 5 for name, one in CHARACTERS.items())
    assert len({*NAMES}) >= 7


def first_wait(name: str, dice: int) -> float:
    """Return the seconds that a character would wait with its first card, next to an unknown person."""
    noted = Notes(teammate(CHARACTERS[name], Random(dice)))
    table = Table(variant("classic+no-stars"), 2, "first", {1: noted})
    table.submit(0, LayHand(), 0.0)
    started = table.due() or 0.0
    table.tick(started)
    plan = noted.plans[-1]
    assert plan is not None
    assert isinstance(plan.action, Play)
    return plan.at - started


def test_ben_plays_sooner_and_cleo_later_than_ada() -> None:
    ben, ada, cleo = (fmean(first_wait(name, d) for d in range(30)) for name in ("Ben", "Ada", "Cleo"))
    assert ben < 0.95 * ada
    assert cleo > 1.05 * ada


def test_dov_never_waits_the_same_time_twice() -> None:
    waits = [first_wait("Dov", dice) for dice in range(200)]
    mean = fmean(waits)
    cv = fmean((wait - mean) ** 2 for wait in waits) ** 0.5 / mean
    assert cv == pytest.approx(0.05, abs=0.01)
    assert len({round(wait, 6) for wait in waits}) == 200


def learned(name: str) -> Mind:
    mind = teammate(CHARACTERS[name], Random(3))
    played_out(Table(variant("classic"), 2, "learn", {0: stand_in(3, seconds=1.2), 1: mind}))
    return mind


def test_finn_learns_less_than_ada_and_gus_learns_nothing() -> None:
    ada, finn, gus = (learned(name).belief(0).seconds for name in ("Ada", "Finn", "Gus"))
    assert gus == pytest.approx(0.67)
    assert gus < finn < ada
