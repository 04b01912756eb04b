"""`build.py play` for developers: edits are visible at once, and no old file is served."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from assets.build.project import ROOT
from tests.browser.conftest import NewPage
from tests.conftest import Complaints
from tests.web import ready

COPIED = ("index.html", "build.py", "pyproject.toml", "game", "assets")
SOON = 60_000
"""Timeout in milliseconds of a build and a start on a busy machine."""


NEW_WORKER = """navigator.serviceWorker.getRegistration().then(
    (found) => !found || found.waiting || document.querySelector("h1").textContent === "Two Minds",
)"""


@pytest.fixture
def workshop(tmp_path: Path) -> Path:
    """Return an editable copy of the sources and of the files built from them."""
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, tmp_path / name, ignore=shutil.ignore_patterns("node_modules", "__pycache__"))
        else:
            shutil.copy(source, tmp_path / name)
    (tmp_path / "assets/vendor/node_modules").symlink_to((ROOT / "assets/vendor/node_modules").resolve())
    (tmp_path / ".venv").symlink_to((ROOT / ".venv").resolve())
    for built in (".build", "dist"):
        shutil.copytree(ROOT / built, tmp_path / built)
    return tmp_path


@pytest.fixture
def address(workshop: Path, complaints: Complaints) -> Iterator[str]:
    """Return the address of `build.py play`. Its output goes to the file `said`."""
    with playing(workshop) as found:
        complaints.expect(f"foreign: {found}")
        yield found


class playing:
    """`build.py play` in a folder, until the block ends."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self._said = (folder / "said").open("wb")
        self._process = subprocess.Popen(
            [sys.executable, "-u", "build.py", "play", *arguments], cwd=folder, stdout=-1, stderr=self._said
        )

    def __enter__(self) -> str:
        assert self._process.stdout
        for line in self._process.stdout:
            if found := re.search(rb"http://\S+", line):
                return found[0].decode()
        raise AssertionError("it ended")

    def __exit__(self, *_: object) -> None:
        assert self._process.poll() is None, "it has ended by itself"
        self._process.kill()
        self._process.communicate()
        self._said.close()


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


def rest(page: Page, replaced: Locator) -> None:
    """Stop the old service worker until `replaced` is visible.

    The new one waits for that, and a driven browser keeps the old one running. A request may start it again.
    """
    driver = page.context.new_cdp_session(page)
    old: dict[str, None] = {}
    driver.on("ServiceWorker.workerVersionUpdated", lambda event: old.update(active(event)))
    driver.send("ServiceWorker.enable")
    page.wait_for_function(NEW_WORKER, timeout=SOON)
    for _ in range(SOON // 1000):
        for version in [*old][:1]:
            driver.send("ServiceWorker.stopWorker", {"versionId": version})
        with suppress(AssertionError):
            expect(replaced).to_be_visible(timeout=1000)
            return
    raise AssertionError("the old service worker is still active")


def active(event: dict[str, Any]) -> dict[str, None]:
    """Return the versions that the browser reports as active."""
    return {one["versionId"]: None for one in event["versions"] if one["status"] == "activated"}


@pytest.mark.thorough
def test_an_edit_is_shown_and_a_broken_one_is_reported(
    workshop: Path, address: str, new_page: NewPage, complaints: Complaints
) -> None:
    complaints.expect("ERR_|failed: ")  # requests that a reload aborts
    page = new_page(service_workers="allow")
    page.goto(address)
    ready(page)
    edit(workshop / "index.html", ">One Mind</h1>", ">Two Minds</h1>")
    expect(page.locator("h1", has_text="Two Minds")).to_be_visible(timeout=SOON)
    ready(page)
    main = workshop / "game/browser/main.py"
    edit(main, "    report_failures()\n", "    report_failures(\n")
    notice = page.locator("pre[role=alert]")
    expect(notice).to_contain_text("game/browser/main.py: '(' was never closed", timeout=SOON)
    assert "game/browser/main.py: '(' was never closed" in (workshop / "said").read_text()
    edit(main, "    report_failures(\n", "    report_failures()\n    document.title = __debug__ and __doc__\n")
    summary = (ast.get_docstring(ast.parse(main.read_text(encoding="utf-8"))) or "").splitlines()[0]
    expect(page).to_have_title(re.compile(f"^{re.escape(summary)}"), timeout=SOON)
    ready(page)
    expect(notice).to_have_count(0)
    assert page.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)") == 0
    assert page.evaluate("caches.keys()") == []


@pytest.mark.thorough
@pytest.mark.needs("devtools")
def test_the_worker_of_a_published_build_is_replaced(workshop: Path, new_page: NewPage, complaints: Complaints) -> None:
    complaints.expect("")
    page = new_page(service_workers="allow")
    with playing(workshop, "--as-built") as address:
        page.goto(address)
        ready(page)
        page.wait_for_function("navigator.serviceWorker.ready.then(({ active }) => active.state === 'activated')")
    edit(workshop / "index.html", ">One Mind</h1>", ">Two Minds</h1>")
    with playing(workshop, "--port", str(urlsplit(address).port)) as address:
        page.goto(address)
        rest(page, page.locator("h1", has_text="Two Minds"))
        page.reload()
        expect(page.locator("h1", has_text="Two Minds")).to_be_visible(timeout=SOON)
        page.wait_for_function("navigator.serviceWorker.getRegistrations().then((all) => !all.length)")
        assert page.evaluate("caches.keys()") == []
