"""Admission by code: a page that knows the code gets the invitation only after the host accepts its name."""

from __future__ import annotations

import math
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from game.net.code_admission import (
    MOST_KNOCKS,
    OTHERS_ANSWER_WITHIN,
    OTHERS_COME_WITHIN,
    Caller,
    CodeAdmission,
    Knocker,
)
from game.net.names import LONGEST_NAME, clean_name
from game.net.protocol.messages import Goodbye, Invited, Knock, Why
from game.net.protocol.wire import encode
from tests.net.messages import any_message

FRAGMENT = "#join=..."


def knock(name: str) -> str:
    return encode(Knock(name))


def asked(**names: str) -> CodeAdmission:
    """Return the admission after requests from these peers with these names."""
    door = CodeAdmission(FRAGMENT)
    for peer, name in names.items():
        door.heard(peer, knock(name))
    return door


def test_requests_are_shown_to_the_host_one_at_a_time() -> None:
    assert CodeAdmission(FRAGMENT).caller is None
    door = asked(b="Ben", c="Cem")
    assert door.caller == Caller("b", "Ben")
    assert door.answer("b", True) == Invited(FRAGMENT)
    assert door.caller == Caller("c", "Cem")
    assert door.answer("c", False) == Goodbye(Why.NOT_LET_IN)
    assert door.caller is None


def test_an_answer_is_sent_once_and_only_to_the_page_that_asked() -> None:
    assert CodeAdmission(FRAGMENT).answer("b", True) is None
    door = asked(b="Ben")
    assert door.answer("c", True) is None
    door.lost("b")
    assert door.caller is None and door.answer("b", True) is None


def test_a_refused_page_cannot_ask_again() -> None:
    door = asked(b="Ben")
    door.answer("b", False)
    door.heard("b", knock("Ana"))
    assert door.caller is None


def test_waiting_requests_are_limited_and_a_page_may_ask_once() -> None:
    door = CodeAdmission(FRAGMENT)
    for number in range(100):
        door.heard("same", knock("Ben"))
        door.heard(f"page {number}", knock(f"Name {number}"))
    asked = 0
    while (caller := door.caller) is not None:
        asked += 1
        door.answer(caller.peer, False)
    assert asked == MOST_KNOCKS


@given(st.text(max_size=LONGEST_NAME).filter(str.isprintable))
def test_a_requested_name_is_cleaned(name: str) -> None:
    assert asked(b=name).caller == Caller("b", clean_name(name))


def test_two_requests_with_the_same_name_are_distinguishable() -> None:
    door = asked(b="Ben", c="Вen")
    door.lost("b")
    assert door.caller == Caller("c", "Вen 2")


@given(st.text() | st.randoms(use_true_random=False).map(lambda dice: encode(any_message(Random(dice.random())))))
def test_all_messages_but_a_request_are_ignored(text: str) -> None:
    door = CodeAdmission(FRAGMENT)
    door.heard("b", text)
    assert (door.caller is None) == ('"Knock"' not in text)
    knocker = knocking("b")
    knocker.heard("b", text, 100.0)
    answered = knocker.invitation is not None or knocker.refusal(math.inf) is not None
    assert not answered or '"Invited"' in text or '"Goodbye"' in text


def test_a_page_that_asks_gets_the_invitation_or_a_reason() -> None:
    invited, refused, others = knocking("ana"), knocking("ana"), knocking("ana", "ben")
    invited.heard("ana", YES, 100.0)
    assert invited.invitation == FRAGMENT
    refused.heard("ana", NO, 100.0)
    assert refused.refusal(math.inf) is Why.NOT_LET_IN
    others.heard("ana", knock("Ben"), 100.0)
    others.heard("ben", "[" * 9000, 100.0)
    assert others.invitation is None and others.refusal(math.inf) is None


NO, YES = encode(Goodbye(Why.NOT_LET_IN)), encode(Invited(FRAGMENT))


def knocking(*peers: str) -> Knocker:
    knocker = Knocker()
    for peer in peers:
        knocker.knocked(peer)
    return knocker


def test_a_refusal_by_another_page_does_not_prevent_admission_by_the_host() -> None:
    knocker = knocking("eve", "ana")
    knocker.heard("eve", NO, 100.0)
    assert knocker.refusal(100.0 + OTHERS_ANSWER_WITHIN - 1) is None
    knocker.heard("ana", YES, 140.0)
    assert knocker.invitation == FRAGMENT and knocker.refusal(200.0) is None


def test_a_host_that_connects_later_may_still_admit_the_page() -> None:
    knocker = knocking("eve")
    knocker.heard("eve", NO, 100.0)
    assert knocker.refusal(101.0) is None and knocker.due() == 100.0 + OTHERS_COME_WITHIN
    knocker.knocked("ana")
    knocker.heard("ana", YES, 102.0)
    assert knocker.invitation == FRAGMENT


def test_a_refusal_is_final_when_no_other_page_can_answer() -> None:
    knocker = knocking("ana", "ben")
    knocker.heard("ana", NO, 100.0)
    knocker.lost("ben")
    assert knocker.refusal(100.0 + OTHERS_COME_WITHIN) is Why.NOT_LET_IN


def test_an_answer_from_a_page_that_was_not_asked_is_ignored() -> None:
    knocker = knocking("ana")
    knocker.heard("eve", YES, 100.0)
    assert knocker.invitation is None


def test_no_answer_is_expected_from_a_page_that_asks_us() -> None:
    knocker = knocking("ana", "ben")
    knocker.heard("ben", knock("Ben"), 100.0)
    knocker.heard("ana", NO, 100.0)
    assert knocker.due() == 100.0 + OTHERS_COME_WITHIN
