"""Codecs that follow from the types of fields: each writes a value as JSON, and reads it back strictly.

A dataclass is written as the list of its fields, in order.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
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
    return Field(spell, lambda said: parse(spelling.read(said)))


FIELDS: dict[object, Field] = {bool: Field(int, lambda said: bool(integer(0, 1).read(said)))}
"""The fields of types that no other type determines."""


@cache
def of(hint: Any) -> Field:
    """Return the field for values of the type `hint`. Annotated types name their own field, or the most items."""
    most, kind = 100, hint
    if get_origin(hint) is Annotated:
        kind, mark = get_args(hint)
        if isinstance(mark, Field):
            return mark
        most = mark
    if kind in FIELDS:
        return FIELDS[kind]
    if get_origin(kind) in (Union, UnionType):
        part = of(next(one for one in get_args(kind) if one is not NoneType))
        return Field(
            lambda value: None if value is None else part.write(value),
            lambda said: None if said is None else part.read(said),
        )
    if get_origin(kind) in (tuple, frozenset):
        return _sequence(get_origin(kind), of(get_args(kind)[0]), most)
    return _record(kind)


def _sequence(kind: Any, part: Field, most: int) -> Field:
    def read(said: Any) -> Any:
        if type(said) is not list or len(said) > most:
            refuse(said, f"a list of at most {most}")
        return kind(map(part.read, said))

    return Field(lambda values: [*map(part.write, sorted(values) if kind is frozenset else values)], read)


def _record(kind: Any) -> Field:
    hints = get_type_hints(kind, include_extras=True)
    named = [(one.name, of(hints[one.name])) for one in fields(kind)]
    parts = [part for _, part in named]

    def read(said: Any) -> Any:
        if type(said) is not list or len(said) != len(parts):
            refuse(said, f"the {len(parts)} parts of {kind.__name__}")
        return kind(*[part.read(one) for part, one in zip(parts, said, strict=True)])

    return Field(lambda value: [part.write(getattr(value, name)) for name, part in named], read)
