"""Open tables in real browsers: pages that share nothing but a relay."""

from __future__ import annotations

import base64
import hashlib
import re
import socket
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from game.net.open_tables.generated_names import ADJECTIVES, ANIMALS
from tests.bench._false_listings import false_listing, hostile_relay
from tests.browser.accessible import accessible
from tests.browser.party import SOON, Member, play_level, start
from tests.conftest import Complaints
from tests.web import ready

Arrive = Callable[..., Member]

GENERATED = re.compile(f"^({'|'.join(ADJECTIVES)}) ({'|'.join(ANIMALS)})( 2)?$")


COUNT_DIRECT = """
    window.direct = { connections: 0, candidates: 0, channels: 0 };
    window.RTCPeerConnection = class extends RTCPeerConnection {
        constructor(...given) {
            super(...given);
            direct.connections += 1;
            this.addEventListener("icecandidate", ({ candidate }) => { if (candidate) direct.candidates += 1; });
            this.addEventListener("connectionstatechange", () => {
                if (this.connectionState === "connected") direct.channels += 1;
            });
        }
    };
"""
"""Counts peer connections, their ICE candidates, and those that reach the other page."""

COUNT_CLOSED = """
    window.closedSockets = {};
    window.WebSocket = class extends WebSocket {
        close() {
            closedSockets[this.url] = (closedSockets[this.url] ?? 0) + 1;
            super.close();
        }
    };
"""
"""Counts the connections to each relay that the page closes."""

DAMAGE_MEMORY = """() => {
    const key = Object.keys(localStorage).find((one) => one.endsWith("stranger-at"));
    const [token] = Object.keys(JSON.parse(localStorage[key]));
    localStorage[key] = JSON.stringify({ [token]: "9".repeat(5000) });
}"""

HIDE = "Hide your address from players (slower)"

MORE_TABLES = """
from js import location
from game.browser.open_tables.open_table import OpenTable
from game.browser.webrtc.keys import PageKey
from game.browser.webrtc.servers import chosen
from game.browser.webrtc.vendored import NOSTR, vendored_copy
from game.core import variant
from game.net.invite import parse_invite
from game.net.roster import Place, Roster, Sitter

library = await vendored_copy(NOSTR)
more_tables = [OpenTable(parse_invite(location.hash), PageKey(library), "", chosen()) for _ in range(9)]
for number, table in enumerate(more_tables):
    people = 1 + number % 3
    places = (*[Place(Sitter.PERSON, "Ana", f"page {seat}") for seat in range(people)], Place(), Place())
    table.show(Roster(1, 0, variant("classic"), True, False, False, places, ()), 0, 0)
"""
"""Lists nine more tables. Those who knock there get the link of the page's own table."""


def open_table(host: Member, name: str = "Ana") -> None:
    """Open a lobby, and open its table to anyone."""
    host.button("Play together").click()
    host.call(name)
    host.page.locator("#open-table summary").click()
    host.button("Open this table").click()
    expect(host.page.get_by_text("Strangers can find this table.")).to_be_visible()


def names(member: Member) -> Locator:
    """Return the names of the people in the lobby."""
    return member.page.locator("#peers .name")


def look_for_players(reader: Member, tables: int = 1) -> Locator:
    """Open the list, and return its tables when there are so many."""
    reader.button("Find players").click()
    found = reader.page.locator("#find .table")
    expect(found).to_have_count(tables, timeout=SOON)
    return found


