"""What a benchmark in a browser needs before it begins."""

from __future__ import annotations

import sys
from contextlib import redirect_stdout

from assets.build.browsers import need_browser
from assets.build.site import dist


def get_ready() -> None:
    """Have dist/ and a browser. Standard output is for the figures alone."""
    with redirect_stdout(sys.stderr):
        dist()
        need_browser()
