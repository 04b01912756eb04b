"""The stored tempo of a person: round trips, and damaged text is refused with a reason."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
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


def damaged() -> Iterator[tuple[str, MemoryFault]]:
    good = json.loads(SOME.to_json())
    for text in ("", "{", "[" * 100_000):
        yield text, MemoryFault.NOT_JSON
    kind = good["kinds"][0]
    habits = kind["habits"]
    kinds = (
        {**kind, "noise": -1},
        {**kind, "noise": True},
        {**kind, "noise_plays": 0},
        {**kind, "chance": float("nan")},
        {**kind, "more": 1},
        {**kind, "habits": {**habits, "level": [99, 0.1]}},
        {**kind, "habits": {**habits, "level": [1.0]}},
        {**kind, "habits": {**habits, "left": ["0.1", 0.1]}},
        {**kind, "habits": {**habits, "more": [0, 0]}},
        {**kind, "habits": {name: habits[name] for name in ("level", "exponent")}},
        {**kind, "habits": [*habits.values()]},
        {**kind, "chance": 0.2},
        "practised",
    )
    damages = (
        *({**good, "kinds": [one, good["kinds"][1]]} for one in kinds),
        {**good, "kinds": good["kinds"][:1]},
        {**good, "plays": 1.5},
        {**good, "plays": True},
        {**good, "plays": 10**400},
        {**good, "more": 1},
        {"format": 2, "plays": 3},
        {**OLDER, "seconds": "0.62"},
        {**OLDER, "seconds": 0},
        {**OLDER, "seconds": True},
        {**OLDER, "spread": float("nan")},
        {**OLDER, "noise": -1},
        {**OLDER, "plays": 1.5},
        {**OLDER, "more": 1},
        {name: value for name, value in OLDER.items() if name != "exponent"},
        None,
        [1, 2],
    )
    for damage in damages:
        yield json.dumps(damage), MemoryFault.DAMAGED


@pytest.mark.parametrize(("text", "fault"), [*damaged()], ids=lambda value: str(value)[:30])
def test_a_damaged_memory_is_refused_with_its_reason(text: str, fault: MemoryFault) -> None:
    with pytest.raises(BadMemory) as refused:
        from_json(text)
    assert refused.value.fault is fault


def test_a_memory_of_another_version_is_refused_with_its_reason() -> None:
    text = SOME.to_json().replace('"format": 2', '"format": 3')
    with pytest.raises(BadMemory) as refused:
        from_json(text)
    assert refused.value.fault is MemoryFault.VERSION


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


def is_read(memory: object) -> bool:
    try:
        from_json(json.dumps(memory))
    except BadMemory as refused:
        assert refused.fault is MemoryFault.DAMAGED
        return False
    return True


@pytest.mark.parametrize(
    ("part", "values"),
    [
        ("seconds", (0.019, 0.02, 20, 20.1)),
        ("spread", (-0.01, 0, 2, 2.01)),
        ("exponent", (-0.01, 0, 3, 3.01)),
        ("exponent_spread", (-0.01, 0, 1, 1.01)),
        ("noise", (0.009, 0.01, 1, 1.01)),
        ("plays", (-1, 0, 10**9, 10**9 + 1)),
    ],
)
def test_values_of_format_1_are_limited_to_their_bounds(part: str, values: tuple[float, ...]) -> None:
    assert [is_read({**OLDER, part: value}) for value in values] == [False, True, True, False]


@pytest.mark.parametrize(
    ("values", "changed"),
    [
        ((0.009, 0.01, 2, 2.01), lambda kind, value: {**kind, "noise": value}),
        ((0.99, 1, 1e9, 1.01e9), lambda kind, value: {**kind, "noise_plays": value}),
        ((-2.01, -2, 2, 2.01), lambda kind, value: {**kind, "habits": {**kind["habits"], "left": [value, 0.1]}}),
        ((-0.01, 0, 2, 2.01), lambda kind, value: {**kind, "habits": {**kind["habits"], "left": [0.0, value]}}),
    ],
    ids=("noise", "weight of the noise", "habit", "spread"),
)
def test_values_of_a_kind_are_limited_to_their_bounds(
    values: tuple[float, ...], changed: Callable[[Any, float], object]
) -> None:
    good = json.loads(SOME.to_json())
    one, other = good["kinds"]
    assert [is_read({**good, "kinds": [changed(one, value), other]}) for value in values] == [False, True, True, False]


@pytest.mark.parametrize(
    ("chances", "valid"),
    [
        ((0.0, 1.0), True),
        ((1.0, 0.0), True),
        ((0.5, 0.5095), True),
        ((0.5, 0.4905), True),
        ((0.5, 0.5105), False),
        ((0.5, 0.4895), False),
        ((1.005, 0.0), False),
        ((-0.005, 1.0), False),
        ((0.5, 0.3, 0.2), False),
        ((1.0,), False),
    ],
)
def test_two_probabilities_that_add_up_to_one_are_valid(chances: tuple[float, ...], valid: bool) -> None:
    good = json.loads(SOME.to_json())
    assert is_read({**good, "kinds": [{**good["kinds"][0], "chance": chance} for chance in chances]}) == valid
