"""Pyodide's own program, most of what a first visit fetches: as xz a quarter less than any host would make of it."""

from __future__ import annotations

import hashlib
import lzma
import tempfile
from pathlib import Path

PROGRAM = "pyodide.asm.wasm"

# What its decoder, which is a small one, can read, and a memory as large as the whole.
FILTER = {"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "dict_size": 12 << 20, "pb": 0}
CHECK = lzma.CHECK_CRC32


def packed(pyodide: Path, kept: Path) -> Path:
    """The program of the package in the folder `pyodide`, compressed: that takes seconds, so it is in `kept` then."""
    content = (pyodide / PROGRAM).read_bytes()
    result = kept / f"{hashlib.sha256(content).hexdigest()[:32]}.xz"
    if not result.exists():
        kept.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=kept) as folder:
            made_here = Path(folder, result.name)
            made_here.write_bytes(lzma.compress(content, check=CHECK, filters=[FILTER]))
            made_here.replace(result)
    return result
