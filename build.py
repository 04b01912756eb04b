#!/usr/bin/env python3
"""The one command of this project: play, test, bench, dist, picture, words.

It needs only Python 3.11 to start. It installs everything else into this folder: a virtual environment, the npm
packages, and a browser for the tests.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import http.server
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from assets.build import archive, checks, first_paint, program, pyscript, single

ROOT = Path(__file__).resolve().parent
GAME = ROOT / "game"
ASSETS = ROOT / "assets"
TOOLS = ASSETS / "build"
STYLE, BIG_SCREEN = ASSETS / "css/style.css", ASSETS / "css/big_screen.css"
SERVICE_WORKER = ASSETS / "service-worker.js"
VENDOR = ASSETS / "vendor"
PYODIDE = VENDOR / "node_modules/pyodide"
DIST = ROOT / "dist"
BUILD = ROOT / ".build"
DEVELOPMENT = BUILD / "dev"
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")

FOR_BUILDING = TOOLS / "requirements.txt"
"""The packages that read the translations and compress the archives."""

# The files of each npm package that the page uses. Every pattern matches exactly one file.
SERVED = {
    "vendor/pyodide": (PYODIDE, ("pyodide.mjs", "pyodide.asm.mjs")),
    "vendor/outfit": (
        VENDOR / "node_modules/@fontsource-variable/outfit/files",
        ("outfit-latin-wght-normal.woff2", "outfit-latin-ext-wght-normal.woff2", "../LICENSE"),
    ),
    "vendor/noble": (VENDOR / "node_modules/@noble/curves", ("LICENSE",)),
    "vendor/noble/ciphers": (VENDOR / "node_modules/@noble/ciphers", ("LICENSE",)),
    "vendor/scure": (VENDOR / "node_modules/@scure/base", ("LICENSE",)),
    "vendor/nostr": (VENDOR / "node_modules/nostr-tools", ("LICENSE",)),
    "vendor/uqr": (VENDOR / "node_modules/uqr/dist", ("index.mjs", "../LICENSE")),
}

# The modules that load on first use, by the archive that contains them.
LATER = {
    "first_table": ("game/browser/first_table/", "game/words/first_table.py"),
    "online": ("game/browser/online/", "game/browser/webrtc/", "game/net/", "game/transport/", "game/words/online/"),
    "history": ("game/browser/history/", "game/history/", "game/words/history/"),
}

LOOK_EVERY, REPEAT_AFTER = 0.3, 10.0
"""Seconds between two checks for a change, and seconds after which the last news is sent again."""

# Packages written for bundlers: each is bundled into one module that the page can import.
BUNDLED = {"vendor/nostr/nostr.js": VENDOR / "nostr.js", "vendor/xz/xz.js": VENDOR / "xz.js"}


class Missing(Exception):
    """Raised if a requirement is missing; the message names it, and what to do."""


class Broken(Missing):
    """Raised if a source file cannot be built; the message names the file and the place."""


def main(arguments: Sequence[str] | None = None) -> int:
    if sys.version_info < (3, 11):  # noqa: UP036 - nothing in this file keeps an older Python from saying so
        sys.exit("One Mind needs Python 3.11 or newer. This is " + sys.version.split()[0] + ".")
    chosen, rest = commands().parse_known_args(arguments)
    if rest and (chosen.command in ("play", "dist", "picture") or (chosen.command == "test" and is_fixed(chosen))):
        commands().error(f"not understood: {' '.join(rest)}")
    try:
        if chosen.command == "play":
            play(chosen.port, chosen.as_built)
        elif chosen.command == "dist":
            dist()
            if chosen.single:
                one_file()
        elif chosen.command == "test":
            return test(chosen, rest)
        elif chosen.command == "picture":
            picture()
        elif chosen.command == "words":
            return words(rest)
        else:
            return bench(chosen.name, rest)
    except Missing as missing:
        print(f"\n{missing}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print()
    return 0


def commands() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="build.py", description="Build, play and test One Mind.")
    which = parser.add_subparsers(dest="command", required=True, metavar="play|test|bench|dist|picture|words")
    add = partial(which.add_parser, formatter_class=argparse.RawDescriptionHelpFormatter)

    playing = add("play", help="serve the game on this computer, and reload it when a source file changes")
    playing.add_argument("--port", type=int, help="this port and no other (default: 8000, or the next free one)")
    playing.add_argument("--as-built", action="store_true", help="serve dist/ as it would be published")
    testing = add("test", help="check and test everything", epilog="All other arguments go to pytest.")
    tiers = testing.add_mutually_exclusive_group()
    tiers.add_argument("--quick", action="store_true", help="lint, types, tests without a browser, five journeys")
    tiers.add_argument("--no-browser", action="store_true", help="lint, types, tests without a browser")
    tiers.add_argument("--journeys", action="store_true", help="the journeys alone, in a browser")
    tiers.add_argument("--repeat", nargs=2, metavar=("TIMES", "PATTERN"), help="run the tests that match many times")
    testing.add_argument("--coverage", action="store_true", help="with --no-browser: measure branch coverage")
    testing.add_argument("--shard", metavar="K/N", help="shard K of N of the journeys")
    measuring = add("bench", help="measure", epilog="All other arguments go to the benchmark.")
    measuring.add_argument("name", choices=benchmarks(), help="what to measure: %(choices)s")
    building = add("dist", help="build dist/, which any static host can serve")
    building.add_argument("--single", action="store_true", help="and in it one-mind.html, which needs no host at all")
    add("picture", help="take the picture in README.md anew")
    add("words", help="tell what the translations lack", epilog="All other arguments: languages such as de, --update.")
    return parser


def benchmarks() -> list[str]:
    return sorted(file.stem for file in (ROOT / "tests/bench").glob("[!_]*.py"))


# --- Requirements -----------------------------------------------------------------


def need_venv() -> None:
    if PYTHON.exists():
        return
    say("Making a virtual environment in .venv")
    run(
        [sys.executable, "-m", "venv", "--clear", VENV],
        "This Python cannot make a virtual environment. On Debian and Ubuntu: apt install python3-venv.",
    )


def need_python_packages(lock: Path) -> None:
    need_venv()
    stamp = VENV / f"{lock.parent.name}.installed"
    wanted = digest([lock])
    if read(stamp) == wanted:
        return
    say(f"Installing the Python packages of {lock.relative_to(ROOT).as_posix()}")
    run(
        [PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--require-hashes", "-r", lock],
        "pip could not install the packages above. Check the connection, then run this command again.",
    )
    stamp.write_text(wanted)


def need_npm_packages() -> None:
    stamp = VENDOR / "node_modules/.installed"
    wanted = digest([VENDOR / "package-lock.json"])
    if read(stamp) == wanted:
        return
    npm = shutil.which("npm")
    if npm is None:
        need_python_packages(VENDOR / "requirements.txt")
        npm = str(BIN / "npm")
    say("Installing Pyodide and PyScript from npm")
    run(
        [npm, "ci", "--no-progress", "--loglevel=error"],
        "npm could not install the packages above. Check the connection, then run this command again.",
        cwd=VENDOR,
    )
    stamp.write_text(wanted)


def need_browser(pytest_arguments: Sequence[str] = ()) -> None:
    """Find a browser for the tests, or install one."""
    named = set(NAMES_A_BROWSER.findall(" ".join(pytest_arguments))) or {"chromium"}
    for browser in sorted(named):
        if not can_have(browser):
            raise Missing(f"There is no {browser} to test in, and none could be installed. Please install one.")
        say(f"Testing in {of_this_machine(browser) or f'the {browser} of Playwright'}")


def can_have(browser: str) -> bool:
    """Whether the browser is installed, or can be."""
    return bool(of_this_machine(browser)) or installed_by_playwright(browser) or installed_by_system(browser)


WITH_WINDOWS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
NAMES = {
    "chromium": ("chromium-headless-shell", *WITH_WINDOWS),
    "chromium with windows": WITH_WINDOWS,
    "firefox": ("firefox", "firefox-esr"),
    "webkit": (str(ROOT / "tests/engines/webkit_window.py"),),
}
"""The commands of browsers that Playwright did not install. The headless Chromium comes first: each window costs a
journey a second of processor time. WebKitGTK is a library; this project provides its window.
"""


def of_this_machine(browser: str) -> str | None:
    """Return the path of such a browser on this computer, or None: then the tests use Playwright's own."""
    return next(filter(works, filter(None, map(shutil.which, NAMES.get(browser, ())))), None)


