"""Compile every module of /sources.zip into /compiled.zip. Runs inside the page's own Python.

Docstrings and the tables that map an instruction to its place in the source are removed, because only a debugger needs
them; both are 40 % of the bytes. The game's own modules keep the line numbers of those tables, so that an error report
tells where the game failed: 0.2 % of a first visit. Columns would add 1.2 %, the lines of all modules 2.7 %, and
complete tables of all modules 10 %.
"""

import marshal
from collections.abc import Iterator
from importlib.util import MAGIC_NUMBER
from itertools import groupby
from types import CodeType
from zipfile import ZipFile, ZipInfo

UNCHECKED = (1).to_bytes(4, "little") + bytes(8)
"""The header of a .pyc that Python loads without looking for its source."""

# Kinds of entries in a location table, and how many instructions one covers: CPython's InternalDocs/code_objects.md.
LINE_ALONE, NO_PLACE, MOST = 13, 15, 8


def compiled(name: str, source: bytes) -> bytes:
    """Return the .pyc of the module in the file `name`."""
    code = compile(source, name, "exec", dont_inherit=True, optimize=2)
    return MAGIC_NUMBER + UNCHECKED + marshal.dumps(stripped(code, lines=name.startswith("game/")))


def stripped(code: CodeType, lines: bool) -> CodeType:
    """Return the code without the locations of its instructions; with `lines`, keep the line numbers."""
    inner = tuple(stripped(it, lines) if isinstance(it, CodeType) else it for it in code.co_consts)
    return code.replace(co_consts=inner, co_linetable=b"".join(line_table(code)) if lines else b"")


def line_table(code: CodeType) -> Iterator[bytes]:
    """Yield the entries of a location table that contains only line numbers."""
    before = code.co_firstlineno
    for line, instructions in groupby(place[0] for place in code.co_positions()):
        left = len([*instructions])
        while left:
            length = min(left, MOST)
            left -= length
            if line is None:
                yield bytes([0x80 | NO_PLACE << 3 | length - 1])
            else:
                yield bytes([0x80 | LINE_ALONE << 3 | length - 1, *signed(line - before)])
                before = line


def signed(number: int) -> Iterator[int]:
    """Yield the bytes of a signed varint: six bits in each, and the lowest bit is the sign."""
    rest = -number << 1 | 1 if number < 0 else number << 1
    while rest >= 64:
        yield 0x40 | rest & 63
        rest >>= 6
    yield rest


if __name__ == "__main__":
    with ZipFile("/sources.zip") as sources, ZipFile("/compiled.zip", "w") as target:
        for file in sources.namelist():
            target.writestr(ZipInfo(f"{file}c"), compiled(file, sources.read(file)))
