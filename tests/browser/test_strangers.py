"""Strangers at a table in real browsers: limits on what they send, and on incomplete exchanges."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import expect

from game.net.protocol.wire import VERSION
from tests.browser.conftest import Arrive
from tests.browser.party import SOON, play_level, seat, start
from tests.browser.stranger import with_the_link

HOSTILE = """async ({ newcomer }) => {
    window.heard = [];
    const version = %d;
    const card = Array.from({ length: 100 }, (_, i) => i + 1);
    const nonsense = [
        [version, "join", "Eve", "e".repeat(32), 0],
        [version, "hosting", 99, 8, 0, "0".repeat(32)],
        ...card.map((number) => [version, "press", number, 1, 0, 0, `play ${number}`]),
    ].map((said) => JSON.stringify(said));
    nonsense.push("", "{", "[1]", '[0,"join"]', "x".repeat(5000), "[".repeat(4000));
    nonsense.push(JSON.stringify([version, "goodbye", "closed"]), ...card.map((number) => `nonsense ${number}`));
    const told = {};
    await newcomer((page, frames, say) => {
        const { talk, signal } = frames;
        heard.push(...(talk ?? []).slice(4));
        if (told[page]) return;
        told[page] = true;
        const frame = (texts, first) => ({ talk: [1, (talk ?? signal)[0], 0, first, ...texts] });
        say(page, { talk: "no frame", signal: [[], {}] });
        for (let at = 0; at < nonsense.length; at += 50) say(page, frame(nonsense.slice(at, at + 50), at));
    });
}"""
"""A page with the link that sends nonsense to all pages of the table."""

COUNT_HEARD = """
    window.heard = 0;
    const { addEventListener } = RTCDataChannel.prototype;
    RTCDataChannel.prototype.addEventListener = function (kind, listener, ...rest) {
        const count = ({ data }) => (heard += data.byteLength ?? data.length);
        if (kind === "message") addEventListener.call(this, kind, count);
        addEventListener.call(this, kind, listener, ...rest);
    };
"""
"""Counts the bytes that arrive on data channels."""

FLOOD = """
    window.flooded = 0;
    let lines = 0;
    const { send } = RTCDataChannel.prototype;
    const used = new WeakSet();
    RTCDataChannel.prototype.send = function (text) {
        if (used.has(this)) return;
        used.add(this);
        const long = (lines += 1) === 1 ? "x".repeat(16000) : new Uint8Array(16000);
        const flood = (number) => {
            for (let once = 0; once < 8 && this.readyState === "open"; once += 1, number += 1) send.call(this, long);
            if (this.readyState === "open" && number < 2000) setTimeout(flood, 10, number);
            else flooded += 1;
        };
        flood(0);
    };
"""
"""A page with the link that sends up to 32 MB to each page of the table: text to one, bytes to another."""

MOST_HEARD = 32_000_000 / 4
"""Bytes that may arrive: a quarter of the flood, since a busy page closes late and much is in transit by then."""


def test_a_flood_by_a_direct_line_is_cut_off_and_malformed_messages_have_no_effect(
    arrive: Arrive, invited: Arrive
) -> None:
    ana, ben, eve = arrive(script=COUNT_HEARD), invited(COUNT_HEARD), invited(FLOOD)
    ana.host("Ana")
    invite = ana.invite
    seat(ana, {"Ben": ben})
    start(ana, (ana, ben))
    eve.come(invite)
    eve.page.wait_for_function("flooded > 1", timeout=2 * SOON)
    for member in (ana, ben):
        assert member.page.evaluate("heard") < MOST_HEARD
        member.sees("Ana", "Ben")
    hands = ana.hand(), ben.hand()
    eve.page.goto("about:blank")
    mallory = arrive()
    with_the_link(mallory.page, ana.page, HOSTILE % VERSION)
    mallory.page.wait_for_function("heard.filter((said) => /malformed|flooded/.test(said)).length === 2", timeout=SOON)
    assert (ana.hand(), ben.hand()) == hands
    for member in (ana, ben):
        member.sees("Ana", "Ben")
    play_level(1, (ana, ben))


COUNT_CONNECTIONS = """
    window.connections = [];
    window.RTCPeerConnection = class extends RTCPeerConnection {
        constructor(...given) {
            super(...given);
            connections.push(new WeakRef(this)); // closed ones count until they are swept up
        }
    };
    window.openOnes = () => connections.filter((one) => (one.deref() ?? {}).connectionState === "new").length;
    window.came = 0;
    const { addEventListener } = WebSocket.prototype;
    Object.defineProperty(WebSocket.prototype, "onmessage", {
        set(heard) {
            addEventListener.call(this, "message", (event) => {
                heard(event);
                if (event.data.startsWith('["EVENT"')) came += 1;
            });
        },
    });
"""
"""Counts created connections and handled events."""

OUTSIDERS = """async ({ outsider }) => {
    window.said = 0;
    const shout = () => {
        outsider();
        said += 1;
        setTimeout(shout, said < 300 ? 0 : 100);
    };
    shout();
}"""
"""A page that knows only the room's name sends 300 events to the relay at once, then ten a second."""

NEWCOMERS = """async ({ newcomer }) => {
    window.said = 0;
    const connection = new RTCPeerConnection();
    connection.createDataChannel("");
    const { sdp } = await connection.createOffer();
    connection.close();
    const come = async () => {
        const told = {};
        await newcomer((page, { talk, signal }, say) => {
            if (told[page]) return;
            told[page] = true;
            say(page, { signal: [1, (talk ?? signal)[0], 0, 0, JSON.stringify(["offer", 1, 1, sdp])] });
        });
        said += 1;
        setTimeout(come, said < 60 ? 0 : 300);
    };
    come();
}"""
"""A page with the link joins as 60 pages at once, then as three more each second. Each makes an offer."""

MOST_OPEN = 24
"""Connections that may be in setup: twice `MOST_MAKING` of peer_registry.py, because a busy page closes some later.

Without that limit, there are more than 30.
"""


@pytest.mark.parametrize(
    ("crowd", "many"),
    [pytest.param(OUTSIDERS, 300, marks=pytest.mark.thorough), (NEWCOMERS, 60)],
    ids=["outsiders", "newcomers"],
)
def test_a_crowd_keeps_no_friend_out_and_fills_no_memory(
    arrive: Arrive, invited: Arrive, crowd: str, many: int
) -> None:
    ana, ben, cem, eve = arrive(script=COUNT_CONNECTIONS), invited(), invited(), arrive()
    ana.host("Ana")
    invite = ana.invite
    cem.page.goto(invite)
    pressed = time.monotonic()
    cem.button("Sit down").click()
    expect(cem.page.locator(".peers [data-state=connected]")).to_have_count(2, timeout=SOON)
    alone = 1000 * (time.monotonic() - pressed)
    ben.page.goto(invite)
    expect(ben.button("Sit down")).to_be_visible(timeout=SOON)
    with_the_link(eve.page, ana.page, crowd)
    ana.page.wait_for_function("(many) => came > many", arg=many, timeout=4 * SOON)
    ben.button("Sit down").click()
    expect(ben.page.locator(".peers [data-state=connected]")).to_have_count(3, timeout=max(SOON, 4 * alone))
    assert ana.page.evaluate("openOnes()") <= MOST_OPEN
    assert ana.page.evaluate("connections.length") < 100
