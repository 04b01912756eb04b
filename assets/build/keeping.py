"""What takes seconds to make is made once."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path


def made_once(result: Path, make: Callable[[Path], object]) -> Path:
    """`result`, which `make` writes unless it is there: as a whole or not at all, in an empty folder of its own."""
    if not result.exists():
        result.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=result.parent) as folder:
            made_here = Path(folder, result.name)
            make(made_here)
            try:
                made_here.replace(result)
            except OSError:  # a folder that somebody else has made meanwhile
                if not result.exists():
                    raise
    return result
