"""What journeys and benchmarks share: dist/ on a free port, and how Chromium is launched."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from assets.build.browsers import is_root, of_this_machine
from assets.build.server import Site, SiteHandler

# Keep Chromium from talking to anybody but us.
SILENT = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
)


RETURNING = "returning"
"""The cookie of a browser that was here before, and the folder of what it is served instead of files of dist/."""


class Shelf(Site):
    """dist/ at the root of a host, with the files of the folder `beside` as well."""

    def __init__(self, beside: Path) -> None:
        super().__init__(0)
        self.beside = beside
        self.RequestHandlerClass = ShelfHandler


class ShelfHandler(SiteHandler):
    server: Shelf

    def translate_path(self, path: str) -> str:
        name = Path(path.partition("?")[0]).name
        returns = f"{RETURNING}=" in self.headers.get("Cookie", "")
        folders = [self.server.beside / RETURNING, self.server.beside] if returns else [self.server.beside]
        found = (str(folder / name) for folder in folders if (folder / name).is_file())
        return next(found, None) or super().translate_path(path)


@contextmanager
def served(path: str = "/") -> Iterator[str]:
    """The address of dist/ at `path` of a host, for as long as the block lasts."""
    with Site(0, path) as site, serving(site) as address:
        yield address


@contextmanager
def serving(site: Site) -> Iterator[str]:
    """The address of `site`, which answers for as long as the block lasts."""
    threading.Thread(target=site.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
    yield site.address
    site.shutdown()


def chromium_options() -> dict[str, Any]:
    """For `launch`: the Chromium of this machine, or Playwright's own where there is none."""
    sandbox = ["--no-sandbox"] if is_root() else []
    return {"executable_path": of_this_machine("chromium"), "args": [*SILENT, *sandbox]}


def whole_chromium_options() -> dict[str, Any]:
    """The same for a Chromium with windows, which alone reads what was set in a profile."""
    found = of_this_machine("chromium with windows")
    return chromium_options() | ({"executable_path": found} if found else {"channel": "chromium"})
