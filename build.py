#!/usr/bin/env python3
"""The one command of this project: play, test, bench, dist, picture, words.

It needs only Python 3.11 to start. It installs everything else into this folder: a virtual environment, the npm
packages, and a browser for the tests.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import redirect_stdout
from functools import partial

from assets.build import checks
from assets.build.browsers import NAMES_A_BROWSER, can_have, need_browser
from assets.build.project import FOR_BUILDING, PYTHON, ROOT, Missing, run, say
from assets.build.requirements import need_python_packages
from assets.build.server import play
from assets.build.site import dist, one_file


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
            dist(chosen.club)
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
    tiers.add_argument("--thorough", action="store_true", help="everything, with tests that take long: every night")
    tiers.add_argument("--no-browser", action="store_true", help="lint, types, tests without a browser")
    tiers.add_argument("--journeys", action="store_true", help="the journeys alone, in a browser")
    tiers.add_argument("--repeat", nargs=2, metavar=("TIMES", "PATTERN"), help="run the tests that match many times")
    testing.add_argument("--coverage", action="store_true", help="with --no-browser: measure branch coverage")
    testing.add_argument("--shard", metavar="K/N", help="shard K of N of the journeys")
    measuring = add("bench", help="measure", epilog="All other arguments go to the benchmark.")
    measuring.add_argument("name", choices=benchmarks(), help="what to measure: %(choices)s")
    building = add("dist", help="build dist/, which any static host can serve")
    building.add_argument("--single", action="store_true", help="and in it one-mind.html, which needs no host at all")
    building.add_argument("--club", metavar="LINK", help="and show the club of this link to all visitors of the page")
    add("picture", help="make the film in README.md, and its still picture, anew")
    add("words", help="tell what the translations lack", epilog="All other arguments: languages such as de, --update.")
    return parser


def benchmarks() -> list[str]:
    return sorted(file.stem for file in (ROOT / "tests/bench").glob("[!_]*.py"))


OTHERS = ("firefox", "webkit")


def test(chosen: argparse.Namespace, pytest_arguments: Sequence[str]) -> int:
    """Run the selected parts, and print the duration of each. Return how many failed."""
    start = time.monotonic()
    results = []
    with ThreadPoolExecutor() as pool:
        building = pool.submit(dist)
        need_python_packages(ROOT / "tests/requirements.txt")
        if not chosen.no_browser:
            need_browser(pytest_arguments)
        try:
            parts = parts_of(chosen, pytest_arguments)
        except ValueError as error:
            raise Missing(str(error)) from error

        def ready() -> None:
            building.result()
            results.append(checks.Result("set-up", True, time.monotonic() - start))

        source = {} if chosen.journeys or chosen.shard or chosen.repeat else checks.SOURCE
        results += checks.run(parts, PYTHON, ROOT, source, ready)
    say(f"How long each part took\n{checks.report(results)}")
    return sum(not result.passed for result in results)


def is_fixed(chosen: argparse.Namespace) -> bool:
    """Whether the options select the tests, so that pytest accepts no arguments."""
    return bool(chosen.quick or chosen.thorough or chosen.repeat or chosen.shard)


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
        return [checks.without_browser(checks.QUICK, beside=checks.LOWEST), checks.SMOKE]
    if chosen.journeys or chosen.shard:
        return [checks.shard(chosen.shard) if chosen.shard else checks.journeys(*arguments)]
    if NAMES_A_BROWSER.fullmatch(" ".join(arguments)):
        return [checks.journeys(*arguments)]
    if arguments:
        return [checks.Part("pytest", ("pytest", *arguments))]
    thorough = [checks.THOROUGH] * chosen.thorough
    beside = checks.without_browser(*thorough, beside=checks.LOWEST)
    return [beside, checks.journeys(*thorough), *map(checks.tour, others_here())]


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
    run([PYTHON, "-m", "tests.picture"], "The film could not be made. What went wrong is above.")


def words(arguments: Sequence[str]) -> int:
    need_python_packages(FOR_BUILDING)
    return subprocess.run([PYTHON, "-m", "assets.build.words", *arguments], cwd=ROOT).returncode


if __name__ == "__main__":
    sys.exit(main())
