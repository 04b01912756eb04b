"""The notes of a release: its section of the changelog."""

from __future__ import annotations

import re
import sys

from assets.build.project import ROOT

CHANGELOG = ROOT / ".github/CHANGELOG.md"


def sections(changelog: str) -> dict[str, str]:
    """Return the changelog's section of each version, the newest first."""
    _, *parts = re.split(r"^## (.+)\n", changelog, flags=re.MULTILINE)
    return dict(zip(parts[::2], map(str.strip, parts[1::2]), strict=True))


def notes(changelog: str, tag: str) -> str:
    """Return the changelog's section of the version with a tag like "v0.2.0". Raises LookupError if there is none."""
    version = tag.removeprefix("v")
    found = sections(changelog).get(version)
    if not found:
        raise LookupError(f"The changelog says nothing of {version}: rename its section “Unreleased” before the tag.")
    return found


if __name__ == "__main__":
    try:
        print(notes(CHANGELOG.read_text(encoding="utf-8"), sys.argv[1]))
    except LookupError as error:
        sys.exit(str(error))
