"""Cuts a WebAssembly program in two: a first part with the functions that a start calls, and the rest for later.

Data that only the rest needs is in the rest. In the first part, every other function is a stub that calls through a
table of its own. The rest fills that table. It shares memory, tables, globals and tags with the first part, which
exports them under names that begin with "~". A stub first calls what the page has put into slot 0 of that table, which
loads the rest unless it is there.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from assets.build.wasm import (
    CODE,
    CUSTOM,
    DATA,
    DATA_COUNT,
    ELEMENTS,
    END,
    EXPORTS,
    FUNCTION,
    FUNCTIONS,
    GLOBAL,
    GLOBALS,
    IMPORTS,
    MAGIC,
    MEMORIES,
    MEMORY,
    TABLE,
    TABLES,
    TAG,
    TAGS,
    TYPES,
    exports,
    initial_memory,
    name,
    number,
    positive,
    section,
    sections,
    segments,
    skip,
    unsigned,
    vector,
)

FIRST = "first"
"""The module name under which the rest imports everything from the first part."""

PAGE = 65536
"""The bytes in a unit of a memory's size."""

UNREACHABLE, LOCAL_GET, CALL_INDIRECT, FUNCREF = b"\x00", b"\x20", b"\x11", b"\x70"
NEVER_CALLED = vector([]) + UNREACHABLE + bytes([END])
"""The body of a function that nothing in the first part refers to."""


@dataclass(frozen=True, slots=True)
class Program:
    """A program as the cut needs it. Functions count from the first that is not imported."""

    parts: dict[int, bytes]
    order: tuple[int, ...]
    custom: bytes
    parameters: tuple[int, ...]
    nothing: int
    """The type of a function without parameters and results."""

    imported: tuple[bytes, ...]
    globals: tuple[bytes, ...]
    tables: tuple[bytes, ...]
    tags: tuple[bytes, ...]
    types: tuple[int, ...]
    bodies: tuple[bytes, ...]
    referred: frozenset[int]
    """Indices of functions in exports and tables."""

    memory: bytes
    """The memory at the start, up to the end of the data."""

    @property
    def imports(self) -> int:
        """The number of imported functions: the index of the first own one."""
        return len(self.imported)


def cut(content: bytes, early: Collection[int], late_data: Sequence[tuple[int, int]]) -> tuple[bytes, bytes]:
    """Return the first part of a program with the functions `early`, and the rest with the ranges `late_data`.

    Raises ValueError if the program uses something that the cut does not know.
    """
    program = read(content)
    late = [one for one in range(len(program.types)) if one not in early]
    called = {target for one in early for _, _, target in calls(program.bodies[one])} | program.referred
    stubs = [one for one in late if one + program.imports in called]
    slots = {one: slot for slot, one in enumerate(stubs, 1)}
    needed = sorted(
        {
            target
            for one in late
            for _, _, target in calls(program.bodies[one])
            if target < program.imports or target - program.imports in early
        }
    )
    bounds = [0, *(bound for one in late_data for bound in one), len(program.memory)]
    early_data = zip(bounds[::2], bounds[1::2], strict=True)
    return (
        first_part(program, early, slots, needed, segments(program.memory, early_data)),
        the_rest(program, late, slots, needed, segments(program.memory, late_data)),
    )


def first_part(
    program: Program, early: Collection[int], slots: dict[int, int], needed: list[int], data: list[bytes]
) -> bytes:
    """Return the program with `data`, in which only the functions `early` have their code."""
    table = len(program.tables)
    bodies = []
    for one, body in enumerate(program.bodies):
        if one in early:
            bodies.append(body)
        elif one in slots:
            arguments = b"".join(LOCAL_GET + number(at) for at in range(program.parameters[program.types[one]]))
            load = b"\x41" + positive(0) + CALL_INDIRECT + number(program.nothing) + number(table)
            call = b"\x41" + positive(slots[one]) + CALL_INDIRECT + number(program.types[one]) + number(table)
            bodies.append(vector([]) + load + arguments + call + bytes([END]))
        else:
            bodies.append(NEVER_CALLED)
    own, size = program.parts, number(len(slots) + 1)
    count, start = unsigned(own[EXPORTS], 0)
    shared = [
        *(name(f"~f{one}") + bytes([FUNCTION]) + number(one) for one in needed if one >= program.imports),
        *(name(f"~t{one}") + bytes([TABLE]) + number(one) for one in range(table + 1)),
        name("~m") + bytes([MEMORY]) + number(0),
        *(name(f"~g{one}") + bytes([GLOBAL]) + number(one) for one in range(len(program.globals))),
        *(name(f"~x{one}") + bytes([TAG]) + number(one) for one in range(len(program.tags))),
    ]
    changed = own | {
        TABLES: vector([*raw_items(own[TABLES], program.tables), FUNCREF + b"\1" + size + size]),
        EXPORTS: number(count + len(shared)) + own[EXPORTS][start:] + b"".join(shared),
        CODE: vector(number(len(body)) + body for body in bodies),
        DATA_COUNT: number(len(data)),
        DATA: vector(data),
    }
    return MAGIC + program.custom + b"".join(section(kind, changed[kind]) for kind in program.order)