def test_a_stranger_finds_an_open_table_and_plays_there(arrive: Arrive) -> None:
    ana, ben = arrive(), arrive()
    open_table(ana)
    accessible(ana.page, "the open lobby")
    table = look_for_players(ben)
    expect(table).to_contain_text("Classic")
    expect(table).to_contain_text("1 of 8 seats taken · English · this minute")
    accessible(ben.page, "the open tables")
    ben.button("Sit down").click()
    expect(names(ben)).to_have_text([GENERATED, GENERATED], timeout=SOON)
    expect(names(ana)).to_have_text(["Ana", GENERATED], timeout=SOON)
    expect(ben.page.locator("#your-name")).to_be_hidden()
    before = names(ben).all_inner_texts()
    ben.page.reload()
    expect(names(ben)).to_have_text(before, timeout=SOON)
    ben.button("Ready").click()
    start(ana, (ana, ben))
    for member in (ana, ben):
        expect(member.page.locator(".signs")).to_be_visible()
    expect(ben.page.locator(".plate .name")).to_have_text([before[0], "You"])
    play_level(1, (ana, ben))


def test_a_damaged_memory_of_an_open_table_keeps_nobody_from_the_seat(arrive: Arrive) -> None:
    ana, ben = arrive(), arrive(own=True)
    open_table(ana)
    look_for_players(ben)
    ben.button("Sit down").click()
    expect(names(ben)).to_have_text([GENERATED, GENERATED], timeout=SOON)
    ben.page.evaluate(DAMAGE_MEMORY)
    ben.page.reload()
    expect(names(ben)).to_have_count(2, timeout=SOON)


def test_a_strangers_chosen_face_is_seen_in_the_lobby_and_at_the_table(arrive: Arrive) -> None:
    ana, ben = arrive(), arrive()
    open_table(ana)
    look_for_players(ben)
    ben.page.get_by_role("group", name="Your face").get_by_role("radio", name="Glasses").check()
    ben.button("Sit down").click()
    for member in (ana, ben):
        expect(face_of_ben(member, "#peers")).to_have_attribute("href", "#look-1", timeout=SOON)
    ben.button("Ready").click()
    start(ana, (ana, ben))
    for member in (ana, ben):
        expect(face_of_ben(member, "#teammates")).to_have_attribute("href", "#look-1")
    ben.page.reload()
    expect(face_of_ben(ben, "#teammates")).to_have_attribute("href", "#look-1", timeout=SOON)
    ben.leave()
    ben.button("Find players").click()
    expect(ben.page.get_by_role("radio", name="Glasses")).to_be_checked()


def face_of_ben(member: Member, seats: str) -> Locator:
    """Return the features that `member` sees of the face at the second seat."""
    return member.page.locator(f'{seats} [data-seat="1"] .look')


def test_a_stranger_takes_a_teammates_seat_at_the_next_level_and_gives_it_back(arrive: Arrive) -> None:
    ana, ben = arrive(), arrive()
    open_table(ana)
    ana.unfold()
    ana.page.get_by_label("Seats").select_option("2")
    ana.fill("Ada")
    start(ana, (ana,))
    table = look_for_players(ben)
    expect(table).to_contain_text("Level 1 · 1 of 2 seats taken · 1 computer player")
    ben.button("Sit down").click()
    expect(ben.page.locator("#table")).to_be_visible(timeout=SOON)
    expect(ben.told).to_contain_text("You take a seat at the next level.", timeout=SOON)
    expect(ana.told).to_contain_text("A newcomer watches, and takes a computer player's seat at the next level.")
    finish_level(ana)
    expect(ben.page.locator("#hand [data-card]")).to_have_count(2, timeout=SOON)
    expect(ana.page.locator(".plate .name").last).to_have_text(GENERATED, timeout=SOON)
    play_level(2, (ana, ben))
    ben.leave()
    expect(ana.page.locator(".plate .name").last).to_have_text("Ada", timeout=SOON)


def finish_level(alone: Member) -> None:
    """Play the cards of the only person until the next level, whatever that costs."""
    level = int(alone.data("level"))
    alone.button("Hand on the table").click()
    alone.shows(phase="play")
    alone.play(alone.hand()[0])
    alone.shows(phase="focus", level=level + 1)


