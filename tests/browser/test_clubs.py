"""Clubs in real browsers: pages that share nothing but a club's link and a relay."""

from __future__ import annotations

import json
import re
from random import SystemRandom
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from game.net.clubs.club import Club, new_club, parse_club
from game.net.protocol.wire import VERSION
from tests.browser.conftest import Arrive
from tests.browser.false_listings import events_of, false_listings, hostile_relay
from tests.browser.party import SOON, Member, play_level, seat, start
from tests.browser.recorded import RECORD
from tests.browser.table import follow
from tests.web import ready

DIRECT = "[made.connections.length, made.candidates]"
"""The peer connections of a page, and their ICE candidates."""

DENIED = """
    Object.defineProperty(window, "localStorage", { get() { throw new DOMException("denied", "SecurityError"); } });
"""
"""Denies storage, as a browser may do."""


@pytest.fixture
def club() -> Club:
    """Return a club of this journey alone, because all share a relay."""
    return new_club(SystemRandom(), "Tuesday players")


def join(member: Member, club: Club, name: str = "") -> None:
    """Open the club's link, join the club, and enter a name."""
    follow(member.page, club.fragment())
    member.button("Join").click()
    expect(member.page.locator("#club h1")).to_have_text(club.name)
    if name:
        member.page.locator("#member-name").fill(name)
        member.page.keyboard.press("Tab")


def tables(member: Member, number: int = 1) -> Locator:
    """Return the tables in the list, once there are so many."""
    found = member.page.locator("#club .club-table")
    expect(found).to_have_count(number, timeout=SOON)
    return found


PLAY_ON = """(level) => new Promise((done) => {
    const step = () => {
        const table = document.querySelector(".table");
        if (table.dataset.level === level) return done();
        const lay = table.querySelector(".lay[aria-pressed=false]");
        if (lay?.checkVisibility()) lay.click();
        else if (table.dataset.phase === "play") table.querySelector(".hand [data-card]")?.click();
        setTimeout(step, 200);
    };
    step();
})"""
"""Plays until a level begins, whatever that costs."""


def test_a_new_club_has_a_link_to_share_that_asks_and_can_be_left(
    arrive: Arrive, site: str, relay_address: str, club: Club
) -> None:
    ana = arrive(permissions=["clipboard-read", "clipboard-write"])
    name = "%E2%80%AE%3Cb%3E" + "x" * 40
    ana.page.goto(f"{site}?relay={relay_address}#club={club.key}&name={name}")
    expect(ana.page.locator("#invited h1")).to_have_text(f"Join the club “b {'x' * 22}”?", timeout=SOON)
    ana.button("Not now").click()
    follow(ana.page, f"#club={club.key[:-1]}&name=x")
    expect(ana.page.get_by_text("This link is damaged or incomplete.")).to_be_visible()
    ana.button("Clubs").click()
    ana.button("New club").click()
    expect(ana.page.locator("#all-clubs")).to_be_visible()  # a club needs a name
    ana.enter("Name of the club", "Tuesday players")
    ana.button("New club").click()
    expect(ana.page.locator("#club h1")).to_have_text("Tuesday players")
    expect(ana.page.locator("#club .qr svg")).to_be_visible(timeout=SOON)
    ana.button("Share club link").click()
    expect(ana.page.get_by_text("Club link copied.")).to_be_visible()
    link = ana.page.evaluate("navigator.clipboard.readText()")
    assert parse_club(link[link.index("#") :]).name == "Tuesday players"
    follow(ana.page, link)
    expect(ana.page.locator("#club h1")).to_have_text("Tuesday players")  # it does not ask again
    ana.button("Back").click()
    expect(ana.page.locator("#all-clubs [data-do=open]")).to_have_text(["Tuesday players"])
    ana.page.reload()
    ready(ana.page)
    ana.button("Clubs").click()
    expect(ana.page.locator("#club h1")).to_have_text("Tuesday players")
    ana.page.get_by_text("Invite to this club").click()
    ana.button("Leave this club").click()
    expect(ana.page.get_by_role("alertdialog", name="Leave the club “Tuesday players”?")).to_be_visible()
    ana.page.locator("[data-do=leave-club]").click()
    expect(ana.page.locator("#all-clubs [data-do=open]")).to_have_count(0)


