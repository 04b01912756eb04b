"""Every link or code that leads nowhere is told so in one clear sentence."""

from __future__ import annotations

import pytest

from game.core import variant
from game.net.invite import About, InviteError, InviteFault
from game.words.online.invite import invited_by, knocks, refused


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


def test_whose_seat_another_version_keeps_is_told_so() -> None:
    assert invited_by(None, [], other_version=True).endswith("here you come in as somebody new.")


def test_the_host_is_asked_by_name() -> None:
    assert knocks("{name}") == "{name} knocks: let {name} in?"


def test_a_link_says_whose_table_it_leads_to_how_many_are_there_and_what_is_played() -> None:
    assert invited_by(About("Ana", 3, variant("classic")), []) == "Ana’s table, 3 people, Classic."
    assert invited_by(About("Ana", 1, variant("no-stars+blind")), []) == "Ana’s table, 1 person, No stars, blind."
    assert invited_by(About("", 0, variant("extreme")), []) == "A table with a big screen, Extreme."
    assert invited_by(About("Ana", 2, variant("tens")), ["spy.example"]).startswith("Ana’s table, 2 people")
