"""Multiplayer in real browsers: pages in separate contexts, and a real relay."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import pytest
from playwright.sync_api import Locator, expect

from game.net.invite import Turn, parse_invite
from tests.browser.conftest import Arrive
from tests.browser.party import SOON, Member, begin, lose_a_life, play_level, seat, start
from tests.browser.recorded import RECORD
from tests.browser.table import LISTEN, unfold
from tests.browser.test_your_games import open_game
from tests.conftest import Complaints
from tests.engines.lacks import LACKS

JUMP = 2.0
"""Seconds ahead at which the running clock of a page can be paused safely."""


HIDE = """(hidden) => {
    Object.defineProperty(document, "hidden", { configurable: true, value: hidden });
    document.dispatchEvent(new Event("visibilitychange"));
}"""
"""Does to the document what the browser does when the page goes to the background, or comes back."""

NO_RELAY = "ws://127.0.0.1:9"
"""An address at which no relay listens."""

ELSEWHERE = "wss://127.0.0.2:9"
"""Another such address, which might belong to another computer."""

NEVER_CLOSE = """() => {
    window.reallyClosed = RTCPeerConnection.prototype.close;
    RTCPeerConnection.prototype.close = () => {};
}"""

HOLD_WHAT_BREAKS = """() => {
    for (const one of made.connections.splice(0)) reallyClosed.call(one);
    const { createOffer } = RTCPeerConnection.prototype;
    RTCPeerConnection.prototype.close = function () {
        window.reallyClose = () => reallyClosed.call(this);
    };
    RTCPeerConnection.prototype.createOffer = function (options) {
        window.mending = Boolean(options?.iceRestart);
        return mending ? new Promise(() => {}) : createOffer.call(this, options);
    };
}"""
"""Closes a connection only when the test calls for it. An ICE restart gets no answer, as after a close."""

OPEN_CONNECTIONS = "(number) => made.connections.filter((one) => one.connectionState === 'connected').length === number"


SEEN_ABOVE_FOOTER = """() => {
    const [fold, footer] = ["#options", "#lobby > footer"]
        .map((which) => document.querySelector(which).getBoundingClientRect());
    return fold.top > -1 && Math.min(fold.bottom, fold.top + 300) <= footer.top;
}"""
"""Whether the game's options, or as much of them as the page has room for, are in sight above the Start button."""


# --- Joining ------------------------------------------------------------------------


def test_two_who_meet_by_a_link_play_a_whole_game_that_both_store_and_another(arrive: Arrive, invited: Arrive) -> None:
    ana, ben = arrive(), invited()
    ana.host("Ana")
    seat(ana, {"Ben": ben})
    for member in (ana, ben):
        member.sees("Ana", "Ben")
    for member in (ana, ben):
        for name in ("Ana", "Ben"):
            expect(member.person(name)).to_have_attribute("data-way", "direct")
        expect(member.page.locator("#relayed")).to_be_empty()
    start(ana, (ana, ben))
    for member in (ana, ben):
        expect(member.page.locator(".moment .told")).to_contain_text("No turns, no talking. Low cards come early")
    play_level(1, (ana, ben))
    expect(ben.button("Were you in sync?")).to_be_hidden()
    for lives in (1, 0):
        lose_a_life((ana, ben), left=lives)
    for member in (ana, ben):  # what happened stays in sight before the result of the check
        expect(member.told).to_contain_text("should have come first.")
        expect(member.told).not_to_contain_text("No card was swapped")
    for member in (ana, ben):
        member.shows(phase="lost", lives=0, moment="lost")
        expect(member.told).to_contain_text("Checked on this device: ", timeout=SOON)
    expect(ben.button("Try again")).to_be_hidden()
    for member in (ana, ben):
        unfold(member.page)
        expect(member.button("Were you in sync?")).to_be_visible()
        expect(member.button("How can this work?")).to_be_visible()
    ana.button("Try again").click()
    for member in (ana, ben):
        member.shows(phase="focus", level=1, lives=2)
        expect(member.button("Were you in sync?")).to_be_hidden()
    play_level(1, (ana, ben))
    expect(ben.button("Were you in sync?")).to_be_visible()
    for member, names in ((ana, "You and Ben"), (ben, "Ana and You")):
        member.leave()
        member.button("Your games").click()
        game = open_game(member)
        expect(game.locator(".outcome")).to_have_text(re.compile("^Lost at level [23] of 12$"))
        expect(game).to_contain_text(names)
        expect(game).to_contain_text("Classic, 2 players")
        marks = game.locator(".marks li").evaluate_all("marks => marks.map((mark) => mark.dataset.mark)")
        assert marks[0] == "clean" and marks[-1] == "life"
    ben.button("Watch the replay").click()
    expect(ben.page.locator("#replay")).to_be_visible()
    ben.page.get_by_label("Speed").select_option("8")
    expect(ben.page.locator("#replay[data-state=ended]")).to_be_visible(timeout=SOON)
    ben.shows(phase="lost")


