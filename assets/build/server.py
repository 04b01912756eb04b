"""Serves the built page on this computer, and rebuilds it while its sources change."""

from __future__ import annotations

import http.server
import json
import os
import sys
import threading
import time
from pathlib import Path
from typing import Any, TypeVar

from assets.build.project import DEVELOPMENT, DIST, Missing, say
from assets.build.requirements import need_npm_packages
from assets.build.site import development, dist, sources

LOOK_EVERY, REPEAT_AFTER = 0.3, 10.0
"""Seconds between two checks for a change, and seconds after which the last news is sent again."""


class Site(http.server.ThreadingHTTPServer):
    """A static host for dist/, or another `folder`, at `path`, reachable on this computer only."""

    daemon_threads = True

    def __init__(self, port: int, path: str = "/", folder: Path | None = None) -> None:
        self.path = path
        self.folder = folder or DIST
        super().__init__(("127.0.0.1", port), SiteHandler)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}{self.path}"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore a browser that closes the connection early."""


AnySite = TypeVar("AnySite", bound=Site)

# Listed here because some systems map these suffixes to another type, or to none.
TYPES = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
}


class SiteHandler(http.server.SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Site

    def translate_path(self, path: str) -> str:
        if not path.startswith(self.server.path):
            return str(self.server.folder / "nothing lives outside the sub-path")
        self.directory = str(self.server.folder)
        return super().translate_path(path[len(self.server.path) - 1 :])

    def guess_type(self, path: str | os.PathLike[str]) -> str:
        return TYPES.get(Path(path).suffix) or super().guess_type(path)

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_message(self, format: str, *arguments: Any) -> None:
        """Log nothing: the page itself reports what it lacks."""


class Workshop(Site):
    """A host for .build/dev/, reachable on this computer only, that sends news of every change to open pages."""

    def __init__(self, port: int) -> None:
        super().__init__(port, folder=DEVELOPMENT)
        self.RequestHandlerClass = WorkshopHandler
        self.news = ""
        self.changed = threading.Condition()

    def build(self) -> None:
        """Build again, and send the pages the new version, or the error that prevented the build."""
        version, trouble = "", ""
        try:
            version = development()
        except Missing as missing:
            trouble = str(missing)
            print(f"\n{trouble}\n", file=sys.stderr, flush=True)
        with self.changed:
            self.news = json.dumps({"version": version, "trouble": trouble})
            self.changed.notify_all()

    def watch(self) -> None:
        """Build again after every change of a source file."""
        before = times()
        while True:
            time.sleep(LOOK_EVERY)
            if (now := times()) != before:
                before = now
                say("Building anew")
                self.build()


class WorkshopHandler(SiteHandler):
    server: Workshop

    def do_GET(self) -> None:
        if self.path == "/changes":
            self.tell_changes()
        else:
            super().do_GET()

    def tell_changes(self) -> None:
        """Send all news while the page listens. Repeats detect that it has closed the connection."""
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        told = ""
        while True:
            with self.server.changed:
                if self.server.news == told:
                    self.server.changed.wait(REPEAT_AFTER)
                told = self.server.news
            self.wfile.write(f"data: {told}\n\n".encode())


def times() -> dict[Path, int]:
    """Return when each source file was changed, without files that are being replaced right now."""
    found = {}
    for file in sources():
        try:
            found[file] = file.stat().st_mtime_ns
        except FileNotFoundError:
            pass
    return found


def play(port: int | None, as_built: bool) -> None:
    if as_built:
        dist()
        with open_site(Site, port) as site:
            serve(site)
        return
    need_npm_packages()
    say("Building for development")
    with open_site(Workshop, port) as workshop:
        workshop.build()
        threading.Thread(target=workshop.watch, daemon=True).start()
        serve(workshop)


def serve(site: Site) -> None:
    say(f"One Mind is at {site.address} (Ctrl-C ends it)")
    site.serve_forever()


def open_site(kind: type[AnySite], port: int | None) -> AnySite:
    for candidate in (port,) if port is not None else range(8000, 8100):
        try:
            return kind(candidate)
        except OSError:
            continue
    taken = f"Port {port} is" if port is not None else "Ports 8000 to 8099 are"
    raise Missing(f"{taken} taken. Choose another: python3 build.py play --port 9000")
