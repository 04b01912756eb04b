"""Recorded games replay unchanged: a changed rule shows as a diff."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, get_args

import pytest

from game.core import BASES, Event, PhotoFinish
from tests.transcripts.record import FOLDER, PLOTS
from tests.transcripts.replay import game_of, replay

FILES = sorted(FOLDER.glob("*.json"))


def load(file: Path) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(file.read_text())
    return loaded


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_transcript_replays_to_the_recorded_positions(file: Path) -> None:
    assert replay(file.read_text()) == load(file)["positions"]


def test_every_plot_has_a_transcript_and_there_are_no_others() -> None:
    assert [file.stem for file in FILES] == sorted(plot.name for plot in PLOTS)


def test_the_transcripts_contain_every_event() -> None:
    games = [game_of(load(file)["record"]) for file in FILES]
    assert {one.variant.base for one in games} == set(BASES)
    assert {one.seats for one in games} == set(range(2, 9))
    told = {type(event) for one in games for _, (_, events) in one.steps for event in events}
    assert told == set(get_args(Event)) - {PhotoFinish}
