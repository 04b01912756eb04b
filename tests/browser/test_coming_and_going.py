"""Joining a table, and leaving it: no connection stays open, and no late event has an effect.

tests/screens/test_ways.py leaves each way at each of its steps, without a browser.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

from game.net.invite import new_code, new_invite
from tests.browser.conftest import Arrive
from tests.browser.party import SOON, Member, seat, start
from tests.browser.recorded import RECORD
from tests.browser.table import LISTEN, follow
from tests.browser.test_back import away, back
from tests.browser.test_loading import hold
from tests.browser.test_together import HIDE
from tests.conftest import Complaints

LIBRARY = "**/vendor/nostr/nostr.js"
QR = "**/vendor/uqr/index.mjs"

ALL_CLOSED = """() =>
    made.connections.every((one) => one.signalingState === "closed") &&
    made.sockets.every((one) => one.readyState === WebSocket.CLOSED)
"""

PAIRINGS_OPEN = """(number) =>
    made.connections.filter((one) => one.label === "direct" && one.signalingState !== "closed").length === number
"""

TURNS = """async () => {
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setTimeout(resolve));
}"""
"""Lets the page run all tasks that are ready."""


@pytest.fixture
def silent_relay() -> Iterator[str]:
    """Return the address of a relay that accepts connections and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield f"ws://127.0.0.1:{server.getsockname()[1]}"


@pytest.fixture
def visitor(arrive: Arrive) -> Arrive:
    """Return a player at the title whose connections are recorded."""

    def visitor(script: str = "", **options: Any) -> Member:
        return arrive(script=RECORD + script, **options)

    return visitor


def at_the_title(member: Member) -> None:
    """Check that the page shows only the title, has no connection, and has no invitation in its address."""
    expect(member.button("Play solo")).to_be_visible()
    expect(member.page.locator("#lobby, #out, #pairing:popover-open")).to_have_count(0)
    expect(member.table).to_be_hidden()
    assert "#" not in member.page.evaluate("location.href")
    member.page.wait_for_function(ALL_CLOSED, timeout=SOON)


def nothing_comes_after(member: Member) -> None:
    """Check that the pending work is cancelled, and that a new table opens."""
    member.page.evaluate(TURNS)
    at_the_title(member)
    member.host("Ana")
    expect(member.page.locator("#lobby")).to_have_count(1)
    member.button("Leave").click()
    at_the_title(member)


def leave(member: Member) -> None:
    member.button("Leave").click()


# --- Ways to join -------------------------------------------------------------------


def come_as_host(member: Member) -> None:
    member.button("Play together").click()


def come_by_link(member: Member) -> None:
    follow(member.page, new_invite(Random(1), "5" * 64).fragment())
    member.button("Sit down").click()


def come_by_code(member: Member) -> None:
    member.button("Join with a code").click()
    member.page.get_by_label("Table code", exact=True).fill(new_code(Random(1)))
    member.button("Join").click()


WAYS = [come_as_host, come_by_link, come_by_code]


# --- Leaving while joining ----------------------------------------------------------


def test_leaving_while_a_relay_connects(visitor: Arrive, silent_relay: str, complaints: Complaints) -> None:
    complaints.expect("WebSocket is closed before the connection is established")
    ana = visitor(relay=silent_relay)
    for come in WAYS:
        called = ana.page.evaluate("made.sockets.length")
        come(ana)
        ana.page.wait_for_function("(called) => made.sockets.length > called", arg=called)
        if come is come_by_link:
            ana.button("Not now").click()
        else:
            leave(ana)
        at_the_title(ana)
    nothing_comes_after(ana)


def test_leaving_a_running_game_asks_first_closes_all_connections_and_leaves_a_way_back(
    visitor: Arrive, invited: Arrive
) -> None:
    ana, ben = visitor(), invited()
    ana.host("Ana")
    seat(ana, {"Ben": ben})
    start(ana, (ana, ben))
    ana.button("Menu").click()
    ana.button("Leave this game").click()
    expect(ana.page.locator("#leaving")).to_contain_text("Ben becomes the host, and this level starts again")
    ana.button("Stay").click()
    ben.button("Menu").click()
    ben.button("Leave this game").click()
    expect(ben.page.locator("#leaving")).to_contain_text("The others can go on with a computer player in your place.")
    expect(ben.button("Leave this game")).to_have_count(1)
    expect(ben.button("Stay")).to_be_focused()
    ben.page.keyboard.press("Enter")
    expect(ben.page.locator(".dialog:popover-open")).to_have_count(0)
    expect(ben.button("Menu")).to_be_focused()
    ben.shows(phase="focus", level=1)
    link = ben.page.url
    for _ in range(2):  # the Back button of the browser asks as well
        away(ben.page)
        back(ben.page)
        expect(ben.page.locator("#leaving")).to_be_visible()
        ben.button("Stay").click()
        expect(ben.page.locator(".dialog:popover-open")).to_have_count(0)
        expect(ben.table).to_be_visible()
    away(ben.page)
    assert ben.page.url == link
    back(ben.page)
    ben.page.locator("#left").click()
    expect(ben.button("Play solo")).to_be_visible()
    assert "#" not in ben.page.url
    ben.button("Back to Ana’s table").click()
    ben.button("Sit down").click()  # the question names the relay, which is not a default one
    ben.shows(watching="true", phase="focus", level=1)  # who left has given up the seat
    expect(ana.page.get_by_text("one person is watching")).to_be_visible()
    ana.leave()
    at_the_title(ana)  # without any connection
    ana.button("Play solo").click()
    ana.button("Start").click()
    ana.shows(phase="focus", level=1)


