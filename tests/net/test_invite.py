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
    ("text", "sentence"),
    [
        ("", "not an invite link"),
        ("https://example.org/", "not an invite link"),
        ("#", "incomplete"),
        ("#join", "damaged"),
        ("#join=", "incomplete"),
        ("#join=short", "incomplete"),
        ("#join=" + "A" * 26, "incomplete"),
        ("#join=" + "a" * 26 + "&join=" + "a" * 26, "incomplete"),
        ("#join=" + "a" * 26 + "&room=x", "does not understand"),
        ("#join=" + "a" * 26 + "&relay=http://x", "relay"),
        ("#join=" + "a" * 26 + "&relay=wss://x" * 5, "relay"),
        ("#join=" + "a" * 26 + "&turn=stun:x", "TURN"),
        ("#join=" + "a" * 26 + "&turn=turn:x", "TURN"),
        ("#join=" + "a" * 26 + "&turn=turn:x,,&turn=turn:x,,&turn=turn:x,,&turn=turn:x,,&turn=turn:x,,", "TURN"),
        ("#join=" + "a" * 26 + "&x" * 3000, "not an invite link"),
    ],
)
def test_what_leads_nowhere_gets_one_clear_sentence(text: str, sentence: str) -> None:
    with pytest.raises(InviteError, match=sentence) as error:
        parse_invite(text)
    assert str(error.value).count(".") >= 1 and len(str(error.value)) < 120


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
def test_a_code_that_is_none_gets_one_sentence(text: str) -> None:
    with pytest.raises(InviteError, match="two words of five letters"):
        code_meeting(text)
