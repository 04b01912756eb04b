"""Every invalid invite link or code gets one clear sentence."""

from __future__ import annotations

import pytest

from game.core import variant
from game.net.invite import About, InviteError, InviteFault
from game.words.online.invite import awaiting, invited_by, refused, small_print


@pytest.mark.parametrize("fault", InviteFault)
def test_every_invalid_invite_gets_one_clear_sentence(fault: InviteFault) -> None:
    sentence = refused(InviteError(fault, "room"))
    assert sentence.endswith(".") and len(sentence) < 120


def test_the_unknown_part_of_a_link_is_quoted() -> None:
    sentence = refused(InviteError(InviteFault.NOT_UNDERSTOOD, "{room}"))
    assert sentence == "One Mind doesn’t understand part of this invite link: '{room}'. Ask for a new link."


def test_a_wrong_code_is_answered_with_an_example() -> None:
    assert "three words of five letters" in refused(InviteError(InviteFault.NO_CODE))


def test_a_wrong_code_of_three_words_is_not_asked_for_three_words() -> None:
    assert refused(InviteError(InviteFault.WRONG_WORDS)) == "That’s not a table code. Check the words."


def test_the_small_print_of_an_invitation_names_its_servers_if_there_are_any() -> None:
    assert small_print([]) == ""
    assert small_print(["spy.example"]).startswith("This link uses another server (spy.example). It")
    assert small_print(["a.org", "b.org"]).startswith("This link uses other servers (a.org and b.org). They")


def test_a_player_whose_seat_belongs_to_another_version_joins_as_new() -> None:
    (line,) = awaiting(None, other_version=True)
    assert line.endswith("You’ll join as a new player.")


def test_an_invitation_says_who_invites_how_many_are_here_and_which_game_if_it_is_unusual() -> None:
    ana = About("Ana", 2, variant("classic"), 4)
    assert (invited_by(ana), awaiting(ana)) == (
        "You’re invited to Ana’s table.",
        ["When the link was shared, 2 of 4 seats were taken."],
    )
    assert invited_by(ana, watch=True) == "You’re invited to watch Ana’s table."
    alone = About("Ana", 1, variant("no-stars+blind"), 8)
    assert awaiting(alone) == ["No stars, blind"]
    television = About("", 0, variant("extreme"), 8)
    assert (invited_by(television), awaiting(television)) == ("You’re invited to a table on a TV: Extreme.", [])


def test_an_older_invitation_and_one_without_a_description_still_say_something() -> None:
    old = About("Ana", 3, variant("classic"))
    assert (invited_by(old), awaiting(old)) == ("You’re invited to Ana’s table.", [])
    assert (invited_by(None), awaiting(None)) == ("You’re invited to a table.", [])