def test_a_german_and_a_japanese_stranger_see_names_in_their_own_language(
    arrive: Arrive, site: str, relay_address: str
) -> None:
    ana, ben = arrive(own=True), arrive(own=True)
    for member, language in ((ana, "de"), (ben, "ja")):
        member.page.goto(f"{site}{language}.html?relay={relay_address}")
        ready(member.page)
    ana.page.locator("#together").click()
    ana.page.locator("#your-name").fill("Ana")
    ana.page.keyboard.press("Enter")
    ana.page.locator("#open-table summary").click()
    ana.page.locator(".open-panel button").click()
    ben.page.locator("#find-players").click()
    expect(ben.page.locator("#find .table")).to_contain_text("ドイツ語", timeout=SOON)
    ben.page.locator("[data-quick]").click()
    expect(names(ben)).to_have_text(
        [re.compile("[ぁ-ん一-龠ァ-ヶー]+"), re.compile("[ぁ-ん一-龠ァ-ヶー]+")], timeout=SOON
    )
    expect(names(ana)).to_have_text(["Ana", re.compile("^[A-Z][a-z]+r [A-ZÄÖÜ][a-zäöü]+$")], timeout=SOON)


def test_a_table_leaves_the_list_when_it_is_locked_and_comes_back(arrive: Arrive) -> None:
    ana, ben = arrive(), arrive()
    open_table(ana)
    found = look_for_players(ben)
    ana.unfold()
    ana.page.get_by_label("Locked").check()
    expect(found).to_have_count(0, timeout=SOON)
    expect(ben.page.get_by_text("No table is open right now.")).to_be_visible(timeout=SOON)
    ana.page.get_by_label("Locked").uncheck()
    expect(found).to_have_count(1, timeout=SOON)
    ana.button("Close to strangers").click()
    expect(found).to_have_count(0, timeout=SOON)


def test_a_table_leaves_the_list_when_its_page_closes_and_comes_back(arrive: Arrive) -> None:
    ana, ben = arrive(own=True), arrive()
    open_table(ana)
    table = look_for_players(ben)
    first = table.get_attribute("data-table")
    ana.page.reload()
    expect(table).to_have_count(1, timeout=SOON)
    expect(table).not_to_have_attribute("data-table", str(first), timeout=SOON)
    ana.page.goto("about:blank")
    expect(table).to_have_count(0, timeout=3_000)


@pytest.mark.needs("crash")
def test_a_table_whose_host_has_just_crashed(arrive: Arrive) -> None:
    ana, ben = arrive(own=True), arrive()
    open_table(ana)
    look_for_players(ben)
    ana.crash()
    ben.button("Sit down").click()
    expect(ben.page.locator("#out h1")).to_have_text("This table is no longer there.", timeout=SOON)
    ben.button("Try again").click()
    expect(ben.page.locator("#find")).to_be_visible()


def test_a_relay_that_is_left_while_it_connects_is_closed_without_a_warning(arrive: Arrive, site: str) -> None:
    ben = arrive(own=True)
    with socket.create_server(("127.0.0.1", 0)) as server:
        ben.page.goto(f"{site}?relay=ws://127.0.0.1:{server.getsockname()[1]}")
        ready(ben.page)
        ben.button("Find players").click()
        relay, _ = server.accept()
        asked = relay.recv(4096).decode()
        ben.button("Back").click()
        expect(ben.button("Find players")).to_be_visible()
        relay.sendall(handshake(asked))
        closes = relay.recv(2)
        relay.close()
    assert closes[0] == 0x88  # a close frame


def handshake(asked: str) -> bytes:
    """Return the answer of a WebSocket server to the request `asked`."""
    key = next(line.split(": ")[1] for line in asked.splitlines() if line.startswith("Sec-WebSocket-Key"))
    accept = base64.b64encode(hashlib.sha1(f"{key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11".encode()).digest()).decode()
    lines = (
        "HTTP/1.1 101 Switching Protocols",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Accept: {accept}",
    )
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def test_a_stranger_whom_a_closed_table_refuses_finds_the_other_ones_again(arrive: Arrive) -> None:
    ana, ben, cleo = arrive(), arrive(), arrive()
    open_table(ana)
    look_for_players(ben)
    look_for_players(cleo)
    ben.button("Sit down").click()
    expect(names(ben)).to_have_text([GENERATED, GENERATED], timeout=SOON)
    ana.page.locator("#lobby [data-send-away]:visible").click()
    never = ana.page.locator("#never-meet")
    expect(never).to_have_text(re.compile("^Don't meet .* again$"))
    never.click()
    expect(names(ana)).to_have_text(["Ana"], timeout=SOON)
    cleo.button("Sit down").click()
    expect(cleo.page.locator("#out")).to_be_visible(timeout=SOON)
    cleo.button("Try again").click()
    expect(cleo.page.locator("#find")).to_be_visible()


