"""Shipped modules: exactly the parts of the standard library that the Python of the page needs."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

from assets.build import archive

GAME = Path(__file__).parents[2] / "game"
BUILT_IN = {
    "__future__",
    "_thread",
    "atexit",
    "binascii",
    "builtins",
    "collections.abc",
    "gc",
    "io",
    "itertools",
    "math",
    "sys",
    "time",
    "zlib",
    "unicodedata",
}
ARCHIVES = archive.MODULES, archive.FOR_ONLINE, archive.FOR_TRANSLATIONS
ADVICE = "to trace them anew: python3 build.py bench profile"


def imported() -> Iterator[str]:
    for file in GAME.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            match node:
                case ast.Import(aliases):
                    yield from (alias.name for alias in aliases)
                case ast.ImportFrom(module=str(module)):
                    yield module


def test_the_imports_of_the_game_are_shipped() -> None:
    shipped = BUILT_IN.union(*(file.read_text().split() for file in ARCHIVES))
    asked = {name for name in imported() if name.split(".")[0] in sys.stdlib_module_names}
    assert asked <= shipped, ADVICE
