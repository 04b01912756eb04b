"""PyScript as this page needs it, in one module.

Its Python package, its plugins and its workers are left out: nothing here asks for them. The package
alone would be written out and imported at every start, which takes as long as the whole game.
"""

from __future__ import annotations

import shutil
from pathlib import Path

INSTEAD = {
    "@pyscript/core/src/stdlib.js": 'export const stdlib = "", optional = "";',
    "@pyscript/core/src/plugins.js": "export default {};",
    "polyscript/esm/worker/xworker.js": 'export default () => { throw new Error("There are no workers here."); };',
}
"""What some of its modules are replaced by."""

NEVER_ASKED_FOR = ("*/toml.js", "*/zip.js", "*/pyodide_graph.js", "*/donkey.js", "../3rd-party/*")
"""What it would only import for pages of another kind."""

OPTIONS = ("--format=esm", *(f"--external:{pattern}" for pattern in NEVER_ASKED_FOR))


def lean(packages: Path, folder: Path) -> Path:
    """The module to bundle, in a copy made in `folder` of what is in `packages` of PyScript."""
    copy = folder / "node_modules"
    for part in ("@pyscript/core/src", "polyscript"):
        shutil.copytree(packages / part, copy / part)
    for name, module in INSTEAD.items():
        (copy / name).stat()  # raises where a new version has it elsewhere
        (copy / name).write_text(module, encoding="utf-8")
    return copy / "@pyscript/core/src/core.js"
