"""Builds the page: dist/, which any static host can serve, and .build/dev/ for development."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from html import escape
from pathlib import Path

from assets.build import archive, first_paint, program, pyscript, single, snapshot
from assets.build.project import (
    ASSETS,
    BIG_SCREEN,
    BIN,
    BUILD,
    CLUBS,
    DEVELOPMENT,
    DIST,
    FOR_BUILDING,
    GAME,
    PYODIDE,
    PYTHON,
    ROOT,
    SERVICE_WORKER,
    STYLE,
    TOOLS,
    VENDOR,
    Broken,
    Missing,
    copy,
    digest,
    files_in,
    read,
    run,
    say,
    version,
)
from assets.build.requirements import need_npm_packages, need_python_packages
from game.net.clubs.club import ClubLinkError, parse_club

# The files of each npm package that the page uses. Every pattern matches exactly one file.
SERVED = {
    "vendor/pyodide": (PYODIDE, ("pyodide.mjs",)),
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
    "online": (
        "game/browser/clubs/",
        "game/browser/online/",
        "game/browser/webrtc/",
        "game/net/",
        "game/transport/",
        "game/words/online/",
    ),
    "history": ("game/browser/history/", "game/history/", "game/words/history/"),
}

# What the page refers to in the build for development. It has no snapshot, because modules change all the time.
FOR_DEVELOPMENT = {
    "./assets/offline.js": "./assets/development.js",
    "./python.memory.xz ./python.head": "./python.pack",
}

# Packages written for bundlers: each is bundled into one module that the page can import.
BUNDLED = {"vendor/nostr/nostr.js": VENDOR / "nostr.js", "vendor/xz/xz.js": VENDOR / "xz.js"}


def dist(club: str | None = None) -> None:
    """Write dist/: the page, its assets, the packages' files, and all Python in a few archives.

    The page shows the club of the link `club` to all its visitors, if there is one.
    """
    need_npm_packages()
    stamp = BUILD / "dist"
    named = meta_of(club)
    wanted = f"{state_of_sources()}{named and f' {hashlib.sha256(named.encode()).hexdigest()[:8]}'}"
    if DIST.exists() and read(stamp) == wanted:
        return
    say("Building dist/")
    # It takes seconds to cut the program, and the other parts do not need it.
    with ThreadPoolExecutor() as pool:
        program_made = pool.submit(program.parts, PYODIDE, BUILD / "compiled")
        with new_site(DIST) as site:
            write_page(site, wanted, named=named)
            write_languages(site)
            write_python(site)
            write_program(site, program_made.result())
            tighten_archives(site)
            minify_scripts(site)
            first_paint.name_by_contents(site)
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
        name = write_page(site, wanted, FOR_DEVELOPMENT)
        write_languages(site)
        copy(TOOLS / "development.js", site / "assets/development.js")
        copy(TOOLS / "no_service_worker.js", site / "service-worker.js")
        write_python(site, as_written=True)
        write_program(site, program.parts(PYODIDE, BUILD / "compiled"))
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
        for style in (STYLE, BIG_SCREEN, CLUBS):
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
        yield new
        shutil.rmtree(target, ignore_errors=True)
        new.rename(target)


def our_assets() -> list[Path]:
    return [file for file in files_in(ASSETS) if not {VENDOR, TOOLS} & {*file.parents}]


def our_python() -> list[Path]:
    return [file for file in files_in(GAME) if file.suffix == ".py"]


def sources() -> list[Path]:
    """Return every source file of a build, except the packages' own."""
    tools = [ROOT / "build.py", *(file for file in files_in(TOOLS) if "__pycache__" not in file.parts)]
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

    The large files have it in their names, so that a page can put them into the cache, too.

    Of the other languages, it caches those that a page has used.
    """
    files = [file for file in files_in(site) if file.name != "LICENSE"]
    patterns = "*.html", "assets/manifest.*.webmanifest", "words/*", "vendor/outfit/*-ext-*"
    english = {site / "index.html", *site.glob("words/*.en.html")}
    others = {file for pattern in patterns for file in site.glob(pattern)} - english

    def known(file: Path) -> dict[str, str | None]:
        content = file.read_bytes()
        return {
            "url": f"./{file.relative_to(site).as_posix()}",
            "revision": None if file.suffix == ".xz" else hashlib.sha256(content).hexdigest()[:16],
            "integrity": first_paint.digest(content),
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


def write_page(site: Path, state: str, instead: Mapping[str, str] | None = None, named: str = "") -> str:
    """Write index.html for the version `state`, with addresses replaced as in `instead`. Return its version.

    `named` is the element that names a club; see `meta_of`.
    """
    number, changes, *_ = state.split()
    name = f"{number} ({changes[:8]})"
    page = (ROOT / "index.html").read_text(encoding="utf-8").replace("<title>", f"{named}<title>", 1)
    for old, new in {"in development": name, **(instead or {})}.items():
        page = page.replace(old, new, 1)
    (site / "index.html").write_bytes(page.encode())
    return name


def meta_of(club: str | None) -> str:
    """Return the element of the page that names the club of a link. Raises Missing for anything else."""
    if club is None:
        return ""
    fragment = "#" + club.partition("#")[2]
    try:
        parse_club(fragment)
    except ClubLinkError as error:
        raise Missing(f"{club} is no link to a club. Open the club in the game, and copy its link.") from error
    return f'<meta name="club" content="{escape(fragment)}" />'


def write_languages(site: Path) -> None:
    """Write the page, and Python's messages, in all other languages."""
    need_python_packages(FOR_BUILDING)
    try:
        subprocess.run([PYTHON, "-m", "assets.build.languages", site], cwd=ROOT, check=True)
    except (subprocess.CalledProcessError, OSError) as error:
        raise Broken("The page could not be put into other languages. Why is said above.") from error


