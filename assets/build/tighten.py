"""Compress archives again, as small as gzip can make them: slow to write, and as quick to read.

    python -m assets.build.tighten FOLDER ARCHIVE...

What was compressed once is kept in FOLDER.
"""

from __future__ import annotations

import gzip
import hashlib
import sys
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from pathlib import Path

import zopfli.gzip  # type: ignore[import-untyped]

from assets.build.keeping import made_once


def tighten(archive: Path, kept: Path) -> None:
    """Make `archive` smaller, where it is."""
    content = gzip.decompress(archive.read_bytes())
    tight = kept / f"{hashlib.sha256(content).hexdigest()[:32]}.gz"
    compress = zopfli.gzip.compress  # more rounds than one give 0.1 %
    made_once(tight, lambda file: file.write_bytes(compress(content, numiterations=1)))
    archive.write_bytes(tight.read_bytes())


def main(folder: str, *archives: str) -> None:
    with ProcessPoolExecutor() as several:
        list(several.map(tighten, map(Path, archives), repeat(Path(folder))))


if __name__ == "__main__":
    main(*sys.argv[1:])
