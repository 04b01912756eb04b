"""Compress archives again, as small as gzip can make them: slow to write, and as quick to read.

    python -m assets.build.tighten FOLDER ARCHIVE...

What was compressed once is kept in FOLDER.
"""

from __future__ import annotations

import gzip
import hashlib
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from pathlib import Path

import zopfli.gzip  # type: ignore[import-untyped]


def tighten(archive: Path, kept: Path) -> None:
    """Make `archive` smaller, where it is."""
    content = gzip.decompress(archive.read_bytes())
    tight = kept / f"{hashlib.sha256(content).hexdigest()[:32]}.gz"
    if not tight.exists():
        with tempfile.TemporaryDirectory(dir=kept) as folder:
            made_here = Path(folder, tight.name)
            made_here.write_bytes(zopfli.gzip.compress(content, numiterations=1))  # more rounds give 0.1 %
            made_here.replace(tight)
    archive.write_bytes(tight.read_bytes())


def main(folder: str, *archives: str) -> None:
    kept = Path(folder)
    kept.mkdir(parents=True, exist_ok=True)
    with ProcessPoolExecutor() as several:
        list(several.map(tighten, map(Path, archives), repeat(kept)))


if __name__ == "__main__":
    main(*sys.argv[1:])
