"""The cut of Pyodide's program, on a small program that Node.js runs, and what the snapshot leaves out."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from assets.build.cutting import cut
from assets.build.lean import LOADER, POINTS, POINTS_WITHOUT_GL, START, lean
from assets.build.lean import PROGRAM as FILE
from assets.build.program import BLOCK, ranges
from assets.build.site import node
from assets.build.snapshot import differing, untrack
from assets.build.wasm import (
    CODE,
    CONSTANT,
    DATA,
    ELEMENTS,
    END,
    EXPORTS,
    FUNCTIONS,
    GLOBALS,
    IMPORTS,
    MAGIC,
    MEMORIES,
    TABLES,
    TYPES,
    initial_memory,
    name,
    number,
    positive,
    section,
    segments,
    vector,
)

CALL, LOAD = b"\x10", b"\x2d\x00"
NEAR, FAR = 8, 5 * BLOCK
"""Addresses of data."""

MEMORY = bytes(NEAR) + b"\7" + bytes(FAR - NEAR - 1) + b"\x2a"


def constant(value: int) -> bytes:
    return bytes([CONSTANT]) + positive(value)


def body(code: bytes) -> bytes:
    whole = vector([]) + code + bytes([END])
    return number(len(whole)) + whole


EARLY, LATE, NEAR_BY = range(3)
"""Functions: one that calls the second, one that reads data far away, one that reads data near by."""

PROGRAM = MAGIC + b"".join(
    section(kind, content)
    for kind, content in (
        (TYPES, vector([b"\x60\0\1\x7f", b"\x60\0\0"])),
        (IMPORTS, vector([])),
        (FUNCTIONS, vector([number(0)] * 3)),
        (TABLES, vector([b"\x70\0\1"])),
        (MEMORIES, vector([b"\0\1"])),
        (GLOBALS, vector([])),
        (EXPORTS, vector([name("early") + b"\0\0", name("near") + b"\0\2", name("memory") + b"\2\0"])),
        (ELEMENTS, vector([])),
        (
            CODE,
            vector(
                [
                    body(CALL + number(LATE)),
                    body(constant(0) + LOAD + number(FAR)),
                    body(constant(NEAR) + LOAD + number(0)),
                ]
            ),
        ),
        (DATA, vector(segments(MEMORY, [(0, len(MEMORY))]))),
    )
)

# A program that exports what it imports: a table takes functions of programs only.
EXPORTS_ITS_IMPORT = MAGIC + b"".join(
    section(kind, content)
    for kind, content in (
        (TYPES, vector([b"\x60\0\0"])),
        (IMPORTS, vector([name("e") + name("f") + b"\0\0"])),
        (EXPORTS, vector([name("f") + b"\0\0"])),
    )
)

RUN = """
const [first, rest, passes] = JSON.parse(process.argv[1]).map((one) => new WebAssembly.Module(Buffer.from(one, "hex")));
const { exports } = new WebAssembly.Instance(first);
let loads = 0;
const load = () => loads++ || new WebAssembly.Instance(rest, { first: exports });
exports["~t1"].set(0, new WebAssembly.Instance(passes, { e: { f: load } }).exports.f);
const before = [exports.near(), loads, new Uint8Array(exports.memory.buffer)[FAR]];
console.log(JSON.stringify([...before, exports.early(), exports.early(), loads]));
"""


def run(script: str, argument: str) -> object:
    done = subprocess.run([node(), "-e", script, argument], check=True, stdout=subprocess.PIPE)
    return json.loads(done.stdout)


def test_a_function_of_the_rest_brings_its_code_and_data() -> None:
    first, rest = cut(PROGRAM, {EARLY, NEAR_BY}, [(4 * BLOCK, 6 * BLOCK)])
    given = json.dumps([one.hex() for one in (first, rest, EXPORTS_ITS_IMPORT)])
    assert run(RUN.replace("FAR", str(FAR)), given) == [7, 0, 0, 42, 42, 2]


def test_the_first_part_lacks_the_data_of_the_rest() -> None:
    first, rest = cut(PROGRAM, {EARLY, NEAR_BY}, [(4 * BLOCK, 6 * BLOCK)])
    assert bytes(initial_memory(first, len(MEMORY))[0]) == MEMORY[:FAR] + b"\0"
    assert bytes(initial_memory(rest, len(MEMORY))[0]) == bytes(FAR) + MEMORY[FAR:]


def test_exports_that_no_script_uses_are_dropped(tmp_path: Path) -> None:
    unused = [f"_late{number}" for number in range(99)]
    (tmp_path / FILE).write_bytes(PROGRAM)
    (tmp_path / START).write_text("export const start = () => _early();")
    (tmp_path / LOADER).write_text(
        f"var _early,_near,{','.join(unused)};"
        'function assign(wasmExports){_early=Module["_early"]=wasmExports["early"];'
        '_near=Module["_near"]=wasmExports["near"].value>>>0;}' + POINTS
    )
    program, loader = lean(tmp_path)
    assert (name("early") in program, name("near") in program, name("memory") in program) == (True, False, True)
    assigned = 'function assign(wasmExports){_early=Module["_early"]=wasmExports["early"];}'
    assert loader == f"var _early,{','.join(unused)};{assigned}{POINTS_WITHOUT_GL}"


def test_what_the_cut_does_not_know_is_refused() -> None:
    with pytest.raises(ValueError, match="this is no WebAssembly program"):
        cut(b"<!doctype html>", {0}, [])
    vectors = PROGRAM.replace(CALL + number(LATE), b"\xfd\x00")
    with pytest.raises(ValueError, match="the instruction 0xfd is unknown"):
        cut(vectors, {EARLY}, [])


def test_lists_of_ranges() -> None:
    assert ranges("1-3 7\n10-12\n") == [(1, 3), (7, 7), (10, 12)]


def test_objects_leave_the_list_of_the_garbage_collector() -> None:
    head, one, other = 16, 128, 192
    memory = bytearray(256)
    for at, after, before in ((head, one, other), (one, other | 1, head | 2), (other, head, one)):
        memory[at : at + 8] = after.to_bytes(4, "little") + before.to_bytes(4, "little")
    untrack(memory, one + 8, 64)
    assert memory == bytes(head) + 2 * head.to_bytes(4, "little") + bytes(256 - head - 8)


def test_blocks_of_memory_that_differ() -> None:
    memory = bytearray(4096)
    for at in (70, 300, 2000):
        memory[at] = 1
    assert differing(memory, bytearray(4096)) == [(64, 320), (1984, 2048)]
