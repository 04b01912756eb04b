"""Every link or code that leads nowhere is told so in one clear sentence."""

from __future__ import annotations

import pytest

from game.net.invite import InviteError, InviteFault
from game.words.together.invite import invited_by, knocks, refused


@pytest.mark.parametrize("fault", InviteFault)
def test_what_leads_nowhere_gets_one_clear_sentence(fault: InviteFault) -> None:
    sentence = refused(InviteError(fault, "room"))
    assert sentence.endswith(".") and len(sentence) < 120


def test_what_is_not_understood_is_named() -> None:
    sentence = refused(InviteError(InviteFault.NOT_UNDERSTOOD, "{room}"))
    assert sentence == "This invite link says something this page does not understand: '{room}'."


def test_a_code_is_told_by_example() -> None:
    assert "three words of five letters" in refused(InviteError(InviteFault.NO_CODE))


def test_an_invitation_names_the_servers_that_it_brings() -> None:
    assert invited_by(None, []) == "You are invited to a table."
    assert invited_by(None, ["spy.example"]).endswith("which will see your address: spy.example.")


def test_the_host_is_asked_by_name() -> None:
    assert knocks("{name}") == "{name} knocks: let {name} in?"