@pytest.mark.needs("crash")
def test_quick_play_opens_a_table_if_the_only_host_has_just_crashed(arrive: Arrive) -> None:
    ana, ben = arrive(own=True), arrive()
    open_table(ana)
    look_for_players(ben)
    ana.crash()
    ben.button("Quick play").click()
    ben.shows(phase="focus", level=1)


def test_quick_play_with_nobody_begins_at_once_and_a_stranger_takes_a_seat(arrive: Arrive) -> None:
    ana, ben = arrive(), arrive(viewport={"width": 390, "height": 844})
    ana.button("Find players").click()
    expect(ana.page.get_by_text("No table is open right now.")).to_be_visible(timeout=SOON)
    accessible(ana.page, "the empty list")
    ana.page.locator("#find summary").click()
    ana.page.locator("#quick-variant").select_option("Around fifty")
    ana.button("Quick play").click()
    ana.shows(phase="focus", level=1)
    expect(ana.page.locator(".plate .name")).to_have_text(["You", "Ada", "Iris", "Juno"])
    table = look_for_players(ben)
    expect(table).to_contain_text("Around fifty")
    expect(table).to_contain_text("Level 1 · 1 of 4 seats taken · three computer players")
    ben.button("Quick play").click()
    expect(ben.told).to_contain_text("You take a seat at the next level.", timeout=SOON)


def test_quick_play_of_another_variant_opens_a_table_of_ones_own(arrive: Arrive) -> None:
    ana, ben = arrive(), arrive()
    open_table(ana)
    look_for_players(ben)
    ben.page.locator("#find summary").click()
    ben.page.locator("#quick-variant").select_option("Extreme")
    ben.button("Quick play").click()
    ben.shows(phase="focus", level=1)


def test_a_solo_game_that_begins_open_is_in_the_list(arrive: Arrive) -> None:
    ana, ben = arrive(), arrive()
    ana.button("Play solo").click()
    ana.page.locator("#setup summary", has_text="Open to anyone").click()
    ana.page.get_by_label("Strangers can find your table").check()
    ana.button("Start").click()
    ana.shows(phase="focus", level=1)
    look_for_players(ben)


def test_a_running_solo_game_goes_on_at_an_open_table_which_the_host_can_close(arrive: Arrive) -> None:
    ana, ben = arrive(), arrive()
    ana.button("Play solo").click()
    ana.button("Start").click()
    ana.shows(phase="focus", level=1)
    ana.button("Menu").click()
    ana.page.locator("#open-up summary").click()
    ana.page.locator("#open-now").click()
    expect(ana.page.locator("#company")).to_be_visible(timeout=SOON)
    ana.shows(phase="focus", level=1)
    found = look_for_players(ben)
    ana.button("Menu").click()
    accessible(ana.page, "the menu of a host")
    ana.page.locator("#open-here summary").click()
    ana.button("Close to strangers").click()
    expect(found).to_have_count(0, timeout=SOON)


def test_a_table_stays_in_the_list_when_its_host_leaves(arrive: Arrive) -> None:
    ana, ben, cleo = arrive(), arrive(), arrive()
    open_table(ana)
    look_for_players(ben)
    ben.button("Sit down").click()
    expect(names(ben)).to_have_text([GENERATED, GENERATED], timeout=SOON)
    ana.page.locator("#lobby .bar [data-leave]").click()
    expect(ben.page.locator("#open-table")).to_have_attribute("data-is-open", "", timeout=SOON)
    expect(look_for_players(cleo)).to_contain_text("1 of 8 seats taken", timeout=SOON)
    cleo.button("Sit down").click()
    expect(names(cleo)).to_have_text([GENERATED, GENERATED], timeout=SOON)


