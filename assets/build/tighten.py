"""Recompress archives to the smallest gzip: slow to write, but as fast to read.

    python -m assets.build.tighten FOLDER ARCHIVE...

FOLDER is a cache of results.
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
    """Make `archive` smaller, in place."""
    content = gzip.decompress(archive.read_bytes())
    tight = kept / f"{hashlib.sha256(content).hexdigest()[:32]}.gz"
    compress = zopfli.gzip.compress  # more iterations than one save 0.1 %
    made_once(tight, lambda file: file.write_bytes(compress(content, numiterations=1)))
    archive.write_bytes(tight.read_bytes())


def main(folder: str, *archives: str) -> None:
    with ProcessPoolExecutor() as several:
        list(several.map(tighten, map(Path, archives), repeat(Path(folder))))


if __name__ == "__main__":
    main(*sys.argv[1:])
