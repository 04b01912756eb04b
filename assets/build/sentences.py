"""The messages of `game/words/`, extracted from the source: every constant in capitals, in source order."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

COUNTED = "Counted"


@dataclass(frozen=True, slots=True)
class Sentence:
    """A message to translate: `english`, or for a number of things `english` for one and `more` for several.

    `where` is its file, and `note` a hint for translators.
    """

    english: str
    where: str
    note: str = ""
    more: str = ""


def in_python(source: str, where: str) -> Iterator[Sentence]:
    """Yield the messages of a module."""
    body = ast.parse(source).body
    for at, statement in enumerate(body):
        said_of_it = _docstring(body[at + 1 : at + 2])
        for name, value in _constants(statement):
            yield from _sentences(value, where, f"{name}: {said_of_it}" if said_of_it else name)


def _constants(statement: ast.stmt) -> list[tuple[str, ast.expr]]:
    """Return the names in capitals that a statement assigns, with their values."""
    match statement:
        case ast.Assign([ast.Name(name)], value) if name.isupper():
            return [(name, value)]
        case ast.Assign([ast.Tuple(targets)], ast.Tuple(values)):
            named = [target.id if isinstance(target, ast.Name) else "" for target in targets]
            return [(name, value) for name, value in zip(named, values, strict=True) if name.isupper()]
    return []


def _docstring(following: list[ast.stmt]) -> str:
    match following:
        case [ast.Expr(ast.Constant(str(text)))]:
            return " ".join(text.split())
    return ""


def _sentences(node: ast.expr, where: str, note: str) -> Iterator[Sentence]:
    match node:
        case ast.Constant(str(text)) if has_letters(text):
            yield Sentence(text, where, note)
        case ast.Call(ast.Name(name), [ast.Constant(str(one)), ast.Constant(str(more))], others) if name == COUNTED:
            yield Sentence(one, where, note, more)
            for other in others:
                yield from _sentences(other.value, where, note)
        case ast.Dict(values=values) | ast.Tuple(values) | ast.List(values):
            for value in values:
                yield from _sentences(value, where, note)


def has_letters(text: str) -> bool:
    """Whether `text` contains anything to translate."""
    return any(character.isalpha() for character in text)


def in_folder(folder: Path, root: Path) -> Iterator[Sentence]:
    """Yield the messages of all modules in `folder`."""
    for file in sorted(folder.rglob("*.py")):
        yield from in_python(file.read_text(encoding="utf-8"), file.relative_to(root).as_posix())
