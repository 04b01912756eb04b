"""Transition tables of state machines, drawn as text."""

from __future__ import annotations

import re
from enum import Enum
from pathlib import Path
from typing import TypeVar

PROTOCOL = Path(__file__).parents[2] / "game/net/README.md"

State = TypeVar("State", bound=Enum)
Step = TypeVar("Step", bound=Enum)


def cells(table: str, states: type[State], steps: type[Step]) -> dict[tuple[State, Step], State | None]:
    """Return the next state for each state (row) and step (column); None for `-`, where the step is refused."""
    head, *rows = (line.split() for line in table.strip().split("\n"))
    drawn = {
        (states[row[0]], steps[step]): None if cell == "-" else states[cell]
        for row in rows
        for step, cell in zip(head, row[1:], strict=True)
    }
    assert {*drawn} == {(state, step) for state in states for step in steps}
    return drawn


def taken(drawn: dict[tuple[State, Step], State | None]) -> dict[tuple[State, Step], State]:
    """Return the cells of `drawn` whose step is not refused."""
    return {one: after for one, after in drawn.items() if after is not None}


def documented(states: type[State], steps: type[Step]) -> dict[tuple[State, Step], State]:
    """Return the transitions that the diagrams of the protocol's README show for these states."""
    drawn = re.findall(r"^    (\w+) --> (\w+) : (\w+)$", PROTOCOL.read_text(encoding="utf-8"), re.MULTILINE)
    known, named = states.__members__, steps.__members__
    return {(known[one], named[step]): known[after] for one, after, step in drawn if one in known and step in named}
