"""The modules that the page loads on first use, so that it starts faster, with their templates and translations."""

from __future__ import annotations

from js import document

from game.browser.page.archives import fetch_archive, fetch_file, is_loaded
from game.browser.page.dom import integrity_of, new_element

FIRST_TABLE, ONLINE, HISTORY = "first_table", "online", "history"
"""The archives that build.py packs."""


async def fetch_modules(archive: str) -> bool:
    """Load the modules in `archive`, their templates and their translations. Return whether they are there."""
    if not await _fetch_templates(archive):
        return False
    if is_loaded(archive):
        return True
    if document.documentElement.dataset.language != "en":
        from game.browser.page.language import load_catalog  # not needed for English

        await load_catalog(archive)
    return await fetch_archive(archive)


async def _fetch_templates(archive: str) -> bool:
    """Add the templates of `archive` to the page, unless they are there, or it has none. Return False if that fails."""
    name = f"words/{archive}.{document.documentElement.dataset.language}.html"
    if integrity_of(f"./{name}") and not document.querySelector(f"template[data-archive={archive}]"):
        answer = await fetch_file(name)
        if answer is None:
            return False
        holder = new_element("template")
        holder.innerHTML = await answer.text()
        document.body.append(holder.content)
    return True
