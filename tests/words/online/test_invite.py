"""Every invalid invite link or code gets one clear sentence."""

from __future__ import annotations

import pytest

from game.core import variant
from game.net.invite import About, InviteError, InviteFault
from game.words.online.invite import invited_by, knocks, refused


@pytest.mark.parametrize("fault", InviteFault)
def test_every_invalid_invite_gets_one_clear_sentence(fault: InviteFault) -> None:
    sentence = refused(InviteError(fault, "room"))
    assert sentence.endswith(".") and len(sentence) < 120


def test_the_unknown_part_of_a_link_is_quoted() -> None:
    sentence = refused(InviteError(InviteFault.NOT_UNDERSTOOD, "{room}"))
    assert sentence == "One Mind doesn't understand part of this invite link: '{room}'. Ask for a new link."


def test_a_wrong_code_is_answered_with_an_example() -> None:
    assert "three words of five letters" in refused(InviteError(InviteFault.NO_CODE))


def test_an_invitation_names_its_servers() -> None:
    assert invited_by(None, []) == "You're invited to a table."
    assert invited_by(None, ["spy.example"]).endswith(
        "This link uses other servers (spy.example). They will see your internet address."
    )


def test_a_player_whose_seat_belongs_to_another_version_joins_as_new() -> None:
    assert invited_by(None, [], other_version=True).endswith("You'll join as a new player.")


def test_the_host_is_asked_with_the_name_of_the_newcomer() -> None:
    assert knocks("{name}") == "{name} wants to join. Let {name} in?"


def test_an_invitation_names_the_host_the_number_of_people_and_the_game() -> None:
    assert invited_by(About("Ana", 3, variant("classic")), []) == "Ana's table: 3 people, Classic."
    assert invited_by(About("Ana", 1, variant("no-stars+blind")), []) == "Ana's table: 1 person, No stars, blind."
    assert invited_by(About("", 0, variant("extreme")), []) == "A table on a TV: Extreme."
    assert invited_by(About("Ana", 2, variant("tens")), ["spy.example"]).startswith("Ana's table: 2 people")
