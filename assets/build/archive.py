"""The page's Python in one archive: the game, and the modules of the standard library that it needs.

The archive is a zip whose members are compiled but not compressed, so that Python reads them directly. It is compressed
as a whole, so that it is small on any host.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import subprocess
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from assets.build.keeping import made_once

HERE = Path(__file__).parent
MODULES, FOR_ONLINE = HERE / "modules.txt", HERE / "modules-for-online.txt"
FOR_TRANSLATIONS = HERE / "modules-for-translations.txt"
"""The modules of the standard library that the page needs, and what multiplayer and other languages need in addition.

`build.py bench profile` traces them.
"""

INSTEAD = {
    "asyncio/sslproto.py": b"__all__ = ()",
    "asyncio/streams.py": b"__all__ = ()",
    "asyncio/subprocess.py": b"__all__ = ()",
    "asyncio/unix_events.py": b"""
from . import events
__all__ = ()
class _DefaultEventLoopPolicy(events._BaseDefaultEventLoopPolicy):
    pass
""",
    "html/entities.py": b"html5 = {}",
    "pyodide/_package_loader.py": b"""
from pyodide_js import loadedPackages  # a snapshot counts on it
class Folder:
    def __init__(self, path):
        self.path = path
    def __str__(self):
        return self.path
SITE_PACKAGES = Folder("/lib/python3.14/site-packages")
DSO_DIR = Folder("/usr/lib")
def init_loaded_packages():
    pass
""",
    "ssl.py": b"raise ImportError",
    "subprocess.py": b"PIPE, STDOUT, DEVNULL = -1, -2, -3",
}
"""Replacements for modules that every start imports, but whose functions a page lacks or this page does not use:
sockets, processes, packages, and the names that `html.unescape` knows.
"""


def whole_library(file: Path) -> dict[str, bytes]:
    """Return every file of the standard library in the zip `file`, with the replacements."""
    with zipfile.ZipFile(file) as archive:
        return {name: archive.read(name) for name in archive.namelist()} | INSTEAD


def library(file: Path, names: Iterable[str]) -> dict[str, bytes]:
    """Return the files of the modules `names`, and of their packages, in the zip `file`, a standard library."""
    whole = whole_library(file)
    paths = [name.replace(".", "/") for name in names]
    files = [next(file for file in (f"{path}.py", f"{path}/__init__.py") if file in whole) for path in paths]
    return {file: whole[file] for file in files}


def compiled(node: str, parts: Sequence[Mapping[str, bytes]], kept: Path) -> list[dict[str, bytes]]:
    """Return the modules of each part, compiled by the Python that the page ships. `kept` is a cache of them.

    One process compiles all parts, because Python takes half of the time to start. They are cached together, because
    the bytes of a module depend on the modules that were compiled before.
    """
    sources = {name: content for part in parts for name, content in part.items()}
    made = digest(sources, [HERE / "compile.mjs", HERE / "compile_all.py", Path(__file__)])

    def compile_all(result: Path) -> None:
        given = result.with_name("sources.zip")
        given.write_bytes(zipped(sources))
        subprocess.run([node, HERE / "compile.mjs", given, result], check=True)

    with zipfile.ZipFile(made_once(kept / f"{made}.zip", compile_all)) as archive:
        return [{f"{name}c": archive.read(f"{name}c") for name in part} for part in parts]


def packed(files: Mapping[str, bytes]) -> bytes:
    """Return the archive of `files`; it is reproducible: equal files yield equal bytes."""
    return gzip.compress(zipped(files), 9, mtime=0)


def zipped(files: Mapping[str, bytes]) -> bytes:
    """Return an uncompressed zip of `files`."""
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w") as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name), content)
    return whole.getvalue()


def digest(sources: Mapping[str, bytes], tools: Iterable[Path]) -> str:
    total = hashlib.sha256()
    for name, content in [*sources.items(), *((tool.name, tool.read_bytes()) for tool in tools)]:
        total.update(f"{name} {hashlib.sha256(content).hexdigest()}\n".encode())
    return total.hexdigest()[:32]
