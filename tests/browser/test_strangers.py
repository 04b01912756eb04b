"""Strangers at a table in real browsers: what they send, and what they leave unsaid, is bounded."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from game.net.invite import parse_invite
from tests.browser.party import SOON, Member, play_level, seat, start

Arrive = Callable[..., Member]

COUNT_KEPT = """
    window.kept = 0;
    const { set } = Object.getOwnPropertyDescriptor(RTCDataChannel.prototype, "onmessage");
    Object.defineProperty(RTCDataChannel.prototype, "onmessage", {
        set(heard) {
            set.call(this, (event) => {
                kept += event.data.byteLength ?? Number(event.data);
                heard(event);
            });
        },
    });
"""
"""Bytes that come as far as the library."""

FLOOD = """async ([relay, room, password, how]) => {
    const { joinRoom } = await import("./vendor/trystero/trystero.js");
    const config = { appId: "one-mind", password, relayConfig: { urls: [relay] }, rtcConfig: { iceServers: [] } };
    const joined = joinRoom(config, room);
    const say = joined.makeAction("say");
    const send = RTCDataChannel.prototype.send;
    const roomEnd = 67, tag = 101;
    const frames = {
        "an unknown action": (frame, number) => frame.set([120], roomEnd),
        "parts of what never ends": (frame, number) => frame.set([number >> 8, number & 255, 0], tag - 2),
        "another room": (frame, number) => frame.set([120], 3),
        "rooms without number": (frame, number) => frame.set([2, 1, 0, 64, 65 + (number % 26), 65 + (number >> 5)]),
    };
    window.met = 0;
    window.left = 0;
    joined.onPeerJoin = (peer) => {
        met += 1;
        RTCDataChannel.prototype.send = function (frame) {
            RTCDataChannel.prototype.send = send;
            const long = new Uint8Array(16000);
            long.set(frame);
            const flood = (number) => {
                for (let once = 0; once < 8 && this.readyState === "open"; once += 1, number += 1) {
                    const copy = long.slice();
                    frames[how]?.(copy, number);
                    send.call(this, how === "a number" ? "9999999" : copy);
                }
                if (this.readyState === "open" && number < 2000) setTimeout(flood, 10, number);
            };
            flood(0);
        };
        say.send("?", { target: peer });
    };
    joined.onPeerLeave = () => (left += 1);
}"""
"""Whoever has the link sends up to 32 MB to each page of the table, in frames that the library cannot assign."""

FLOODS = [
    "an unknown action",
    "parts of what never ends",
    "another room",
    "rooms without number",
    "a number",
]

MOST_KEPT = 400_000
"""Bytes that may come as far as the library in all this, with those of the game."""


@pytest.mark.parametrize("how", FLOODS)
def test_a_flood_that_the_library_would_keep_is_cut_off(arrive: Arrive, invited: Arrive, how: str) -> None:
    ana, ben, eve = arrive(script=COUNT_KEPT), invited(), arrive()
    ben.page.add_init_script(COUNT_KEPT)
    ana.host("Ana")
    seat(ana, {"Ben": ben})
    start(ana, (ana, ben))
    with_the_link(eve.page, ana.page, FLOOD, how)
    eve.page.wait_for_function("left === 2", timeout=2 * SOON)
    for member in (ana, ben):
        assert member.page.evaluate("kept") < MOST_KEPT
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
    window.tried = 0;
    const { decrypt } = SubtleCrypto.prototype;
    SubtleCrypto.prototype.decrypt = function (...given) {
        tried += 1;
        return decrypt.apply(this, given);
    };
    window.openOnes = () => connections.filter((one) => (one.deref() ?? {}).connectionState === "new").length;
"""

BOGUS = """async ([relay, room]) => {
    const { createEvent } = await import("./vendor/trystero/trystero.js");
    const place = new TextEncoder().encode(`Trystero@one-mind@${room}`);
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-1", place));
    const topic = Array.from(digest, (byte) => byte.toString(36)).join("");
    const socket = new WebSocket(relay);
    await new Promise((open) => (socket.onopen = open));
    window.said = 0;
    const shout = async () => {
        const peerId = Math.random().toString(36).slice(2);
        socket.send(await createEvent(topic, JSON.stringify({ peerId, offerId: "o", offer: "1,2,3$AAAA" })));
        said += 1;
        setTimeout(shout, said < 700 ? 0 : 100);
    };
    shout();
}"""
"""An outsider, who knows but the room's name on the relay, makes 700 offers there at once, then ten a second."""

MOST_OPEN = 2 * 24 + 44
AT_ONCE = 5_000
"""Milliseconds in which somebody who has the link is in, whatever outsiders do."""


def test_an_outsiders_offers_do_not_keep_friends_out(arrive: Arrive, invited: Arrive) -> None:
    ana, ben, eve = arrive(script=COUNT_CONNECTIONS), invited(), arrive()
    ana.host("Ana")
    invite = ana.invite
    ben.page.goto(invite)
    expect(ben.button("Sit down")).to_be_visible(timeout=SOON)
    with_the_link(eve.page, ana.page, BOGUS)
    ana.page.wait_for_function("tried > 700", timeout=4 * SOON)
    ben.button("Sit down").click()
    expect(ben.page.locator("#peers [data-state=connected]")).to_have_count(2, timeout=AT_ONCE)
    assert ana.page.evaluate("openOnes()") <= MOST_OPEN
    assert ana.page.evaluate("connections.length") < 200


def with_the_link(page: Page, host: Page, script: str, how: str = "") -> None:
    """Run `script` with what the link to the table says."""
    invite = parse_invite(host.evaluate("location.hash"))
    page.evaluate(script, [invite.relays[0], invite.meeting.room, invite.meeting.secret, how])
