"""The modules of the game as syntax trees, each parsed once."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
GAME = ROOT / "game"
MODULES = sorted(GAME.rglob("*.py"))


def name(file: Path) -> str:
    """Return the full name of the module in `file`."""
    return ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


@cache
def parsed(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


@cache
def nodes(file: Path) -> tuple[ast.AST, ...]:
    """Return all nodes of the tree of `file`."""
    return tuple(ast.walk(parsed(file)))
