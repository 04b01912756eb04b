"""Pyodide's program in two parts: what a start and the first games call, and the rest, which arrives after the start.

The first part is compressed as xz, a quarter smaller than as gzip. The rest is not compressed, because a function of it
that is called too early is fetched and compiled at once, without a decoder.
"""

from __future__ import annotations

import hashlib
import lzma
from pathlib import Path

from assets.build.cutting import cut
from assets.build.keeping import made_once
from assets.build.lean import LOADER, PROGRAM, lean

# The page's decoder needs as much memory as the dictionary size. A dictionary of the whole program would save 0.5 %.
FILTER = {"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "dict_size": 2 << 20, "pb": 0}


FIRST, REST = f"{PROGRAM}.xz", "pyodide.rest.wasm"
EARLY, LATE_DATA = (Path(__file__).with_name(name) for name in ("functions.txt", "data.txt"))
"""The functions of the first part by number, and the blocks of data that only the rest has, as ranges.

`build.py bench profile` traces them.
"""

BLOCK = 64
"""The bytes in a block of data."""


def parts(pyodide: Path, kept: Path) -> Path:
    """Return a folder with both parts of the program of the package in `pyodide`, and its loader, cached in `kept`."""
    content, loader = lean(pyodide)
    tools = [Path(__file__), EARLY, LATE_DATA, EARLY.with_name("cutting.py"), EARLY.with_name("wasm.py")]
    made_of = hashlib.sha256(content + loader.encode() + b"".join(tool.read_bytes() for tool in tools))

    def make(result: Path) -> None:
        early = {number for first, last in ranges(EARLY.read_text()) for number in range(first, last + 1)}
        first, rest = cut(content, early, late_data())
        result.mkdir()
        (result / FIRST).write_bytes(lzma.compress(first, check=lzma.CHECK_CRC32, filters=[FILTER]))
        (result / REST).write_bytes(rest)
        (result / LOADER).write_text(loader, encoding="utf-8")

    return made_once(kept / f"program-{made_of.hexdigest()[:32]}", make)


def late_data() -> list[tuple[int, int]]:
    """Return the addresses where each range of data that only the rest has starts and ends."""
    return [(BLOCK * first, BLOCK * (last + 1)) for first, last in ranges(LATE_DATA.read_text())]


def ranges(listed: str) -> list[tuple[int, int]]:
    """Return the first and the last number of each range in a list such as "1-3 7"."""
    return [(int(first), int(last or first)) for first, _, last in (one.partition("-") for one in listed.split())]