def test_a_host_shares_the_link_after_giving_a_name_and_a_refused_or_kicked_player_gets_the_reason(
    arrive: Arrive, invited: Arrive
) -> None:
    """Guests see only what concerns them."""
    ana, ben = arrive(permissions=["clipboard-read", "clipboard-write"]), invited()
    ana.button("Play together").click()
    ana.sees("Guest")
    share = ana.button("Share invite link")
    for hidden in (share, ana.page.locator("#inviting .qr"), ana.button("Start"), ana.button("Ready")):
        expect(hidden).to_be_hidden()
    expect(ana.page.locator("#your-name")).to_have_attribute("placeholder", "Type your name")
    ana.page.locator("#your-name").fill("An")
    ana.sees("An")
    ana.page.locator("#your-name").fill("")
    ana.sees("Guest")
    ana.page.locator("#your-name").fill("Ana")
    ana.page.keyboard.press("Enter")
    expect(share).to_be_focused()
    ana.sees("Ana")
    expect(ana.page.locator(".peers + #lobby-teammates + .add")).to_contain_text("Add a computer player")
    expect(ana.page.locator("#free-places li")).to_have_count(6)
    ana.button("Start").click(force=True)
    expect(ana.page.locator("#lobby-status.nudged")).to_have_text("Invite someone, or add a computer player.")
    for folded in (ana.button("Copy watch link"), ana.page.locator("#invite"), ana.page.get_by_label("Seats")):
        expect(folded).to_be_hidden()
    ana.page.get_by_text("Classic, up to 8 players").click()
    ana.page.wait_for_function(SEEN_ABOVE_FOOTER)
    ana.page.get_by_label("Seats").select_option("4")
    expect(ana.page.locator("#chosen")).to_have_text("Classic, up to 4 players")
    ana.fill("Gus")
    share.click()
    expect(ana.page.get_by_text("Invite link copied.")).to_have_count(1)
    expect(ana.page.locator("#copied")).to_have_text("Invite link copied.")
    ben.page.goto(ana.page.evaluate("navigator.clipboard.readText()"))
    expect(ben.page.locator("#invited h1")).to_have_text("You’re invited to Ana’s table.", timeout=SOON)
    for words in ("One Mind", "A co-operative card game"):
        expect(ben.page.locator("#invited")).to_contain_text(words)
    expect(ben.page.locator("#invited")).to_contain_text(
        "This link uses another server (127.0.0.1). It will see your internet address."
    )
    ben.button("Sit down").click()
    ben.call("Ben")
    expect(ana.button("Ready")).to_be_hidden()
    for part in (".add", "#inviting .qr", "#other-ways"):
        expect(ben.page.locator(part)).to_be_hidden()
    expect(ben.button("Share invite link")).to_be_visible()
    ben.unfold()
    for other in (ben.button("Get a table code"), ben.button("Start")):
        expect(other).to_be_hidden()
    ben.button("Ready").click()
    expect(ana.page.locator("#lobby-status")).to_have_text("Everyone is ready.", timeout=SOON)
    ben.button("Leave").click()
    refused_and_kicked(ana, ben)
    ana.button("Leave").click()
    ana.button("Join with a code").click()
    expect(ana.page.get_by_label("Table code", exact=True)).to_be_focused()
    expect(ana.page.locator("#caller")).to_have_value("Ana")  # the name is remembered
    ana.page.keyboard.press("Escape")
    ana.button("Play together").click()
    expect(share).to_be_visible()


