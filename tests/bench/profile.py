"""Trace what the game needs of Python; write modules*.txt, functions.txt and data.txt in assets/build.

The trace of modules plays a part of every variant, opens every dialog and imports every module of game/, on a page that
has the whole library. Only the modules loaded then are part of the download.

The traces of the program play all that, the first table and a table for two, on pages whose program counts: see
_counting.py. The functions that are called make the first part of the download. All other functions, and large ranges
of data that are not read, come after the start.
"""

from __future__ import annotations

import argparse
import lzma
import tempfile
import textwrap
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path

from playwright.sync_api import Browser, Page, Route, expect, sync_playwright

from assets.build import archive, program
from assets.build.catalogs import languages
from assets.build.cutting import Program, cut, instructions, read
from assets.build.lean import lean
from assets.build.project import DIST, GAME, PYODIDE, ROOT, VENDOR
from assets.build.site import dist
from assets.build.wasm import CONSTANT, skip, unsigned
from tests.bench._counting import LOADS, READ_BLOCKS, counting
from tests.browser.party import Member, play_level, seat, start
from tests.browser.table import Person
from tests.relay import relay
from tests.web import chromium_options, ready, served

VARIANTS = ("Classic", "Sets of ten", "Descending", "Around fifty", "No stars", "Extreme")
ONLINE = (
    "game.net",
    "game.transport",
    "game.browser.clubs",
    "game.browser.online",
    "game.browser.webrtc",
    "game.words.online",
)
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
    argparse.ArgumentParser(prog="build.py bench profile", description=__doc__).parse_args(argv)
    dist()
    alone, together = traced()
    archive.MODULES.write_text("".join(f"{name}\n" for name in alone), encoding="utf-8")
    archive.FOR_ONLINE.write_text("".join(f"{name}\n" for name in together), encoding="utf-8")
    print(f"{len(alone)} modules, and {len(together)} for play together")
    called, late = traced_program()
    program.EARLY.write_text(listed(called), encoding="utf-8")
    program.LATE_DATA.write_text(listed(late), encoding="utf-8")
    print(f"{len(called)} functions early, {program.BLOCK * len(late)} bytes of data late")
    return 0


def traced() -> tuple[list[str], list[str]]:
    """Return the modules loaded by solo play, and those that multiplayer adds."""
    with served() as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(**chromium_options())
        page = browser.new_page(reduced_motion="reduce", service_workers="block")
        page.route("**/assets/interpreter.js", with_whole_library)
        page.route("**/whole.zip", lambda route: route.fulfill(body=whole()))
        page.route("**/pyodide.asm.wasm", lambda route: route.fulfill(path=PYODIDE / "pyodide.asm.wasm"))
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


# --- the program -------------------------------------------------------------------------

GAMES_LOST = 20
"""Games that the trace loses. Each calls a few functions that others do not, such as those that enlarge a table."""

LOSE = """async () => {
    (document.querySelector("[data-part=again]:not([hidden])") ?? start).click();
    do {
        const key = document.querySelector(".lay:not([hidden])") ? "h" : " ";
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
        await new Promise((done) => setTimeout(done, 20));
    } while (document.querySelector(".table")?.dataset.phase !== "lost");
}"""
"""Lose a game: lay the hand, and play at once."""

SHORTEST = 4096
"""The bytes of the shortest range of data that comes late. Strings and small tables lie among those that are read."""

NOTE_COUNTS = """
for (const name of ["instantiate", "instantiateStreaming"]) {
    const own = WebAssembly[name].bind(WebAssembly);
    WebAssembly[name] = async (...given) => {
        const made = await own(...given);
        window.counts ??= (made.instance ?? made).exports["~counts"];
        return made;
    };
}
"""
USED = "[...new Uint8Array(counts.buffer)].flatMap((used, at) => (used ? [at] : []))"


def traced_program() -> tuple[set[int], set[int]]:
    """Return the functions that the first games call, and the blocks of data that come late."""
    content, _ = lean(PYODIDE)
    whole = read(content)
    first, _ = cut(content, range(len(whole.bodies)), [])
    body = lzma.compress(counting(first), preset=0)

    def counted(browser: Browser) -> Page:
        page = browser.new_page(reduced_motion="reduce", service_workers="block")
        page.add_init_script(NOTE_COUNTS)
        page.route("**/*.wasm.xz", lambda route: route.fulfill(body=body))
        return page

    with served() as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(**chromium_options())
        used = {one for used in first_games(lambda: counted(browser), site) for one in used}
    called = {one for one in used if one < READ_BLOCKS}
    blocks = {one - READ_BLOCKS for one in used if one >= READ_BLOCKS}
    return called, set(late_blocks(whole, called, blocks))


