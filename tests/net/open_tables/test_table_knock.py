"""The stranger's side of a knock: only the host that signed the listing is asked, and only its answer counts."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.net.invite import Invite
from game.net.open_tables.table_knock import TableKnock
from game.net.protocol.messages import Goodbye, Invited, Knock, Why
from game.net.protocol.wire import decode, encode
from tests.net.messages import any_message

LINK = Invite("a" * 26, "b" * 64)


def answered(text: str, peer: str = "host") -> TableKnock:
    knock = TableKnock("host")
    knock.heard(peer, text)
    return knock


def test_only_the_host_is_asked_and_learns_no_name() -> None:
    knock = TableKnock("host")
    assert knock.connected("other") is None
    said = knock.connected("host")
    assert said is not None and decode(said) == Knock("Guest")


def test_the_host_invites_or_refuses() -> None:
    assert answered(encode(Invited(LINK.fragment()))).invitation == LINK.fragment()
    assert answered(encode(Goodbye(Why.FULL))).is_refused


def test_an_answer_of_another_page_does_not_count() -> None:
    for text in (encode(Invited(LINK.fragment())), encode(Goodbye(Why.FULL))):
        knock = answered(text, "other")
        assert knock.invitation is None and not knock.is_refused


@pytest.mark.parametrize("fragment", ["", "#join=x", Invite("a" * 26, "b" * 64, watch=True).fragment()])
def test_an_invitation_that_leads_to_no_seat_is_a_refusal(fragment: str) -> None:
    knock = answered(encode(Invited(fragment)))
    assert knock.invitation is None and knock.is_refused


def test_who_asks_to_watch_follows_only_an_invitation_to_watch() -> None:
    for watch in (True, False):
        knock = TableKnock("host", watch=True)
        said = knock.connected("host")
        assert said is not None and decode(said) == Knock("Guest", watch=True)
        fragment = Invite("a" * 26, "b" * 64, watch=watch).fragment()
        knock.heard("host", encode(Invited(fragment)))
        assert (knock.invitation == fragment, knock.is_refused) == (watch, not watch)


def test_a_refusal_after_the_invitation_changes_nothing() -> None:
    knock = answered(encode(Invited(LINK.fragment())))
    knock.heard("host", encode(Goodbye(Why.FULL)))
    assert knock.invitation == LINK.fragment() and not knock.is_refused


def test_without_the_host_no_answer_comes() -> None:
    knock = TableKnock("host")
    knock.lost("other")
    assert not knock.is_refused
    knock.lost("host")
    assert knock.is_refused


@given(st.text() | st.randoms(use_true_random=False).map(lambda dice: encode(any_message(Random(dice.random())))))
def test_all_other_messages_are_ignored(text: str) -> None:
    knock = answered(text)
    answers = knock.invitation is not None or knock.is_refused
    assert not answers or '"invited"' in text or '"goodbye"' in text
