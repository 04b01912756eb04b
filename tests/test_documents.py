"""Everything that the documents name exists: files, tests, attacks and messages."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

import pytest

import build
from game.net.protocol.wire import KINDS
from game.net.rules import RULES
from tests.net.attacks import ATTACKS, Attack

ROOT = Path(__file__).parents[1]
PROTOCOL = "game/net/README.md"
NAMES = ("README.md", ".github/CONTRIBUTING.md", "game/README.md", "game/words/README.md", "tests/README.md", PROTOCOL)
DOCUMENTS = {name: (ROOT / name).read_text(encoding="utf-8") for name in NAMES}
ENDINGS = ("/", ".css", ".html", ".js", ".md", ".py", ".toml", ".yml")
ELSEWHERE = {"dist/", "one-mind.html", "build/", "vendor/"}
"""Output of a build, and folders that are named within another."""


def quoted(text: str) -> list[str]:
    """Return the text in backticks, except code blocks."""
    return re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL))


def names_of_tests() -> set[str]:
    texts = (file.read_text(encoding="utf-8") for file in (ROOT / "tests").rglob("test_*.py"))
    return {name for text in texts for name in re.findall(r"^def (test_\w+)", text, re.MULTILINE)}


def attempted(attack: Attack) -> str:
    """Return the name of an attack in the threat model, as in "seats.newcomers"."""
    attempt = attack.attempt.func if isinstance(attack.attempt, partial) else attack.attempt
    return f"{attempt.__module__.rpartition('.')[2]}.{attempt.__name__}"


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_file_named_in_a_document_exists(document: str) -> None:
    named = {one for one in quoted(DOCUMENTS[document]) if one.endswith(ENDINGS) and " " not in one}
    assert named
    assert {one for one in named - ELSEWHERE if not (ROOT / one).exists()} == set()


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_test_named_in_a_document_exists(document: str) -> None:
    assert {one for one in quoted(DOCUMENTS[document]) if re.fullmatch(r"test_\w+", one)} <= names_of_tests()


def test_the_threat_model_names_every_attack() -> None:
    tried = {attempted(attack) for attack in ATTACKS}
    modules = "|".join({name.partition(".")[0] for name in tried})
    named = {one for one in quoted(DOCUMENTS[PROTOCOL]) if re.fullmatch(rf"({modules})\.\w+", one)}
    assert named == tried


def test_every_message_is_in_the_table_of_messages() -> None:
    _, section = DOCUMENTS[PROTOCOL].split("## Messages")
    section = section.partition("\n## ")[0]
    for start, kinds in ((r"\|", KINDS), ("- ", RULES)):
        named = [name for line in re.findall(rf"^{start}.*$", section, re.MULTILINE) for name in quoted(line)]
        assert sorted(named) == sorted(kind.__name__ for kind in kinds)


def test_the_stun_servers_that_see_addresses_are_named() -> None:
    servers = (ROOT / "game/browser/webrtc/servers.py").read_text(encoding="utf-8")
    assert {*re.findall(r'"stun:([^:"]+):\d+"', servers)} == {"stun.l.google.com", "stun.cloudflare.com"}
    assert {"stun.l.google.com", "stun.cloudflare.com"} <= {*quoted(DOCUMENTS["README.md"])}
    assert "Google’s and Cloudflare’s STUN servers" in (ROOT / "index.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_link_to_a_file_has_a_target(document: str) -> None:
    linked = re.findall(r'(?:\]\(|src(?:set)?=")([^)#:"]+)[)"]', DOCUMENTS[document])
    inside = [one for one in linked if not one.startswith("../../")]  # those lead to the repository's own pages
    assert [one for one in inside if not (ROOT / document).parent.joinpath(one.partition("?")[0]).exists()] == []


def test_the_readme_leads_to_the_running_page_of_every_fork() -> None:
    readme = DOCUMENTS["README.md"]
    assert "](../../deployments/github-pages)" in readme and "index.html" not in readme


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_command_in_a_document_exists(document: str) -> None:
    commands = [command.split() for command in re.findall(r"python3 build\.py ([^`\n#]+)", DOCUMENTS[document])]
    assert (["play"] in commands and ["test"] in commands) or document not in ("README.md", ".github/CONTRIBUTING.md")
    for command in commands:
        if command != ["bench", "NAME"]:
            _, unknown = build.commands().parse_known_args(command)
            assert not unknown or command[0] in ("test", "bench", "words"), command


def test_every_benchmark_is_described_for_contributors() -> None:
    described = set(re.findall(r"^\| `(\w+)` \|", DOCUMENTS["tests/README.md"], re.MULTILINE))
    assert described == {*build.benchmarks()}