def test_pages_that_share_only_the_link_meet_and_play_and_tables_that_close_are_withdrawn(
    arrive: Arrive, club: Club
) -> None:
    """The browser of Cleo stores nothing: it has the club until the page closes."""
    ana, ben, cleo = arrive(own=True), arrive(own=True), arrive(script=DENIED)
    for member, name in ((ana, "Ana"), (ben, "Ben"), (cleo, "Cleo")):
        join(member, club, name)
    ana.button("Play now").click()
    expect(ana.page.locator(".plate .name")).to_have_text(["You", "Ada", "Iris", "Juno"], timeout=SOON)
    table = tables(ben)
    expect(table).to_contain_text(
        re.compile(r"Ana.*Classic\s· Level 1\s· 1 of 4 seats taken\s· three computer players")
    )
    ben.button("Sit down").click()
    expect(ben.told).to_contain_text("a computer player’s seat at the next level if one is free.", timeout=SOON)
    expect(ana.told).to_contain_text("Ben is watching, and gets a computer player’s seat at the next level.")
    tables(cleo)
    cleo.button("Back").click()
    cleo.button("Tuesday players").click()
    tables(cleo)
    cleo.button("Watch").click()
    expect(ana.page.locator(".company")).to_contain_text("two people are watching", timeout=SOON)
    ana.page.evaluate(PLAY_ON, "2")
    expect(ben.page.locator(".hand [data-card]")).to_have_count(2, timeout=SOON)
    expect(ana.page.locator(".plate .name").nth(1)).to_have_text("Ben", timeout=SOON)
    expect(cleo.page.locator(".hand [data-card]")).to_have_count(0)
    before = ben.hand()
    ben.page.reload()
    expect(ben.page.locator(".hand [data-card]")).to_have_count(2, timeout=SOON)  # saved, until the host answers
    expect(ben.page.locator("[data-part=pause-words]")).not_to_have_text("Looking for the table…", timeout=SOON)
    assert ben.hand() == before
    ben.leave()
    expect(ana.page.locator(".plate .name").nth(1)).to_have_text("Ada", timeout=SOON)
    cleo.leave()
    for member in (ben, cleo):
        member.button("Clubs").click()
    ana.leave()
    ana.button("Play together").click()
    ana.page.locator("#club-of-table").select_option("Tuesday players")
    expect(tables(cleo)).to_contain_text("Ana")
    ana.page.locator("#club-of-table").select_option("No club")
    tables(cleo, 0)
    ana.page.locator("#club-of-table").select_option("Tuesday players")
    tables(cleo)
    ana.unfold()
    ana.page.get_by_label("Locked").check()
    tables(cleo, 0)
    ana.page.get_by_label("Locked").uncheck()
    tables(ben)
    ben.button("Sit down").click()
    ben.sees("Ana", "Ben")
    expect(tables(cleo)).to_contain_text("Ana and Ben")
    ana.page.goto("about:blank")
    expect(tables(cleo)).not_to_contain_text("Ana and", timeout=SOON)
    ben.page.goto("about:blank")
    expect(cleo.page.locator("#club .club-table")).to_have_count(0, timeout=5_000)


