"""A cache for files that take seconds to make."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path


def made_once(result: Path, make: Callable[[Path], object]) -> Path:
    """Return `result`, after `make` writes it if it does not exist: atomically, through an empty temporary folder."""
    if not result.exists():
        result.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=result.parent) as folder:
            made_here = Path(folder, result.name)
            make(made_here)
            try:
                made_here.replace(result)
            except OSError:  # a folder that another process has made in the meantime
                if not result.exists():
                    raise
    return result
