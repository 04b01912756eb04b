"""Examples of rules as text: a rule, and below it, indented, what must happen in some positions.

    A mistake costs one life, however many cards were lower.
        30 | 12 | 25 90, lives 3 => 0 play 30 => Played 0 30, LifeLost 30 (1:12 2:25)
            => - | - | 90, pile 0:30, aside 1:12 2:25, focus

An example is a position, the actions with their seats, the events, and the position after them, which must agree in
everything; the last may be left out. "refused" instead of the events: the last action is not legal. A position is the
hands, "-" for an empty one, and how it differs from `playing`: "lives 3", "pile 0:5 1:7", "focus", "game extreme". The
position after an example may be on a line of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any, get_args

import pytest

from game.core import Action, Event, IllegalAction, Laid, Phase, Play, RaiseStar, Seat, State, apply, parse_action
from tests.core.positions import card, course, laid, playing

KINDS: dict[str, Any] = {kind.__name__: kind for kind in get_args(Event)}
PHASES = {phase.value: phase for phase in Phase}


def examples(text: str) -> list[Any]:
    """Return the examples in `text` as parameters of a test, with their rules as ids."""
    rule, found = "", []
    for line in re.sub(r"\n {8}=>", " =>", text.strip()).splitlines():
        if line.startswith(" "):
            found.append(pytest.param(line.strip(), id=rule))
        elif line:
            rule = line.rstrip(".")
    return found


def check(example: str) -> None:
    """Fail if the rules do not agree with `example`."""
    before, doings, events, *after = example.split(" => ")
    start = position(before)
    *earlier, last = actions(doings, start.seats)
    state, told = course(start, *earlier)
    if events == "refused":
        with pytest.raises(IllegalAction):
            apply(state, *last)
        return
    end, more = apply(state, *last)
    assert spelled_all((*told, *more)) == events
    assert not after or end == position(*after)


def position(text: str) -> State:
    """Return the position that `text` describes."""
    hands, *rest = text.split(", ")
    options: dict[str, Any] = {}
    for name, _, value in (part.partition(" ") for part in rest):
        if name in PHASES:
            options["phase"] = PHASES[name]
        else:
            options[name] = int(value) if value.isdecimal() else value or True
    down, raised = (str(options.pop(name, "")).split() for name in ("down", "raised"))
    offers = [(int(seat), card(offer) if offer else None) for seat, _, offer in (one.partition(":") for one in raised)]
    return playing(hands.replace("-", ""), **options)._replace(down=frozenset(map(int, down)), raised=tuple(offers))


def actions(text: str, seats: int) -> Iterator[tuple[Seat, Action]]:
    """Yield the actions in `text`: "0 play 30, 1 star", or "all hand" for every seat."""
    for who, _, what in (part.partition(" ") for part in text.split(", ")):
        for seat in range(seats) if who == "all" else [int(who)]:
            yield seat, action(what)


def action(text: str) -> Action:
    """Return the action that `text` spells. Cards of Extreme are "w12" and "r40"."""
    match text.split():
        case ["play", one]:
            return Play(card(one))
        case ["star", one]:
            return RaiseStar(card(one))
    return parse_action(text)


def timed(text: str) -> list[tuple[float, Event]]:
    """Return the events in `text` with their times: "4 Played 0 7, 5 Stopped 2"."""
    return [(float(at), event(what)) for at, _, what in (part.partition(" ") for part in text.split(", "))]


def event(text: str) -> Event:
    """Return the event that `spelled` spells so. A card that nobody sees is "-"."""
    name, *words = re.findall(r"\([^)]*\)|\S+", text)
    values = [laid(word[1:-1]) if word[0] == "(" else None if word == "-" else int(word) for word in words]
    found: Event = KINDS[name](*values)
    return found


def spelled_all(events: Iterable[Event]) -> str:
    return ", ".join(map(spelled, events))


def spelled(value: object) -> str:
    """Return an event as its name and its fields, without those that have their usual value."""
    match value:
        case Laid(seat, one):
            return f"{seat}:{one}"
        case Enum():
            return str(value.value)
        case tuple():
            return f"({' '.join(map(spelled, value))})"
    if not is_dataclass(value):
        return str(value)
    told = [(field, getattr(value, field.name)) for field in fields(value)]
    unusual = [field.name if it is True else spelled(it) for field, it in told if it != field.default]
    return " ".join([type(value).__name__, *unusual])
