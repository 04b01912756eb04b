"""Text notation of actions: round trips, and no error other than NotationError."""

from __future__ import annotations

from dataclasses import fields
from typing import get_args

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from game.core import Action, GoBlind, LayHand, LiftHand, LowerStar, Play, PlayRest, RaiseStar, Stop
from game.core.notation import NotationError, parse_action, spell_action
from tests.core.chance import every_action


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (LayHand(), "hand"),
        (LiftHand(), "lift"),
        (Play(37), "play 37"),
        (PlayRest(), "rest"),
        (RaiseStar(), "star"),
        (RaiseStar(100), "star 100"),
        (LowerStar(), "unstar"),
        (Stop(), "stop"),
        (GoBlind(), "blind"),
    ],
)
def test_action_as_text(action: Play, text: str) -> None:
    assert spell_action(action) == text
    assert parse_action(text) == action


def test_every_action_round_trips() -> None:
    actions = every_action()
    assert [parse_action(spell_action(action)) for action in actions] == actions


def test_no_action_names_its_own_seat() -> None:
    """The channel by which an action came tells its seat. A message cannot claim another one."""
    named = {field.name for action in get_args(Action) for field in fields(action)}
    assert named == {"deck", "card", "discard"}


@pytest.mark.parametrize(
    "text",
    [
        *("", "play", "play ", "play 0", "play 101", "play 07", "play -1", "play 1.0", "play 5 5", "play  5"),
        *("play ٣", "play 5\n", "Stop", "stop ", "star -", "deal"),
    ],
)
def test_invalid_action_text_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="is no action"):
        parse_action(text)


@given(st.one_of(st.text(), st.text("0123456789:|- wrplaystu", max_size=80)))
@example("play " + "9" * 10_000)
def test_random_text_is_refused_or_round_trips(text: str) -> None:
    try:
        action = parse_action(text)
    except NotationError as error:
        assert len(str(error)) < 200
    else:
        assert spell_action(action) == text
