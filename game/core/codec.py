"""Codecs that follow from the types of fields: each writes a value as JSON, and reads it back strictly.

A dataclass or a named tuple is written as the list of its fields, in order; one of several classes as the name of its
class and then its fields; a member of an enumeration as its value.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, NamedTuple, NoReturn, Union, get_args, get_origin, get_type_hints


class Field(NamedTuple):
    """A codec: `write` returns a value as JSON, and `read` returns that value, or raises ValueError."""

    write: Callable[[Any], Any]
    read: Callable[[Any], Any]


def refuse(said: object, wanted: object) -> NoReturn:
    raise ValueError(f"{said!r:.40} is not {wanted}")


def integer(least: int, most: int) -> Field:
    """Return a field for an integer from `least` to `most`."""
    return Field(int, lambda said: said if type(said) is int and least <= said <= most else refuse(said, (least, most)))


def real(most: float, digits: int) -> Field:
    """Return a field for a number from 0 to `most`, rounded to `digits` after the point."""

    def read(said: Any) -> Any:
        return said if type(said) in (int, float) and 0 <= said <= most else refuse(said, f"from 0 to {most}")

    return Field(lambda value: round(value, digits), read)


def text(most: int) -> Field:
    """Return a field for a text of at most `most` characters. A longer one is truncated when it is written."""

    def read(said: Any) -> str:
        return said if type(said) is str and len(said) <= most else refuse(said, f"text of at most {most} characters")

    return Field(lambda value: value[:most], read)


def one_of(words: tuple[str, ...]) -> Field:
    """Return a field for one of these `words`."""
    return Field(str, lambda said: said if type(said) is str and said in words else refuse(said, words))


def spelled(spell: Callable[[Any], str], parse: Callable[[str], Any], most: int) -> Field:
    """Return a field for a value with a text notation. `parse` raises ValueError for any other text."""
    spelling = text(most)

    def read(said: Any) -> Any:
        value = parse(spelling.read(said))
        return value if spell(value) == said else refuse(said, "spelt like that")

    return Field(spell, read)


FIELDS: dict[object, Field] = {bool: Field(int, lambda said: bool(integer(0, 1).read(said)))}
"""The fields of types that no other type determines."""

CHECKS: dict[type, Callable[[Any], object]] = {}
"""Functions by class that raise ValueError for a value whose fields contradict each other. Reading calls them."""


@cache
def of(hint: Any) -> Field:
    """Return the field for values of the type `hint`. Annotated types name their own field, or the most items."""
    most, kind = 100, hint
    if get_origin(hint) is Annotated:
        kind, *_, mark = get_args(hint)
        if isinstance(mark, Field):
            return mark
        most = mark
    if kind in FIELDS:
        return FIELDS[kind]
    if get_origin(kind) in (Union, UnionType):
        kinds = [one for one in get_args(kind) if one is not NoneType]
        field = of(kinds[0]) if len(kinds) == 1 else _either(kinds)
        return _optional(field) if NoneType in get_args(kind) else field
    if get_origin(kind) is tuple and get_args(kind)[-1] is not ...:
        return _group([of(part) for part in get_args(kind)])
    if get_origin(kind) in (tuple, frozenset):
        return _sequence(get_origin(kind), of(get_args(kind)[0]), most)
    if issubclass(kind, Enum):
        members = {member.value: member for member in kind}
        words = one_of(tuple(members))
        return Field(lambda member: member.value, lambda said: members[words.read(said)])
    return _record(kind)


def _optional(part: Field) -> Field:
    return Field(
        lambda value: None if value is None else part.write(value),
        lambda said: None if said is None else part.read(said),
    )


def _either(kinds: list[Any]) -> Field:
    named = {kind.__name__: of(kind) for kind in kinds}

    def write(value: Any) -> list[Any]:
        name = type(value).__name__
        return [name, *named[name].write(value)]

    def read(said: Any) -> Any:
        match said:
            case [str(name), *parts] if name in named:
                return named[name].read(parts)
        refuse(said, f"one of {[*named]}")

    return Field(write, read)


def _sequence(kind: Any, part: Field, most: int) -> Field:
    def read(said: Any) -> Any:
        if type(said) is not list or len(said) > most:
            refuse(said, f"a list of at most {most}")
        values = kind(map(part.read, said))
        return values if len(values) == len(said) else refuse(said, "without duplicates")

    def write(values: Any) -> list[Any]:
        written = [*map(part.write, values)]
        return sorted(written) if kind is frozenset else written

    return Field(write, read)


def _group(parts: list[Field]) -> Field:
    def read(said: Any) -> Any:
        if type(said) is not list or len(said) != len(parts):
            refuse(said, f"a list of {len(parts)}")
        return tuple(part.read(one) for part, one in zip(parts, said, strict=True))

    return Field(lambda values: [part.write(one) for part, one in zip(parts, values, strict=True)], read)


def _record(kind: Any) -> Field:
    hints = get_type_hints(kind, include_extras=True)
    names = kind._fields if issubclass(kind, tuple) else [one.name for one in fields(kind)]
    named = [(name, of(hints[name])) for name in names]
    group = _group([part for _, part in named])

    def read(said: Any) -> Any:
        value = kind(*group.read(said))
        if kind in CHECKS:
            CHECKS[kind](value)
        return value

    return Field(lambda value: [part.write(getattr(value, name)) for name, part in named], read)
