"""PyScript as this page needs it, in one module.

Its Python package, plugins and workers are left out, because this page does not use them. Every start would write out
and import the package, which takes as long as the whole game. Its databases are empty: this page stores no packages or
files, and starts in browsers without databases.
"""

from __future__ import annotations

import shutil
from pathlib import Path

EMPTY = "export default class extends Map { constructor() { super(); } async sync() {} async close() {} }"

INSTEAD = {
    "@pyscript/core/src/stdlib.js": 'export const stdlib = "", optional = "";',
    "@pyscript/core/src/plugins.js": "export default {};",
    "@webreflection/idb-map/index.js": EMPTY,
    "@webreflection/idb-map/sync.js": EMPTY,
    "polyscript/esm/worker/xworker.js": 'export default () => { throw new Error("There are no workers here."); };',
}
"""Replacements for some of its modules."""

NEVER_ASKED_FOR = ("*/toml.js", "*/zip.js", "*/pyodide_graph.js", "*/donkey.js", "../3rd-party/*")
"""Modules that it imports only for other kinds of pages."""

OPTIONS = ("--format=esm", *(f"--external:{pattern}" for pattern in NEVER_ASKED_FOR))


def lean(packages: Path, folder: Path) -> Path:
    """Return the module to bundle, in a copy of PyScript from `packages` that is made in `folder`."""
    copy = folder / "node_modules"
    for part in ("@pyscript/core/src", "@webreflection/idb-map", "polyscript"):
        shutil.copytree(packages / part, copy / part)
    for name, module in INSTEAD.items():
        (copy / name).stat()  # raises if a new version has moved the file
        (copy / name).write_text(module, encoding="utf-8")
    return copy / "@pyscript/core/src/core.js"
