"""Compile every module of /sources.zip into /compiled.zip. Runs inside the page's own Python.

What only a debugger needs is left out: docstrings and line tables are 40 % of the bytes.
"""

import marshal
from importlib.util import MAGIC_NUMBER
from types import CodeType
from zipfile import ZipFile, ZipInfo

UNCHECKED = (1).to_bytes(4, "little") + bytes(8)
"""The flags of a .pyc that is believed without looking for its source."""


def compiled(name: str, source: bytes) -> bytes:
    """The .pyc of the module in the file `name`."""
    code = compile(source, name, "exec", dont_inherit=True, optimize=2)
    return MAGIC_NUMBER + UNCHECKED + marshal.dumps(without_lines(code))


def without_lines(code: CodeType) -> CodeType:
    inner = tuple(without_lines(it) if isinstance(it, CodeType) else it for it in code.co_consts)
    return code.replace(co_consts=inner, co_linetable=b"")


with ZipFile("/sources.zip") as sources, ZipFile("/compiled.zip", "w") as target:
    for file in sources.namelist():
        target.writestr(ZipInfo(f"{file}c"), compiled(file, sources.read(file)))
