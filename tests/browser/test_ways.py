"""Routes between pages: pages without a direct route use relays, and broken connections are repaired."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.conftest import Arrive
from tests.browser.party import SOON, begin, play_level, seat, start
from tests.conftest import Complaints
from tests.relay import relay

WAYS = """
    const { send } = RTCDataChannel.prototype;
    window.blocked = false;
    window.sent = { direct: 0, relay: 0 };
    RTCDataChannel.prototype.send = function (text) {
        if (blocked) return;
        sent.direct += 1;
        send.call(this, text);
    };
    const publish = WebSocket.prototype.send;
    WebSocket.prototype.send = function (text) {
        if (text.startsWith('["EVENT"')) sent.relay += 1;
        publish.call(this, text);
    };
"""
"""Counts the messages by direct route and by relay. While `blocked`, the direct route delivers none."""

SLOW_DIRECT = """
    const { send } = RTCDataChannel.prototype;
    window.sent = 0;
    RTCDataChannel.prototype.send = function (text) {
        setTimeout(() => {
            if (this.readyState !== "open") return;
            sent += 1;
            send.call(this, text);
        }, 150);
    };
"""
"""Makes data channels slower than the local relay."""

NO_WAY_THROUGH = """
    window.RTCPeerConnection = class extends RTCPeerConnection {
        constructor(config) {
            super({ ...config, iceTransportPolicy: "relay", iceServers: [] });
        }
    };
"""
"""Allows connections only by TURN server, and there is none."""

AHEAD = """
    const { now } = Date;
    Date.now = () => now() + 120_000;
    window.Date = class extends Date { constructor(...given) { given.length ? super(...given) : super(Date.now()); } };
"""
"""A clock that is two minutes fast."""

SEATED_WITHIN = 8.0
"""Seconds from opening the link."""

WATCH_SEATED = """
    new MutationObserver(() => {
        if (document.documentElement.dataset.ready === "true") window.readyAt ??= performance.now();
        const seated = document.querySelectorAll(".peers [data-state=connected]").length === 2;
        if (seated) window.seatedAt ??= performance.now();
    }).observe(document, { attributes: true, childList: true, subtree: true });
"""


IN_SIGHT = """(region) =>
    [...region.childNodes]
        .filter((part) => !part.classList?.contains("earlier"))
        .map((part) => part.textContent)
        .join("")
