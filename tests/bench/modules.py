"""Which modules of the standard library the game needs: traced, and written to assets/build/modules.txt
and modules-for-online.txt.

Every variant is played a little, every sheet opened and every module of game/ imported, on a
page that has the whole library. What is loaded then goes into the download, and nothing else.
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

# What only a failure would load is wanted too: it should be told as well as it can be.
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
    """The modules loaded when everything has been tried once alone, and those that play together adds."""
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
    """The modules of the library that are loaded after the modules `names`."""
    ask = "([code, names]) => { python.globals.set('names', names); return python.runPython(code); }"
    answer: str = page.evaluate(ask, [LOADED, " ".join(names)])
    return answer.split()


def with_whole_library(route: Route) -> None:
    route.fulfill(body=INTERPRETER, content_type="text/javascript")


def whole() -> bytes:
    """The whole library, and the game."""
    files = {file.relative_to(ROOT).as_posix(): file.read_bytes() for file in sorted(GAME.rglob("*.py"))}
    return archive.zipped(archive.whole_library(LIBRARY) | files)


def game_modules() -> list[str]:
    """The name of every module of the game."""
    files = sorted(GAME.rglob("*.py"))
    return [".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__") for file in files]


def try_everything(person: Person) -> None:
    """Play every variant for a level, with stars, stops and a look back; open every sheet."""
    page: Page = person.page
    for variant in VARIANTS:
        person.sit_down(players=3, variant=variant)
        person.play_level()
        person.leave()
    for name in ("Rules", "Settings"):
        person.button(name).click()
        if name == "Settings":
            page.get_by_label("Sound").select_option("on")
        page.locator(".sheet:popover-open .icon").click()
    person.sit_down(players=8, also=["Blind from the start"])
    person.play_on(lambda state: state.level > 1)
    person.begin()
    person.button("Stop").click()
    person.come_back()
    expect(person.table).to_be_visible()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