def works(browser: str) -> bool:
    try:
        return subprocess.run([browser, "--version"], capture_output=True, timeout=60).returncode == 0
    except OSError:  # a script, on a system that cannot run one
        return False


def installed_by_playwright(browser: str) -> bool:
    ask = f"from playwright.sync_api import sync_playwright as p\nwith p() as q: print(q.{browser}.executable_path)"
    answer = subprocess.run([PYTHON, "-c", ask], capture_output=True, text=True).stdout.strip()
    if answer and Path(answer).exists():
        return True
    say(f"Installing {browser} by Playwright")
    with_libraries = ["--with-deps"] if os.environ.get("GITHUB_ACTIONS") else []
    install: list[str | Path] = [PYTHON, "-m", "playwright", "install", *with_libraries, browser]
    return subprocess.run(install, stderr=subprocess.DEVNULL).returncode == 0


PACKAGES = {
    "chromium": ["chromium-headless-shell", "chromium"],
    "firefox": ["firefox-esr"],
    "webkit": ["webkit2gtk-driver", "gir1.2-webkit2-4.1", "python3-gi", "xvfb"],
}
"""Debian's packages of these browsers and their drivers."""


def installed_by_system(browser: str) -> bool:
    apt = shutil.which("apt-get")
    if apt is None or browser not in PACKAGES or not is_root():
        return False
    say(f"Installing {browser} by apt-get")
    quiet = partial(subprocess.run, stdout=subprocess.DEVNULL, env=os.environ | {"DEBIAN_FRONTEND": "noninteractive"})
    quiet([apt, "update", "-qq"])
    return quiet([apt, "install", "-y", "-qq", "--no-install-recommends", *PACKAGES[browser]]).returncode == 0