def the_rest(program: Program, late: list[int], slots: dict[int, int], needed: list[int], data: list[bytes]) -> bytes:
    """Return the program of the functions `late` with `data`, which fills the table of the first part's stubs."""
    renamed = {one: at for at, one in enumerate(needed)}
    renamed |= {one + program.imports: len(needed) + at for at, one in enumerate(late)}
    table, size = len(program.tables), number(len(slots) + 1)
    shared = name(FIRST)
    imports = [
        program.imported[one]
        if one < program.imports
        else shared + name(f"~f{one}") + bytes([FUNCTION]) + number(program.types[one - program.imports])
        for one in needed
    ]
    tables = [*program.tables, FUNCREF + b"\1" + size + size]
    imports += [shared + name(f"~t{at}") + bytes([TABLE]) + one for at, one in enumerate(tables)]
    imports += [shared + name("~m") + bytes([MEMORY]) + program.parts[MEMORIES][1:]]
    imports += [shared + name(f"~g{at}") + bytes([GLOBAL]) + one for at, one in enumerate(program.globals)]
    imports += [shared + name(f"~x{at}") + bytes([TAG]) + one for at, one in enumerate(program.tags)]
    filled = vector(number(renamed[one + program.imports]) for one in slots)
    elements = b"\2" + number(table) + b"\x41" + positive(1) + bytes([END]) + b"\0" + filled
    bodies = [renumbered(program.bodies[one], renamed) for one in late]
    return (
        MAGIC
        + section(TYPES, program.parts[TYPES])
        + section(IMPORTS, vector(imports))
        + section(FUNCTIONS, vector(number(program.types[one]) for one in late))
        + section(ELEMENTS, vector([elements]))
        + section(CODE, vector(number(len(body)) + body for body in bodies))
        + section(DATA, vector(data))
    )


def renumbered(body: bytes, renamed: dict[int, int]) -> bytes:
    """Return the code of a function with the indices of other functions `renamed`."""
    parts, at = [], 0
    for start, stop, target in calls(body):
        parts += [body[at:start], number(renamed[target])]
        at = stop
    return b"".join([*parts, body[at:]])


# --- reading -----------------------------------------------------------------------------


def read(content: bytes) -> Program:
    """Read a program. Raises ValueError if it has something that the cut does not know."""
    parts = {kind: part for kind, part in sections(content) if kind != CUSTOM}
    custom = b"".join(
        section(kind, part) for kind, part in sections(content) if kind == CUSTOM and part.startswith(name("dylink.0"))
    )
    imported, foreign = _imports(parts[IMPORTS])
    count, at = unsigned(parts[FUNCTIONS], 0)
    types = []
    for _ in range(count):
        one, at = unsigned(parts[FUNCTIONS], at)
        types.append(one)
    exported = (index for _, kind, index, _ in exports(parts[EXPORTS]) if kind == FUNCTION)
    memory, end = initial_memory(content, PAGE * unsigned(parts[MEMORIES], 2)[0])
    return Program(
        parts,
        tuple(kind for kind, _ in sections(content) if kind != CUSTOM),
        custom,
        tuple(parameters for parameters, _ in _signatures(parts[TYPES])),
        [*_signatures(parts[TYPES])].index((0, 0)),
        imported,
        (*foreign, *_globals(parts[GLOBALS])),
        tuple(_tables(parts[TABLES])),
        tuple(_tags(parts.get(TAGS, b"\0"))),
        tuple(types),
        tuple(_bodies(parts[CODE])),
        frozenset((*exported, *_elements(parts[ELEMENTS]))),
        bytes(memory[:end]),
    )


def raw_items(part: bytes, items: tuple[bytes, ...]) -> list[bytes]:
    """Return the items of a section, after a check that nothing else is in it."""
    if part != vector(items):
        raise ValueError("a section has more than its items")
    return [*items]


def _signatures(part: bytes) -> Iterator[tuple[int, int]]:
    """Yield the number of parameters and results of each type."""
    count, at = unsigned(part, 0)
    for _ in range(count):
        if part[at] != 0x60:
            raise ValueError("a type is no function type")
        parameters, at = unsigned(part, at + 1)
        at += parameters
        results, at = unsigned(part, at)
        at += results
        yield parameters, results


def _imports(part: bytes) -> tuple[tuple[bytes, ...], list[bytes]]:
    functions, globals_ = [], []
    count, at = unsigned(part, 0)
    for _ in range(count):
        start = at
        for _ in range(2):
            length, at = unsigned(part, at)
            at += length
        kind, at = part[at], at + 1
        if kind == FUNCTION:
            at = skip(part, at)
            functions.append(part[start:at])
        elif kind == GLOBAL:
            globals_.append(part[at : at + 2])
            at += 2
        else:
            raise ValueError(f"an import is of kind {kind}")
    return tuple(functions), globals_


