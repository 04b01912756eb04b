"""Attacks: does anybody get what is not theirs? Each must succeed in none of its tries."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence

from tests.net.attacks import ATTACKS


def main(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="build.py bench attacks", description=__doc__)
    parser.add_argument("--tries", type=int, help="tries of each attack, instead of as many as each has by itself")
    parser.add_argument("--json", action="store_true", help="the figures as JSON")
    asked = parser.parse_args(argv)

    figures = []
    if not asked.json:
        print(f"{'attack':72}{'tries':>6}{'succeeded':>11}")
    for what, tries, attempt in ATTACKS:
        tries = asked.tries or tries
        succeeded = attempt(tries)
        figures.append({"attack": what, "tries": tries, "succeeded": succeeded})
        if not asked.json:
            print(f"{what:72}{tries:6}{succeeded:11}", flush=True)
    if asked.json:
        print(json.dumps(figures))
    return int(any(figure["succeeded"] for figure in figures))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
