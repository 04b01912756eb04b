"""Random messages: every kind, with random values of the types of its fields."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from enum import Enum
from random import Random
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from game.core import Action, Event, Variant, View, apply, legal_actions, new_game, shuffled, variant, view_of
from game.core.codec import Field, of
from game.core.notation import WORDS, parse_action
from game.core.rules import DEALER
from game.net.protocol import messages as m
from game.net.protocol.wire import COMMANDS, KINDS

VARIANTS = [
    *("classic", "blind", "extreme", "fifty+no-stars", "descending+blind+strict", "gentle"),
    "tens-descending+no-stars+blind+strict+gentle",
]


def any_message(dice: Random) -> m.Message:
    """Return a random message that a page of this version could send."""
    message: m.Message = any_of(dice, dice.choice(KINDS))
    return message


def any_of(dice: Random, hint: Any) -> Any:
    """Return a random value of the type `hint` that its codec accepts."""
    while True:
        value = _any_of(dice, hint)
        try:
            of(hint).read(of(hint).write(value))
        except ValueError:
            continue  # its parts contradict each other
        return value


def _any_of(dice: Random, hint: Any) -> Any:
    most, kind = 3, hint
    if get_origin(hint) is Annotated:
        kind, *_, mark = get_args(hint)
        if isinstance(mark, Field):
            return _any_leaf(dice, kind, mark)
        most = mark
    if kind in LEAVES:
        return LEAVES[kind](dice)
    origin, parts = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return _any_of(dice, dice.choice(parts))
    if origin is tuple and parts[-1] is not ...:
        return tuple(any_of(dice, part) for part in parts)
    if origin in (tuple, frozenset):
        return origin([any_of(dice, parts[0]) for _ in range(dice.randint(0, min(most, 8)))])
    if issubclass(kind, Enum):
        return dice.choice([*kind])
    hints = get_type_hints(kind, include_extras=True)
    names = [one.name for one in fields(kind)] if is_dataclass(kind) else kind._fields
    return kind(*(any_of(dice, hints[name]) for name in names))


def _any_leaf(dice: Random, kind: type, field: Field) -> Any:
    """Return a value of a plain type that `field` accepts: often one of the ends of its bounds."""
    candidates: list[Any] = [*range(101), 499, 10**6, 10**9]
    if kind is float:
        candidates = [0.0, -1.0, round(dice.uniform(0, 2000), 4), 1e8]
    if kind is str:
        names = ["", "Ana", "Zoë", "李小龍", "A long name 14", "😀" * 14, "p" * 20, "x" * 40, "c" * 32, "Ж" * 120]
        candidates = [*names, *(f"{dice.getrandbits(4 * digits):0{digits}x}" for digits in (32, 64, 128))]
    return dice.choice([one for one in candidates if _is_accepted(field, one)])


def _is_accepted(field: Field, value: object) -> bool:
    try:
        return bool(field.read(field.write(value)) == value)
    except ValueError:
        return False


def any_view(dice: Random) -> View:
    """Return a View in the middle of a random game."""
    seats = dice.randint(2, 8)
    state = new_game(any_of(dice, Variant), seats)
    events: tuple[Event, ...] = ()
    for _ in range(dice.randrange(120)):
        if state.phase.value == "deal":
            state, events = apply(state, DEALER, shuffled(state, str(dice.random())))
            continue
        choices = [(seat, action) for seat in range(seats) for action in legal_actions(state, seat)]
        choices.sort(key=repr)
        if not choices:
            break
        state, events = apply(state, *dice.choice(choices))
    return view_of(state, dice.choice([None, *range(seats)]), events)


def any_seen(dice: Random) -> m.Seen:
    """Return an update with a View in the middle of a random game."""
    seen: m.Seen = any_of(dice, m.Seen)
    return seen


def _any_action(dice: Random) -> Action:
    card = dice.randint(1, 100)
    return parse_action(dice.choice([*WORDS, f"play {card}", f"star {card}"]))


LEAVES: dict[Any, Any] = {
    bool: lambda dice: dice.random() < 0.5,
    NoneType: lambda dice: None,
    Variant: lambda dice: variant(dice.choice(VARIANTS)),
    Action: _any_action,
    m.Command: lambda dice: any_of(dice, dice.choice(COMMANDS)),
    View: any_view,
}
