"""Drops from Pyodide what nothing on this page uses, but every start takes time for.

All but 170 of 8,600 exports of the program are for packages of compiled code. The loader makes objects for each of
them. It also compiles a small program for each of 274 functions of OpenGL, for code in C that calls them by a pointer.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection
from functools import cache
from pathlib import Path

from assets.build.wasm import CUSTOM, EXPORTS, FUNCTION, GLOBAL, MAGIC, exports, name, section, sections, vector

PROGRAM, LOADER, START = "pyodide.asm.wasm", "pyodide.asm.mjs", "pyodide.mjs"

POINTS = 'if(typeof value=="function"){entry.value=addFunction(value,value.sig)}'
POINTS_WITHOUT_GL = POINTS.replace("entry.value=", 'entry.value=symName.startsWith("emscripten_gl")?0:')

ASSIGNED = re.compile(r'([\w$]+)=(?:Module\["[\w$]+"\]=)?wasmExports\["([^"]+)"\](?:\.value>>>0)?;')
"""How the loader puts an export into a variable, which it has declared, and perhaps into its module object."""

DECLARED = re.compile(r"\bvar ([\w$]+(?:,[\w$]+){99,});")
"""The declaration of these variables, which is the only long one."""

NAMED = re.compile(r'wasmExports\.([\w$]+)|"([\w$]+)"')
"""Where it uses an export directly, or names one."""

WORD = re.compile(r"[\w$]+")


@cache
def lean(pyodide: Path) -> tuple[bytes, str]:
    """Return the program and the loader of the package in `pyodide`, without what the page does not use.

    Raises ValueError if the loader is not as expected.
    """
    program = (pyodide / PROGRAM).read_bytes()
    loader, start = ((pyodide / script).read_text(encoding="utf-8") for script in (LOADER, START))
    if loader.count(POINTS) != 1:
        raise ValueError("the loader makes pointers to functions in another way")
    used = used_exports(loader, start)
    unused = {variable for variable, export in ASSIGNED.findall(loader) if export not in used}
    loader = ASSIGNED.sub(lambda it: "" if it[1] in unused else it[0], loader)
    declared = DECLARED.sub(lambda it: f"var {','.join(one for one in it[1].split(',') if one not in unused)};", loader)
    return with_exports(program, used), declared.replace(POINTS, POINTS_WITHOUT_GL)


def used_exports(loader: str, start: str) -> set[str]:
    """Return the names of the exports that the two scripts use after the loader has put them into variables."""
    elsewhere = ASSIGNED.sub("", loader) + start
    words = Counter(WORD.findall(elsewhere))
    declared = 1  # the one word that is no use
    used = {export for variable, export in ASSIGNED.findall(loader) if words[variable] > declared}
    return used | {named for both in NAMED.findall(elsewhere) for named in both}


def with_exports(program: bytes, used: Collection[str]) -> bytes:
    """Return `program` with only the functions and globals in `used` exported, and the few things of other kinds."""
    parts = [(kind, part) for kind, part in sections(program) if kind != CUSTOM or part.startswith(name("dylink.0"))]
    (listed,) = (part for kind, part in parts if kind == EXPORTS)
    kept = vector(whole for named, kind, _, whole in exports(listed) if named in used or kind not in {FUNCTION, GLOBAL})
    return MAGIC + b"".join(section(kind, kept if kind == EXPORTS else part) for kind, part in parts)
