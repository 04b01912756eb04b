"""The spoken code: a page that knows it gets the invitation only after the host accepts its name."""

from __future__ import annotations

import asyncio
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from game.browser.online.ways_in.spoken_code import (
    MOST_KNOCKS,
    OTHERS_ANSWER_WITHIN,
    OTHERS_COME_WITHIN,
    CodeGuest,
    CodeHost,
)
from game.net.names import LONGEST_NAME, clean_name
from game.net.protocol.messages import Goodbye, Invited, Knock, Message, Why
from game.net.protocol.wire import encode
from game.transport.mesh_events import Connected, Lost, Received
from game.transport.route import Route
from tests.net.messages import any_message
from tests.net.relayed import in_virtual_time
from tests.net.wire import Wire

FRAGMENT = "#join=..."
NO, YES = Goodbye(Why.NOT_LET_IN), Invited(FRAGMENT)
SHORT = 0.1


class Host(CodeHost):
    """A host, the name that it is `asked` about, and what it has sent."""

    def __init__(self, **names: str) -> None:
        super().__init__(FRAGMENT, self._note)
        self.wire, self.asked = Wire(), ""
        for peer, name in names.items():
            self.hears(peer, encode(Knock(name)))

    def _note(self, name: str) -> None:
        self.asked = name

    def hears(self, peer: str, text: str) -> None:
        self.happened(self.wire, Received(peer, text))

    def loses(self, peer: str) -> None:
        self.happened(self.wire, Lost(peer))


def test_requests_are_shown_to_the_host_one_at_a_time_and_answered_once() -> None:
    host = Host(b="Ben", c="Cem")
    assert host.asked == "Ben"
    host.answer(True)
    assert host.asked == "Cem" and host.wire.sent == [("b", encode(YES))]
    host.answer(False)
    host.answer(True)
    assert host.asked == "" and host.wire.sent[1:] == [("c", encode(NO))]


def test_a_page_that_is_lost_gets_no_answer() -> None:
    host = Host(b="Ben")
    host.loses("b")
    host.answer(True)
    assert host.asked == "" and not host.wire.sent


def test_a_refused_page_cannot_ask_again() -> None:
    host = Host(b="Ben")
    host.answer(False)
    host.hears("b", encode(Knock("Ana")))
    assert host.asked == ""


def test_waiting_requests_are_limited_and_a_page_may_ask_once() -> None:
    host = Host()
    for number in range(100):
        host.hears("same", encode(Knock("Ben")))
        host.hears(f"page {number}", encode(Knock(f"Name {number}")))
    host.close()
    assert len({peer for peer, _ in host.wire.sent}) == len(host.wire.sent) == MOST_KNOCKS
    assert {text for _, text in host.wire.sent} == {encode(NO)}


@given(st.text(max_size=LONGEST_NAME).filter(str.isprintable))
def test_a_requested_name_is_cleaned(name: str) -> None:
    assert Host(b=name).asked == clean_name(name)


def test_two_requests_with_the_same_name_are_distinguishable() -> None:
    host = Host(b="Ben", c="Вen")
    host.loses("b")
    assert host.asked == "Вen 2"


@given(st.text() | st.randoms(use_true_random=False).map(lambda dice: encode(any_message(Random(dice.random())))))
def test_all_messages_but_a_request_are_ignored(text: str) -> None:
    host = Host()
    host.hears("b", text)
    assert (host.asked == "") == ('"Knock"' not in text)
    answer = heard([("b", text)], "b")
    assert answer is None or '"Invited"' in text or '"Goodbye"' in text


@in_virtual_time
async def heard(said: list[tuple[str, Message | str]], *asks: str, later: float = 1e6) -> str | Why | None:
    """Return the answer of a guest that asks these pages, hears what they say, "" if it loses them, and waits."""
    guest, wire = CodeGuest("Zoe", lambda: None), Wire()
    for peer in asks:
        guest.happened(wire, Connected(peer, "", Route.RELAY))
    for peer, one in said:
        text = one if isinstance(one, str) else encode(one)
        guest.happened(wire, Received(peer, text) if text else Lost(peer))
    await asyncio.sleep(later)
    answer = guest.answer.result() if guest.answer.done() else None
    guest.close()
    return answer


def test_a_page_that_asks_gets_the_invitation_or_a_reason() -> None:
    assert heard([("ana", YES)], "ana") == FRAGMENT
    assert heard([("ana", NO)], "ana") is Why.NOT_LET_IN
    assert heard([("ana", Knock("Ben")), ("ben", "[" * 9000)], "ana", "ben") is None


def test_a_refusal_by_another_page_does_not_prevent_admission_by_the_host() -> None:
    assert heard([("eve", NO)], "eve", "ana", later=OTHERS_ANSWER_WITHIN - SHORT) is None
    assert heard([("eve", NO), ("ana", YES)], "eve", "ana") == FRAGMENT
    assert heard([("eve", NO)], "eve", "ana", later=OTHERS_ANSWER_WITHIN + SHORT) is Why.NOT_LET_IN


@in_virtual_time
async def test_a_host_that_connects_later_may_still_admit_the_page() -> None:
    guest, wire = CodeGuest("Zoe", lambda: None), Wire()
    guest.happened(wire, Connected("eve", "", Route.RELAY))
    guest.happened(wire, Received("eve", encode(NO)))
    await asyncio.sleep(OTHERS_COME_WITHIN - SHORT)
    guest.happened(wire, Connected("ana", "", Route.RELAY))
    await asyncio.sleep(OTHERS_ANSWER_WITHIN / 2)
    guest.happened(wire, Received("ana", encode(YES)))
    assert guest.answer.result() == FRAGMENT


def test_a_refusal_is_final_when_no_other_page_can_answer() -> None:
    assert heard([("ana", NO), ("ben", "")], "ana", "ben", later=OTHERS_COME_WITHIN - SHORT) is None
    assert heard([("ana", NO), ("ben", "")], "ana", "ben", later=OTHERS_COME_WITHIN + SHORT) is Why.NOT_LET_IN


def test_an_answer_from_a_page_that_was_not_asked_is_ignored() -> None:
    assert heard([("eve", YES)], "ana") is None


def test_no_answer_is_expected_from_a_page_that_asks_us() -> None:
    said = [("ben", Knock("Ben")), ("ana", NO)]
    assert heard([*said], "ana", "ben", later=OTHERS_COME_WITHIN + SHORT) is Why.NOT_LET_IN
