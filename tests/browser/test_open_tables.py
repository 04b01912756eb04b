"""Open tables in real browsers: pages that share nothing but a relay."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Locator, expect

from game.net.open_tables.generated_names import ADJECTIVES, ANIMALS
from tests.browser.accessible import accessible
from tests.browser.party import SOON, Member, play_level, start
from tests.conftest import Complaints
from tests.web import ready

Arrive = Callable[..., Member]

GENERATED = re.compile(f"^({'|'.join(ADJECTIVES)}) ({'|'.join(ANIMALS)})$")


def open_table(host: Member, name: str = "Ana") -> None:
    """Open a lobby, and open its table to anyone."""
    host.button("Play together").click()
    host.call(name)
    host.page.get_by_text("Open to anyone").click()
    host.button("Open a table").click()
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
    expect(ben.button("Open a table")).to_be_visible()
    expect(ben.button("Quick play")).to_be_hidden()
    ana.page.get_by_label("Locked").uncheck()
    expect(found).to_have_count(1, timeout=SOON)
    ana.button("Close to strangers").click()
    expect(found).to_have_count(0, timeout=SOON)


def test_quick_play_says_that_the_only_host_has_just_gone(arrive: Arrive) -> None:
    ana, ben = arrive(own=True), arrive()
    open_table(ana)
    look_for_players(ben)
    ana.page.goto("about:blank")
    ben.button("Quick play").click()
    expect(ben.page.locator("#out h1")).to_have_text("This table is no longer there.", timeout=SOON)
    ben.button("Home").click()
    ben.button("Find players").click()
    expect(ben.page.get_by_text("No table is open right now.")).to_be_visible(timeout=SOON)
    ben.button("Open a table").click()
    expect(names(ben)).to_have_text(["Guest"], timeout=SOON)
    expect(ben.page.locator("#open-table")).to_have_attribute("data-is-open", "", timeout=SOON)


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
    ana.page.get_by_text("Open to anyone").click()
    expect(ana.button("Open a table")).to_be_visible(timeout=SOON)
    assert {"open_tables.pack", "open_tables.css"} <= {*asked}
