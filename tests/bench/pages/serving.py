"""A server for dist/ and the bare page, with the compression and caching of GitHub Pages.

It adds a beacon to both pages, receives what the beacon reports, counts bytes, and can be as slow as a phone's
connection.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import mimetypes
import re
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from queue import Empty, SimpleQueue
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
LOBBY = """<!doctype html>
<title>Starting the browser</title>
<script>
  setTimeout(() => {
    navigator.sendBeacon("/report", JSON.stringify({ leaving: true }));
    location = location.search.slice(1);
  }, 1000);
</script>
"""
"""Opens the address in its query once the browser has started: from another host, so in a process of its own."""

BEACON = Path(__file__).with_name("beacon.js")
COMPRESSED = {".html", ".css", ".js", ".mjs", ".json", ".wasm", ".svg", ".webmanifest"}
FRESH = "max-age=600"
"""How long GitHub Pages lets a browser use a cached file without a request."""


CHUNK = 16_384
"""Bytes that a slow connection sends in one go."""


@dataclass(frozen=True, slots=True)
class Connection:
    """A connection: megabits per second, 0 for no limit, and latency in milliseconds."""

    megabits: float = 0.0
    latency: float = 0.0


LOOPBACK = Connection()


class Server(ThreadingHTTPServer):
    """Serves our page at /ours/, the bare page at /bare/, and the lobby at /.

    `sent` counts the bytes sent so far. All sockets together get the rate of `connection`; every request waits for its
    latency, and so does every new socket.
    """

    daemon_threads = True

    def __init__(self) -> None:
        self.sent = 0
        self.connection = LOOPBACK
        self.reports: SimpleQueue[dict[str, Any]] = SimpleQueue()
        self.sending = threading.Lock()
        self.idle_from = 0.0
        super().__init__(("127.0.0.1", 0), Handler)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/"

    def lobby(self, page: str) -> str:
        """Return the address of the lobby before `page`."""
        return f"http://localhost:{self.server_port}/?{self.address}{page}/"

    def report(self, patience: float) -> dict[str, Any]:
        """Wait for the next report of a page. Raises OSError after `patience` seconds."""
        try:
            return self.reports.get(timeout=patience)
        except Empty:
            raise OSError("the page reported nothing") from None

    @contextmanager
    def slowed(self, connection: Connection) -> Iterator[None]:
        """Use `connection` for the duration of the block."""
        self.connection = connection
        try:
            yield
        finally:
            self.connection = LOOPBACK

    def wait_to_send(self, size: int) -> None:
        """Count `size` bytes, and wait until the connection has sent them."""
        with self.sending:
            self.sent += size
            if not self.connection.megabits:
                return
            took = size * 8 / (self.connection.megabits * 1e6)
            self.idle_from = max(self.idle_from, time.monotonic()) + took
            wait = self.idle_from - time.monotonic()
        time.sleep(max(0.0, wait))

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore browsers that close a connection early."""


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Server

    def setup(self) -> None:
        self.wait_for_latency()
        super().setup()

    def wait_for_latency(self) -> None:
        time.sleep(self.server.connection.latency / 1000)

    def do_POST(self) -> None:
        self.server.reports.put(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        self.send_response(204)
        self.end_headers()

    def do_GET(self) -> None:
        self.wait_for_latency()
        path = self.path.split("?")[0]
        if located(path) is None and path not in PAGES:
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
        self.server.wait_to_send(2 + sum(map(len, getattr(self, "_headers_buffer", []))))
        self.end_headers()
        for start in range(0, 0 if known else len(body), CHUNK):
            chunk = body[start : start + CHUNK]
            self.server.wait_to_send(len(chunk))
            self.wfile.write(chunk)

    def log_message(self, format: str, *arguments: Any) -> None:
        """Log nothing."""


PAGES = {"/": LOBBY, "/bare/": BARE}
"""The pages without a file."""


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
    body, ending = (PAGES[path].encode(), ".html") if file is None else (file.read_bytes(), file.suffix)
    if file == DIST / "index.html" or path == "/bare/":
        body = with_beacon(body)
    elif file == DIST / "service-worker.js":
        index = (DIST / "index.html").read_bytes()
        body = body.replace(integrity(index), integrity(with_beacon(index)))
    kind = TYPES.get(ending) or mimetypes.guess_type(f"x{ending}")[0] or "application/octet-stream"
    compressed = ending in COMPRESSED
    return (gzip.compress(body, 6) if compressed else body), kind, compressed


def with_beacon(page: bytes) -> bytes:
    """Return `page` with the beacon before its policy, which allows nothing inline."""
    beacon = b"<script>" + BEACON.read_bytes() + b"</script>"
    return re.sub(rb"<meta charset[^>]*>", lambda it: it[0] + beacon, page, count=1)


def integrity(content: bytes) -> bytes:
    """Return the digest by which the service worker checks `content`."""
    return b"sha256-" + base64.b64encode(hashlib.sha256(content).digest())


@contextmanager
def serving() -> Iterator[Server]:
    """Run the server for the duration of the block."""
    answer.cache_clear()
    with Server() as server:
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        yield server
        server.shutdown()
