"""What the first paint waits for, put into every page: no other file has to come before the title is seen.

It stands before the policy of the page, which allows nothing inline after it.
"""

from __future__ import annotations

import re
from pathlib import Path

STYLE = '<link rel=stylesheet href="./assets/css/style.css" />'
SCRIPT = re.compile(r'<script src="./assets/boot\.js"([^>]*)></script>')


def put_into_pages(site: Path) -> None:
    """Have each page in the folder `site` hold the style and the first script, whose own files go."""
    style, boot = site / "assets/css/style.css", site / "assets/boot.js"
    rules = style.read_text(encoding="utf-8").replace("url(../../", "url(./")
    script = boot.read_text(encoding="utf-8")
    for file in site.glob("*.html"):
        file.write_text(put_into(file.read_text(encoding="utf-8"), rules, script), encoding="utf-8")
    style.unlink()
    boot.unlink()


def put_into(page: str, rules: str, script: str) -> str:
    """`page` with the `rules` of its style and the first `script` in it.

    Raises ValueError if it does not ask for both, once.
    """
    whole, found = SCRIPT.subn(lambda it: f"<script{it[1]}>{script}</script>", page)
    if (page.count(STYLE), found) != (1, 1):
        raise ValueError("the page should ask for the style and the first script once")
    return whole.replace(STYLE, f"<style>{rules}</style>")
