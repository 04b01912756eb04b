"""Shipped modules: the parts of the standard library that the Python of the page needs, which replays games alike."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

from assets.build.program import BLOCK
from tests.bench._counting import READ_BLOCKS, counting
from tests.test_program import EARLY, FAR, LATE, PROGRAM
from tests.web import ready

GAME = Path(__file__).parents[2] / "game"
TRANSCRIPTS = Path(__file__).parents[1] / "transcripts"
START = """async () => {
    window.python = await (await import("./assets/interpreter.js")).loadPyodide();
}"""
IMPORT_ALL = """
import importlib
from game.browser.page.lazy_modules import FIRST_TABLE, HISTORY, ONLINE, fetch_modules
for archive in (FIRST_TABLE, HISTORY, ONLINE):
    await fetch_modules(archive)
for name in names.split():
    importlib.import_module(name)
"""


def names() -> Iterator[str]:
    for file in sorted(GAME.rglob("*.py")):
        yield ".".join(file.relative_to(GAME.parent).with_suffix("").parts).removesuffix(".__init__")


def test_every_module_of_the_game_can_be_imported_in_the_page_and_recorded_games_replay_identically(
    new_page: Callable[..., Page], site: str, thorough: bool
) -> None:
    """Every fourth game, or all of them in a thorough run."""
    page = new_page()
    page.goto(site)
    ready(page)
    page.evaluate(START)
    page.evaluate(
        "async ([code, names]) => { python.globals.set('names', names); await python.runPythonAsync(code); }",
        [IMPORT_ALL, " ".join(names())],
    )
    page.evaluate("source => python.runPython(source)", (TRANSCRIPTS / "replay.py").read_text())
    transcripts = sorted(TRANSCRIPTS.glob("*.json"))[:: 1 if thorough else 4]
    assert transcripts
    for file in transcripts:
        text = file.read_text()
        replayed = page.evaluate("text => python.globals.get('replay')(text).toJs()", text)
        assert replayed == json.loads(text)["positions"], file.name


COUNT = """(bytes) => {
    const program = new WebAssembly.Module(Uint8Array.from(bytes));
    const { early, "~counts": counts } = new WebAssembly.Instance(program).exports;
    return [early(), [...new Uint8Array(counts.buffer)].flatMap((used, at) => (used ? [at] : []))];
}"""


@pytest.mark.thorough  # build.py bench profile uses it
def test_a_traced_program_counts_calls_and_blocks_that_are_read(new_page: Callable[..., Page]) -> None:
    counts = [EARLY, LATE, READ_BLOCKS + FAR // BLOCK]
    assert new_page().evaluate(COUNT, [*counting(PROGRAM)]) == [42, counts]
