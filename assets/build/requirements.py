"""Installs the packages of the lock files into this folder, each once."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from assets.build.project import BIN, PYTHON, ROOT, VENDOR, VENV, digest, read, run, say


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
    # A lock file names every package. Without --no-deps, pip 23 may prefer a newer release of a package with extras.
    options = ["--quiet", "--disable-pip-version-check", "--require-hashes", "--no-deps"]
    run(
        [PYTHON, "-m", "pip", "install", *options, "-r", lock],
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
