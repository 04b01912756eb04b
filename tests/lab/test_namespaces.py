"""Requirements of the laboratory, and the processes that hold its network namespaces."""

from __future__ import annotations

import os
import shutil
import sys

import pytest

from tests.lab.namespaces import missing, namespace

Patch = pytest.MonkeyPatch


def test_the_laboratory_needs_linux(monkeypatch: Patch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    assert missing() == "The laboratory of networks needs Linux."


def test_the_laboratory_needs_root(monkeypatch: Patch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(os, "geteuid", lambda: 1000, raising=False)
    assert missing().startswith("The laboratory of networks needs root: ")


def test_missing_packages_are_named(monkeypatch: Patch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(os, "geteuid", lambda: 0, raising=False)
    monkeypatch.setattr(shutil, "which", lambda program: None if program in ("ip", "turnserver") else program)
    assert missing() == "The laboratory of networks needs more of Debian: apt install coturn iproute2."


@pytest.mark.skipif(bool(missing()), reason="needs what the laboratory needs")
def test_a_signal_to_our_process_group_does_not_reach_the_namespace_process() -> None:
    with namespace() as computer:
        assert os.getpgid(computer.process) != os.getpgid(0)
