"""Installs the packages of the lock files into this folder, each once."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from threading import RLock

from assets.build.project import BIN, FOR_BUILDING, PYTHON, ROOT, UV, VENDOR, VENV, Missing, digest, read, run, say

INSTALLING = RLock()
"""Held by the one thread that installs Python packages."""


def need_venv() -> None:
    if PYTHON.exists():
        return
    say("Making a virtual environment in .venv")
    run(
        [sys.executable, "-m", "venv", "--clear", VENV],
        "This Python cannot make a virtual environment. On Debian and Ubuntu: apt install python3-venv.",
    )


def need_python_packages(lock: Path) -> None:
    with INSTALLING:
        need_venv()
        stamp = VENV / f"{lock.parent.name}.installed"
        wanted = digest([lock])
        if read(stamp) == wanted:
            return
        if lock != FOR_BUILDING:
            need_python_packages(FOR_BUILDING)
        say(f"Installing the Python packages of {lock.relative_to(ROOT).as_posix()}")
        install(lock)
        stamp.write_text(wanted)


def install(lock: Path) -> None:
    """Install the packages of `lock`, which names every package: by uv, or by pip, which takes 50 s for the tests'.

    pip installs uv itself, and all else if uv fails: only pip reads pip.conf, which may name another index.
    """
    # Without --no-deps, pip 23 may prefer a newer release of a package with extras.
    options: list[str | Path] = ["--quiet", "--require-hashes", "--no-deps", "-r", lock]
    if UV.exists():
        try:
            return run([UV, "pip", "install", "--python", PYTHON, *options], "uv could not install the packages above.")
        except Missing as missing:
            say(f"{missing} pip tries it now")
    run(
        [PYTHON, "-m", "pip", "install", "--disable-pip-version-check", "--no-compile", *options],
        "pip could not install the packages above. Check the connection, then run this command again.",
    )


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
