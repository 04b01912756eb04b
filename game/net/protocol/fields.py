"""Codecs for the fields of messages: each writes a value as JSON, and reads it back strictly."""

from __future__ import annotations

import math
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, Generic, NoReturn, TypeVar

T = TypeVar("T")
E = TypeVar("E", bound=Enum)


class FieldError(ValueError):
    """A value that a field does not accept."""


@dataclass(frozen=True, slots=True)
class Field(Generic[T]):
    """A codec that writes a value as JSON and reads it back. `read` raises FieldError and nothing else."""

    write: Callable[[T], Any]
    read: Callable[[Any], T]


@dataclass(frozen=True, slots=True)
class RecordField(Field[T]):
    """A codec for objects of the class `kind`, as a list of fields."""

    kind: type[T]


def refuse(why: str) -> NoReturn:
    raise FieldError(why)


def integer(least: int, most: int) -> Field[int]:
    """Return a field for an integer from `least` to `most`."""

    def read(said: Any) -> int:
        if type(said) is int and least <= said <= most:  # True is an int as well
            return said
        refuse(f"{said!r:.40} is no number from {least} to {most}")

    return Field(int, read)


def boolean() -> Field[bool]:
    """Return a field for a bool, written as 1 or 0."""
    bit = integer(0, 1)
    return Field(int, lambda said: bool(bit.read(said)))


def seconds() -> Field[float]:
    """Return a field for a time in seconds, rounded to a tenth of a millisecond."""

    def read(said: Any) -> float:
        if type(said) in (int, float) and abs(said) < 1e9 and math.isfinite(said):
            return round(float(said), 4)
        refuse(f"{said!r:.40} is no time")

    return Field(lambda at: round(at, 4), read)


def text(most: int) -> Field[str]:
    """Return a field for printable text of at most `most` characters."""

    def read(said: Any) -> str:
        if type(said) is str and len(said) <= most and said.isprintable():
            return said
        refuse(f"{said!r:.40} is no text of at most {most} printable characters")

    return Field(str, read)


def hexadecimal(digits: int) -> Field[str]:
    """Return a field for exactly `digits` lower-case hexadecimal digits."""

    def read(said: Any) -> str:
        if type(said) is str and re.fullmatch(f"[0-9a-f]{{{digits}}}", said, re.ASCII):
            return said
        refuse(f"{said!r:.40} is not {digits} hexadecimal digits")

    return Field(str, read)


def packed(digits: int, *, empty: bool = False) -> Field[str]:
    """Return a field for `digits` hexadecimal digits, written as base64url, which is a third shorter.

    With `empty`, the text may also be empty.
    """
    spelling = text(digits)

    def read(said: Any) -> str:
        try:
            value = urlsafe_b64decode(spelling.read(said) + "=" * (-len(said) % 4)).hex()
        except ValueError as error:
            raise FieldError(str(error)) from error
        fits = len(value) == digits or (empty and not value)
        return value if fits and _packed(value) == said else refuse(f"{said!r:.40} is misspelt")

    return Field(_packed, read)


def _packed(digits: str) -> str:
    return urlsafe_b64encode(bytes.fromhex(digits)).decode().rstrip("=")


def member_of(kind: type[E]) -> Field[E]:
    """Return a field for a member of an enumeration, written as its value."""
    by_value = {member.value: member for member in kind}

    def read(said: Any) -> E:
        return by_value[said] if type(said) is str and said in by_value else refuse(f"{said!r:.40} is no {kind}")

    return Field(lambda member: member.value, read)


def spelled(spell: Callable[[T], str], parse: Callable[[str], T], most: int) -> Field[T]:
    """Return a field for a value with a text notation. `parse` raises ValueError for any other text."""
    spelling = text(most)

    def read(said: Any) -> T:
        try:
            value = parse(spelling.read(said))
            if spell(value) == said:
                return value
        except ValueError as error:
            raise FieldError(str(error)) from error
        refuse(f"{said!r:.40} is misspelt")

    return Field(spell, read)


def optional(part: Field[T]) -> Field[T | None]:
    """Return a field for a value or None, which is written as null."""
    return Field(
        lambda value: None if value is None else part.write(value),
        lambda said: None if said is None else part.read(said),
    )


def list_of(part: Field[T], most: int) -> Field[tuple[T, ...]]:
    """Return a field for at most `most` values of `part`, in order."""

    def read(said: Any) -> tuple[T, ...]:
        if type(said) is list and len(said) <= most:
            return tuple(map(part.read, said))
        refuse(f"{said!r:.40} is no list of at most {most}")

    return Field(lambda values: [part.write(value) for value in values], read)


def set_of(part: Field[T], most: int) -> Field[frozenset[T]]:
    """Return a field for a set of at most `most` values of `part`. It refuses duplicates."""
    listed = list_of(part, most)

    def read(said: Any) -> frozenset[T]:
        values = listed.read(said)
        return frozenset(values) if len(set(values)) == len(values) else refuse("something is there twice")

    return Field(lambda values: sorted(map(part.write, values)), read)


def record(kind: type[T], check: Callable[[T], object] = bool, **parts: Field[Any]) -> RecordField[T]:
    """Return a codec for `kind`, as the list of its `parts`. `check` raises ValueError if they are inconsistent."""

    def write(value: T) -> list[Any]:
        return [part.write(getattr(value, name)) for name, part in parts.items()]

    def read(said: Any) -> T:
        if type(said) is not list or len(said) != len(parts):
            refuse(f"{said!r:.40} has not the {len(parts)} parts of {kind.__name__}")
        value = kind(**{name: part.read(one) for (name, part), one in zip(parts.items(), said, strict=True)})
        check(value)
        return value

    return RecordField(write, read, kind)


def one_of(shapes: Mapping[str, RecordField[Any]]) -> Field[Any]:
    """Return a field for one of several `shapes`, as a list of its name and its parts."""
    names = {shape.kind: name for name, shape in shapes.items()}

    def read(said: Any) -> Any:
        match said:
            case [str(name), *rest] if name in shapes:
                return shapes[name].read(rest)
        refuse(f"{said!r:.40} is not understood")

    return Field(lambda value: [names[type(value)], *shapes[names[type(value)]].write(value)], read)
