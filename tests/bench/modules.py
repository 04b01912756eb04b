"""Trace which standard library modules the game needs; write assets/build/modules.txt and modules-for-online.txt.

The trace plays a part of every variant, opens every dialog and imports every module of game/, on a page that has the
whole library. Only the modules loaded then are part of the download.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from playwright.sync_api import Page, Route, expect, sync_playwright

from assets.build import archive
from assets.build.project import GAME, ROOT, VENDOR
from assets.build.site import dist
from tests.browser.table import Person
from tests.web import chromium_options, served

VARIANTS = ("Classic", "Sets of ten", "Descending", "Around fifty", "No stars", "Extreme")
ONLINE = ("game.net", "game.transport", "game.browser.online", "game.browser.webrtc", "game.words.online")
LIBRARY = VENDOR / "node_modules/pyodide/python_stdlib.zip"

INTERPRETER = """
import { loadPyodide as load, version } from "../vendor/pyodide/pyodide.mjs";
export { version };
export const loadPyodide = async (options) => {
    const indexURL = new URL("../vendor/pyodide/", import.meta.url).href;
    return globalThis.python = await load({ ...options, indexURL, stdLibURL: `${indexURL}whole.zip` });
};
"""

# Modules that only an error path loads are included, so that errors are reported well.
LOADED = """
import importlib, sys, traceback, warnings
for name in names.split():
    importlib.import_module(name)
try:
    raise ExceptionGroup("several", [KeyError("one"), ValueError("another")])
except ExceptionGroup:
    traceback.format_exc()
warnings.formatwarning("words", UserWarning, "file", 1)
"\\n".join(sorted(
    name for name, module in sys.modules.items()
    if str(getattr(getattr(module, "__spec__", None), "origin", "")).startswith("/lib/python314.zip")
    and name.split(".")[0] != "game"
))
"""


def main(argv: Sequence[str]) -> int:
    argparse.ArgumentParser(prog="build.py bench modules", description=__doc__).parse_args(argv)
    dist()
    alone, together = traced()
    archive.MODULES.write_text("".join(f"{name}\n" for name in alone), encoding="utf-8")
    archive.FOR_ONLINE.write_text("".join(f"{name}\n" for name in together), encoding="utf-8")
    print(f"{len(alone)} modules, and {len(together)} for play together")
    return 0


def traced() -> tuple[list[str], list[str]]:
    """Return the modules loaded by solo play, and those that multiplayer adds."""
    with served() as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(**chromium_options())
        page = browser.new_page(reduced_motion="reduce", service_workers="block")
        page.route("**/assets/interpreter.js", with_whole_library)
        page.route("**/whole.zip", lambda route: route.fulfill(body=whole()))
        try_everything(Person.arrive(page, site))
        every = game_modules()
        alone = loaded(page, [name for name in every if not name.startswith(ONLINE)])
        return alone, [name for name in loaded(page, every) if name not in alone]


def loaded(page: Page, names: list[str]) -> list[str]:
    """Return the library modules that are loaded after importing the modules `names`."""
    ask = "([code, names]) => { python.globals.set('names', names); return python.runPython(code); }"
    answer: str = page.evaluate(ask, [LOADED, " ".join(names)])
    return answer.split()


def with_whole_library(route: Route) -> None:
    route.fulfill(body=INTERPRETER, content_type="text/javascript")


def whole() -> bytes:
    """Return an archive of the whole library and the game."""
    files = {file.relative_to(ROOT).as_posix(): file.read_bytes() for file in sorted(GAME.rglob("*.py"))}
    return archive.zipped(archive.whole_library(LIBRARY) | files)


def game_modules() -> list[str]:
    """Return the name of every module of the game."""
    files = sorted(GAME.rglob("*.py"))
    return [".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__") for file in files]


def try_everything(person: Person) -> None:
    """Play a level of every variant, with stars, stops and a look back, and open every dialog."""
    page: Page = person.page
    for variant in VARIANTS:
        person.sit_down(players=3, variant=variant)
        person.play_level()
        person.leave()
    for name in ("Rules", "Settings"):
        person.button(name).click()
        if name == "Settings":
            page.get_by_label("Sound").select_option("on")
        page.locator(".dialog:popover-open .icon").click()
    person.sit_down(players=8, also=["Blind from the start"])
    person.play_on(lambda state: state.level > 1)
    person.begin()
    person.button("Stop").click()
    person.come_back()
    expect(person.table).to_be_visible()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