def is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


# --- dist -------------------------------------------------------------------------


def dist() -> None:
    """Write dist/: the page, its assets, the packages' files, and all Python in a few archives."""
    need_npm_packages()
    stamp = BUILD / "dist"
    wanted = state_of_sources()
    if DIST.exists() and read(stamp) == wanted:
        return
    say("Building dist/")
    with new_site(DIST) as site:
        write_page(site, wanted)
        write_languages(site)
        write_python(site)
        tighten_archives(site)
        minify_scripts(site)
        first_paint.put_into_pages(site)
        bundle_service_worker(site)
    stamp.write_text(wanted)


def development() -> str:
    """Write .build/dev/, the build for development. Return its version.

    Python stays as source, with docstrings, assertions and lines, and the browser caches nothing.
    """
    check_syntax()
    wanted = state_of_sources()
    with new_site(DEVELOPMENT) as site:
        name = write_page(site, wanted, ("./assets/offline.js", "./assets/development.js"))
        write_languages(site)
        copy(TOOLS / "development.js", site / "assets/development.js")
        copy(TOOLS / "no_service_worker.js", site / "service-worker.js")
        write_python(site, as_written=True)
    return name


@contextmanager
def new_site(target: Path) -> Iterator[Path]:
    """Yield a folder with the files common to all builds; it becomes `target` when the block ends."""
    BUILD.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=BUILD) as folder:
        new = Path(folder, "site")
        for file in our_assets():
            if file != SERVICE_WORKER and file.suffix != ".css":
                copy(file, new / file.relative_to(ROOT))
        for style in (STYLE, BIG_SCREEN):
            bundle(style, new / style.relative_to(ROOT), "--external:*.woff2")
        for place, (package, patterns) in SERVED.items():
            for pattern in patterns:
                file = only(package, pattern)
                copy(file, new / place / file.name)
        for place, module in BUNDLED.items():
            bundle(module, new / place, "--format=esm", "--drop:console")  # our page reports its failures itself
        lean = pyscript.lean(VENDOR / "node_modules", Path(folder, "pyscript"))
        bundle(lean, new / "vendor/pyscript/core.js", *pyscript.OPTIONS)
        write_lock_of_no_packages(new / "vendor/pyodide/pyodide-lock.json")
        copy(program.packed(PYODIDE, BUILD / "tight"), new / f"vendor/pyodide/{program.PROGRAM}.xz")
        yield new
        shutil.rmtree(target, ignore_errors=True)
        new.rename(target)


