"""Two versions of the page on one server, which can fail or be closed."""

from __future__ import annotations

import base64
import gzip
import hashlib
import os
import re
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from assets.build.project import DIST
from tests.web import Shelf, ShelfHandler

CHANGED = "index.html", "assets/interpreter.js"
"""The files that differ between the versions. They show on the page which version they belong to."""


class Server(Shelf):
    """A server of `folder` that answers requests for a file in `broken` with an error."""

    def __init__(self, folder: Path, beside: Path) -> None:
        super().__init__(beside, "/some/where/", folder)
        self.RequestHandlerClass = Handler
        self.broken: set[str] = set()


class Handler(ShelfHandler):
    server: Server

    def translate_path(self, path: str) -> str:
        file = Path(super().translate_path(path))
        return str(self.server.folder / "is broken" if file.name in self.server.broken else file)


@contextmanager
def opened(folder: Path, beside: Path) -> Iterator[Server]:
    """Yield the server until the block ends or it is closed."""
    with Server(folder, beside) as server:
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        yield server
        server.shutdown()


def close(server: Server) -> None:
    """Close the server, so that a browser cannot reach it."""
    server.shutdown()
    server.server_close()


def version(number: int, folder: Path) -> Path:
    """Create a build like dist/ of this version."""
    new = folder / f"version {number}"
    shutil.copytree(DIST, new)
    worker = (new / "service-worker.js").read_text()
    for name in CHANGED:
        file = new / name
        before = integrity(file)
        text = file.read_text(encoding="utf-8")
        if name == "index.html":
            text = text.replace("<html", f'<html data-page="{number}"')
        else:
            text += f'if (globalThis.document) document.documentElement.dataset.part = "{number}";\n'
        file.write_text(text, encoding="utf-8")
        for old, now in zip(before, integrity(file), strict=True):
            assert worker.count(old) == 1
            worker = worker.replace(old, now)
    (new / "service-worker.js").write_text(worker)
    for name in (*CHANGED, "service-worker.js"):
        os.utime(new / name, (number, number))  # the server compares file times in whole seconds
    return new


def with_other_archives(build: Path, copy: Path) -> Path:
    """Return a `copy` of a build of another version, whose archives of Python are other files."""
    shutil.copytree(build, copy)
    page = (copy / "index.html").read_text(encoding="utf-8")
    page = re.sub(r'(name=version content="[^(]*)\([0-9a-f]+\)', r"\1(00000000)", page)
    for file in sorted(copy.glob("*.pack")):
        before = integrity(file)[1]
        file.write_bytes(gzip.compress(gzip.decompress(file.read_bytes()), 1))
        page = page.replace(before, integrity(file)[1])
    (copy / "index.html").write_text(page, encoding="utf-8")
    return copy


def integrity(file: Path) -> tuple[str, str]:
    """Return the hash by which the service worker identifies a file."""
    content = hashlib.sha256(file.read_bytes())
    return content.hexdigest()[:16], base64.b64encode(content.digest()).decode()
