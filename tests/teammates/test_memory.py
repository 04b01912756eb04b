"""What is remembered of a person's tempo, there and back; what is damaged is refused by its reason."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.core import variant
from game.table import Table
from game.teammates.characters import CHARACTERS, DEFAULT, teammate
from game.teammates.memory import BadMemory, Memory, MemoryFault, from_json
from tests.bench.people import Chair
from tests.bench.people.h0 import H0
from tests.teammates.games import played_out

SOME = Memory(0.62, 0.06, 1.02, 0.07, 0.13, 80)

SHARES = st.floats(0.01, 1.0)
MEMORIES = st.builds(Memory, st.floats(0.02, 20), SHARES, st.floats(0.1, 3), SHARES, SHARES, st.integers(0, 10**9))


@given(MEMORIES)
def test_a_memory_comes_back_as_it_was(memory: Memory) -> None:
    assert from_json(memory.to_json()) == memory


def damaged() -> Iterator[tuple[str, MemoryFault]]:
    good = json.loads(SOME.to_json())
    for text in ("", "{", "[" * 100_000):
        yield text, MemoryFault.NOT_JSON
    for text in (
        "null",
        "[1, 2]",
        json.dumps({**good, "seconds": "0.62"}),
        json.dumps({**good, "seconds": 0}),
        json.dumps({**good, "seconds": True}),
        json.dumps({**good, "spread": float("nan")}),
        json.dumps({**good, "noise": -1}),
        json.dumps({**good, "plays": 1.5}),
        json.dumps({**good, "more": 1}),
        json.dumps({key: value for key, value in good.items() if key != "exponent"}),
    ):
        yield text, MemoryFault.DAMAGED


@pytest.mark.parametrize(("text", "fault"), [*damaged()], ids=lambda value: str(value)[:30])
def test_a_damaged_memory_is_refused_by_that_reason(text: str, fault: MemoryFault) -> None:
    with pytest.raises(BadMemory) as refused:
        from_json(text)
    assert refused.value.fault is fault


def test_a_memory_of_another_version_is_refused_by_that_reason() -> None:
    text = SOME.to_json().replace('"format": 1', '"format": 2')
    with pytest.raises(BadMemory) as refused:
        from_json(text)
    assert refused.value.fault is MemoryFault.VERSION


@given(st.text(max_size=200))
def test_no_text_does_worse_than_be_refused(text: str) -> None:
    with pytest.raises(BadMemory):
        from_json(text)


@given(MEMORIES)
def test_every_memory_can_be_played_with(memory: Memory) -> None:
    mind = teammate(CHARACTERS[DEFAULT], Random(0), {0: memory})
    assert mind.belief(0).seconds == pytest.approx(memory.seconds)
    assert mind.clocks[0].expect(10)[1] > 0


def test_the_next_game_begins_with_what_was_learned_a_little_less_sure() -> None:
    minds = {seat: teammate(CHARACTERS[DEFAULT], Random(seat)) for seat in (1, 2, 3)}
    person = H0(1, cv=0.15)
    played_out(Table(variant("classic"), 4, "evening", {0: Chair(person), **minds}))
    learned = minds[1].memory(0)
    assert learned.seconds == pytest.approx(person.tau, rel=0.10)
    assert learned.plays > 10
    again = teammate(CHARACTERS[DEFAULT], Random(2), {0: from_json(learned.to_json())})
    assert again.belief(0).seconds == pytest.approx(learned.seconds)
    assert learned.spread < again.belief(0).spread < 0.2
