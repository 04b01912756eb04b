"""Pyodide's own program, most of what a first visit fetches: as xz a quarter less than as gzip."""

from __future__ import annotations

import hashlib
import lzma
from pathlib import Path

from assets.build.keeping import made_once

PROGRAM = "pyodide.asm.wasm"

# The page's decoder keeps as much memory as the dictionary is large: with all of the program it would be 0.5 % smaller.
FILTER = {"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "dict_size": 2 << 20, "pb": 0}


def packed(pyodide: Path, kept: Path) -> Path:
    """The program of the package in the folder `pyodide`, compressed: that takes seconds, so it is in `kept` then."""
    content = (pyodide / PROGRAM).read_bytes()
    made_of = hashlib.sha256(content + Path(__file__).read_bytes()).hexdigest()
    return made_once(
        kept / f"{made_of[:32]}.xz", lambda file: file.write_bytes(lzma.compress(content, filters=[FILTER]))
    )
