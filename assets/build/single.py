"""The single-file edition: the page with everything that solo play needs, to open from disk.

It contains all languages, 20 kB each: less than a thirtieth of the whole, so that users need not choose a file.
"""

from __future__ import annotations

import base64
import gzip
import json
import re
from collections.abc import Callable
from pathlib import Path

HERE = Path(__file__).parent
INTERPRETER = "./assets/interpreter.js"
BUNDLED = "(?:unpacking|interpreter|offline|failures)"
FETCHED = (
    "python.pack",
    "first_table.pack",
    "history.pack",
    "words/gettext.pack",
    "vendor/pyodide/pyodide-lock.json",
    "vendor/pyodide/pyodide.rest.wasm",
)
"""The files that the page fetches by name. Modules, styles and pictures are inlined where the page refers to them."""

STYLE = "<style>(.*?)</style>"
BOOT = "<script(?: data-languages=[^>]*)? data-large=[^>]*>(.*?)</script>"
"""The beginning of the page: its style, and the script that watches the page load."""

POLICY = (
    "default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval' data:; style-src 'unsafe-inline'; "
    "img-src data: blob:; font-src data:; connect-src blob:; base-uri 'none'; form-action 'none'"
)

Bundle = Callable[..., str]
"""A function that returns a file bundled with all its imports, given esbuild's options."""


def one_file(site: Path, bundle: Bundle) -> str:
    """Return the page in the folder `site` with all its files. Multiplayer is left out, because it needs an address."""
    page = _page(site, "index.html", "en")
    tags = re.search(r' data-languages=(?:"([^"]*)"|([\w-]*))', page)
    others = (tags[1] or tags[2]).split() if tags else []
    page = re.sub(r'(Content-Security-Policy"?\s+content=")[^"]*', lambda found: found[1] + POLICY, page)
    page = re.sub('<script type="application/json".*?</script>', "", page)
    page = re.sub("<link rel=(?:modulepreload|preload|manifest|apple-touch-icon)[^>]*>", "", page)
    page = re.sub(r"url\(([^)]*\.woff2)\)", lambda it: f"url({_data((site / it[1]).read_bytes(), 'font/woff2')})", page)
    page = re.sub('(<link rel=icon href=")([^"]*)', lambda it: it[1] + _picture(site / it[2]), page)
    page = re.sub(f'<script type=module[^>]*src="./assets/{BUNDLED}.js"></script>', "", page)
    program = next(site.glob("vendor/pyodide/*.wasm.xz")).relative_to(site).as_posix()
    chosen = f'{tags[0] if tags else ""} data-large="./{program}"'
    page = re.sub(BOOT, lambda it: _scripts(site, bundle, chosen, it[1]), page, flags=re.DOTALL)
    page = page.replace('<script type=module src="./vendor/pyscript/core.js">', '<script type=module>import "core.js";')
    held = [_held(name, (site / name).read_bytes()) for name in (*FETCHED, program)]
    held += [_held(f"{tag}.html", _body(_page(site, f"{tag}.html", tag)).encode()) for tag in others]
    held += [_held(name, (site / name).read_bytes()) for tag in others for name in _catalogs(tag)]
    return page.replace("</body>", f"{''.join(held)}</body>")


def _catalogs(tag: str) -> list[str]:
    return [f"words/{part}.{tag}.mo" for part in ("start", "first_table", "history")]


def _page(site: Path, name: str, language: str) -> str:
    """Return a page with the templates of finished games, and without multiplayer."""
    page, templates = (site / name).read_text(encoding="utf-8"), site / f"words/history.{language}.html"
    if templates.exists():
        page = page.replace("</body>", f"{templates.read_text(encoding='utf-8')}</body>")
    return re.sub("(<(?:button|div|details) [^>]*data-together)", r"\1 hidden", page)


def _body(page: str) -> str:
    """Return `page` without the parts that all languages share."""
    return re.sub(f"{STYLE}|{BOOT}", "", page, flags=re.DOTALL)


def _scripts(site: Path, bundle: Bundle, languages: str, boot: str) -> str:
    """Return the import map, and the scripts that run before all others, with `boot` first."""
    modules = {file.name: _pyscript(file) for file in sorted((site / "vendor/pyscript").glob("*.js"))}
    interpreter = bundle(
        site / "assets/interpreter.js",
        "--format=esm",
        "--define:import.meta.url=document.baseURI",
        "--external:node:*",
        "--external:ws",
    )
    imports = modules | {INTERPRETER: _data(interpreter.encode(), "text/javascript")}
    files, failures = HERE / "single_files.js", site / "assets/failures.js"
    early = files.read_text(encoding="utf-8") + boot + failures.read_text(encoding="utf-8")
    return f'<script type="importmap">{json.dumps({"imports": imports})}</script><script{languages}>{early}</script>'


def _pyscript(file: Path) -> str:
    """Return a module that imports others by bare names, because a module without an address has no relative paths."""
    return _data(re.sub(r'(from|import\()"\./', r'\1"', file.read_text()).encode(), "text/javascript")


def _picture(file: Path) -> str:
    return _data(file.read_bytes(), "image/svg+xml")


def _held(name: str, content: bytes) -> str:
    packed = base64.b64encode(gzip.compress(content, 9, mtime=0)).decode()
    return f'<script type="text/plain" data-file="{name.rpartition("/")[2]}">{packed}</script>\n'


def _data(content: bytes, kind: str) -> str:
    return f"data:{kind};base64,{base64.b64encode(content).decode()}"
