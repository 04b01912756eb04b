"""Makes a program count what it uses: which functions are called, and which blocks of data are read.

A second memory, which the program exports as "~counts", has a byte for each function and, from READ_BLOCKS on, one for
each block of the first memory. The byte is 1 once the function has been called, or the block has been read.
"""

from __future__ import annotations

from assets.build.cutting import LONG, Program, instructions, read
from assets.build.program import BLOCK
from assets.build.wasm import (
    CODE,
    EXPORTS,
    MAGIC,
    MEMORIES,
    MEMORY,
    name,
    number,
    positive,
    section,
    skip,
    unsigned,
    vector,
)

READ_BLOCKS = 1 << 16
PAGES = 65
"""The size of the second memory: enough for a first memory of 256 MB."""

I32 = 0x7F
LOADS = range(0x28, 0x36)
CONST, ADD, SHIFT_RIGHT = b"\x41", b"\x6a", b"\x76"
GET, SET, TEE = b"\x20", b"\x21", b"\x22"
STORE = b"\x3a\x40\x01"
"""Store a byte in the memory with the number 1; its offset follows."""

COPY = 10
"""The instruction of LONG that copies memory."""


def counting(content: bytes) -> bytes:
    """Return a program that does the same and counts what it uses."""
    program = read(content)
    changed = dict(program.parts)
    changed[MEMORIES] = number(2) + program.parts[MEMORIES][1:] + bytes([1, PAGES, PAGES])
    count, at = unsigned(program.parts[EXPORTS], 0)
    changed[EXPORTS] = number(count + 1) + program.parts[EXPORTS][at:] + name("~counts") + bytes([MEMORY, 1])
    bodies = [counted(program, one) for one in range(len(program.bodies))]
    changed[CODE] = vector(number(len(body)) + body for body in bodies)
    return MAGIC + program.custom + b"".join(section(kind, changed[kind]) for kind in program.order)


def counted(program: Program, one: int) -> bytes:
    """Return the code of a function that counts its calls and reads."""
    body = program.bodies[one]
    groups, at = unsigned(body, 0)
    first = program.parameters[program.types[one]]
    start = at
    for _ in range(groups):
        more, after = unsigned(body, at)
        first += more
        at = after + 1
    address, length = number(first), number(first + 1)
    locals_ = number(groups + 1) + body[start:at] + number(2) + bytes([I32])
    parts = [locals_, CONST + positive(0) + CONST + positive(1) + STORE + number(one)]
    for code, after, end in instructions(body):
        parts.append(_noting(body, code, after, address, length) + body[after - 1 : end])
    return b"".join(parts)


def _noting(body: bytes, code: int, after: int, address: bytes, length: bytes) -> bytes:
    """Return the code that notes the read of an instruction. It comes before the instruction, and keeps the stack."""
    if code in LOADS:
        offset = unsigned(body, skip(body, after))[0]
        return TEE + address + _note(GET + address + CONST + positive(offset) + ADD)
    if code == LONG and unsigned(body, after)[0] == COPY:
        last = GET + address + GET + length + ADD + CONST + b"\x7f" + ADD
        return SET + length + SET + address + _note(GET + address) + _note(last) + GET + address + GET + length
    return b""


def _note(address: bytes) -> bytes:
    """Return the code that notes that the block at an address is read."""
    shift = CONST + positive(BLOCK.bit_length() - 1)
    return address + shift + SHIFT_RIGHT + CONST + positive(1) + STORE + number(READ_BLOCKS)
