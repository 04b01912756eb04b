"""Common parts of journeys and benchmarks: dist/ on a free port, and launch options for Chromium."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from assets.build.browsers import is_root, of_this_machine
from assets.build.server import Site, SiteHandler

# Prevents Chromium from contacting any server except ours.
SILENT = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
)


RETURNING = "returning"
"""The cookie of a returning browser, and the folder of the files it is served instead of those of dist/."""


class Shelf(Site):
    """dist/ or another build, together with the files of the folder `beside`. `site` are the arguments of Site."""

    def __init__(self, beside: Path, *site: Any) -> None:
        super().__init__(0, *site)
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

    def end_headers(self) -> None:
        if RETURNING in self.headers.get("Cookie", "") and self.path.endswith(".xz"):
            self.send_header("Unpacked", "1")
        super().end_headers()

    def guess_type(self, path: Any) -> str:
        return "application/wasm" if str(path).endswith(".wasm.xz") else super().guess_type(path)


@contextmanager
def served(path: str = "/") -> Iterator[str]:
    """Serve dist/ at `path` of a host for the duration of the block; yield its address."""
    with Site(0, path) as site, serving(site) as address:
        yield address


@contextmanager
def serving(site: Site) -> Iterator[str]:
    """Serve `site` for the duration of the block; yield its address."""
    threading.Thread(target=site.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
    yield site.address
    site.shutdown()


def ready(page: Page) -> None:
    """Wait until the page handles the first click."""
    expect(page.locator("html[data-ready=true]")).to_be_attached(timeout=60_000)


def kept(page: Page) -> None:
    """Wait until everything for the next visit is stored."""
    ready(page)
    expect(page.locator("html[data-kept=kept]")).to_be_attached(timeout=60_000)


BASELINE = "--js-flags=--liftoff-only"
"""Compile scripts once with the baseline compiler: a page of a test is too short-lived for optimised code to pay off.
"""


def chromium_options() -> dict[str, Any]:
    """Return launch options for the installed Chromium, or for Playwright's own."""
    sandbox = ["--no-sandbox"] if is_root() else []
    return {"executable_path": of_this_machine("chromium"), "args": [*SILENT, *sandbox]}


def whole_chromium_options() -> dict[str, Any]:
    """Return the same for a Chromium with windows, which alone reads the settings of a profile."""
    found = of_this_machine("chromium with windows")
    return chromium_options() | ({"executable_path": found} if found else {"channel": "chromium"})
