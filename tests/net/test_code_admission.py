"""Whoever knows the code gets nothing before the host has said yes to their name."""

from __future__ import annotations

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
    heard_at_door,
)
from game.net.names import LONGEST_NAME, clean_name
from game.net.protocol.messages import Goodbye, Invited, Knock, Why
from game.net.protocol.wire import encode
from tests.net.messages import any_message

FRAGMENT = "#join=..."


def knock(name: str) -> str:
    return encode(Knock(name))


def test_the_host_is_asked_about_one_after_the_other() -> None:
    door = CodeAdmission(FRAGMENT)
    assert door.caller is None
    door.heard("b", knock("Ben"))
    door.heard("c", knock("Cem"))
    assert door.caller == Caller("b", "Ben")
    assert door.answer("b", True) == Invited(FRAGMENT)
    assert door.caller == Caller("c", "Cem")
    assert door.answer("c", False) == Goodbye(Why.NOT_LET_IN)
    assert door.caller is None


def test_an_answer_is_given_once_and_only_to_whoever_knocked() -> None:
    door = CodeAdmission(FRAGMENT)
    assert door.answer("b", True) is None
    door.heard("b", knock("Ben"))
    assert door.answer("c", True) is None
    door.lost("b")
    assert door.caller is None and door.answer("b", True) is None


def test_whoever_got_a_no_does_not_knock_again() -> None:
    door = CodeAdmission(FRAGMENT)
    door.heard("b", knock("Ben"))
    door.answer("b", False)
    door.heard("b", knock("Ana"))
    assert door.caller is None


def test_only_so_many_wait_and_a_page_knocks_once() -> None:
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
def test_the_name_at_the_door_is_one_for_a_seat(name: str) -> None:
    door = CodeAdmission(FRAGMENT)
    door.heard("b", knock(name))
    assert door.caller == Caller("b", clean_name(name))


def test_two_of_one_name_are_told_apart() -> None:
    door = CodeAdmission(FRAGMENT)
    door.heard("b", knock("Ben"))
    door.heard("c", knock("Вen"))
    door.lost("b")
    assert door.caller == Caller("c", "Вen 2")


@given(st.text() | st.randoms(use_true_random=False).map(lambda dice: encode(any_message(Random(dice.random())))))
def test_nothing_but_a_knock_is_heard(text: str) -> None:
    door = CodeAdmission(FRAGMENT)
    door.heard("b", text)
    assert (door.caller is None) == ('"knock"' not in text)
    heard = heard_at_door(text)
    assert heard is None or '"invited"' in text or '"goodbye"' in text


def test_whoever_knocks_hears_the_invitation_or_why_not() -> None:
    assert heard_at_door(encode(Invited(FRAGMENT))) == FRAGMENT
    assert heard_at_door(encode(Goodbye(Why.NOT_LET_IN))) is Why.NOT_LET_IN
    assert heard_at_door(knock("Ben")) is heard_at_door("[" * 9000) is None


NO, YES = encode(Goodbye(Why.NOT_LET_IN)), encode(Invited(FRAGMENT))


def knocking(*peers: str) -> Knocker:
    knocker = Knocker()
    for peer in peers:
        knocker.knocked(peer)
    return knocker


def test_a_refusal_by_somebody_else_keeps_nobody_from_the_hosts_yes() -> None:
    knocker = knocking("eve", "ana")
    knocker.heard("eve", NO, 100.0)
    assert knocker.refusal(100.0 + OTHERS_ANSWER_WITHIN - 1) is None
    knocker.heard("ana", YES, 140.0)
    assert knocker.invitation == FRAGMENT and knocker.refusal(200.0) is None


def test_a_host_that_is_met_later_may_still_say_yes() -> None:
    knocker = knocking("eve")
    knocker.heard("eve", NO, 100.0)
    assert knocker.refusal(101.0) is None and knocker.due() == 100.0 + OTHERS_COME_WITHIN
    knocker.knocked("ana")
    knocker.heard("ana", YES, 102.0)
    assert knocker.invitation == FRAGMENT


def test_a_refusal_stands_once_nobody_else_can_answer() -> None:
    knocker = knocking("ana", "ben")
    knocker.heard("ana", NO, 100.0)
    knocker.lost("ben")
    assert knocker.refusal(100.0 + OTHERS_COME_WITHIN) is Why.NOT_LET_IN


def test_a_page_at_which_we_did_not_knock_is_not_heard() -> None:
    knocker = knocking("ana")
    knocker.heard("eve", YES, 100.0)
    assert knocker.invitation is None


def test_a_page_that_knocks_at_us_answers_nobody() -> None:
    knocker = Knocker()
    for peer in ("ana", "ben"):
        knocker.knocked(peer)
    knocker.heard("ben", encode(Knock("Ben")), 100.0)
    knocker.heard("ana", encode(Goodbye(Why.NOT_LET_IN)), 100.0)
    assert knocker.due() == 100.0 + OTHERS_COME_WITHIN
