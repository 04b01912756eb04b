"""The parts of `build.py test`: checks of the source, tests without a browser, journeys and tours.

A part is one command that runs a Python module. Journeys wait for a third of the time, so the other parts run beside
them: the tours as well, and the tests without a browser with the processor time that is left. The checks of the source
begin while dist/ is built: mypy uses only one processor.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import NamedTuple

JOURNEYS = "tests/browser"
TOURS = (f"{JOURNEYS}/test_tour.py", f"{JOURNEYS}/test_tour_webkit.py")

SOURCE = {
    "ruff check": ("ruff", "check"),
    "ruff format": ("ruff", "format", "--check"),
    "mypy": ("mypy",),
    "workflows": ("tests.check_workflows",),
}
"""The checks of the source: the name of each, and its Python module with arguments."""

MOST_WORKERS = 4
"""The most workers of pytest: a worker of the journeys starts a browser and a relay, and memory is limited."""

PARALLEL = ("-n", "auto", "--maxprocesses", str(MOST_WORKERS), "--dist", "worksteal")
"""One worker per processor, and at most MOST_WORKERS."""

JOURNEY_WORKERS = ("-n", str(min(MOST_WORKERS, 1 + (os.cpu_count() or 1))), "--dist", "worksteal")
"""One worker more than processors, and at most MOST_WORKERS: journeys wait for a third of their time."""

SLOWEST = ("--durations=15", "--durations-min=0.5")


class Part(NamedTuple):
    """One command: a Python module and its arguments."""

    name: str
    command: tuple[str, ...]
    beside: int | None = None
    """The niceness with which it runs beside the others; None if it runs in turn."""


LOWEST = 19
"""The niceness of what runs only when all others wait."""


SMOKE = Part("smoke journeys", ("pytest", JOURNEYS, "-m", "smoke"))
"""The five journeys of `--quick`."""


class Result(NamedTuple):
    """The result of a part, and its duration in seconds."""

    name: str
    passed: bool
    seconds: float


COVERAGE = ("--cov", "--cov-report=term:skip-covered")
"""Options that measure branch coverage, as configured by [tool.coverage] in pyproject.toml."""


QUICK = "--quick"
"""The option of tests/conftest.py that leaves out most random examples and tests that play whole games."""

THOROUGH = "--thorough"
"""The option of tests/conftest.py that also runs the tests marked `thorough`."""


def without_browser(*arguments: str, coverage: bool = False, beside: int | None = None) -> Part:
    """Return all tests without a browser, or those that the pytest `arguments` select.

    With `coverage`, print a table of branch coverage. They run `beside` journeys in a process of their own, because
    Playwright's event loop would be in the way of tests that start one.
    """
    measured = COVERAGE if coverage else ()
    command = ("pytest", *PARALLEL, *SLOWEST, *measured, f"--ignore={JOURNEYS}", *arguments)
    return Part("tests without a browser", command, beside)


def journeys(*arguments: str) -> Part:
    """Return all journeys, or those that the pytest `arguments` select."""
    where = () if any(Path(argument.partition("::")[0]).exists() for argument in arguments) else (JOURNEYS,)
    return Part("journeys", ("pytest", *JOURNEY_WORKERS, *SLOWEST, *evidence(), *where, *arguments))


def shard(which: str) -> Part:
    """Return shard K of N of the journeys, for `which` written as K/N.

    Raises ValueError for another format, or if there is no such shard.
    """
    written = re.fullmatch(r"(\d+)/(\d+)", which)
    group, groups = written.groups() if written else ("0", "0")
    if not 1 <= int(group) <= int(groups):
        raise ValueError(f"There is no shard {which}. For example, 1/4 is the first of four.")
    return journeys("--splits", groups, "--group", group)


def tour(browser: str) -> Part:
    """Return the short tour in a browser other than Chromium."""
    return Part(f"tour in {browser}", ("pytest", *TOURS, "--browser", browser), beside=0)


def repeated(times: int, pattern: str) -> Part:
    """Return the tests that match `pattern`, a path or an expression for pytest's `-k`, each run `times` times."""
    selected = (pattern,) if Path(pattern.partition("::")[0]).exists() else ("-k", pattern)
    return Part(f"{pattern}, {times} times", ("pytest", *PARALLEL, *evidence(), "--count", str(times), *selected))


def evidence() -> tuple[str, ...]:
    """Return the options that store a trace and a screenshot of each failed journey where a workflow uploads them."""
    kept = ("--tracing", "retain-on-failure", "--screenshot", "only-on-failure", "--output", "test-results")
    return kept if os.environ.get("GITHUB_ACTIONS") else ()


def run(
    parts: Sequence[Part],
    python: Path,
    root: Path,
    source: Mapping[str, Sequence[str]] = SOURCE,
    ready: Callable[[], object] = lambda: None,
) -> list[Result]:
    """Run the checks in `source` at once, and all parts when `ready` returns, even if one fails.

    The output of what runs beside others is printed when it ends. Each module is compiled once, not in each process.
    """
    compiled_once = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    started = partial(subprocess.run, cwd=root, env=compiled_once)

    def check(name: str, command: Sequence[str], before: Sequence[str] = ()) -> Result:
        start = time.monotonic()
        whole: list[str | Path] = [*before, python, "-m", *command]
        done = started(whole, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        print(f"> {name}\n{done.stdout}", end="", flush=True)
        return Result(name, not done.returncode, time.monotonic() - start)

    with ThreadPoolExecutor() as pool:
        checks = [pool.submit(check, name, command) for name, command in source.items()]
        ready()
        checks += [
            pool.submit(check, one.name, one.command, nice(one.beside)) for one in parts if one.beside is not None
        ]
        results = []
        for name, command, _ in (part for part in parts if part.beside is None):
            print(f"> {name}", flush=True)
            start = time.monotonic()
            code = started([python, "-m", *command]).returncode
            results.append(Result(name, not code, time.monotonic() - start))
    return [*(done.result() for done in checks), *results]


def nice(niceness: int) -> tuple[str, ...]:
    """Return the start of a command that lowers its own priority, where there is such a thing."""
    return ("nice", "-n", str(niceness)) if niceness and shutil.which("nice") else ()


def report(results: Iterable[Result]) -> str:
    """Return one line per part: its seconds, its name, and whether it failed."""
    return "\n".join(
        f"{result.seconds:7.1f} s  {result.name}{'' if result.passed else ': failed'}" for result in results
    )