def test_false_listings_and_a_hostile_relay_harm_nothing(arrive: Arrive, relay_address: str, club: Club) -> None:
    ana = arrive()
    join(ana, club, "Ana")
    sound = false_listings(ana.page, club, 1)[0]
    shapes: list[object] = [
        None,
        [],
        "x",
        {},
        {**sound, "tags": None},
        {**sound, "content": 7},
        {**sound, "pubkey": "x"},
    ]
    for tag in (None, 7, ["expiration"], ["expiration", None], ["expiration", "x"], [["d"]], ["x" * 100_000]):
        shapes.append({**sound, "tags": [*sound["tags"], tag]})
    shapes += [{**sound, "sig": "0" * 128}, {**sound, "created_at": 10**300}, {**sound, "created_at": None}]
    texts = ["[]", "null", "[" * 5000, "{}", "gone", '[10,"#join=x"]', "\u202e"]
    friends = arrive()
    friends.host("Dan")
    link = friends.page.evaluate("location.hash")
    seated = arrive(own=True)
    seat(friends, {"Ben": seated}, friends.invite)
    theirs = events_of(ana.page, club, [listing_text(link)])
    events = [*shapes, *events_of(ana.page, club, texts), *theirs]
    at = seated.page.url.partition("#")[0].partition("?")[0]
    for false in ([], false_listings(ana.page, club, 60)):
        with hostile_relay([*events, *false], seconds=2.0) as hostile:
            seated.page.goto(f"{at}?relay={relay_address}&relay={hostile}")
            ready(seated.page)
            if false:
                follow(seated.page, club.fragment())
                tables(seated, 50)
            else:
                join(seated, club, "Ben")
                tables(seated, 1).get_by_role("button", name="Sit down").click()
                expect(seated.page.locator("#invited h1")).to_have_text("You already have a seat at this table.")
                seated.button("Not now").click()
            seated.page.goto("about:blank")  # it would look for the closed relay
    friends.sees("Dan")


def listing_text(link: str) -> str:
    """Return a listing that leads to somebody else's table."""
    said: list[Any] = [VERSION, link, "classic", 4, ["Mallory"], 3, 0, 0, 0, 1]
    return json.dumps(said)


def test_a_page_that_hides_its_address_makes_no_connection_in_any_way_in(
    arrive: Arrive, invited: Arrive, club: Club
) -> None:
    hidden, open_one, friend = arrive(script=RECORD), arrive(), invited()
    hidden.button("Settings").click()
    hidden.page.get_by_label("Hide my internet address").check()
    hidden.page.locator("#settings").get_by_role("button", name="Close").click()
    # as a host, by link
    hidden.host("Ana")
    seat(hidden, {"Dan": friend}, hidden.invite)
    hidden.button("Connect directly").click()
    expect(hidden.page.locator(".trouble")).to_contain_text("“Connect directly” shows your internet address.")
    start(hidden, (hidden, friend))
    # after a reload
    hidden.page.reload()
    expect(hidden.told).to_contain_text("Dan is the host now.", timeout=SOON)
    hidden.shows(phase="focus", level=1)
    expect(friend.table).not_to_have_attribute("data-paused", "", timeout=SOON)
    play_level(1, (hidden, friend))
    assert hidden.page.evaluate(DIRECT) == [0, 0]
    hidden.leave()
    # as a guest, by code
    open_one.host("Ben")
    open_one.button("Get a table code").click()
    hidden.knock("Ana", open_one.code())
    open_one.button("Yes").click()
    hidden.sees("Ben", "Ana")
    hidden.page.locator("#lobby .bar [data-do=leave]").click()
    open_one.page.locator("#lobby .bar [data-do=leave]").click()
    # as a guest by a club, which is a host by a link to the others
    for member in (open_one, hidden):
        join(member, club)
    open_one.button("Play now").click()
    tables(hidden)
    hidden.button("Sit down").click()
    expect(hidden.told).to_contain_text("a computer player’s seat at the next level if one is free.", timeout=SOON)
    assert hidden.page.evaluate(DIRECT) == [0, 0]
    hidden.leave()
    open_one.leave()
    # without the setting
    hidden.button("Settings").click()
    hidden.page.get_by_label("Hide my internet address").uncheck()
    hidden.page.locator("#settings").get_by_role("button", name="Close").click()
    open_one.host("Ben")
    hidden.come(open_one.invite)
    hidden.page.wait_for_function(f"{DIRECT}.every((number) => number > 0)", timeout=SOON)