def _tables(part: bytes) -> Iterator[bytes]:
    count, at = unsigned(part, 0)
    for _ in range(count):
        start = at
        limited = part[at + 1] & 1
        at = skip(part, at + 2)
        at = skip(part, at) if limited else at
        yield part[start:at]


def _tags(part: bytes) -> Iterator[bytes]:
    count, at = unsigned(part, 0)
    for _ in range(count):
        start, at = at, skip(part, at + 1)
        yield part[start:at]


def _globals(part: bytes) -> Iterator[bytes]:
    count, at = unsigned(part, 0)
    for _ in range(count):
        yield part[at : at + 2]
        at = _after_constant(part, at + 2)


def _after_constant(part: bytes, at: int) -> int:
    while part[at] != END:
        match part[at]:
            case 0x41 | 0x42 | 0x23 | 0xD0 | 0xD2:
                at = skip(part, at + 1)
            case 0x43:
                at += 5
            case 0x44:
                at += 9
            case other:
                raise ValueError(f"a constant has the instruction {other:#x}")
    return at + 1


def _elements(part: bytes) -> Iterator[int]:
    count, at = unsigned(part, 0)
    for _ in range(count):
        if part[at]:
            raise ValueError(f"elements have the form {part[at]}")
        functions, at = unsigned(part, _after_constant(part, at + 1))
        for _ in range(functions):
            index, at = unsigned(part, at)
            yield index


def _bodies(part: bytes) -> Iterator[bytes]:
    count, at = unsigned(part, 0)
    for _ in range(count):
        length, at = unsigned(part, at)
        yield part[at : at + length]
        at += length


# --- code --------------------------------------------------------------------------------

BLOCKS = {0x02, 0x03, 0x04, 0x06}
CALLS = {0x10, 0x12, 0xD2}
ONE_NUMBER = {*range(0x07, 0x0A), 0x0C, 0x0D, 0x14, 0x15, 0x18, *range(0x20, 0x27), 0x3F, *range(0x40, 0x43), 0xD0}
TWO_NUMBERS = {0x11, 0x13, *range(0x28, 0x3F)}
FLOATS = {0x43: 4, 0x44: 8}
BRANCH_TABLE, TYPED_SELECT, TRY_TABLE, LONG = 0x0E, 0x1C, 0x1F, 0xFC
LONG_WITH_ONE, LONG_WITH_TWO, BY_SEGMENT = {11, 13, 15, 16, 17}, {10, 12, 14}, {8, 9}
UNKNOWN = {0xFB, 0xFD, 0xFE}
"""Instructions by the form of what follows them. Others stand alone; those of vectors and threads are unknown."""


def calls(body: bytes) -> Iterator[tuple[int, int, int]]:
    """Yield the start, the end and the value of each index of a function in the code of a function.

    Raises ValueError for an unknown instruction.
    """
    for code, at, after in instructions(body):
        if code in CALLS:
            yield at, after, unsigned(body, at)[0]


def instructions(body: bytes) -> Iterator[tuple[int, int, int]]:
    """Yield the first byte of each instruction of a function, and the start and the end of what follows that byte.

    Raises ValueError for an unknown instruction.
    """
    groups, at = unsigned(body, 0)
    for _ in range(groups):
        at = skip(body, at) + 1
    while at < len(body):
        code, start = body[at], at + 1
        if code in UNKNOWN:
            raise ValueError(f"the instruction {code:#x} is unknown")
        at = _after(body, code, start)
        yield code, start, at


def _after(body: bytes, code: int, at: int) -> int:
    """Return the position after an instruction; `at` is the one after its first byte."""
    if code in BLOCKS or code in CALLS or code in ONE_NUMBER:
        return skip(body, at)
    if code in TWO_NUMBERS:
        return skip(body, skip(body, at))
    if code in FLOATS:
        return at + FLOATS[code]
    if code == BRANCH_TABLE:
        return _after_numbers(body, at, more=1)
    if code == TYPED_SELECT:
        return _after_numbers(body, at)
    if code == TRY_TABLE:
        return _after_catches(body, skip(body, at))
    if code == LONG:
        kind, at = unsigned(body, at)
        if kind in BY_SEGMENT:
            raise ValueError("an instruction names a segment of data, whose number the cut changes")
        for _ in range((kind in LONG_WITH_ONE) + 2 * (kind in LONG_WITH_TWO)):
            at = skip(body, at)
    return at


def _after_numbers(body: bytes, at: int, more: int = 0) -> int:
    count, at = unsigned(body, at)
    for _ in range(count + more):
        at = skip(body, at)
    return at


def _after_catches(body: bytes, at: int) -> int:
    count, at = unsigned(body, at)
    for _ in range(count):
        kind, at = body[at], at + 1
        at = skip(body, at) if kind < 2 else at
        at = skip(body, at)
    return at
