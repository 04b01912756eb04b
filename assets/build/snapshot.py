"""The snapshot of Python: its memory after all modules of the page's archive have been imported.

A page fills the memory of a new program with it, instead of starting Python and importing the modules. Only blocks that
differ from the program's own data are in the file. Its format, before compression, as 32-bit words: the end of the
program's data, the count of ranges, the start and the end of each; then their contents. The head, which is Pyodide's,
is a file of its own, because a start needs it first.
"""

from __future__ import annotations

import hashlib
import lzma
import shutil
import struct
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from assets.build.archive import zipped
from assets.build.keeping import made_once
from assets.build.lean import LOADER, PROGRAM, lean
from assets.build.program import LATE_DATA, late_data
from assets.build.wasm import initial_memory

HERE = Path(__file__).parent
SCRIPT = HERE / "snapshot.mjs"

BLOCK = 64
"""Bytes that are compared at once."""

GAP = 256
"""Equal bytes between two ranges that are included: a range costs two words, and compresses badly."""

# Most of the memory is words of four bytes. With `lp` and `pb` of 2, each byte of a word is predicted on its own.
FILTER = {"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "dict_size": 4 << 20, "lc": 0, "lp": 2, "pb": 2}


GC_HEAD, GC_FLAGS = 8, 3
"""The bytes before an object that the garbage collector tracks, and the bits for flags in the addresses there."""

HEAD, MEMORY = "python.head", "python.memory.xz"


def made(node: str, files: Mapping[str, bytes], pyodide: Path, kept: Path) -> Path:
    """Return a folder with the snapshot of a Python that has the compiled modules `files`, cached in `kept`.

    `pyodide` is the folder of the package. Raises CalledProcessError if `node` cannot make it.
    """
    library = zipped(files)
    program, loader = lean(pyodide)
    sources = [file.read_bytes() for file in (SCRIPT, Path(__file__), HERE / "wasm.py", LATE_DATA)]
    made_of = hashlib.sha256(
        b"".join(hashlib.sha256(one).digest() for one in (library, program, loader.encode(), *sources))
    )

    def make(result: Path) -> None:
        library_file, names, snapshot = (result.with_name(name) for name in ("library.zip", "names.txt", "snapshot"))
        package = Path(shutil.copytree(pyodide, result.with_name("pyodide")))
        (package / PROGRAM).write_bytes(program)
        (package / LOADER).write_text(loader, encoding="utf-8")
        library_file.write_bytes(library)
        names.write_text("\n".join(map(module_of, files)))
        command: list[str | Path] = [node, SCRIPT, package, library_file, names, snapshot]
        tracked, *docs = map(int, subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout.split())
        head, memory = parts_of(snapshot.read_bytes(), program, tracked, docs)
        result.mkdir()
        (result / HEAD).write_bytes(head)
        (result / MEMORY).write_bytes(lzma.compress(memory, check=lzma.CHECK_CRC32, filters=[FILTER]))

    return made_once(kept / f"snapshot-{made_of.hexdigest()[:32]}", make)


def module_of(file: str) -> str:
    """Return the module in a `file` of the archive."""
    return file.rpartition(".")[0].removesuffix("/__init__").replace("/", ".")


def parts_of(snapshot: bytes, program: bytes, tracked: int, docs: Sequence[int]) -> tuple[bytes, bytes]:
    """Return the head of the `snapshot` that Pyodide has made of `program`, and the memory as the page reads it.

    `tracked` is the address of an object that the garbage collector tracks, `docs` the address and length of each
    docstring. Both are left out.
    """
    (length,) = struct.unpack_from("<4xI", snapshot)
    memory = bytearray(snapshot[length:])
    initial, end = initial_memory(program, len(memory))
    untrack(memory, tracked, end)
    for start, size in zip(docs[::2], docs[1::2], strict=True):
        memory[start : start + size] = b" " * size
    ranges = differing(memory, initial)
    if ranges[0][0] < late_data()[-1][1]:
        raise ValueError("the snapshot changes data that comes later: trace it anew with build.py bench profile")
    places = [place for one in ranges for place in one]
    contents = b"".join(memory[start:stop] for start, stop in ranges)
    return snapshot[:length], struct.pack(f"<{2 + len(places)}I", end, len(ranges), *places) + contents


def untrack(memory: bytearray, tracked: int, end: int) -> None:
    """Empty the list of the garbage collector that has the object at the address `tracked`.

    It links objects by their addresses, which compress badly. Nothing in a snapshot is ever garbage, and an object that
    is not in a list is never collected. The list itself is below `end`, among the program's data.

    Source: CPython's Include/internal/pycore_gc.h, `PyGC_Head`: the next and the previous one, with two bits for flags.
    """
    first = at = tracked - GC_HEAD
    while True:
        after = struct.unpack_from("<I", memory, at)[0] & ~GC_FLAGS
        struct.pack_into("<2I", memory, at, *((at, at) if at < end else (0, 0)))
        if after == first:
            return
        at = after


def differing(memory: bytearray, initial: bytearray) -> list[tuple[int, int]]:
    """Return the ranges of blocks of `memory` that differ from `initial`, which is as long."""
    ranges: list[tuple[int, int]] = []
    for start in range(0, len(memory), BLOCK):
        if memory[start : start + BLOCK] == initial[start : start + BLOCK]:
            continue
        stop = min(start + BLOCK, len(memory))
        if ranges and start - ranges[-1][1] <= GAP:
            ranges[-1] = ranges[-1][0], stop
        else:
            ranges.append((start, stop))
    return ranges