@pytest.mark.parametrize("hides", ["stranger", "host"])
def test_a_page_that_hides_its_address_makes_no_ice_candidate_and_no_page_connects(arrive: Arrive, hides: str) -> None:
    ana, ben = arrive(script=COUNT_DIRECT), arrive(script=COUNT_DIRECT)
    play_as_strangers(ana, ben, hides)
    hidden, other = (ana, ben) if hides == "host" else (ben, ana)
    assert hidden.page.evaluate("direct") == {"connections": 0, "candidates": 0, "channels": 0}
    assert other.page.evaluate("direct.channels") == 0
    for member in (ana, ben):
        expect(member.page.locator("#peers [data-way=relay]")).to_have_count(1)


def test_pages_that_hide_no_address_connect_directly(arrive: Arrive) -> None:
    ana, ben = arrive(script=COUNT_DIRECT), arrive(script=COUNT_DIRECT)
    play_as_strangers(ana, ben, "nobody")
    for member in (ana, ben):
        member.page.wait_for_function("direct.candidates && direct.channels", timeout=SOON)


def play_as_strangers(host: Member, stranger: Member, hides: str) -> None:
    """Let the stranger sit down at the host's table, and play a level. One of them `hides` the address."""
    host.button("Play together").click()
    host.call("Ana")
    host.page.locator("#open-table summary").click()
    host.page.locator("#open-table").get_by_label(HIDE).set_checked(hides == "host")
    host.button("Open this table").click()
    look_for_players(stranger)
    stranger.page.locator("#find").get_by_label(HIDE).set_checked(hides == "stranger")
    stranger.button("Sit down").click()
    stranger.button("Ready").click()
    expect(names(host)).to_have_text(["Ana", GENERATED], timeout=SOON)
    start(host, (host, stranger))
    play_level(1, (host, stranger))


def test_people_who_do_not_want_to_meet_again_find_no_table_of_each_other(arrive: Arrive) -> None:
    ana, ben = arrive(), arrive()
    open_table(ana)
    look_for_players(ben)
    ben.button("Sit down").click()
    expect(names(ben)).to_have_text([GENERATED, GENERATED], timeout=SOON)
    ben.button("Ready").click()
    start(ana, (ana, ben))
    ben.button("Menu").click()
    avoid = ben.page.locator("#avoid button")
    avoid.click()
    expect(avoid).to_have_text(re.compile("^Press again to never meet "))
    avoid.click()
    expect(avoid).to_have_count(0)
    ben.page.locator("#leave").click()
    ben.page.locator("#left").click()
    ben.button("Find players").click()
    expect(ben.page.get_by_text("You don't meet 1 person.")).to_be_visible()
    expect(ben.page.get_by_text("No table is open right now.")).to_be_visible(timeout=SOON)
    ben.button("Meet everyone again").click()
    expect(ben.button("Meet everyone again")).to_be_hidden()


