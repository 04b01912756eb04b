"""Devices whose clocks are wrong: they meet all the same."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.browser.conftest import Arrive
from tests.browser.party import SOON
from tests.relay import relay

MINUTE, HOUR = 60_000, 3_600_000
"""Milliseconds."""

WRONG = """{
    const { now } = Date;
    Date.now = () => now.call(Date) + %d;
}"""


@pytest.fixture(scope="module")
def strict_relay(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return the address of a relay that refuses events of another time."""
    pytest.importorskip("nostr_relay", reason="nostr-relay is not there for this Python")
    with relay(tmp_path_factory.mktemp("strict"), strict=True) as address:
        yield address


def test_they_meet_by_link_through_a_strict_relay(arrive: Arrive, strict_relay: str) -> None:
    ana = arrive(strict_relay, script=WRONG % (-3 * MINUTE))
    ben = arrive(strict_relay, script=WRONG % (3 * HOUR))
    ana.host("Ana")
    ben.come(ana.invite)
    ben.call("Ben")
    expect(ana.person("Ben")).to_have_attribute("data-state", "connected", timeout=SOON)


@pytest.mark.thorough  # the way to the table does not depend on the clock
def test_they_meet_by_code(arrive: Arrive) -> None:
    ana, ben = arrive(script=WRONG % (3 * HOUR)), arrive(script=WRONG % (-3 * HOUR))
    ana.host("Ana")
    ana.button("Get a table code").click()
    ben.knock("Ben", ana.code())
    ana.button("Yes").click()
    expect(ana.person("Ben")).to_have_attribute("data-state", "connected", timeout=SOON)


REFUSALS = {
    "invalid: event creation date is too far in the future": "Your device’s clock is wrong.",
    "blocked: <b>not here</b>": "refuse your messages: 'blocked: <b>not here</b>'.",
}
"""The reason that a relay gives, and what the page says."""


def test_a_refusal_of_all_relays_is_shown(arrive: Arrive) -> None:
    reason = ""

    def answer(socket: WebSocketRoute, text: str | bytes) -> None:
        match json.loads(text):
            case ["EVENT", {"id": event}]:
                socket.send(json.dumps(["OK", event, False, reason]))

    ana = arrive("ws://refusing.example", clock=True)
    ana.page.route_web_socket("ws://refusing.example/", lambda socket: socket.on_message(partial(answer, socket)))
    for reason in REFUSALS:
        ana.host("Ana")
        sentence = ana.page.get_by_text(REFUSALS[reason])
        for _ in range(60):  # in steps, between which the relay answers
            if not sentence.is_visible():
                ana.page.clock.run_for(500)
        expect(sentence).to_be_visible()
        ana.button("Leave").click()