def our_assets() -> list[Path]:
    return [file for file in files_in(ASSETS) if not {VENDOR, TOOLS} & {*file.parents}]


def our_python() -> list[Path]:
    return [file for file in files_in(GAME) if file.suffix == ".py"]


def sources() -> list[Path]:
    """Return every source file of a build, except the packages' own."""
    tools = [Path(__file__), *(file for file in files_in(TOOLS) if "__pycache__" not in file.parts)]
    catalogues = [file for file in files_in(GAME) if file.suffix == ".po"]
    packages = [VENDOR / "package-lock.json", *BUNDLED.values()]
    return [ROOT / "index.html", *packages, *tools, *our_assets(), *our_python(), *catalogues]


def state_of_sources() -> str:
    """Return the version, and a digest that changes with any of the sources."""
    return f"{version()} {digest(sources())}"


def check_syntax() -> None:
    for file in our_python():
        try:
            compile(file.read_bytes(), file.relative_to(ROOT).as_posix(), "exec", dont_inherit=True)
        except (SyntaxError, ValueError) as error:
            raise Broken(f"{file.relative_to(ROOT).as_posix()}: {error}") from error


def only(folder: Path, pattern: str) -> Path:
    found = list(folder.glob(pattern))
    if len(found) != 1:
        raise Missing(f"{folder.relative_to(ROOT)} should hold exactly one {pattern}: has the package changed?")
    return found[0]


def one_file() -> None:
    """Write dist/one-mind.html: solo play in one file, which opens from disk."""
    target = DIST / "one-mind.html"
    target.write_text(single.one_file(DIST, bundled), encoding="utf-8")
    say(f"Wrote {target.relative_to(ROOT).as_posix()}, {target.stat().st_size / 1e6:.1f} MB")


def bundled(module: Path, *options: str) -> str:
    """Return what `bundle` would write."""
    with tempfile.TemporaryDirectory(dir=BUILD) as folder:
        target = Path(folder, module.name)
        bundle(module, target, *options)
        return target.read_text(encoding="utf-8")


def bundle(module: Path, target: Path, *options: str) -> None:
    """Write `module` and all its imports as one file, `target`."""
    run(
        [
            esbuild(),
            module,
            "--bundle",
            "--minify",
            "--log-level=error",
            *options,
            f"--outfile={target}",
        ],
        f"esbuild could not bundle {module.name}: has the package changed?",
    )


def esbuild() -> str:
    return shutil.which("esbuild", path=str(VENDOR / "node_modules/.bin")) or "esbuild"


def bundle_service_worker(site: Path) -> None:
    """Write the service worker. It caches all of `site` for offline play, and identifies each file by a digest.

    Of the other languages, it caches those that a page has used.
    """
    files = [file for file in files_in(site) if file.name != "LICENSE"]
    patterns = "*.html", "assets/manifest.*.webmanifest", "words/*", "vendor/outfit/*-ext-*"
    others = {file for pattern in patterns for file in site.glob(pattern)} - {site / "index.html"}

    def known(file: Path) -> dict[str, str]:
        return {
            "url": f"./{file.relative_to(site).as_posix()}",
            "revision": (content := hashlib.sha256(file.read_bytes())).hexdigest()[:16],
            "integrity": f"sha256-{base64.b64encode(content.digest()).decode()}",
        }

    bundle(
        SERVICE_WORKER,
        site / "service-worker.js",
        '--define:process.env.NODE_ENV="production"',
        f"--define:BUILD={json.dumps([known(file) for file in files if file not in others])}",
        f"--define:LANGUAGES={json.dumps([known(file) for file in sorted(others)])}",
    )