def write_lock_of_no_packages(target: Path) -> None:
    """Write a package list without packages, instead of the 119 kB that Pyodide would load at every start."""
    whole = json.loads((PYODIDE / "pyodide-lock.json").read_text())
    target.write_text(json.dumps({"info": whole["info"], "packages": {}}))


def write_python(site: Path, as_written: bool = False) -> None:
    """Write the archive of the game and its part of the standard library, and the archives that load later."""
    whole = PYODIDE / "python_stdlib.zip"
    lists = archive.MODULES, archive.FOR_ONLINE, archive.FOR_TRANSLATIONS
    libraries = [archive.library(whole, file.read_text().split()) for file in lists]
    game = {file.relative_to(ROOT).as_posix(): file.read_bytes() for file in our_python()}
    parts = libraries if as_written else [*libraries, game]
    try:
        library, rest, translations, *games = archive.compiled(node(), parts, BUILD / "compiled")
    except (subprocess.CalledProcessError, OSError) as error:
        raise Missing("Node.js could not compile the game's Python. What it said is above.") from error
    (game,) = games or [game]
    packs = {pack: {name: game.pop(name) for name in [*game] if name.startswith(LATER[pack])} for pack in LATER}
    packs["online"] |= rest
    packs["words/gettext"] = translations
    for pack, files in {"python": library | game, **packs}.items():
        (site / f"{pack}.pack").write_bytes(archive.packed(files))
    if not as_written:
        write_snapshot(site, library | game)


def write_program(site: Path, parts: Path) -> None:
    """Copy the parts of Pyodide's program, and its loader, from the folder `parts`."""
    for part in files_in(parts):
        copy(part, site / "vendor/pyodide" / part.name)


def write_snapshot(site: Path, files: Mapping[str, bytes]) -> None:
    """Write the snapshot of Python with the compiled modules `files`, which is what a start needs."""
    try:
        folder = snapshot.made(node(), files, PYODIDE, BUILD / "compiled")
    except (subprocess.CalledProcessError, OSError) as error:
        raise Missing("Node.js could not make the snapshot of Python. What it said is above.") from error
    for file in files_in(folder):
        copy(file, site / file.name)


def tighten_archives(site: Path) -> None:
    """Recompress each archive of Python to a smaller gzip."""
    need_python_packages(FOR_BUILDING)
    tighten: list[str | Path] = [PYTHON, "-m", "assets.build.tighten", *sorted(site.rglob("*.pack"))]
    run(tighten, "The archives of Python could not be compressed. Why is said above.")


def node() -> str:
    return shutil.which("node") or str(BIN / "node")
