"""Check the workflows with the tools made for it: python -m tests.check_workflows.

jactionlint, a fork of actionlint, finds what GitHub would reject or misinterpret; zizmor finds security problems.
Neither uses the network. The settings of zizmor are in .github/zizmor.yml; jactionlint needs none.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from assets.build.project import BIN, ROOT

WORKFLOWS = ROOT / ".github/workflows"


def main() -> int:
    """Return how many of the tools found something."""
    return len([command for command in commands(WORKFLOWS) if subprocess.run(command, cwd=ROOT).returncode])


def commands(workflows: Path) -> list[Sequence[str | Path]]:
    """Return the command of each tool.

    Without ShellCheck and pyflakes, which jactionlint runs if they are installed, its output is the same on every
    machine.
    """
    files = sorted(workflows.glob("*.yml"))
    return [
        [BIN / "jactionlint", "--strict-exit", "--shellcheck=", "--pyflakes=", *files],
        [BIN / "zizmor", "--offline", "--quiet", *files],
    ]


if __name__ == "__main__":
    sys.exit(main())
