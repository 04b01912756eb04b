"""Reads and writes WebAssembly programs: sections, numbers, and the memory that a program starts with.

Source: the WebAssembly core specification 3.0, chapter "Binary Format".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

TYPES, IMPORTS, FUNCTIONS, TABLES, MEMORIES, GLOBALS, EXPORTS = range(1, 8)
ELEMENTS, CODE, DATA, DATA_COUNT, TAGS = range(9, 14)
CUSTOM = 0
"""Kinds of sections."""

FUNCTION, TABLE, MEMORY, GLOBAL, TAG = range(5)
"""Kinds of imports and exports."""

MAGIC = b"\0asm\1\0\0\0"
CONSTANT, END = 0x41, 0x0B
"""The instructions of an offset that is a constant: `i32.const`, and the end."""

NOT_ZERO = re.compile(rb"[^\0]+(?:\0{1,8}[^\0]+)*")
"""Bytes that one segment of data holds: the head of another one takes as much room as eight zeros."""


# --- numbers -----------------------------------------------------------------------------


def unsigned(content: bytes, at: int) -> tuple[int, int]:
    """Return the unsigned LEB128 number at the position `at`, and the position after it."""
    number = shift = 0
    while True:
        byte = content[at]
        at += 1
        number |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return number, at


def skip(content: bytes, at: int) -> int:
    """Return the position after the number at the position `at`, signed or not."""
    while content[at] & 0x80:
        at += 1
    return at + 1


def number(value: int) -> bytes:
    """Return a number of 0 or more as unsigned LEB128."""
    written = bytearray()
    while True:
        byte, value = value & 0x7F, value >> 7
        written.append(byte | (0x80 if value else 0))
        if not value:
            return bytes(written)


def positive(value: int) -> bytes:
    """Return a number of 0 or more as signed LEB128: bit 6 of the last byte is the sign."""
    written = number(value)
    return bytes([*written[:-1], written[-1] | 0x80, 0]) if written[-1] & 0x40 else written


def vector(items: Iterable[bytes]) -> bytes:
    """Return the count of `items`, and the items."""
    listed = [*items]
    return number(len(listed)) + b"".join(listed)


def name(text: str) -> bytes:
    """Return a name with its length."""
    written = text.encode()
    return number(len(written)) + written


# --- sections ----------------------------------------------------------------------------


def sections(program: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the kind and the content of each section of `program`. Raises ValueError if it is no program."""
    if not program.startswith(MAGIC):
        raise ValueError("this is no WebAssembly program")
    at = len(MAGIC)
    while at < len(program):
        length, start = unsigned(program, at + 1)
        yield program[at], program[start : start + length]
        at = start + length


def section(kind: int, content: bytes) -> bytes:
    """Return a section with its kind and its length."""
    return bytes([kind]) + number(len(content)) + content


def exports(part: bytes) -> Iterator[tuple[str, int, int, bytes]]:
    """Yield the name, the kind, the index and the whole of each item in the section of exports."""
    count, at = unsigned(part, 0)
    for _ in range(count):
        length, start = unsigned(part, at)
        end = start + length
        index, after = unsigned(part, end + 1)
        yield part[start:end].decode(), part[end], index, part[at:after]
        at = after


def initial_memory(program: bytes, size: int) -> tuple[bytearray, int]:
    """Return the first `size` bytes of memory as `program` starts with them, and where its data ends.

    Raises ValueError if the place of a segment is not a constant.
    """
    memory, end = bytearray(size), 0
    data = dict(sections(program))[DATA]
    count, at = unsigned(data, 0)
    for _ in range(count):
        if data[at : at + 2] != bytes([0, CONSTANT]):
            raise ValueError("a segment of data has no constant place")
        after = skip(data, at + 2)
        start = unsigned(data[at + 2 : after], 0)[0]  # below 2^31, so its sign bit is zero
        if data[after] != END:
            raise ValueError("a segment of data has no constant place")
        length, at = unsigned(data, after + 1)
        memory[start : start + length] = data[at : at + length]
        at += length
        end = max(end, start + length)
    return memory, end


def segments(memory: bytes, ranges: Iterable[tuple[int, int]]) -> list[bytes]:
    """Return the segments that fill the `ranges` of an empty memory as in `memory`."""
    return [
        b"\0" + bytes([CONSTANT]) + positive(found.start()) + bytes([END]) + number(len(found[0])) + found[0]
        for start, stop in ranges
        for found in NOT_ZERO.finditer(memory, start, stop)
    ]
