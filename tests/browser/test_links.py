"""Links to a table: the page connects only after a press."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from game.net.invite import Invite, Turn, parse_invite
from game.net.protocol.wire import VERSION
from game.transport.pairing import Code, pack
from tests.browser.conftest import Arrive, NewPage
from tests.browser.party import SOON, Member
from tests.browser.recorded import RECORD
from tests.browser.table import follow
from tests.conftest import Complaints
from tests.web import ready

FOREIGN = Invite(
    "a" * 26, "b" * 64, ("wss://spy.example/relay", "ws://127.0.0.1:9"), (Turn("turn:spy.example", "user", "word"),)
)

REMEMBER_TABLE = """(link) => {
    const table = { link, host: "Tom", at: String(Math.floor(Date.now() / 1000)) };
    localStorage.setItem("one-mind/last-table", JSON.stringify(table));
}"""
"""Stores the last table as Tom's."""

SDP = """v=0\r
o=- 1 2 IN IP4 127.0.0.1\r
s=-\r
t=0 0\r
a=candidate:1 1 udp 1677729535 8.8.8.8 51472 typ srflx raddr 0.0.0.0 rport 0\r
"""
OFFER = pack(Code("offer", "page", SDP, 32 * "a", 64 * "b"))

BOMB = "#pair=" + base64.urlsafe_b64encode(zlib.compress(b"[" * 9000)).decode()
LIKE_A_LINK = "#join=" + "[" * 9000, "#pair=" + "[" * 9000, "#room=abc", "#game="


@pytest.fixture
def followed(back: NewPage, site: str) -> Callable[[str], Member]:
    """Return a person whose page was opened by a link with this fragment, and who has not pressed anything."""

    def followed(end: str) -> Member:
        page = back()
        page.add_init_script(RECORD)
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto(site + end)
        ready(page)
        told = page.locator("#invited, #out, #title-message").locator("visible=true")
        expect(told).to_be_visible(timeout=SOON)
        assert [url for url in asked if not url.startswith((site, "blob:", "data:"))] == []
        return Member(page)

    return followed


def connections(member: Member) -> int:
    """Return how many connections the page has started."""
    number: int = member.page.evaluate("made.connections.length + made.sockets.length")
    return number


def test_links_name_servers_and_addresses_and_connect_only_after_the_press(followed: Callable[[str], Member]) -> None:
    """An invalid one shows one message."""
    for end in (FOREIGN.fragment(), f"?relay=wss://spy.example{Invite('a' * 26, 'b' * 64).fragment()}"):
        ben = followed(end)
        expect(ben.page.locator("#invited h1")).to_have_text("You’re invited to a table.")
        expect(ben.page.locator("#invited")).to_contain_text("spy.example")
        assert connections(ben) == 0
        ben.button("Not now").click()
        expect(ben.button("Play together")).to_be_visible()
        assert connections(ben) == 0 and "#" not in ben.page.url
    ben.page.evaluate(REMEMBER_TABLE, FOREIGN.fragment())
    follow(ben.page, FOREIGN.fragment())
    ben.button("Not now").click()
    ben.button("Back to Tom’s table").click()
    expect(ben.page.locator("#invited h1")).to_have_text("Back to Tom’s table")
    expect(ben.page.locator("#invited")).to_contain_text("spy.example")
    ben.button("Not now").click()
    follow(ben.page, f"#pair={OFFER}")
    expect(ben.page.locator("#invited h1")).to_contain_text("8.8.8.8")
    assert connections(ben) == 0
    ben.button("Not now").click()
    expect(ben.button("Play together")).to_be_visible()
    follow(ben.page, BOMB)
    expect(ben.page.locator("#out h1")).to_contain_text("damaged or incomplete")
    ben.button("Home").click()
    for end in LIKE_A_LINK:
        follow(ben.page, end)
        expect(ben.page.get_by_text("This link is damaged or incomplete."), end[:6]).to_be_visible()
        ben.button("Dismiss").click()
    expect(ben.button("Play solo")).to_be_visible()
    assert connections(ben) == 0


def test_a_member_returns_without_a_press_but_not_to_a_seat_of_another_version_or_over_other_servers(
    arrive: Arrive, invited: Arrive, site: str, complaints: Complaints
) -> None:
    """The seat of another version is left unchanged."""
    complaints.expect("failed: .*uqr")  # a reload aborts the requests of the page
    other = f"places-{VERSION + 1}"
    ana = arrive()
    ana.host("Ana")
    kept = json.dumps(
        {parse_invite(ana.invite[ana.invite.index("#") :]).token: json.dumps(["", f"[{VERSION + 1}, []]"])}
    )
    ben = invited(f"if (location.host) localStorage.setItem('one-mind/{other}', {json.dumps(kept)});" + RECORD)
    ben.page.goto(ana.invite)
    expect(ben.page.locator("#invited")).to_contain_text(
        "Your old seat is from another version of One Mind. You’ll join as a new player.", timeout=60_000
    )
    ben.button("Sit down").click()
    ben.call("Ben")
    ana.sees("Ana", "Ben")
    assert ben.page.evaluate(f"localStorage.getItem('one-mind/{other}')") == kept
    ben.page.reload()
    ben.sees("Ana", "Ben")  # in the seat that this version saved
    invite = parse_invite(ana.invite[ana.invite.index("#") :])
    elsewhere = Invite(invite.token, invite.founder, ("ws://127.0.0.1:9",))
    ben.page.goto("about:blank")
    ben.page.goto(site + elsewhere.fragment())
    expect(ben.page.locator("#invited")).to_contain_text("127.0.0.1", timeout=60_000)
    assert connections(ben) == 0
