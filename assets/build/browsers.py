"""Finds or installs the browsers for the tests."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from assets.build.project import PYTHON, ROOT, Missing, say


def need_browser(pytest_arguments: Sequence[str] = ()) -> None:
    """Find a browser for the tests, or install one."""
    named = set(NAMES_A_BROWSER.findall(" ".join(pytest_arguments))) or {"chromium"}
    for browser in sorted(named):
        if not can_have(browser):
            raise Missing(f"There is no {browser} to test in, and none could be installed. Please install one.")
        say(f"Testing in {of_this_machine(browser) or f'the {browser} of Playwright'}")


def can_have(browser: str) -> bool:
    """Whether the browser is installed, or can be."""
    return bool(of_this_machine(browser)) or installed_by_playwright(browser) or installed_by_system(browser)


WITH_WINDOWS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

NAMES = {
    "chromium": ("chromium-headless-shell", *WITH_WINDOWS),
    "chromium with windows": WITH_WINDOWS,
    "firefox": ("firefox", "firefox-esr"),
    "webkit": (str(ROOT / "tests/engines/webkit_window.py"),),
}
"""The commands of browsers that Playwright did not install. The headless Chromium comes first: each window costs a
journey a second of processor time. WebKitGTK is a library; this project provides its window.
"""


def of_this_machine(browser: str) -> str | None:
    """Return the path of such a browser on this computer, or None: then the tests use Playwright's own."""
    return next(filter(works, filter(None, map(shutil.which, NAMES.get(browser, ())))), None)


def works(browser: str) -> bool:
    try:
        return subprocess.run([browser, "--version"], capture_output=True, timeout=60).returncode == 0
    except OSError:  # a script, on a system that cannot run one
        return False


def installed_by_playwright(browser: str) -> bool:
    ask = f"from playwright.sync_api import sync_playwright as p\nwith p() as q: print(q.{browser}.executable_path)"
    answer = subprocess.run([PYTHON, "-c", ask], capture_output=True, text=True).stdout.strip()
    if answer and Path(answer).exists():
        return True
    say(f"Installing {browser} by Playwright")
    with_libraries = ["--with-deps"] if os.environ.get("GITHUB_ACTIONS") else []
    install: list[str | Path] = [PYTHON, "-m", "playwright", "install", *with_libraries, browser]
    return subprocess.run(install, stderr=subprocess.DEVNULL).returncode == 0


PACKAGES = {
    "chromium": ["chromium-headless-shell", "chromium"],
    "firefox": ["firefox-esr"],
    "webkit": ["webkit2gtk-driver", "gir1.2-webkit2-4.1", "python3-gi", "xvfb"],
}
"""Debian's packages of these browsers and their drivers."""


def installed_by_system(browser: str) -> bool:
    apt = shutil.which("apt-get")
    if apt is None or browser not in PACKAGES or not is_root():
        return False
    say(f"Installing {browser} by apt-get")
    quiet = partial(subprocess.run, stdout=subprocess.DEVNULL, env=os.environ | {"DEBIAN_FRONTEND": "noninteractive"})
    quiet([apt, "update", "-qq"])
    return quiet([apt, "install", "-y", "-qq", "--no-install-recommends", *PACKAGES[browser]]).returncode == 0


def is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


NAMES_A_BROWSER = re.compile(r"--browser[ =](\w+)")
"""The options that select one browser, and thus all journeys in it."""
