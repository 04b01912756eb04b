"""What the workflows do for this project, and the notes of a release.

The tools that `tests/check_workflows.py` runs check syntax, pinned actions, permissions, timeouts and injections. They
cannot know which of our tests must run, and what a job with write permission must not run.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

import build
from assets.build import project
from assets.build.release_notes import CHANGELOG, notes, sections
from tests.check_workflows import WORKFLOWS, commands

Job = dict[str, Any]


def jobs(workflow: str) -> dict[str, Job]:
    """Return the jobs of a workflow by name."""
    found: dict[str, Job] = yaml.safe_load((WORKFLOWS / f"{workflow}.yml").read_text(encoding="utf-8"))["jobs"]
    return found


def scripts(job: Job) -> list[str]:
    return [step["run"] for step in job.get("steps", ()) if "run" in step]


def actions(job: Job) -> set[str]:
    return {step["uses"].partition("@")[0] for step in job.get("steps", ()) if "uses" in step}


@pytest.mark.thorough  # it shows that the check of the workflows can fail
@pytest.mark.parametrize(
    ("mistake", "correct"),
    [("timeout-minuts: 20", "timeout-minutes: 20"), ("somebody/setup-python@", "actions/setup-python@")],
)
def test_a_tool_finds_a_mistake(mistake: str, correct: str, tmp_path: Path) -> None:
    shutil.copytree(project.ROOT / ".github", tmp_path / ".github")
    (tmp_path / ".git").mkdir()
    file = tmp_path / ".github/workflows/ci.yml"
    file.write_text(file.read_text(encoding="utf-8").replace(correct, mistake), encoding="utf-8")
    runs = [subprocess.run(one, cwd=tmp_path, capture_output=True) for one in commands(file.parent)]
    assert sum(run.returncode != 0 for run in runs) == 1


@pytest.mark.parametrize(
    ("workflow", "job", "matrix", "script"),
    [
        ("tests", "without-a-browser", {"python": ["3.11", "3.14"]}, "--no-browser --coverage"),
        ("tests", "journeys", {"shard": [1, 2, 3, 4]}, '--journeys --shard "$SHARD"'),
        ("tests", "journeys-elsewhere", {"browser": [*build.OTHERS]}, "--browser ${{ matrix.browser }}"),
        ("nightly", "thorough", {}, "--thorough"),
    ],
)
def test_all_tests_run(workflow: str, job: str, matrix: dict[str, list[object]], script: str) -> None:
    """On the oldest and the newest Python, every shard once, in every engine, and every night what takes long."""
    found = jobs(workflow)[job]
    assert found.get("strategy", {}).get("matrix", {}) == matrix
    assert scripts(found) == [f"python build.py test {script}"]


def test_a_shard_knows_how_many_there_are() -> None:
    (step,) = (step for step in jobs("tests")["journeys"]["steps"] if "run" in step)
    assert step["env"] == {"SHARD": "${{ matrix.shard }}/${{ strategy.job-total }}"}


@pytest.mark.parametrize("name", ["journeys", "journeys-elsewhere"])
def test_artifacts_of_a_failed_journey_are_uploaded_under_a_unique_name(name: str) -> None:
    job = jobs("tests")[name]
    (upload,) = (step for step in job["steps"] if "upload-artifact" in step.get("uses", ""))
    (axis,) = job["strategy"]["matrix"]
    assert upload["if"] == "failure()"
    assert upload["with"]["path"] == "test-results"
    assert f"matrix.{axis} " in upload["with"]["name"]


@pytest.mark.parametrize("workflow", ["ci", "release"])
def test_nothing_is_published_before_the_tests_pass(workflow: str) -> None:
    every = jobs(workflow)
    assert every["tests"]["uses"] == "$/.github/workflows/tests.yml"
    for name, job in every.items():
        if writes(job):
            assert "tests" in needed(every, name)


def needed(every: dict[str, Job], name: str) -> set[str]:
    """Return the jobs that must succeed before this one starts."""
    needs = every[name].get("needs", [])
    direct = {needs} if isinstance(needs, str) else {*needs}
    return direct.union(*(needed(every, one) for one in direct))


def writes(job: Job) -> bool:
    return "write" in job["permissions"].values()


@pytest.mark.parametrize("file", sorted(WORKFLOWS.glob("*.yml")), ids=lambda file: file.name)
def test_a_job_with_write_permission_runs_none_of_our_code(file: Path) -> None:
    for name, job in jobs(file.stem).items():
        if writes(job):
            assert "actions/checkout" not in actions(job), name
            assert not any("python" in script for script in scripts(job)), name


def test_a_release_publishes_a_build_made_without_tests_in_its_job() -> None:
    every = jobs("release")
    assert [name for name, job in every.items() if job["permissions"].get("contents") == "write"] == ["release"]
    assert needed(every, "release") == {"tests", "build"}
    assert not any("build.py test" in script for script in scripts(every["build"]))


def test_the_notes_of_a_release_are_its_section_of_the_changelog() -> None:
    text = CHANGELOG.read_text(encoding="utf-8")
    newest = next(iter(sections(text)))
    assert newest in ("Unreleased", project.version())
    assert all(sections(text).values())
    assert notes(text, f"v{project.version()}")
    with pytest.raises(LookupError, match=r"nothing of 99\.0"):
        notes(text, "v99.0")
    (create,) = scripts(jobs("release")["release"])
    assert "--notes-file" in create and "--generate-notes" not in create
    assert any("assets.build.release_notes" in script for script in scripts(jobs("release")["build"]))


def test_a_section_ends_where_the_next_begins() -> None:
    changelog = "# Changes\n\nAll of them.\n\n## 0.2.0\n\n- New.\n\n### More\n\n- Newer.\n\n## 0.1.0\n\n- Old.\n"
    assert notes(changelog, "v0.2.0") == "- New.\n\n### More\n\n- Newer."
    assert notes(changelog, "v0.1.0") == "- Old."
