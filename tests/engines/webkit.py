"""The installed WebKitGTK, which has Safari's engine, for machines without Playwright's WebKit.

Its own WebDriver drives it, on a virtual screen. The driver has no clock like Playwright's, and cannot run scripts
before the page's, so WebKitGTK has its own journeys, in tests/browser/test_tour_webkit.py.
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
"""A virtual screen has no graphics card and no accessibility service."""


@contextmanager
def webkit(folder: Path) -> Iterator[WebKitGTK]:
    """Run a browser that stores its data in `folder` and writes its console to `said` there."""
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
    """Run a virtual screen and yield its name."""
    ours, theirs = os.pipe()
    command = ["Xvfb", "-displayfd", str(theirs), "-screen", "0", "1280x1024x24", "-nolisten", "tcp"]
    with subprocess.Popen(command, pass_fds=[theirs], stderr=subprocess.DEVNULL) as xvfb, os.fdopen(ours) as said:
        os.close(theirs)
        try:
            yield f":{said.readline().strip()}"
        finally:
            xvfb.terminate()