"""
"""Returns the part of an announcement that is visible."""


def test_two_pages_without_a_direct_route_are_seated_by_relay_and_play(arrive: Arrive, invited: Arrive) -> None:
    ana, ben = arrive(), invited(NO_WAY_THROUGH + WATCH_SEATED)
    ana.host("Ana")
    seat(ana, {"Ben": ben})
    took = ben.page.evaluate("(seatedAt - readyAt) / 1000")
    assert took < SEATED_WITHIN
    for member in (ana, ben):
        expect(member.page.locator("#lobby .trouble")).to_be_hidden()
    start(ana, (ana, ben))
    begin((ana, ben))
    ben.page.reload()
    expect(ben.told).to_contain_text("Welcome back. Put your hand on the table to go on.", timeout=SOON)
    expect(ben.told).to_contain_text("No direct connection to Ana.", timeout=SOON)
    assert "Welcome back." in ben.told.evaluate(IN_SIGHT)  # the note does not cover what to do
    play_level(1, (ana, ben))


class World:
    """All public relays, of which only one forwards events, and two that acknowledge none. One sends other messages."""

    WILLING, TALKING, SILENT = "wss://nos.lol", "wss://talking.example", "wss://silent.example"

    def __init__(self) -> None:
        self.called = Counter[str]()
        self._asking: list[tuple[WebSocketRoute, str]] = []

    def surround(self, page: Page) -> None:
        """Redirect all relay connections of `page` to these relays."""
        page.route_web_socket(re.compile("^wss:"), self._call)

    def _call(self, line: WebSocketRoute) -> None:
        self.called[line.url.rstrip("/")] += 1
        willing = line.url.startswith(self.WILLING)
        line.on_message(lambda text: self._hear(line, json.loads(str(text)), willing))

    def _hear(self, line: WebSocketRoute, said: list[Any], willing: bool) -> None:
        if line.url.startswith((self.TALKING, self.SILENT)):
            if line.url.startswith(self.TALKING):
                line.send(json.dumps(["EOSE", "another"]))
            return
        match said:
            case ["REQ", str(name), *_]:
                line.send(json.dumps(["EOSE", name] if willing else ["CLOSED", name, "restricted: members only"]))
                self._asking.append((line, name))
            case ["EVENT", dict(event)]:
                line.send(json.dumps(["OK", event["id"], willing, "" if willing else "rate-limited: too much"]))
                for asking, name in self._asking if willing else ():
                    if asking.url == line.url:
                        asking.send(json.dumps(["EVENT", name, event]))


def test_a_relay_that_returns_is_used_again_and_replaces_a_lost_direct_route_although_clocks_differ(
    arrive: Arrive, invited: Arrive, tmp_path: Path, complaints: Complaints
) -> None:
    """The clocks differ by two minutes. The direct route continues without the relay, and is restored."""
    complaints.expect("WebSocket connection")
    ben, cem = invited(WAYS + AHEAD), invited()
    with relay(tmp_path) as address:
        ana = arrive(relay=address, script=WAYS)
        ana.host("Ana")
        seat(ana, {"Ben": ben})
        assert ben.page.evaluate("Date.now()") - ana.page.evaluate("Date.now()") > 110_000
    for member in (ana, ben):  # the direct route continues undisturbed
        member.sees("Ana", "Ben")
    port = int(address.rpartition(":")[2])
    with relay(tmp_path, port):
        cem.come(ana.invite)
        for member in (ana, ben, cem):
            expect(member.page.locator(".peers [data-state=connected]")).to_have_count(3, timeout=2 * SOON)
        cem.button("Leave").click()
        ana.sees("Ana", "Ben")
        start(ana, (ana, ben))
        ana.page.wait_for_function("sent.direct > 10")
        for member in (ana, ben):
            member.page.evaluate("blocked = true; sent.relay = 0")
        play_level(1, (ana, ben))
        for member in (ana, ben):
            assert member.page.evaluate("sent.relay") > 0
            expect(member.page.locator(".table .pause")).to_be_hidden()
            member.page.evaluate("blocked = false; sent.direct = 0")
        for member in (ana, ben):
            member.page.wait_for_function("sent.direct > 20", timeout=SOON)
        begin((ana, ben))


PUBLISH = """async (url) => {
    const { newRelay, connect, publish, ...keys } = await import("./vendor/nostr/nostr.js");
    const relay = newRelay(url, 50, () => {});
    await connect(relay, 5000);
    const event = { kind: 20000, created_at: 0, tags: [], content: "" };
    return publish(relay, keys.finalizeEvent(event, keys.generateSecretKey()));
}"""
"""Publishes an event on a relay that has 50 milliseconds to acknowledge it."""


def test_relays_that_refuse_are_replaced_by_others_and_one_that_acknowledges_nothing_counts_as_lost(
    arrive: Arrive, invited: Arrive, complaints: Complaints
) -> None:
    """It counts as lost unless it sends other messages."""
    complaints.expect("restricted|rate-limited")
    world = World()
    ana, ben = arrive(relay=""), invited()
    for member in (ana, ben):
        world.surround(member.page)
    ana.host("Ana")
    seat(ana, {"Ben": ben})
    assert world.called[World.WILLING] >= 2 and len(world.called) > 4
    assert max(world.called.values()) < 10  # no relay is called repeatedly
    assert ben.page.evaluate(PUBLISH, World.TALKING) == ""
    assert ben.page.evaluate(PUBLISH, World.SILENT) == "publish timed out"


def test_guests_who_leave_are_reported_as_left_although_the_relay_is_faster_or_after_a_freeze(
    arrive: Arrive, invited: Arrive
) -> None:
    """After the freeze, the host has lost the guest, and the goodbye needs new streams."""
    people = ana, ben, cem = arrive(), invited(script=SLOW_DIRECT), invited()
    ana.host("Ana")
    seat(ana, {"Ben": ben, "Cem": cem})
    start(ana, people)
    ben.page.wait_for_function("sent > 2")
    ben.leave()
    expect(ana.button("Replace Ben for now")).to_be_visible(timeout=3_000)  # at once, not after 30 s
    with cem.page.expect_event("dialog") as frozen:
        cem.page.evaluate("() => void setTimeout(() => alert('frozen'))")
    ana.sees("Cem", state="away")
    frozen.value.accept()
    cem.leave()
    ana.sees("Ben", "Cem", state="gone")
    expect(ana.button("Replace Cem for now")).to_be_visible(timeout=3_000)
