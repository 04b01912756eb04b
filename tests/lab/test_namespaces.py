"""What a laboratory needs of a machine, and what ends its computers."""

from __future__ import annotations

import os
import shutil
import sys

import pytest

from tests.lab.namespaces import missing, namespace

Patch = pytest.MonkeyPatch


def test_another_system_is_not_enough(monkeypatch: Patch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    assert missing() == "The laboratory of networks needs Linux."


def test_nobody_but_root_may_make_networks(monkeypatch: Patch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(os, "geteuid", lambda: 1000, raising=False)
    assert missing().startswith("The laboratory of networks needs root: ")


def test_packages_that_are_missing_are_named(monkeypatch: Patch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(os, "geteuid", lambda: 0, raising=False)
    monkeypatch.setattr(shutil, "which", lambda program: None if program in ("ip", "turnserver") else program)
    assert missing() == "The laboratory of networks needs more of Debian: apt install coturn iproute2."


@pytest.mark.skipif(bool(missing()), reason="needs what the laboratory needs")
def test_a_signal_to_our_process_group_does_not_reach_the_process_that_holds_a_computer() -> None:
    with namespace() as computer:
        assert os.getpgid(computer.process) != os.getpgid(0)
