"""A server for dist/ and the bare page, with the compression and caching of GitHub Pages, that counts bytes."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from assets.build.project import DIST, VENDOR
from assets.build.server import TYPES

BARE = """<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Starting</title>
    <script type="module">
      import { loadPyodide } from "./pyodide/pyodide.mjs";
      globalThis.python = await loadPyodide();
      document.title = "Python is here";
      document.documentElement.dataset.ready = "true";
    </script>
  </head>
</html>
"""
COMPRESSED = {".html", ".css", ".js", ".mjs", ".json", ".wasm", ".svg", ".webmanifest"}
FRESH = "max-age=600"
"""How long GitHub Pages lets a browser use a cached file without a request."""


class Server(ThreadingHTTPServer):
    """Serves our page at /ours/ and the bare page at /bare/. `sent` counts the bytes sent so far."""

    daemon_threads = True

    def __init__(self) -> None:
        self.sent = 0
        self.counting = threading.Lock()
        super().__init__(("127.0.0.1", 0), Handler)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore browsers that close a connection early."""


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Server

    def do_GET(self) -> None:
        path = self.path.split("?")[0]
        if located(path) is None and path != "/bare/":
            self.send_error(404)
            return
        body, kind, compressed = answer(path)
        tag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'
        known = self.headers.get("If-None-Match") == tag
        self.send_response(304 if known else 200)
        self.send_header("Cache-Control", FRESH)
        self.send_header("ETag", tag)
        if not known:
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            if compressed:
                self.send_header("Content-Encoding", "gzip")
                self.send_header("Vary", "Accept-Encoding")
        headers = sum(map(len, getattr(self, "_headers_buffer", [])))
        self.end_headers()
        if not known:
            self.wfile.write(body)
        with self.server.counting:
            self.server.sent += headers + 2 + (0 if known else len(body))

    def log_message(self, format: str, *arguments: Any) -> None:
        """Log nothing."""


def located(path: str) -> Path | None:
    """Return the file that is served at `path`."""
    if path.startswith("/bare/pyodide/"):
        file = VENDOR / "node_modules/pyodide" / path.removeprefix("/bare/pyodide/")
    elif path.startswith("/ours/"):
        file = DIST / (path.removeprefix("/ours/") or "index.html")
    else:
        return None
    return file if file.is_file() else None


@cache
def answer(path: str) -> tuple[bytes, str, bool]:
    """Return the body for `path`, its type, and whether it is compressed."""
    file = located(path)
    body, ending = (BARE.encode(), ".html") if file is None else (file.read_bytes(), file.suffix)
    kind = TYPES.get(ending) or mimetypes.guess_type(f"x{ending}")[0] or "application/octet-stream"
    compressed = ending in COMPRESSED
    return (gzip.compress(body, 6) if compressed else body), kind, compressed


@contextmanager
def serving() -> Iterator[Server]:
    """Run the server for the duration of the block."""
    answer.cache_clear()
    with Server() as server:
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        yield server
        server.shutdown()