def minify_scripts(site: Path) -> None:
    """Minify our own scripts: remove comments and white space, and keep separate files and identifiers."""
    scripts = [*(site / "assets").glob("*.js")]
    options = [
        "--minify-whitespace",
        "--minify-syntax",
        "--log-level=error",
        "--allow-overwrite",
        f"--outdir={site / 'assets'}",
    ]
    run([esbuild(), *scripts, *options], "esbuild could not minify our scripts: has the package changed?")


def write_page(site: Path, state: str, instead: tuple[str, str] = ("", "")) -> str:
    """Write index.html for the version `state`, with one script replaced as in `instead`. Return its version."""
    number, changes = state.split()
    name = f"{number} ({changes[:8]})"
    page = (ROOT / "index.html").read_text(encoding="utf-8")
    (site / "index.html").write_bytes(page.replace("in development", name, 1).replace(*instead).encode())
    return name


def write_languages(site: Path) -> None:
    """Write the page, and Python's messages, in all other languages."""
    need_python_packages(FOR_BUILDING)
    try:
        subprocess.run([PYTHON, "-m", "assets.build.languages", site], cwd=ROOT, check=True)
    except (subprocess.CalledProcessError, OSError) as error:
        raise Broken("The page could not be put into other languages. Why is said above.") from error


def version() -> str:
    return str(tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"])


def write_lock_of_no_packages(target: Path) -> None:
    """Write a package list without packages, instead of the 119 kB that Pyodide would load at every start."""
    whole = json.loads((PYODIDE / "pyodide-lock.json").read_text())
    target.write_text(json.dumps({"info": whole["info"], "packages": {}}))


def write_python(site: Path, as_written: bool = False) -> None:
    """Write the archive of the game and its part of the standard library, and the archives that load later."""
    whole = PYODIDE / "python_stdlib.zip"
    library, rest = (archive.library(whole, file.read_text().split()) for file in (archive.MODULES, archive.FOR_ONLINE))
    game = {file.relative_to(ROOT).as_posix(): file.read_bytes() for file in our_python()}
    try:
        library, rest = (archive.compiled(node(), part, BUILD / "compiled") for part in (library, rest))
        if not as_written:
            game = archive.compiled(node(), game, BUILD / "compiled")
    except (subprocess.CalledProcessError, OSError) as error:
        raise Missing("Node.js could not compile the game's Python. What it said is above.") from error
    packs = {pack: {name: game.pop(name) for name in [*game] if name.startswith(LATER[pack])} for pack in LATER}
    packs["online"] |= rest
    for pack, files in {"python": library | game, **packs}.items():
        (site / f"{pack}.pack").write_bytes(archive.packed(files))


def tighten_archives(site: Path) -> None:
    """Recompress each archive of Python to the smallest gzip, which takes some seconds."""
    need_python_packages(FOR_BUILDING)
    tighten: list[str | Path] = [PYTHON, "-m", "assets.build.tighten", BUILD / "tight", *sorted(site.glob("*.pack"))]
    run(tighten, "The archives of Python could not be compressed. Why is said above.")


def node() -> str:
    return shutil.which("node") or str(BIN / "node")


def files_in(folder: Path) -> list[Path]:
    return sorted(file for file in folder.rglob("*") if file.is_file() and file.name[0] != ".")


def copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)


# --- play -------------------------------------------------------------------------


class Site(http.server.ThreadingHTTPServer):
    """A static host for dist/, or another `folder`, at `path`, reachable on this computer only."""

    daemon_threads = True

    def __init__(self, port: int, path: str = "/", folder: Path | None = None) -> None:
        self.path = path
        self.folder = folder or DIST
        super().__init__(("127.0.0.1", port), SiteHandler)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}{self.path}"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore a browser that closes the connection early."""


