"""Pyodide's program, the largest file of a first visit: compressed as xz, it is a quarter smaller than as gzip."""

from __future__ import annotations

import hashlib
import lzma
from pathlib import Path

from assets.build.keeping import made_once

PROGRAM = "pyodide.asm.wasm"

# The page's decoder needs as much memory as the dictionary size. A dictionary of the whole program would save 0.5 %.
FILTER = {"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "dict_size": 2 << 20, "pb": 0}


def packed(pyodide: Path, kept: Path) -> Path:
    """Return the compressed program of the package in `pyodide`, cached in `kept` because it takes seconds."""
    content = (pyodide / PROGRAM).read_bytes()
    made_of = hashlib.sha256(content + Path(__file__).read_bytes()).hexdigest()
    return made_once(
        kept / f"{made_of[:32]}.xz", lambda file: file.write_bytes(lzma.compress(content, filters=[FILTER]))
    )
