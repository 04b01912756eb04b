"""The command `build.py words`: report what the translations lack, update them, and reword English texts."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from assets.build.catalogs import languages, troubles, update, write_template
from assets.build.extraction import template
from assets.build.rewording import reword

KINDS = ("missing", "broken", "fuzzy", "unused", "glossary")


def report(language: str, *, at_length: bool) -> str:
    """Return a summary of the problems in one line; `at_length` adds one line per problem."""
    found = troubles(language)
    numbers = Counter(one.kind for one in found)
    total = len(template())
    counted = ", ".join(f"{numbers[kind]} {kind}" for kind in KINDS if numbers[kind]) or "complete"
    lines = [f"{language:8}{total} messages: {counted}"]
    if at_length:
        lines += [f"  {one.kind:9}{one.english}{f'  [{one.what}]' if one.what else ''}" for one in found]
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="build.py words", description="Report what the translations lack.")
    parser.add_argument("language", nargs="*", help="list all problems of these, such as de (default: one line each)")
    parser.add_argument("--update", action="store_true", help="update to the current messages; start a new language")
    parser.add_argument("--reword", type=Path, metavar="FILE", help="replace English texts as in FILE, a catalog en.po")
    chosen = parser.parse_args(arguments)
    if chosen.reword:
        reword(chosen.reword)
        return 0
    if chosen.update:
        write_template()
    for language in chosen.language or languages():
        if chosen.update:
            update(language)
        print(report(language, at_length=bool(chosen.language)))
    return int(any(one.kind == "broken" for language in languages() for one in troubles(language)))


if __name__ == "__main__":
    sys.exit(main())
