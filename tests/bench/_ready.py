"""Preparation of a benchmark that needs a browser."""

from __future__ import annotations

import sys
from contextlib import redirect_stdout

from assets.build.browsers import need_browser
from assets.build.site import dist


def get_ready() -> None:
    """Build dist/ and check the browser. Standard output is reserved for the results."""
    with redirect_stdout(sys.stderr):
        dist()
        need_browser()