AnySite = TypeVar("AnySite", bound=Site)

# Listed here because some systems map these suffixes to another type, or to none.
TYPES = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
}


class SiteHandler(http.server.SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Site

    def translate_path(self, path: str) -> str:
        if not path.startswith(self.server.path):
            return str(self.server.folder / "nothing lives outside the sub-path")
        self.directory = str(self.server.folder)
        return super().translate_path(path[len(self.server.path) - 1 :])

    def guess_type(self, path: str | os.PathLike[str]) -> str:
        return TYPES.get(Path(path).suffix) or super().guess_type(path)

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_message(self, format: str, *arguments: Any) -> None:
        """Log nothing: the page itself reports what it lacks."""


class Workshop(Site):
    """A host for .build/dev/, reachable on this computer only, that sends news of every change to open pages."""

    def __init__(self, port: int) -> None:
        super().__init__(port, folder=DEVELOPMENT)
        self.RequestHandlerClass = WorkshopHandler
        self.news = ""
        self.changed = threading.Condition()

    def build(self) -> None:
        """Build again, and send the pages the new version, or the error that prevented the build."""
        version, trouble = "", ""
        try:
            version = development()
        except Missing as missing:
            trouble = str(missing)
            print(f"\n{trouble}\n", file=sys.stderr, flush=True)
        with self.changed:
            self.news = json.dumps({"version": version, "trouble": trouble})
            self.changed.notify_all()

    def watch(self) -> None:
        """Build again after every change of a source file."""
        before = times()
        while True:
            time.sleep(LOOK_EVERY)
            if (now := times()) != before:
                before = now
                say("Building anew")
                self.build()


class WorkshopHandler(SiteHandler):
    server: Workshop

    def do_GET(self) -> None:
        if self.path == "/changes":
            self.tell_changes()
        else:
            super().do_GET()

    def tell_changes(self) -> None:
        """Send all news while the page listens. Repeats detect that it has closed the connection."""
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        told = ""
        while True:
            with self.server.changed:
                if self.server.news == told:
                    self.server.changed.wait(REPEAT_AFTER)
                told = self.server.news
            self.wfile.write(f"data: {told}\n\n".encode())


def times() -> dict[Path, int]:
    """Return when each source file was changed, without files that are being replaced right now."""
    found = {}
    for file in sources():
        try:
            found[file] = file.stat().st_mtime_ns
        except FileNotFoundError:
            pass
    return found


def play(port: int | None, as_built: bool) -> None:
    if as_built:
        dist()
        with open_site(Site, port) as site:
            serve(site)
        return
    need_npm_packages()
    say("Building for development")
    with open_site(Workshop, port) as workshop:
        workshop.build()
        threading.Thread(target=workshop.watch, daemon=True).start()
        serve(workshop)


def serve(site: Site) -> None:
    say(f"One Mind is at {site.address} (Ctrl-C ends it)")
    site.serve_forever()


def open_site(kind: type[AnySite], port: int | None) -> AnySite:
    for candidate in (port,) if port is not None else range(8000, 8100):
        try:
            return kind(candidate)
        except OSError:
            continue
    taken = f"Port {port} is" if port is not None else "Ports 8000 to 8099 are"
    raise Missing(f"{taken} taken. Choose another: python3 build.py play --port 9000")


# --- test and bench ---------------------------------------------------------------

OTHERS = ("firefox", "webkit")
NAMES_A_BROWSER = re.compile(r"--browser[ =](\w+)")
"""The options that select one browser, and thus all journeys in it."""


def test(chosen: argparse.Namespace, pytest_arguments: Sequence[str]) -> int:
    """Run the selected parts, and print the duration of each. Return how many failed."""
    start = time.monotonic()
    need_python_packages(ROOT / "tests/requirements.txt")
    need_python_packages(FOR_BUILDING)
    dist()
    if not chosen.no_browser:
        need_browser(pytest_arguments)
    try:
        parts = parts_of(chosen, pytest_arguments)
    except ValueError as error:
        raise Missing(str(error)) from error
    setup = checks.Result("set-up", True, time.monotonic() - start)
    source = {} if chosen.journeys or chosen.shard or chosen.repeat else checks.SOURCE
    results = [setup, *checks.run(parts, PYTHON, ROOT, source)]
    say(f"How long each part took\n{checks.report(results)}")
    return sum(not result.passed for result in results)


def is_fixed(chosen: argparse.Namespace) -> bool:
    """Whether the options select the tests, so that pytest accepts no arguments."""
    return bool(chosen.quick or chosen.repeat or chosen.shard)


def parts_of(chosen: argparse.Namespace, arguments: Sequence[str]) -> list[checks.Part]:
    """Return the parts to run beside the checks of the source. pytest gets `arguments`."""
    if chosen.repeat:
        times, pattern = chosen.repeat
        if not times.isdecimal():
            raise ValueError(f"{times} is no number of times. For example: --repeat 20 test_links")
        return [checks.repeated(int(times), pattern)]
    if chosen.no_browser:
        return [checks.without_browser(*arguments, coverage=chosen.coverage)]
    if chosen.quick:
        return [checks.without_browser(), checks.smoke()]
    if chosen.journeys or chosen.shard:
        return [checks.shard(chosen.shard) if chosen.shard else checks.journeys(*arguments)]
    if NAMES_A_BROWSER.fullmatch(" ".join(arguments)):
        return [checks.journeys(*arguments)]
    if arguments:
        return [checks.Part("pytest", ("pytest", *arguments))]
    return [checks.without_browser(), checks.journeys(), *map(checks.tour, others_here())]


def others_here() -> list[str]:
    """Return the other browsers that are installed or can be, and print which are not."""
    here = [browser for browser in OTHERS if can_have(browser)]
    for browser in sorted(set(OTHERS) - set(here)):
        say(f"There is no {browser} here, and none could be installed: the tour in it is left out")
    return here


def bench(name: str, arguments: Sequence[str]) -> int:
    with redirect_stdout(sys.stderr):  # standard output is for the figures only
        need_python_packages(ROOT / "tests/requirements.txt")
    call = f"import sys; from tests.bench.{name} import main; sys.exit(main(sys.argv[1:]))"
    return subprocess.run([PYTHON, "-c", call, *arguments], cwd=ROOT).returncode


def picture() -> None:
    need_python_packages(ROOT / "tests/requirements.txt")
    dist()
    need_browser()
    run([PYTHON, "-m", "tests.picture"], "The picture could not be taken. What went wrong is above.")


def words(arguments: Sequence[str]) -> int:
    need_python_packages(FOR_BUILDING)
    return subprocess.run([PYTHON, "-m", "assets.build.catalogues", *arguments], cwd=ROOT).returncode


# --- Small helpers ----------------------------------------------------------------


def say(sentence: str) -> None:
    print(f"> {sentence}", flush=True)


def run(command: Sequence[str | Path], sentence: str, cwd: Path = ROOT) -> None:
    here = {"PATH": os.pathsep.join([str(BIN), os.environ.get("PATH", "")]), "NODE_PATH": str(VENDOR / "node_modules")}
    try:
        subprocess.run(command, cwd=cwd, env=os.environ | here, check=True)
    except (subprocess.CalledProcessError, OSError) as error:
        raise Missing(sentence) from error


def digest(files: Iterable[Path]) -> str:
    """Return a digest that changes with the content or name of any file."""
    total = hashlib.sha256()
    for file in files:
        content = hashlib.sha256(file.read_bytes()).hexdigest()
        total.update(f"{file.relative_to(ROOT).as_posix()} {content}\n".encode())
    return total.hexdigest()


def read(stamp: Path) -> str:
    return stamp.read_text() if stamp.exists() else ""


if __name__ == "__main__":
    sys.exit(main())
