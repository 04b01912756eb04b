"""Invitations by link and by code."""

from __future__ import annotations

import re
from math import log2
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.net.invite import (
    CODE_LETTERS,
    LETTERS,
    TOKEN_BITS,
    Invite,
    InviteError,
    InviteFault,
    Turn,
    code_meeting,
    new_code,
    new_invite,
    parse_invite,
)

RELAYS = ("wss://relay.example/path?x=1&y=2", "ws://127.0.0.1:6969")
TURN = (Turn("turn:turn.example:3478?transport=udp", "us,er", "pass&word="), Turn("turns:other.example"))


def test_an_invitation_holds_at_least_100_random_bits() -> None:
    assert len(set(LETTERS)) == 32
    token = new_invite(Random(1)).token
    assert log2(32) * len(token) == TOKEN_BITS >= 100


def test_all_of_it_is_in_the_fragment() -> None:
    assert re.fullmatch(r"#join=[a-z2-7]{26}", new_invite(Random(1)).fragment())


@pytest.mark.parametrize("relays", [(), RELAYS])
@pytest.mark.parametrize("turn", [(), TURN])
def test_an_invitation_comes_back_from_its_link(relays: tuple[str, ...], turn: tuple[Turn, ...]) -> None:
    invite = new_invite(Random(1), relays, turn)
    assert parse_invite(f"https://example.org/mind/{invite.fragment()}") == invite
    assert parse_invite(f" {invite.fragment()}\n") == invite


def test_room_and_secret_follow_from_the_token_and_tell_nothing_of_each_other() -> None:
    meeting = new_invite(Random(1)).meeting
    assert meeting == new_invite(Random(1)).meeting
    assert meeting != new_invite(Random(2)).meeting
    assert meeting.room not in meeting.secret and new_invite(Random(1)).token not in meeting.room


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", InviteFault.NO_LINK),
        ("https://example.org/", InviteFault.NO_LINK),
        ("#", InviteFault.INCOMPLETE),
        ("#join", InviteFault.DAMAGED),
        ("#join=", InviteFault.INCOMPLETE),
        ("#join=short", InviteFault.INCOMPLETE),
        ("#join=" + "A" * 26, InviteFault.INCOMPLETE),
        ("#join=" + "a" * 26 + "&join=" + "a" * 26, InviteFault.INCOMPLETE),
        ("#join=" + "a" * 26 + "&room=x", InviteFault.NOT_UNDERSTOOD),
        ("#join=" + "a" * 26 + "&relay=http://x", InviteFault.NO_RELAY),
        ("#join=" + "a" * 26 + "&relay=wss://x" * 5, InviteFault.NO_RELAY),
        ("#join=" + "a" * 26 + "&turn=stun:x", InviteFault.NO_TURN),
        ("#join=" + "a" * 26 + "&turn=turn:x", InviteFault.NO_TURN),
        (
            "#join=" + "a" * 26 + "&turn=turn:x,,&turn=turn:x,,&turn=turn:x,,&turn=turn:x,,&turn=turn:x,,",
            InviteFault.MANY_TURN,
        ),
        ("#join=" + "a" * 26 + "&x" * 3000, InviteFault.NO_LINK),
    ],
)
def test_what_leads_nowhere_is_refused_by_its_reason(text: str, fault: InviteFault) -> None:
    with pytest.raises(InviteError) as refused:
        parse_invite(text)
    assert refused.value.fault is fault


@given(st.text())
def test_no_fragment_raises_anything_else(text: str) -> None:
    for end in (text, f"#join={text}", f"#join={'a' * 26}&turn={text}&relay={text}"):
        try:
            assert isinstance(parse_invite(end), Invite)
        except InviteError:
            pass


def test_a_code_is_two_words_to_say_aloud() -> None:
    assert [len(set(letters)) for letters in CODE_LETTERS.values()] == [16, 4]
    code = new_code(Random(1))
    assert re.fullmatch(r"[a-z]{5} [a-z]{5}", code)
    assert len({new_code(Random(seed)) for seed in range(200)}) == 200


def test_a_code_is_understood_however_it_is_typed() -> None:
    meeting = code_meeting("lusab gutih")
    assert code_meeting(" LUSAB-Gutih. ") == meeting == code_meeting("lusabgutih")
    assert code_meeting("lusab gutik") != meeting


@pytest.mark.parametrize("text", ["", "lusab", "lusab gutix gutih", "lesab gutih", "usabl gutih", "l" * 200])
def test_a_code_that_is_none_is_refused_as_that(text: str) -> None:
    with pytest.raises(InviteError) as refused:
        code_meeting(text)
    assert refused.value.fault is InviteFault.NO_CODE
