"""Transition tables of state machines, drawn as text."""

from __future__ import annotations

from enum import Enum
from typing import TypeVar

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