def refused_and_kicked(ana: Member, eve: Member) -> None:
    """Let Eve come to a table that is locked, and be removed from it when it is open."""
    locked = ana.page.get_by_label("Locked")
    locked.check()
    eve.come(ana.invite)
    out = eve.page.locator("#out h1")
    expect(out).to_contain_text("locked this table", timeout=SOON)
    eve.button("Home").click()
    expect(eve.button("Play solo")).to_be_visible()
    ana.sees("Ana")
    locked.uncheck()
    seat(ana, {"Eve": eve})
    remove = ana.person("Eve").get_by_role("button", name="Remove Eve")
    remove.focus()
    ana.page.keyboard.press("Enter")
    question = ana.page.get_by_role("alertdialog", name="Remove Eve?")
    expect(question).to_contain_text("They can’t come back while this table is open.")
    expect(question.get_by_role("button", name="Cancel")).to_be_focused()
    ana.page.keyboard.press("Enter")
    expect(remove).to_be_focused()
    ana.sees("Ana", "Eve")
    ana.page.keyboard.press("Enter")
    question.get_by_role("button", name="Remove Eve").click()
    expect(ana.page.locator("#lobby h1")).to_be_focused()
    expect(out).to_contain_text("removed you", timeout=SOON)
    expect(eve.button("Try again")).to_be_hidden()
    expect(eve.button("Home")).to_have_class("primary")
    eve.page.reload()
    expect(out).to_contain_text("removed you", timeout=2 * SOON)
    ana.sees("Ana")


def upper_edge(element: Locator) -> float:
    return float(element.evaluate("(element) => element.getBoundingClientRect().top"))


def lower_edge(element: Locator) -> float:
    return float(element.evaluate("(element) => element.getBoundingClientRect().bottom"))


