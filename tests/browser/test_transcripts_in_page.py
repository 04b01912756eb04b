"""The recorded games, replayed by the Python that the page ships."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page

from tests.web import ready

TRANSCRIPTS = Path(__file__).parents[1] / "transcripts"

START = """async () => {
    const { loadPyodide } = await import("./assets/interpreter.js");
    window.python = await loadPyodide();
    // hashlib is in the archive of multiplayer
    await python.runPythonAsync(`
        from game.browser.page.lazy_modules import ONLINE, fetch_modules
        await fetch_modules(ONLINE)
    `);
}"""


def test_recorded_games_replay_identically_in_the_python_of_the_page(
    new_page: Callable[..., Page], site: str, thorough: bool
) -> None:
    """Every fourth game, or all of them in a thorough run."""
    page = new_page()
    page.goto(site)
    ready(page)
    page.evaluate(START)
    page.evaluate("source => python.runPython(source)", (TRANSCRIPTS / "replay.py").read_text())
    transcripts = sorted(TRANSCRIPTS.glob("*.json"))[:: 1 if thorough else 4]
    assert transcripts
    for file in transcripts:
        text = file.read_text()
        replayed = page.evaluate("text => python.globals.get('replay')(text).toJs()", text)
        assert replayed == json.loads(text)["positions"], file.name
