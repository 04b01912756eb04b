"""Imports point inwards only, and only the shell knows the page, the clock or anything but Python itself."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

# Which parts of the game each part may know, itself included; the shell may know them all.
KNOWS = {
    "core": {"core"},
    "teammates": {"core", "teammates"},
    "table": {"core", "teammates", "table"},
    "driver": {"core", "teammates", "table", "driver"},
    "net": {"core", "teammates", "table", "net"},
    "history": {"core", "teammates", "history"},
    "words": {"core", "teammates", "net", "history", "words"},
}
CLOCKS = {"asyncio", "time"}
PAGE = {"js", "pyodide", "pyodide_js", "pyscript"}


MODULES = sorted((ROOT / "game").rglob("*.py"))


def part(module: str) -> str:
    return module.split(".")[1] if "." in module else ""


def name(file: Path) -> str:
    return ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def imported(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        match node:
            case ast.Import(names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module="game", names=names, level=0):
                yield from (f"game.{alias.name}" for alias in names)
            case ast.ImportFrom(module=str(module), level=0):
                yield module
            case ast.ImportFrom():
                raise AssertionError(f"{file}: imports by full name, please")


@pytest.mark.parametrize("file", MODULES, ids=name)
def test_imports_point_inwards(file: Path) -> None:
    here = part(name(file))
    for module in imported(file):
        top = module.split(".")[0]
        if top == "game":
            assert here == "browser" or part(module) in KNOWS.get(here, set()), f"{here} must not know {module}"
        elif here != "browser":
            assert top in sys.stdlib_module_names, f"{module} does not come with Python"
            assert top not in CLOCKS or here == "driver", f"{module} is for the driver and the shell"
        else:
            assert top in sys.stdlib_module_names | PAGE, f"{module} is not there in the page"


@pytest.mark.parametrize("file", MODULES, ids=name)
def test_dice_are_handed_in(file: Path) -> None:
    """Outside the shell and the driver nobody has a source of chance; what a seed stands for is no chance."""
    if part(name(file)) in ("browser", "driver"):
        return
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        match node:
            case ast.ImportFrom(module="random", names=names):
                assert {alias.name for alias in names} == {"Random"}
            case ast.Attribute(value=ast.Name("random"), attr=attribute):
                assert attribute == "Random"
            case ast.Call(func=ast.Name("Random") | ast.Attribute(value=ast.Name("random")), args=[], keywords=[]):
                raise AssertionError(f"{file}:{node.lineno} makes its own dice")