def first_games(new_page: Callable[[], Page], site: str) -> Iterator[list[int]]:
    """Yield what solo games, a deal in each language, the first table and a table for two use."""
    person = Person.arrive(new_page(), site)
    person.sit_down(players=3)
    person.play_on(lambda state: state.level > 3)
    yield person.page.evaluate(USED)
    person = Person.arrive(new_page(), site)
    try_everything(person)
    yield person.page.evaluate(USED)
    page = new_page()
    page.goto(site)
    ready(page)
    for _ in range(GAMES_LOST):
        page.evaluate(LOSE)
    yield page.evaluate(USED)
    for language in languages():
        page = new_page()
        page.goto(f"{site}?lang={language}")
        ready(page)
        page.locator("#start").dispatch_event("click")
        expect(page.locator(".hand .card")).to_be_visible()
        yield page.evaluate(USED)
    page = new_page()
    page.goto(site)
    ready(page)
    page.get_by_role("button", name="Try it").click()
    expect(page.locator(".table-hint")).to_be_visible()
    yield page.evaluate(USED)
    with tempfile.TemporaryDirectory() as folder, relay(Path(folder)) as address:
        ana, ben = Member(new_page()), Member(new_page())
        ana.page.goto(f"{site}?relay={address}")
        ana.host("Ana")
        seat(ana, {"Ben": ben})
        start(ana, [ana, ben])
        play_level(1, [ana, ben])
        yield from (member.page.evaluate(USED) for member in (ana, ben))


def late_blocks(whole: Program, called: set[int], blocks: set[int]) -> Iterator[int]:
    """Yield the blocks in long ranges of data that no start needs.

    They are not among the `blocks` that are read, not named in the code of a function `called`, and before what a
    snapshot changes.
    """
    end = first_changed() // program.BLOCK
    ours = {one for each in called for one in named(whole.bodies[each])}
    places = sorted({one for body in whole.bodies for one in named(body)} | {len(whole.memory)})
    needed = set(blocks) | {end}
    for first in ours & set(range(len(whole.memory))):
        after = places[bisect_right(places, first)]
        needed |= set(range(first // program.BLOCK, (after - 1) // program.BLOCK + 1))
    for before, after in pairwise(sorted(one for one in needed if one <= end)):
        if (after - before - 1) * program.BLOCK >= SHORTEST:
            yield from range(before + 1, after)


def named(body: bytes) -> Iterator[int]:
    """Yield the constants and the offsets of loads in the code of a function. Some are addresses of data."""
    for code, at, _ in instructions(body):
        if code == CONSTANT:
            yield unsigned(body, at)[0]
        elif code in LOADS:
            yield unsigned(body, skip(body, at))[0]


def first_changed() -> int:
    """Return the first address at which the snapshot differs from the program's own data."""
    (file,) = DIST.glob("python.memory.*")
    return int.from_bytes(lzma.decompress(file.read_bytes())[8:12], "little")


def listed(numbers: Iterable[int]) -> str:
    """Return sorted `numbers` as ranges, such as "1-3 7"."""
    ranges: list[list[int]] = []
    for one in sorted(numbers):
        if ranges and ranges[-1][1] == one - 1:
            ranges[-1][1] = one
        else:
            ranges.append([one, one])
    text = " ".join(f"{first}-{last}" if first < last else f"{first}" for first, last in ranges)
    return textwrap.fill(text, 120, break_on_hyphens=False) + "\n"


# --- what people do ----------------------------------------------------------------------


def try_everything(person: Person) -> None:
    """Play a level of every variant, with stars, stops and a look back, and open every dialog."""
    page: Page = person.page
    for variant in VARIANTS:
        person.sit_down(players=3, variant=variant)
        person.play_level()
        person.leave()
    for name in ("Rules", "Settings"):
        person.button(name).click()
        page.locator(".dialog:popover-open .icon").click()
    person.sit_down(players=8, also=["Blind from the start"])
    person.play_on(lambda state: state.level > 1)
    person.begin()
    person.button("Stop").click()
    person.come_back()
    expect(person.table).to_be_visible()
