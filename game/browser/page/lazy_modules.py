"""The modules that the page loads on first use, so that it starts faster, with their translations."""

from __future__ import annotations

from js import document

from game.browser.page.archives import fetch_archive, is_loaded

FIRST_TABLE, ONLINE, HISTORY = "first_table", "online", "history"
"""The archives that build.py packs."""


async def fetch_modules(archive: str) -> None:
    """Load the modules in `archive`, and their translations. Raises NotFetched."""
    if is_loaded(archive):
        return
    if document.documentElement.dataset.language != "en":
        from game.browser.page.language import load_catalog  # not needed for English

        await load_catalog(archive)
    await fetch_archive(archive)
