"""Messages about a person's tempo."""

from __future__ import annotations

import re

import pytest

from game.teammates.memory import MemoryFault
from game.teammates.tempo import Belief
from game.words.tempo import FORGOTTEN, tempo


def test_a_tempo_estimate_is_described() -> None:
    assert tempo(Belief(0.62, 0.061, 1.0, 0.15, 9)) == "0.62 s per step, plus or minus 6%"


@pytest.mark.parametrize("fault", MemoryFault)
def test_an_unreadable_tempo_is_reported_in_one_sentence(fault: MemoryFault) -> None:
    assert re.fullmatch(r"Your saved tempo [^.]+ reset\.", FORGOTTEN[fault]())


def test_a_tempo_of_another_version_is_reported_as_that() -> None:
    assert "another version" in FORGOTTEN[MemoryFault.VERSION]()
