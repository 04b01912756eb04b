"""The stored tempo of a person: round trips, and damaged text is refused with a reason."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from math import log
from random import Random
from statistics import median
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.core import variant
from game.table import Table
from game.teammates.characters import CHARACTERS, DEFAULT, teammate
from game.teammates.memory import (
    LEAST_CHANCE,
    LEAST_SPREAD,
    NOISE_PLAYS,
    OVERNIGHT,
    BadMemory,
    Memory,
    MemoryFault,
    from_json,
)
from game.teammates.prior import BOUNDS, NEWCOMER, PRACTISED, Habit, Habits, Kind
from tests.bench.people import Chair
from tests.bench.people.h0 import H0
from tests.bench.people.kinds import Newcomer
from tests.teammates.games import played_out

HABITS = [st.builds(Habit, st.floats(*bounds), st.floats(0.01, 1.0)) for bounds in BOUNDS]
NOISES = (st.floats(0.02, 1.0), st.floats(1.0, 60.0))
PAIRS = st.tuples(
    *(st.builds(Kind, st.just(0.5), st.builds(Habits, *HABITS), *NOISES, st.just(far)) for far in (False, True))
)
MEMORIES = st.builds(Memory, PAIRS, st.integers(0, 10**9))

SOME = Memory((replace(PRACTISED, chance=0.9), replace(NEWCOMER, chance=0.1, follows=False)), 80)
OLDER = {
    "format": 1,
    "seconds": 0.62,
    "spread": 0.06,
    "exponent": 1.02,
    "exponent_spread": 0.07,
    "noise": 0.13,
    "plays": 80,
}


@given(MEMORIES)
def test_a_memory_round_trips(memory: Memory) -> None:
    assert from_json(memory.to_json()) == memory


NOW = json.loads(SOME.to_json())
GONE = object()


def changed(memory: dict[str, Any], path: str, value: object) -> str:
    """Return the text of `memory` with another value at `path`: "kinds 0 noise". GONE removes what is there."""
    *way, last = [int(key) if key.isdecimal() else key for key in path.split()]
    plain = part = json.loads(json.dumps(memory))
    for key in way:
        part = part[key]
    if value is GONE:
        del part[last]
    else:
        part[last] = value
    return json.dumps(plain)


NAN = float("nan")
DAMAGES: list[tuple[dict[str, Any], str, list[object]]] = [
    (NOW, "kinds 0", ["practised"]),
    (NOW, "kinds 0 noise", [-1, True]),
    (NOW, "kinds 0 noise_plays", [0]),
    (NOW, "kinds 0 chance", [NAN, 0.2]),
    (NOW, "kinds 0 more", [1]),
    (NOW, "kinds 0 habits", [[*NOW["kinds"][0]["habits"].values()]]),
    (NOW, "kinds 0 habits level", [[99, 0.1], [1.0]]),
    (NOW, "kinds 0 habits left", [["0.1", 0.1]]),
    (NOW, "kinds 0 habits more", [[0, 0]]),
    (NOW, "kinds 0 habits again", [GONE]),
    (NOW, "kinds 1", [GONE]),
    (NOW, "kinds", [GONE]),
    (NOW, "plays", [1.5, True, 10**400]),
    (NOW, "more", [1]),
    (OLDER, "seconds", ["0.62", 0, True]),
    (OLDER, "spread", [NAN]),
    (OLDER, "noise", [-1]),
    (OLDER, "plays", [1.5]),
    (OLDER, "more", [1]),
    (OLDER, "exponent", [GONE]),
]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        *((text, MemoryFault.NOT_JSON) for text in ("", "{", "[" * 100_000)),
        *((text, MemoryFault.DAMAGED) for text in ("null", "[1, 2]")),
        *((changed(memory, path, value), MemoryFault.DAMAGED) for memory, path, values in DAMAGES for value in values),
        (changed(NOW, "format", 3), MemoryFault.VERSION),
    ],
    ids=lambda value: str(value)[:30],
)
def test_a_damaged_memory_is_refused_with_its_reason(text: str, fault: MemoryFault) -> None:
    with pytest.raises(BadMemory) as refused:
        from_json(text)
    assert refused.value.fault is fault


@given(st.text(max_size=200))
def test_random_text_is_refused(text: str) -> None:
    with pytest.raises(BadMemory):
        from_json(text)


@given(MEMORIES)
def test_every_memory_is_usable_as_a_prior(memory: Memory) -> None:
    mind = teammate(CHARACTERS[DEFAULT], Random(0), {0: memory})
    assert mind.belief(0).seconds == pytest.approx(memory.belief.seconds)
    assert mind.clocks[0].expect(10)[1] > 0


def test_a_memory_of_format_1_is_migrated() -> None:
    """Format 1 had only one kind: after migration both kinds are possible, and both have its tempo."""
    memory = from_json(json.dumps(OLDER))
    practised, newcomer = memory.kinds
    assert memory.belief.seconds == pytest.approx(0.62)
    assert memory.plays == 80
    assert (practised.noise, practised.habits.exponent.value) == (0.13, 1.02)
    assert newcomer.habits.exponent == NEWCOMER.habits.exponent
    assert (practised.chance, newcomer.chance) == (PRACTISED.chance, NEWCOMER.chance)
    assert from_json(memory.to_json()) == memory


@cache
def remembered_of(kind: type[H0], number: int = 1) -> Memory:
    """Return what the first of three teammates remembers of a person."""
    minds = {seat: teammate(CHARACTERS[DEFAULT], Random(seat)) for seat in (1, 2, 3)}
    played_out(Table(variant("classic"), 4, "evening", {0: Chair(kind(number, 0.15)), **minds}))
    return minds[1].memory(0)


def test_the_next_game_starts_from_the_memory_with_a_larger_spread() -> None:
    memories = {number: remembered_of(H0, number) for number in (1, 2, 3)}
    assert median(abs(log(it.belief.seconds / H0(n, 0.15).tau)) for n, it in memories.items()) < 0.08
    learned = memories[1]
    assert learned.plays > 10
    again = teammate(CHARACTERS[DEFAULT], Random(2), {0: from_json(learned.to_json())})
    assert again.belief(0).seconds == pytest.approx(learned.belief.seconds, rel=0.05)
    assert learned.belief.spread < again.belief(0).spread < 0.25


def test_the_probability_of_a_newcomer_is_remembered_but_never_certain() -> None:
    expert, newcomer = (remembered_of(kind).prior[1].chance for kind in (H0, Newcomer))
    assert 0.04 < expert < 0.2
    assert 0.8 < newcomer < 0.96


def test_the_uncertainty_of_every_habit_grows_between_games() -> None:
    sure = Habits(*(Habit(0.1 * at, 0.001) for at in range(5)))
    kinds = (
        replace(PRACTISED, chance=1.0, habits=sure._replace(level=Habit(1.5, 0.2)), noise_plays=60.0),
        replace(NEWCOMER, chance=0.0, habits=sure._replace(level=Habit(1.5, 0.2)), noise_plays=7.0, follows=False),
    )
    practised, newcomer = Memory(kinds, 80).prior
    assert (practised.chance, newcomer.chance) == pytest.approx((1 - LEAST_CHANCE, LEAST_CHANCE))
    assert practised.habits.level == pytest.approx((1.5, (0.2**2 + OVERNIGHT**2) ** 0.5))
    assert newcomer.habits.level == practised.habits.level
    assert newcomer.habits[1:] == tuple(Habit(0.1 * at, LEAST_SPREAD) for at in range(1, 5))
    assert (practised.noise_plays, newcomer.noise_plays) == (NOISE_PLAYS, 7.0)
    assert Memory(kinds, 80).belief.plays == 80


def is_read(text: str) -> bool:
    try:
        from_json(text)
    except BadMemory as refused:
        assert refused.fault is MemoryFault.DAMAGED
        return False
    return True


@pytest.mark.parametrize(
    ("memory", "path", "values"),
    [
        (OLDER, "seconds", (0.019, 0.02, 20, 20.1)),
        (OLDER, "spread", (-0.01, 0, 2, 2.01)),
        (OLDER, "exponent", (-0.01, 0, 3, 3.01)),
        (OLDER, "exponent_spread", (-0.01, 0, 1, 1.01)),
        (OLDER, "noise", (0.009, 0.01, 1, 1.01)),
        (OLDER, "plays", (-1, 0, 10**9, 10**9 + 1)),
        (NOW, "kinds 0 noise", (0.009, 0.01, 2, 2.01)),
        (NOW, "kinds 0 noise_plays", (0.99, 1, 1e9, 1.01e9)),
        (NOW, "kinds 0 habits left", ((-2.01, 0.1), (-2, 0.1), (2, 0.1), (2.01, 0.1))),
        (NOW, "kinds 0 habits left", ((0.0, -0.01), (0.0, 0), (0.0, 2), (0.0, 2.01))),
    ],
)
def test_values_are_limited_to_their_bounds(memory: dict[str, Any], path: str, values: tuple[object, ...]) -> None:
    assert [is_read(changed(memory, path, value)) for value in values] == [False, True, True, False]


@pytest.mark.parametrize(
    ("chances", "valid"),
    [
        *((chances, True) for chances in ((0.0, 1.0), (1.0, 0.0), (0.5, 0.5095), (0.5, 0.4905))),
        *((chances, False) for chances in ((0.5, 0.5105), (0.5, 0.4895), (1.005, 0.0), (-0.005, 1.0), (0.5, 0.3, 0.2))),
    ],
)
def test_two_probabilities_that_add_up_to_one_are_valid(chances: tuple[float, ...], valid: bool) -> None:
    kinds = [{**NOW["kinds"][0], "chance": chance} for chance in chances]
    assert is_read(changed(NOW, "kinds", kinds)) == valid
