"""The folders of the project, and what all parts of the build share."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import tomllib
from collections.abc import Iterable, Sequence
from pathlib import Path


class Missing(Exception):
    """Raised if a requirement is missing; the message names it, and what to do."""


class Broken(Missing):
    """Raised if a source file cannot be built; the message names the file and the place."""


ROOT = Path(__file__).resolve().parents[2]
GAME = ROOT / "game"
ASSETS = ROOT / "assets"
TOOLS = ASSETS / "build"
STYLE, BIG_SCREEN = ASSETS / "css/style.css", ASSETS / "css/big_screen.css"
CLUBS = ASSETS / "css/clubs.css"
SERVICE_WORKER = ASSETS / "service-worker.js"
VENDOR = ASSETS / "vendor"
PYODIDE = VENDOR / "node_modules/pyodide"
DIST = ROOT / "dist"
BUILD = ROOT / ".build"
DEVELOPMENT = BUILD / "dev"
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
UV = BIN / ("uv.exe" if os.name == "nt" else "uv")

FOR_BUILDING = TOOLS / "requirements.txt"
"""The packages that read the translations, compress the archives, and install the other packages."""


def files_in(folder: Path) -> list[Path]:
    return sorted(file for file in folder.rglob("*") if file.is_file() and file.name[0] != ".")


def copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)


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


def version() -> str:
    return str(tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"])
