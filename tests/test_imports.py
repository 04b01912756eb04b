"""Imports point inwards only, and only the shell uses the page, the clock or packages outside the standard library."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.source import MODULES, ROOT, name, nodes, parsed

# Which parts of the game each part may import besides itself; `browser` may import them all.
KNOWS = {
    "core": set(),
    "teammates": {"core"},
    "table": {"core", "teammates"},
    "driver": {"core", "teammates", "table"},
    "links": set(),
    "transport": {"core.safe_json"},
    "net": {"core", "teammates", "table", "links", "transport"},
    "history": {"core", "teammates"},
    "words": {"core", "teammates", "transport", "net", "history"},
}
# The same for the folders of `browser`. Imports of archives that load later are inside functions and do not count.
KNOWS_IN_BROWSER = {
    "page": set(),
    "device": {"page"},
    "table": {"page", "device"},
    "shell": {"page", "device", "table"},
    "solo": {"page", "device", "table", "shell"},
    "first_table": {"page", "device", "table", "shell", "solo"},
    "history": {"page", "device", "table", "shell", "solo"},
    "title": {"page", "device", "table", "shell", "solo"},
    "webrtc": {"page"},
    "online": {"page", "device", "table", "shell", "title", "webrtc"},
    "clubs": {"page", "device", "table", "shell", "webrtc", "online"},
}
CLOCKS = {"asyncio", "time"}
PAGE = {"js", "pyodide", "pyodide_js", "pyscript"}


def part(module: str) -> str:
    return module.split(".")[1] if "." in module else ""


NAMES = {name(file) for file in MODULES}


def imported(node: ast.AST) -> Iterator[str]:
    """Yield the full names of the modules that `node` and its children import."""
    for inner in ast.walk(node):
        match inner:
            case ast.Import(names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module=str(module), names=names, level=0):
                for alias in names:
                    yield full if (full := f"{module}.{alias.name}") in NAMES else module
            case ast.ImportFrom():
                raise AssertionError(f"line {inner.lineno}: imports by full name, please")


@cache
def all_imported(file: Path) -> tuple[str, ...]:
    return tuple(imported(parsed(file)))


def may_import(here: str, module: str) -> bool:
    known = KNOWS.get(here, set()) | {here}
    return here == "browser" or any(module == f"game.{one}" or module.startswith(f"game.{one}.") for one in known)


def wrong_imports(file: Path) -> Iterator[str]:
    """Yield what is wrong with each import of a module that it may not have."""
    here = part(name(file))
    for module in all_imported(file):
        top = module.split(".")[0]
        if top == "game":
            if not may_import(here, module):
                yield f"{name(file)} must not know {module}"
        elif here == "browser":
            if top not in sys.stdlib_module_names | PAGE:
                yield f"{name(file)}: {module} is not there in the page"
        elif top not in sys.stdlib_module_names:
            yield f"{name(file)}: {module} does not come with Python"
        elif top in CLOCKS and here != "driver":
            yield f"{name(file)}: {module} is for the driver and the shell"


def test_imports_point_inwards() -> None:
    assert [wrong for file in MODULES for wrong in wrong_imports(file)] == []


@pytest.mark.parametrize("folder", KNOWS_IN_BROWSER)
def test_imports_between_folders_of_the_browser_point_inwards(folder: str) -> None:
    known = {"game.browser", *(f"game.browser.{one}" for one in (*KNOWS_IN_BROWSER[folder], folder))}
    for file in sorted((ROOT / "game/browser" / folder).rglob("*.py")):
        for statement in parsed(file).body:
            if isinstance(statement, ast.Import | ast.ImportFrom | ast.If):
                for module in imported(statement):
                    if module.startswith("game.browser"):
                        assert ".".join(module.split(".")[:3]) in known, f"{name(file)} must not know {module}"


def test_every_folder_of_the_browser_is_in_the_table() -> None:
    folders = {file.name for file in (ROOT / "game/browser").iterdir() if (file / "__init__.py").exists()}
    assert folders == {*KNOWS_IN_BROWSER}


def test_there_are_no_circular_imports() -> None:
    imports = {name(file): {one for one in all_imported(file) if one in NAMES} for file in MODULES}
    while innermost := {module for module, others in imports.items() if not others & imports.keys()}:
        imports = {module: others for module, others in imports.items() if module not in innermost}
    assert imports == {}


@pytest.mark.parametrize("folder", sorted({file.parent for file in MODULES}), ids=lambda one: one.name)
def test_no_folder_holds_more_than_twenty_modules(folder: Path) -> None:
    assert len([*folder.glob("*.py")]) <= 21  # with __init__.py


def own_dice(file: Path) -> Iterator[str]:
    """Yield each place where a module takes more of `random` than the class Random, or makes one without a seed."""
    for node in nodes(file):
        match node:
            case ast.ImportFrom(module="random", names=names):
                found = {alias.name for alias in names} != {"Random"}
            case ast.Attribute(value=ast.Name("random"), attr=attribute):
                found = attribute != "Random"
            case ast.Call(func=ast.Name("Random") | ast.Attribute(value=ast.Name("random")), args=[], keywords=[]):
                found = True
            case _:
                found = False
        if found:
            yield f"{file}:{getattr(node, 'lineno', 0)} makes its own dice"


def test_random_generators_are_passed_as_arguments() -> None:
    """Only the shell and the driver may use system randomness; generators with a seed are deterministic."""
    inner = [file for file in MODULES if part(name(file)) not in ("browser", "driver")]
    assert [place for file in inner for place in own_dice(file)] == []
