"""The WebKitGTK of this machine, which is Safari's engine, where Playwright's WebKit cannot be had.

It is driven by its own WebDriver, on a screen that nobody sees. That knows neither Playwright's clock nor
scripts that run before the page's: the journeys in it, tests/browser/test_tour_webkit.py, are its own.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from selenium.webdriver import WebKitGTK
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

from assets.build.browsers import of_this_machine

BY_SOFTWARE = {"LIBGL_ALWAYS_SOFTWARE": "1", "NO_AT_BRIDGE": "1", "WEBKIT_DISABLE_DMABUF_RENDERER": "1"}
"""A screen of Xvfb has no graphics card and no service for screen readers."""


@contextmanager
def webkit(folder: Path) -> Iterator[WebKitGTK]:
    """A browser for as long as the block lasts. Its store is in `folder`, and what its console says in `said` there."""
    with _screen() as display:
        options = Options()
        options.binary_location = str(of_this_machine("webkit"))
        options.add_argument(str(folder))
        environment = os.environ | BY_SOFTWARE | {"DISPLAY": display, "GDK_BACKEND": "x11"}
        service = Service(shutil.which("WebKitWebDriver"), log_output=str(folder / "said"), env=environment)
        driver = WebKitGTK(options, service)
        try:
            yield driver
        finally:
            driver.quit()


@contextmanager
def _screen() -> Iterator[str]:
    """The name of a screen of its own."""
    ours, theirs = os.pipe()
    command = ["Xvfb", "-displayfd", str(theirs), "-screen", "0", "1280x1024x24", "-nolisten", "tcp"]
    with subprocess.Popen(command, pass_fds=[theirs], stderr=subprocess.DEVNULL) as xvfb, os.fdopen(ours) as said:
        os.close(theirs)
        try:
            yield f":{said.readline().strip()}"
        finally:
            xvfb.terminate()