def test_a_stranger_watches_from_the_list_and_gets_no_seat(arrive: Arrive) -> None:
    ana, ben, cleo = arrive(), arrive(), arrive()
    open_table(ana)
    ana.unfold()
    ana.page.get_by_label("Seats").select_option("2")
    look_for_players(ben)
    expect(ben.button("Watch")).to_be_hidden()
    ana.page.get_by_label("Strangers may watch").check()
    accessible(ana.page, "the lobby that lets strangers watch")
    expect(ben.button("Watch")).to_be_visible(timeout=SOON)
    ben.page.locator("#find [data-leave]").click()
    ana.page.reload()
    ana.page.locator("#open-table summary").click()
    expect(ana.page.get_by_label("Strangers may watch")).to_be_checked(timeout=SOON)
    look_for_players(ben)
    ben.button("Watch").click()
    expect(ben.page.locator("#watchers .name")).to_have_text([GENERATED], timeout=SOON)
    expect(ana.page.locator("#watchers .name")).to_have_text([GENERATED], timeout=SOON)
    look_for_players(cleo)
    cleo.button("Sit down").click()
    expect(names(cleo)).to_have_text([GENERATED, GENERATED], timeout=SOON)
    cleo.button("Ready").click()
    start(ana, (ana, ben, cleo))
    expect(ben.page.locator("#hand [data-card]")).to_have_count(0)
    expect(ben.told).not_to_contain_text("You take a seat at the next level.")
    dan = arrive()
    look_for_players(dan)
    expect(dan.button("Sit down")).to_be_hidden(timeout=SOON)
    expect(dan.button("Watch")).to_be_visible()
    accessible(dan.page, "a full table to watch")
    play_level(1, (ana, cleo))
    expect(ben.page.locator("#hand [data-card]")).to_have_count(0)
    ana.button("Menu").click()
    ana.page.locator("#open-here summary").click()
    ana.page.get_by_label("Strangers may watch").uncheck()
    expect(dan.page.locator("#find .table")).to_have_count(0, timeout=SOON)


def test_ten_tables_fit_on_a_phone_and_quick_play_takes_one(arrive: Arrive) -> None:
    ana, ben = arrive(own=True), arrive(viewport={"width": 390, "height": 844})
    open_table(ana)
    ana.page.evaluate("code => python.runPythonAsync(code)", MORE_TABLES)
    found = look_for_players(ben, tables=10)
    assert ben.page.evaluate("document.documentElement.scrollWidth") == 390
    for table in found.all():
        expect(table).to_contain_text(re.compile("[1-3] of [3-8] seats taken"))
    ben.button("Quick play").click()
    expect(names(ben)).to_have_text([GENERATED, GENERATED], timeout=SOON)


def test_a_relay_that_floods_the_list_is_disconnected_for_a_while(arrive: Arrive, relay_address: str) -> None:
    ana = arrive()
    open_table(ana)
    with hostile_relay([false_listing(int(time.time()))] * 3000, seconds=3.0) as hostile:
        ben = arrive(relay=f"{relay_address}&relay={hostile}", script=COUNT_CLOSED)
        look_for_players(ben)
        ben.page.wait_for_function("(hostile) => closedSockets[hostile] === 1", arg=f"{hostile}/", timeout=SOON)
        ben.button("Sit down").click()
        expect(names(ben)).to_have_text([GENERATED, GENERATED], timeout=SOON)


def test_a_listing_of_another_version_is_not_shown(arrive: Arrive) -> None:
    ana, ben = arrive(), arrive(own=True)
    open_table(ana)
    look_for_players(ben)
    ben.page.evaluate("""() => python.runPython("from game.net.open_tables import listing; listing.VERSION += 1")""")
    ben.page.locator("#find [data-leave]").click()
    look_for_players(ben, tables=0)
    expect(ben.page.get_by_text("No table is open right now.")).to_be_visible(timeout=SOON)


def test_without_a_relay_the_list_says_so(arrive: Arrive, complaints: Complaints) -> None:
    complaints.expect("WebSocket connection")
    ben = arrive(relay="ws://127.0.0.1:9")
    ben.button("Find players").click()
    expect(ben.page.get_by_text("Can't reach the servers that connect players.")).to_be_visible(timeout=SOON)


def test_a_page_loads_nothing_of_open_tables_before_they_are_asked_for(arrive: Arrive) -> None:
    ana = arrive(own=True)
    asked: list[str] = []
    ana.page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
    ana.host("Ana")
    assert not [name for name in asked if name.startswith("open_tables")]
    ana.page.locator("#open-table summary").click()
    expect(ana.button("Open this table")).to_be_visible(timeout=SOON)
    assert {"open_tables.pack", "open_tables.css"} <= {*asked}