FULL_WIDTH = {ord(letter): ord(letter) + 0xFEE0 for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"}
"""The letters of a Japanese keyboard."""


@pytest.mark.smoke
def test_a_spoken_code_leads_to_the_table_until_the_game_starts(arrive: Arrive) -> None:
    ana, ben, eve = arrive(), arrive(), arrive()
    ana.host("Ana")
    ana.page.set_viewport_size({"width": 1280, "height": 600})
    ana.button("Get a table code").click()
    code = ana.code()
    assert lower_edge(ana.page.locator("#code")) < upper_edge(ana.page.locator("#lobby > footer"))
    ana.page.mouse.wheel(0, 5000)
    expect(ana.page.locator("#lobby-title")).not_to_be_in_viewport()
    ben.knock("Ben", f"Table code: “{code.upper().translate(FULL_WIDTH)}”.")
    expect(ana.page.locator("#knock")).to_have_text("Ben wants to join. Let them in?", timeout=SOON)
    expect(ana.button("Yes")).to_be_in_viewport(ratio=1)
    expect(ben.page.locator("#lobby-status")).to_contain_text("Waiting for the host")
    ana.sees("Ana")
    assert "#join" not in ben.page.url
    ana.button("Yes").click()
    ana.sees("Ana", "Ben")
    ben.sees("Ana", "Ben")
    expect(ana.page.locator("#knock")).to_be_hidden()
    ben.button("Ready").click()
    eve.knock("Eve", code)
    expect(ana.page.locator("#knock")).to_have_text("Eve wants to join. Let them in?", timeout=SOON)
    start(ana, (ana, ben))
    expect(eve.page.locator("#out h1")).to_have_text("The host didn’t let you in.", timeout=SOON)


def test_a_missing_relay_is_reported_after_ten_seconds_and_two_pages_pair_manually_without_one(
    arrive: Arrive, complaints: Complaints
) -> None:
    """Pairing does not wait for `setRemoteDescription`. A page on plain HTTP explains why it has no codes."""
    complaints.expect("WebSocket connection")
    ana, ben = arrive(relay=NO_RELAY, clock=True), arrive(relay=NO_RELAY)
    ana.page.evaluate(f"() => {{ {SLOW_TO_SAY} }}")
    ana.host("Ana")
    ana.page.clock.run_for(5_000)  # besides the real time that the steps before took
    expect(ana.page.locator("#lobby .trouble")).to_be_hidden()
    ana.page.clock.run_for(6_000)
    expect(ana.page.locator("#lobby .trouble p")).to_contain_text("Can’t reach the servers")
    expect(ana.button("Try again")).to_be_visible()
    ana.page.locator(".trouble").get_by_role("button", name="Connect directly").click()
    ben.page.evaluate("Object.defineProperty(crypto, 'subtle', { configurable: true, value: undefined })")
    ben.button("Join with a code").click()
    ben.page.get_by_label("Table code", exact=True).fill("lusab gutih folid")
    ben.button("Join").click()
    expect(ben.page.locator("#joining .form-error")).to_have_text(
        "Table codes need a secure (https) page. Use the invite link instead."
    )
    ben.page.evaluate("delete crypto.subtle")
    ben.page.get_by_label("Table code", exact=True).fill("")
    ben.page.locator("summary", has_text="Connect directly").click()
    ben.page.get_by_label("The host’s connection code").fill(own_code(ana))
    ben.button("Join").click()
    ana.page.get_by_label("The connection code you get back").fill(own_code(ben))
    ana.button("Connect").click()
    ben.call("Ben")
    ana.sees("Ana", "Ben")
    ben.button("Ready").click()
    expect(ana.person("Ben").get_by_text("ready")).to_be_visible(timeout=SOON)
    start(ana, (ana, ben))
    play_level(1, (ana, ben))


SLOW_TO_SAY = """
    window.RTCPeerConnection = class extends RTCPeerConnection {
        get remoteDescription() { return null; }
        async setRemoteDescription(description) {
            await super.setRemoteDescription(description);
            await new Promise((say) => setTimeout(say, 1000));
        }
    };
"""
"""A browser in which `setRemoteDescription` resolves a second late, after the data channel has opened."""


def test_servers_of_the_settings_are_used_and_included_in_the_invitation(
    arrive: Arrive, invited: Arrive, complaints: Complaints, relay_address: str
) -> None:
    complaints.expect("WebSocket connection")
    ana, ben = arrive(relay="", script=RECORD), invited()
    ana.button("Settings").click()
    ana.page.get_by_text("Advanced: servers").click()
    ana.enter("Relays", f"{relay_address} {ELSEWHERE}")
    ana.enter("TURN server", "turn:127.0.0.1:9")
    ana.enter("TURN user", "a user")
    ana.enter("TURN password", "a, secret")
    for stun in (True, False):
        ana.page.get_by_label("Don’t ask STUN servers for my address").set_checked(not stun)
        ana.page.locator("#settings").get_by_role("button", name="Close").click()
        ana.page.evaluate("made.servers.length = 0")
        ana.host("Ana")
        assert ana.page.evaluate("made.servers") == []
        invite = parse_invite(ana.invite[ana.invite.index("#") :])
        assert invite.relays == (relay_address, ELSEWHERE)
        assert invite.turn == (Turn("turn:127.0.0.1:9", "a user", "a, secret"),)
        seat(ana, {"Ben": ben})
        ana.sees("Ana", "Ben")
        ana.page.wait_for_function("made.servers.length > 0")
        for asked in ana.page.evaluate("made.servers"):
            assert "turn:127.0.0.1:9" in asked
            assert (len([url for url in asked if url.startswith("stun:")]) > 0) is stun
        for member in (ben, ana):
            member.button("Leave").click()
        ana.button("Settings").click()
    ana.page.get_by_label("TURN password").fill("")  # a TURN server without one is not used
    ana.page.locator("#settings").get_by_role("button", name="Close").click()
    ana.page.evaluate("made.servers.length = 0")
    ana.host("Ana")
    ben.come(ana.invite)
    ana.page.wait_for_function("made.servers.length > 0")
    assert [url for asked in ana.page.evaluate("made.servers") for url in asked] == []


# --- At the table -------------------------------------------------------------------


def test_people_play_a_blind_variant_lean_in_and_see_no_card_of_others(arrive: Arrive, invited: Arrive) -> None:
    ana, ben = arrive(), invited()
    ana.host("Ana")
    ana.page.locator("#lobby").get_by_label("Variant").select_option("Descending")
    ana.page.locator("#lobby").get_by_label("Blind from the start").check()
    ana.page.get_by_label("Lean in").check()
    seat(ana, {"Ben": ben})
    expect(ben.page.locator("#lobby").get_by_label("Variant")).to_have_value("descending")
    start(ana, (ana, ben))
    leans = ana.page.locator(".teammate[data-leans]")
    ben.page.keyboard.down("t")
    begin((ana, ben))
    expect(leans).to_have_text(re.compile("Ben.*, 1 card, leaning in$"), timeout=SOON)
    expect(ben.page.locator(".own[data-leans]")).to_be_visible()
    ben.page.keyboard.up("t")
    expect(leans).to_have_count(0, timeout=SOON)
    ben.page.locator(".hand button").hover()
    expect(leans).to_have_count(1, timeout=SOON)
    ben.page.locator(".level").hover()
    expect(leans).to_have_count(0, timeout=SOON)
    ben.page.locator(".felt").dispatch_event("pointerdown", {"pointerType": "touch", "bubbles": True})
    expect(leans).to_have_count(1, timeout=SOON)
    assert ben.hand() and not ana.page.locator(".seat.own[data-leans]").count()
    ana.button("Stop").click()
    expect(leans).to_have_count(0, timeout=SOON)
    begin((ana, ben))
    (card,) = ben.hand()
    ben.play(card)
    for member in (ana, ben):
        expect(member.page.locator(".pile")).to_have_attribute("aria-label", re.compile("face down, 1 card$"))
    ben.sees_card(card)
    expect(ana.page.locator(".piles [data-card]")).to_have_count(0)
    ana.button("Play the rest").click()
    for member in (ana, ben):
        member.shows(phase="reveal")
        member.sees_card(card)


# --- Disconnecting and returning ----------------------------------------------------


WATCH_FOR_LOBBY = """
    new MutationObserver(() => (window.sawLobby ||= document.querySelector("#lobby") !== null)).observe(document, {
        childList: true, subtree: true,
    });
"""


def test_a_guest_keeps_the_seat_in_a_second_tab_and_after_a_reload_and_succeeds_the_host(
    arrive: Arrive, invited: Arrive
) -> None:
    ana, ben = arrive(), invited()
    ana.host("Ana")
    seat(ana, {"Ben": ben})
    newer = Member(ben.page.context.new_page())
    newer.page.goto(ana.invite)
    expect(ben.page.locator("#out h1")).to_contain_text("another tab", timeout=SOON)
    newer.sees("Ana", "Ben")
    ana.sees("Ana", "Ben")
    newer.button("Ready").click()  # as after a reload
    start(ana, (ana, newer))
    begin((ana, newer))
    hand = newer.hand()
    newer.page.add_init_script(WATCH_FOR_LOBBY)
    newer.page.reload()
    expect(newer.table).to_be_visible(timeout=SOON)
    assert newer.hand() == hand
    expect(ana.told).to_contain_text("Ben is back.", timeout=SOON)
    assert not newer.page.evaluate("window.sawLobby")
    for member in (ana, newer):
        member.sees("Ana", "Ben")
    play_level(1, (ana, newer))
    ana.leave()
    expect(newer.told).to_contain_text("You’re the host now. An unfinished level starts again", timeout=SOON)
    expect(newer.told).to_have_text(
        re.compile("^Ana left. You’re the host now.*Ana left. You can go on with a computer player")
    )
    newer.shows(phase="focus", level=2, lives=2)


def speak_directly(*pages: Member) -> None:
    """Check that each of these pages shows a direct route to the other."""
    for page in pages:
        for name in ("Ana", "Ben"):
            expect(page.person(name)).to_have_attribute("data-way", "direct", timeout=SOON)


def test_connections_that_break_are_replaced(arrive: Arrive, invited: Arrive) -> None:
    """Both ends lose one, then only one end does, then it closes during an ICE restart."""
    people = ana, ben = arrive(script=RECORD), invited(RECORD)
    ana.host("Ana")
    seat(ana, {"Ben": ben})
    start(ana, people)
    ben.page.wait_for_function(OPEN_CONNECTIONS, arg=1)
    ben.page.evaluate("made.connections.forEach((connection) => connection.close())")
    play_level(1, people)
    for member in people:
        member.page.wait_for_function(OPEN_CONNECTIONS, arg=1, timeout=SOON)
        expect(member.page.locator(".table .pause")).to_be_hidden()
        member.page.evaluate(NEVER_CLOSE)
    speak_directly(*people)
    answers, offers = lost_by_one_end(*people)
    answers.page.wait_for_function(OPEN_CONNECTIONS, arg=2, timeout=SOON)
    speak_directly(*people)
    for member in people:
        member.page.evaluate(HOLD_WHAT_BREAKS)
    for member in people:
        member.page.wait_for_function(OPEN_CONNECTIONS, arg=1, timeout=SOON)
    speak_directly(*people)
    answers, offers = lost_by_one_end(*people)
    offers.page.wait_for_function("window.mending")
    answers.page.evaluate("reallyClose()")
    answers.page.wait_for_function(OPEN_CONNECTIONS, arg=1, timeout=SOON)
    speak_directly(*people)


def lost_by_one_end(ana: Member, ben: Member) -> tuple[Member, Member]:
    """Break the newest connection for the page that answered only. Return that page, and the other."""
    answers, offers = (ana, ben) if ana.page.evaluate("made.answered?.readyState === 'open'") else (ben, ana)
    answers.page.evaluate("made.answered.dispatchEvent(new Event('close'))")
    return answers, offers


def within(seconds: float, members: Sequence[Member], happened: Callable[[], bool]) -> None:
    """Wait for the condition for `seconds` by the clocks of these pages.

    Messages between pages travel in real time, so the clocks may not be faster.
    """
    for member in members:
        member.page.clock.pause_at(member.page.evaluate("Date.now() / 1000") + JUMP)
    for _ in range(round(10 * (seconds - JUMP))):
        if happened():
            break
        for member in members:
            member.page.clock.run_for(100)
        members[0].page.wait_for_timeout(100)
    assert happened()
    for member in members:
        member.page.clock.resume()


def test_a_host_in_the_background_hands_over_and_one_whose_tab_is_killed_is_succeeded(
    arrive: Arrive, invited: Arrive, browser_name: str
) -> None:
    """Play stops for a page in the background."""
    people = ana, ben, cem = arrive(clock=True), invited(), invited()
    cem.page.clock.install()
    ana.host("Ana")
    seat(ana, {"Ben": ben, "Cem": cem})
    start(ana, people)
    begin(people)
    ben.page.evaluate(HIDE, True)
    for member in (ana, cem):
        pause = member.page.locator(".table .pause p")
        expect(pause).to_have_text("Ben is in another tab or app.", timeout=SOON)
        member.shows(phase="focus")
        member.sees("Ana", "Ben", "Cem")
    ben.page.evaluate(HIDE, False)
    expect(ana.page.locator(".table .pause")).to_be_hidden(timeout=SOON)
    expect(ben.told).to_contain_text("Welcome back. Put your hand on the table to go on.")
    begin(people)
    for member in (ben, cem):
        member.page.evaluate(LISTEN)
    ana.page.evaluate(HIDE, True)
    ana.page.evaluate("document.dispatchEvent(new Event('freeze'))")
    expect(cem.person("Ben").get_by_text("host")).to_be_attached(timeout=SOON)
    expect(cem.told).to_contain_text("Ben is the new host. An unfinished level starts again.")
    ana.page.evaluate(HIDE, False)
    expect(ben.page.locator(".table .pause")).to_be_hidden(timeout=SOON)
    play_level(1, people)
    for member in (ben, cem):
        assert not [text for text in member.page.evaluate("heard") if "lost connection" in text]
    if "crash" in LACKS[browser_name]:
        return
    lose_a_life(people, left=2)
    lives, stars = cem.data("lives"), cem.data("stars")
    ben.crash()
    pause = cem.page.locator(".table .pause p")
    expect(pause).to_be_visible(timeout=SOON)
    within(5, (ana, cem), lambda: any(cem.person(name).get_by_text("host").is_visible() for name in ("Ana", "Cem")))
    expect(pause).to_have_text(
        re.compile(r"^Ben lost connection\. You can go on with a computer player in \d+ s\.$"), timeout=SOON
    )
    for member in (ana, cem):
        member.sees("Ben", state="away")
        member.shows(level=2, lives=lives, stars=stars, seats=3, phase="focus")
        assert len(member.hand()) == 2
        expect(member.page.locator(".moment h2")).to_have_text(re.compile("^Level 2"))  # not the mistake


def test_a_code_expires_after_ten_minutes_and_after_half_a_minute_a_teammate_plays_for_a_lost_guest(
    arrive: Arrive, invited: Arrive, complaints: Complaints, browser_name: str
) -> None:
    """A new code replaces the old one, and the guest who returns replaces the teammate."""
    complaints.expect("WebSocket is closed before")  # the relay is on real time, so it seems to hang
    ana, ben = arrive(clock=True), invited()
    ana.host("Ana")
    get_three_codes(ana)
    if "crash" in LACKS[browser_name]:
        return
    seat(ana, {"Ben": ben})
    start(ana, (ana, ben))
    ana.sees("Ana", "Ben", state="connected")
    ana.page.evaluate(LISTEN)
    ben.crash()
    ana.sees("Ben", state="away")
    expect(ana.button("Replace Ben for now")).to_be_hidden()
    ana.page.clock.run_for(30_000)
    expect(ana.button("Replace Ben for now")).to_be_visible()
    heard = [text.strip() for text in ana.page.evaluate("heard") if "computer player" in text]
    assert heard == [  # once each: the countdown on the screen is not announced
        "Ben lost connection. You can go on with a computer player in 30 s.",
        "Ben lost connection. You can go on with a computer player.",
    ]
    ana.button("Replace Ben for now").click()
    begin((ana,))
    ben.page.close()
    ben = Member(ben.page.context.new_page())
    ben.page.goto(ana.page.url)
    ana.sees("Ana", "Ben", state="connected")
    expect(ana.told).to_contain_text("Ben is back.")
    ben.shows(seats=2, phase="focus")
    expect(ben.person("Ana")).to_have_attribute("data-way", "direct")  # a relay may drop what a page sends as it closes
    ben.page.close(run_before_unload=True)  # as a person closes it
    ana.sees("Ben", state="closed")
    expect(ana.told).to_contain_text("Ben is away.")
    expect(ana.page.locator(".teammate.away .absent")).to_have_text("away")
    expect(ana.page.locator(".teammate.away .absent")).to_be_visible()
    expect(ana.page.locator(".teammates")).to_contain_text(", away, ")


def get_three_codes(host: Member) -> None:
    """Get a code, another one that replaces it, and a third one after the second has expired."""
    codes = set[str]()
    for _ in range(2):
        host.button("Get a table code").click()
        for code in codes:
            expect(host.page.locator("#code")).not_to_have_text(code, timeout=SOON)
        codes.add(host.code())
    host.page.clock.run_for(601_000)
    expect(host.page.locator("#code-status")).to_contain_text("has expired")
    expect(host.page.locator("#code")).to_be_hidden()
    host.button("Get a table code").click()
    codes.add(host.code())
    assert len(codes) == 3


def own_code(member: Member) -> str:
    """Return the code that the page shows for manual pairing."""
    code = member.page.get_by_label("Your connection code", exact=True)
    expect(code).not_to_have_value("", timeout=SOON)
    return code.input_value()