def test_a_watcher_learns_that_the_host_is_lost_or_has_closed_the_table(arrive: Arrive, complaints: Complaints) -> None:
    """The table comes back after a reload of the host's page, and is closed when the host leaves."""
    complaints.expect("WebSocket")  # a page whose clock jumps, or that leaves the site, breaks its connections
    ana, eve = arrive(own=True), arrive(clock=True)
    ana.host("Ana")
    ana.fill("Gus")
    start(ana, (ana,))
    eve.page.goto(f"{eve.page.url.split('#')[0]}#{ana.page.url.split('#')[1]}")
    eve.button("Watch").click()
    expect(eve.table).to_be_visible(timeout=SOON)
    table = ana.page.url
    ana.page.goto("about:blank")
    pause = eve.page.locator(".pause")
    expect(pause).to_have_text(re.compile("Lost connection to Ana"), timeout=SOON)
    expect(eve.button("Home")).to_be_hidden()
    eve.page.evaluate(LISTEN)
    eve.page.evaluate(HIDE, True)
    eve.page.clock.run_for(31_000)
    assert not [text for text in eve.page.evaluate("heard") if "isn’t responding" in text]  # maybe it was frozen
    eve.page.evaluate(HIDE, False)
    eve.page.clock.run_for(31_000)
    expect(pause).to_contain_text("This table isn’t responding.")
    eve.button("Try again").click()
    expect(pause).to_have_text(re.compile("Looking for the table"))
    eve.page.clock.run_for(31_000)
    expect(eve.button("Home")).to_be_visible()
    ana.page.goto(table)
    expect(eve.button("Home")).to_be_hidden(timeout=SOON)
    expect(pause).to_be_hidden(timeout=SOON)
    eve.button("Menu").click()
    ana.leave()
    expect(eve.page.locator("#out")).to_have_text(re.compile("The host closed the table"), timeout=SOON)
    expect(eve.button("Try again")).to_be_hidden()
    eve.button("Home").click()
    expect(eve.button("Play solo")).to_be_visible()


# --- Errors and repeated requests ---------------------------------------------------


def test_without_the_qr_code_library_the_link_is_shown_and_of_several_manual_pairings_one_stays_open(
    visitor: Arrive, complaints: Complaints
) -> None:
    """It stays open until it fails."""
    complaints.expect("failed: .*uqr")
    complaints.expect("Failed to load resource")
    ana = visitor()
    ana.page.route(QR, lambda route: route.abort())
    with ana.page.expect_event("requestfailed"):
        ana.host("Ana")
    assert "#join=" in ana.invite
    codes = set()
    for _ in range(3):
        ana.button("Connect directly").click()
        code = ana.page.get_by_label("Your connection code", exact=True)
        expect(code).not_to_have_value("", timeout=SOON)
        codes.add(code.input_value())
        ana.page.locator("#pairing").get_by_role("button", name="Close").click()
        ana.page.evaluate("() => void (document.querySelector('#pair-mine').value = '')")
    assert len(codes) == 3
    ana.page.wait_for_function(PAIRINGS_OPEN, arg=1)
    ana.page.evaluate("""() => {
        const open = ({ label, signalingState }) => label === "direct" && signalingState !== "closed";
        const pairing = made.connections.find(open);
        Object.defineProperty(pairing, "connectionState", { value: "failed" });
        pairing.dispatchEvent(new Event("connectionstatechange"));
    }""")
    ana.page.wait_for_function(PAIRINGS_OPEN, arg=0)
    leave(ana)
    at_the_title(ana)


# --- Proxies of Python objects in JavaScript ----------------------------------------

COUNT_PROXIES = """
import pyodide.ffi
from game.browser.page import dom

proxies = []
create = pyodide.ffi.create_proxy

def counted(lent, **options):
    proxy = create(lent, **options)
    proxies.append(proxy)
    return proxy

pyodide.ffi.create_proxy = dom.create_proxy = counted
"""

ALIVE = """
def alive(proxy):
    try:
        proxy.unwrap()
    except Exception:
        return False
    return True

sum(map(alive, proxies))
"""


def test_all_proxies_are_destroyed(arrive: Arrive) -> None:
    ana = arrive(own=True)
    page = ana.page
    looked_through = page.evaluate("python.runPython('import gc; len(gc.get_objects())')")
    assert looked_through < 1000  # of 23,000: those of the start are excluded from garbage collection
    page.evaluate("(script) => void python.runPython(script)", COUNT_PROXIES)
    ana.host("Ana")
    ana.button("Get a table code").click()
    for _ in range(2):
        ana.button("Connect directly").click()
        expect(page.locator("#pairing")).to_be_visible(timeout=SOON)
        page.locator("#pairing").get_by_role("button", name="Close").click()
    assert page.evaluate("(script) => python.runPython(script)", ALIVE) > 20
    leave(ana)
    page.wait_for_function("(script) => python.runPython(script) === 0", arg=ALIVE)
    library = hold(page, LIBRARY)
    with page.expect_request(LIBRARY):
        come_by_link(ana)  # to a room that is never entered
    expect(page.locator("#lobby")).to_be_visible()
    leave(ana)
    with page.expect_response(LIBRARY):
        library[0].continue_()
    page.wait_for_function("(script) => python.runPython(script) === 0", arg=ALIVE)
