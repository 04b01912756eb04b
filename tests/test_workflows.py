"""What runs on a push and on a tag: pinned, with the least that it may do, and told from the changelog."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import build
from assets.build.release_notes import CHANGELOG, notes, sections

WORKFLOWS = sorted(Path(__file__).parents[1].glob(".github/workflows/*.yml"))
RELEASE = next(file for file in WORKFLOWS if file.stem == "release").read_text(encoding="utf-8")


def jobs(workflow: str) -> dict[str, str]:
    """The text of each job by its name."""
    _, *parts = re.split(r"^  (\w+):\n", workflow.partition("\njobs:\n")[2], flags=re.MULTILINE)
    return dict(zip(parts[::2], parts[1::2], strict=True))


@pytest.mark.parametrize("file", WORKFLOWS, ids=lambda file: file.name)
def test_every_action_is_pinned_and_no_checkout_keeps_credentials(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    used = re.findall(r"uses: (\S+)", text)
    assert used and all(re.fullmatch(r"actions/[\w-]+@[0-9a-f]{40}", action) for action in used)
    checkouts = re.findall(r"uses: actions/checkout@.*\n +with:\n +persist-credentials: false\n", text)
    assert len(checkouts) == text.count("actions/checkout@")


@pytest.mark.parametrize("file", WORKFLOWS, ids=lambda file: file.name)
def test_every_job_says_what_it_may_and_those_that_write_run_nothing_of_ours(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert "\npermissions: {}\n" in text and jobs(text)
    for name, job in jobs(text).items():
        (granted,) = re.findall(r"    permissions:\n((?:      .+\n)+)", job)
        if granted.split() != ["contents:", "read"]:
            assert "python" not in job and "checkout" not in job, name


def test_all_journeys_run_in_every_engine() -> None:
    journeys = jobs(next(file for file in WORKFLOWS if file.stem == "ci").read_text(encoding="utf-8"))
    assert f"browser: [{', '.join(build.OTHERS)}]" in journeys["journeys"]
    assert "build.py test --browser ${{ matrix.browser }}\n" in journeys["journeys"]
    assert "build.py test\n" in journeys["test"]  # the plain command runs them in Chromium


def test_a_release_publishes_what_was_tested_and_built_elsewhere() -> None:
    assert [name for name, job in jobs(RELEASE).items() if "contents: write" in job] == ["release"]
    assert "needs: [test, build]" in jobs(RELEASE)["release"]
    assert "build.py test" not in jobs(RELEASE)["build"]


def test_the_notes_of_a_release_are_its_section_of_the_changelog() -> None:
    text = CHANGELOG.read_text(encoding="utf-8")
    newest = next(iter(sections(text)))
    assert newest in ("Unreleased", build.version())
    assert all(sections(text).values())
    assert notes(text, f"v{build.version()}")
    with pytest.raises(LookupError, match=r"nothing of 99\.0"):
        notes(text, "v99.0")
    assert ".github/CHANGELOG.md" in RELEASE and "assets.build.release_notes" in RELEASE
    assert "--notes-file" in RELEASE and "--generate-notes" not in RELEASE


def test_a_section_ends_where_the_next_begins() -> None:
    changelog = "# Changes\n\nAll of them.\n\n## 0.2.0\n\n- New.\n\n### More\n\n- Newer.\n\n## 0.1.0\n\n- Old.\n"
    assert notes(changelog, "v0.2.0") == "- New.\n\n### More\n\n- Newer."
    assert notes(changelog, "v0.1.0") == "- Old."
