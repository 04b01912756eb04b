"""Pyodide's own program, most of what a first visit fetches: as xz a quarter less than any host would make of it."""

from __future__ import annotations

import hashlib
import lzma
import tempfile
from pathlib import Path

PROGRAM = "pyodide.asm.wasm"

# The page's decoder keeps as much memory as the dictionary is large: with all of the program it would be 0.5 % smaller.
FILTER = {"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "dict_size": 2 << 20, "pb": 0}


def packed(pyodide: Path, kept: Path) -> Path:
    """The program of the package in the folder `pyodide`, compressed: that takes seconds, so it is in `kept` then."""
    content = (pyodide / PROGRAM).read_bytes()
    made_of = hashlib.sha256(content + Path(__file__).read_bytes()).hexdigest()
    result = kept / f"{made_of[:32]}.xz"
    if not result.exists():
        kept.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=kept) as folder:
            made_here = Path(folder, result.name)
            made_here.write_bytes(lzma.compress(content, filters=[FILTER]))
            made_here.replace(result)
    return result
