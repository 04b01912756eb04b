"""Big screens and their phones, watchers, and saved tables in real browsers."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.accessible import accessible
from tests.browser.party import SOON, Member, begin, lose_a_life, play_level, seat, start
from tests.browser.table import LISTEN
from tests.browser.test_sessions import IDS_TWICE, follow
from tests.browser.test_settings_and_quiet import COUNT_TONES
from tests.browser.test_together import HIDE

Arrive = Callable[..., Member]

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
GONE = "The TV disconnected. Ana's device takes over."
TELEVISION = {"viewport": {"width": 1280, "height": 720}}
SMALL = [(320, 568), (360, 640), (390, 844), (740, 360), (768, 1024)]
LARGE = [(1024, 600), (1280, 720), (1280, 800), (1920, 1080), (2560, 1440)]

WIDE = """() => [document.scrollingElement, ...document.querySelectorAll("main:not([hidden])")]
    .filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.id || one.localName)"""

OFF_CENTER = """
    (() => {
        const center = (box) => box.left + box.width / 2;
        const box = (selector) => document.querySelector(selector).getBoundingClientRect();
        return center(box(".moment .told")) - center(box(".felt"));
    })()
"""
"""Returns how many pixels right of the table's center the message is."""

OUTSIDE = """(names) => [...document.querySelectorAll(names)]
    .filter((one) => one.checkVisibility())
    .filter((one) => {
        const { left, top, right, bottom } = one.getBoundingClientRect();
        return left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1;
    })
    .map((one) => `${one.id || one.className || one.localName} at ${innerWidth} x ${innerHeight}`)"""
"""Returns the named elements that are not fully visible."""

NUMERAL = """() => {
    const number = [...document.querySelectorAll(".pile .card:last-child .number")].at(-1);
    const style = getComputedStyle(number);
    const context = document.createElement("canvas").getContext("2d");
    context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const { actualBoundingBoxAscent, actualBoundingBoxDescent } = context.measureText("8");
    return (actualBoundingBoxAscent + actualBoundingBoxDescent) / innerHeight;
}"""
"""Returns the height of a digit on the pile, relative to the screen."""


INSIDE_FELT = """() => {
    const range = document.createRange();
    range.selectNodeContents(document.querySelector(".moment h2"));
    const heading = range.getBoundingClientRect(), felt = document.querySelector(".felt").getBoundingClientRect();
    const rim = parseFloat(getComputedStyle(document.querySelector(".felt")).borderLeftWidth);
    return heading.left >= felt.left + rim && heading.right <= felt.right - rim;
}"""
"""Returns whether the heading of a mistake is inside the rim of the table."""

INVITATION = """() => {
    const invite = document.getElementById("watch-invite");
    const words = parseFloat(getComputedStyle(invite.querySelector("p")).fontSize);
    return [words >= innerHeight / 40, invite.querySelector(".qr").offsetWidth >= innerHeight / 5];
}"""
"""Returns whether the words and the QR code beside a table in play are large enough for a room."""

SMALL_TEXT = """() => {
    const walk = document.createTreeWalker(document.querySelector(".moment"), NodeFilter.SHOW_TEXT);
    const small = [];
    for (let text = walk.nextNode(); text; text = walk.nextNode()) {
        const one = text.parentElement;
        const range = document.createRange();
        range.selectNodeContents(text);
        const scale = one.getScreenCTM?.().a ?? 1;
        const seen = one.checkVisibility({ visibilityProperty: true }) && range.getBoundingClientRect().width > 1;
        const size = parseFloat(getComputedStyle(one).fontSize) * scale;
        if (text.data.trim() && seen && size < innerHeight / 40) small.push(text.data);
    }
    return small;
}"""
"""Returns the words in the middle of the table that are too small for a room: less than a 40th of the height."""

CUT = """() => [...document.querySelectorAll(".teammates .name, .place .name")]
    .filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflow === "hidden")
    .map((one) => one.textContent)"""
"""Returns the names that do not fit where they are."""

COUNTS = """() => [...document.querySelectorAll(".seat[data-seat]")].map((seat) => seat.dataset.count)"""

UNDER_PAUSE = """() => {
    const pause = document.querySelector(".table .pause").getBoundingClientRect();
    return [...document.querySelectorAll(".moment :is(h2, li, small), .piles .card")]
        .filter((one) => one.checkVisibility() && one.getBoundingClientRect().bottom > pause.top + 1)
        .map((one) => one.textContent);
}"""
"""Returns what the note about an absent player covers in the middle of the table."""

NOTE_STATUS = """() => {
    window.noted = [];
    new MutationObserver(() => noted.push(document.querySelector("#lobby-status")?.textContent))
        .observe(document.body, { subtree: true, childList: true, characterData: true });
}"""
"""Records what the status message of a lobby says."""

LEADS_AWAY = re.compile("#(join|watch)=")


def open_screen(television: Member) -> str:
    """Open a big screen, and return the link in its QR code."""
    television.button("Play on a TV").click()
    expect(television.page.locator("#invite")).to_have_value(LEADS_AWAY, timeout=SOON)
    role(television, "screen")
    return television.invite


def role(member: Member, name: str) -> None:
    """Check the role of the page at the table."""
    expect(member.page.locator("html")).to_have_attribute("data-role", name, timeout=SOON)


def sit_down(link: str, phones: dict[str, Member]) -> None:
    """Let the phones open the link one after the other, and be ready."""
    for name, phone in phones.items():
        phone.come(link)
        phone.call(name)
        role(phone, "seat")
        if phone.button("Ready").is_visible():  # who leads is ready by starting
            phone.button("Ready").click()


def lose_the_game(people: tuple[Member, ...]) -> None:
    """Let two of them play badly until the game is lost."""
    lives = int(people[0].data("lives"))
    for left in reversed(range(lives)):
        lose_a_life(people, left=left)
    for member in people:
        member.shows(phase="lost", moment="lost")


# --- Big screens --------------------------------------------------------------------


def test_two_phones_play_on_a_big_screen_that_disconnects_and_returns(arrive: Arrive, invited: Arrive) -> None:
    television, ana, ben = arrive(**TELEVISION), invited(**PHONE), invited(**PHONE)
    people = ana, ben
    sit_down(open_screen(television), {"Ana": ana, "Ben": ben})
    television.sees("Ana", "Ben")
    expect(ana.person("Ana").locator(".tags").get_by_text("host")).to_be_visible()
    expect(ben.button("Start")).to_be_hidden()
    expect(ana.page.locator("#lobby-status")).to_have_text("Everyone is ready.", timeout=SOON)
    start(ana, (*people, television))
    expect(television.page.locator(".moment .told p")).to_have_text("On your phones, press “Hand on the table”.")
    play_level(1, people)
    television.shows(phase="focus", level=2, watching="true")
    assert television.hand() == [] and television.page.evaluate(COUNTS) == ["2"] * 2
    expect(television.page.locator("#leave")).to_have_text("Disconnect this TV")
    expect(television.page.locator(".hand")).to_be_hidden()
    for phone in people:
        phone.page.evaluate(LISTEN)
    television.page.evaluate(HIDE, True)
    for phone in people:
        expect(phone.page.locator(".table .pause p")).to_have_text("The TV's page is in the background.", timeout=SOON)
        expect(phone.page.locator("html[data-before-screen]")).to_have_count(0)
    television.page.evaluate(HIDE, False)
    for phone in people:
        expect(phone.page.locator(".table .pause")).to_be_hidden(timeout=SOON)
        expect(phone.page.locator("html[data-before-screen]")).to_have_count(1)
    television.page.close()
    ben.page.wait_for_function("(gone) => heard.some((text) => text.includes(gone))", arg=GONE)
    for phone in people:
        phone.page.wait_for_function("heard.slice(1).some((text) => text.includes('Level 2.'))")  # dealt again
    begin(people)
    hands = [phone.hand() for phone in people]
    television = Member(television.page.context.new_page())
    television.page.goto(ana.page.url)
    role(television, "screen")
    television.shows(phase="play", level=2, watching="true")
    assert television.hand() == [] and [phone.hand() for phone in people] == hands
    card, phone = min(((hand[0], phone) for hand, phone in zip(hands, people, strict=True)), key=lambda held: held[0])
    phone.play(card)
    television.sees_card(card)
    assert television.page.evaluate(NUMERAL) >= 1 / 9


@pytest.mark.parametrize("way", ["Play together", "Play on a TV"])
def test_a_page_that_opens_a_table_says_so_until_the_code_is_there(arrive: Arrive, way: str) -> None:
    host = arrive()
    host.page.evaluate(NOTE_STATUS)
    host.button(way).click()
    expect(host.page.locator(".qr svg")).to_be_attached(timeout=SOON)
    expect(host.page.locator("#lobby-status")).not_to_have_text("Opening your table…")
    noted = [text for text in host.page.evaluate("noted") if text]
    assert noted[0] == "Opening your table…"
    assert "Looking for the table…" not in noted


def test_a_mistake_stays_in_sight_while_a_player_is_away(arrive: Arrive, invited: Arrive) -> None:
    television, ana, ben = arrive(**TELEVISION), invited(**PHONE), invited(**PHONE)
    people = ana, ben
    sit_down(open_screen(television), {"Marianne": ana, "Ben": ben})
    start(ana, (*people, television))
    play_level(1, people)
    lose_a_life(people, left=1)
    ben.page.close()
    for member in (television, ana):
        expect(member.page.locator(".table .pause")).to_be_visible(timeout=SOON)
        expect(member.page.locator(".moment .minis li").first).to_be_visible()
        assert member.page.evaluate(UNDER_PAUSE) == []
    assert ana.page.evaluate("document.querySelector('.piles .card').offsetHeight") >= 60


def test_the_leader_changes_the_game_and_hands_over(arrive: Arrive, invited: Arrive) -> None:
    television, ana, ben = arrive(**TELEVISION), invited(**PHONE), invited(**PHONE)
    sit_down(open_screen(television), {"Ana": ana, "Ben": ben})
    ana.unfold()
    ana.page.locator("#lobby").get_by_label("Variant").select_option("Descending")
    expect(ben.page.locator("#table-variant")).to_have_value("descending", timeout=SOON)
    ana.fill("Gus")
    expect(television.page.locator(".places .name")).to_have_text(["Ana", "Ben", "Gus"], timeout=SOON)
    ana.button("Make Ben the host").click()
    expect(ben.button("Start")).to_be_visible(timeout=SOON)
    expect(ana.button("Start")).to_be_hidden()
    expect(ben.button("Ready")).to_be_hidden()
    ana.button("Ready").click()
    expect(ben.page.locator("#lobby-status")).to_have_text("Everyone is ready.", timeout=SOON)
    start(ben, (ana, ben, television))
    television.shows(variant="descending", seats=3)


def test_a_person_who_types_the_code_sits_down_and_a_remote_control_reaches_every_button(
    arrive: Arrive, invited: Arrive
) -> None:
    television, ana = arrive(**TELEVISION), invited(**PHONE)
    open_screen(television)
    code = television.code()
    ana.page.goto("http://" + television.page.locator(".code").inner_text().split(",")[0].removeprefix("Or open "))
    ana.knock("Ana", code)
    television.sees("Ana")
    role(ana, "seat")
    expect(television.page.locator("#lobby-status")).to_contain_text("let Ana add a computer player", timeout=SOON)
    expect(television.button("Start")).to_be_hidden()
    ana.button("Add a computer player").click()
    expect(television.page.locator("#lobby-status")).to_have_text("Waiting for Ana to start the game.", timeout=SOON)
    title = television.page.locator("h1:visible")
    expect(title).to_have_text("Scan to join")
    for name in ("Ben", "Cleo", "Dov", "Edda", "Finn", "Gus"):
        ana.page.get_by_label("Add a computer player").select_option(name)
    expect(title).to_have_text("Scan to watch", timeout=SOON)
    reached = []
    television.page.bring_to_front()
    for _ in range(3):
        television.page.keyboard.press("ArrowDown")
        reached.append(television.page.evaluate("document.activeElement.ariaLabel"))
    assert reached == ["Leave", "Settings", "Leave"]  # Ana starts the game on her phone
    start(ana, (ana, television))
    television.page.bring_to_front()
    for _ in ("Sound", "Menu"):
        television.page.keyboard.press("ArrowRight")
    television.page.keyboard.press("Enter")
    expect(television.page.locator("#menu")).to_be_visible()


@pytest.mark.needs("sound")
def test_only_the_big_screen_plays_sounds_and_it_opens_its_lobby_when_all_have_left(arrive: Arrive) -> None:
    television, ana = arrive(script=COUNT_TONES, **TELEVISION), arrive(script=COUNT_TONES, **PHONE)
    sit_down(open_screen(television), {"Ana": ana})
    ana.fill("Ada")
    start(ana, (ana, television))
    ana.button("Hand on the table").click()
    ana.shows(phase="play")
    television.page.wait_for_function("tones > 0")
    assert ana.page.evaluate("tones") == 0
    ana.leave()  # the last player: the lobby is open for others
    expect(television.page.get_by_role("img", name="Invite link as a QR code")).to_be_visible(timeout=SOON)
    expect(television.page.locator(".places .name")).to_have_count(0)


# --- Watchers -----------------------------------------------------------------------


def test_a_watcher_with_a_watch_link_sits_down_and_gets_up_again(arrive: Arrive, invited: Arrive) -> None:
    ana, eve = arrive(permissions=["clipboard-read", "clipboard-write"]), invited()
    ana.host("Ana")
    ana.button("Copy watch link").click()
    expect(ana.page.locator("#lobby-status")).to_have_text("Watch link copied.")
    link = ana.page.evaluate("navigator.clipboard.readText()")
    assert "#watch=" in link
    eve.page.goto(link)
    expect(eve.page.locator("#invited h1")).to_have_text("Ana invites you to watch.", timeout=SOON)
    expect(eve.button("Sit down")).to_be_hidden()
    eve.button("Watch").click()
    role(eve, "watcher")
    expect(ana.page.locator(".watching")).to_have_text("one person is watching", timeout=SOON)
    expect(ana.page.get_by_role("list", name="one person is watching")).to_contain_text("Guest")
    ana.sees("Ana")
    eve.button("Sit down").click()
    role(eve, "seat")
    expect(ana.page.locator(".watching")).to_be_empty()
    eve.button("Watch").click()
    role(eve, "watcher")
    eve.button("Sit down").click()
    eve.call("Eve")
    eve.button("Ready").click()
    expect(ana.person("Eve").get_by_text("ready")).to_be_visible(timeout=SOON)
    start(ana, (ana, eve))
    begin((ana, eve))


def test_a_host_who_gets_up_to_watch_hands_the_table_to_the_next_seat(arrive: Arrive, invited: Arrive) -> None:
    ana, ben = arrive(), invited()
    ana.host("Ana")
    expect(ana.button("Watch")).to_be_hidden()  # nobody else could host
    seat(ana, {"Ben": ben})
    ana.button("Watch").click()
    role(ana, "watcher")
    expect(ben.person("Ben").locator(".tags").get_by_text("host")).to_be_visible(timeout=SOON)
    expect(ben.page.locator(".watching")).to_have_text("one person is watching", timeout=SOON)
    expect(ben.page.locator(".news p")).to_contain_text("Ana is only watching now. You're the host now.")
    expect(ana.page.locator(".news p")).to_have_text("Ben is the host now.")
    expect(ana.button("Start")).to_be_hidden()
    ben.fill("Gus")
    start(ben, (ana, ben))
    for member, leave in ((ana, "Stop watching"), (ben, "Leave this game")):
        expect(member.page.locator("#leave")).to_have_text(leave)
    ben.shows(seats=2, phase="focus")
    assert len(ben.hand()) == 1 and ana.hand() == []


def test_a_watcher_sees_no_panel_of_an_earlier_table_and_sits_down_for_another_game(
    arrive: Arrive, invited: Arrive
) -> None:
    ana, ben, eve = arrive(), invited(), arrive()
    eve.button("Play solo").click()
    eve.button("Start").click()
    expect(eve.page.locator(".moment")).to_be_visible()
    eve.leave()
    ana.host("Ana")
    seat(ana, {"Ben": ben})
    start(ana, (ana, ben))
    begin((ana, ben))
    follow(eve.page, ana.page.url)
    eve.button("Sit down").click()
    role(eve, "watcher")
    eve.shows(phase="play", watching="true")
    expect(eve.page.locator(".hand")).to_contain_text(
        "You're watching. You'll get a seat for the next game if one is free."
    )
    expect(eve.page.locator(".moment")).to_be_hidden()
    assert eve.page.evaluate(IDS_TWICE) == []
    expect(ana.page.locator(".company .watching")).to_have_text("one person is watching", timeout=SOON)
    ana.button("Stop").click()
    lose_the_game((ana, ben))
    expect(eve.page.locator(".starts")).to_have_text(
        "You'll get a seat for the next game if one is free. Waiting for Ana to start the next game."
    )
    expect(eve.button("Sit down")).to_be_hidden()
    for name in ("Play again", "Change game options"):
        expect(ben.button(name)).to_be_hidden()
    expect(ben.page.locator(".starts")).to_have_text("Waiting for Ana to start the next game.")
    ben.button("Watch the replay").click()
    expect(ben.page.locator("#replay")).to_be_visible()
    ana.button("Change game options").click()
    role(eve, "seat")
    for member in (ana, ben, eve):
        expect(member.page.locator("#lobby")).to_be_visible(timeout=SOON)
    ana.unfold()
    ana.page.locator("#lobby").get_by_label("Variant").select_option("Extreme")
    for member in (ben, eve):
        expect(member.page.locator("#table-variant")).to_have_value("extreme", timeout=SOON)
        member.button("Ready").click()
    expect(ana.page.locator("#lobby-status")).to_have_text("Everyone is ready.", timeout=SOON)
    start(ana, (ana, ben, eve))
    for member in (ana, ben, eve):
        member.shows(variant="extreme", seats=3, level=1, phase="focus")


# --- Accessibility ------------------------------------------------------------------


def fits(member: Member, sizes: list[tuple[int, int]], names: str) -> None:
    """Check that nothing scrolls sideways at these sizes, and that the named elements are fully visible."""
    for width, height in sizes:
        member.page.set_viewport_size({"width": width, "height": height})
        assert member.page.evaluate(WIDE) == [], (width, height)
        assert member.page.evaluate(CUT) == [], (width, height)
        assert member.page.evaluate(OUTSIDE, names) == []


def test_every_screen_fits_and_is_accessible(arrive: Arrive, invited: Arrive) -> None:
    television, ana, ben = arrive(**TELEVISION), invited(**PHONE), invited(**PHONE)
    link = open_screen(television)
    ben.page.goto(link)
    expect(ben.button("Watch")).to_be_visible(timeout=SOON)
    accessible(ben.page, "where a link leads")
    fits(ben, SMALL + LARGE, "#invited :is(button, h1, [data-part])")
    sit_down(link, {"Ana": ana, "Maximilian-Jos": ben})
    expect(television.page.locator("#code")).to_be_visible(timeout=SOON)
    accessible(television.page, "the way in")
    fits(television, SMALL, "#screen-lobby :is(.qr, h1)")
    fits(television, LARGE, "#screen-lobby :is(.qr, #code, h1, .place, #lobby-status)")
    expect(television.button("Start")).to_be_hidden()
    ana.page.set_viewport_size({"width": 390, "height": 844})
    assert ana.page.evaluate(OUTSIDE, "#your-name, #inviting .qr, #share-invite, #begin") == []
    accessible(ana.page, "the captain's lobby")
    expect(ana.page.locator("#lobby-status")).to_have_text("Everyone is ready.", timeout=SOON)
    start(ana, (ana, ben, television))
    begin((ana, ben))
    accessible(television.page, "the big table")
    assert television.page.evaluate(INVITATION) == [True, True]
    fits(television, LARGE, ".table :is(.seat .name, .seat .face, .pile, .announcement, .status, #corner)")
    accessible(ana.page, "a hand before a big screen")
    for width, height in [(390, 844), (844, 390)]:  # the only card is the largest thing on the screen
        ana.page.set_viewport_size({"width": width, "height": height})
        assert ana.page.evaluate("document.querySelector('.hand .card').offsetHeight / innerHeight") >= 0.4
    fits(ana, SMALL, ".table :is(.hand .card, .actions button, .pile .card, .announcement, .status)")
    ana.button("Stop").click()
    lose_a_life((ana, ben), left=1)
    expect(television.page.locator(".moment .told")).to_contain_text("should have come first")
    for width, height in [(320, 568), (390, 844), (844, 390)]:
        ana.page.set_viewport_size({"width": width, "height": height})
        assert ana.page.evaluate(INSIDE_FELT)
    for width, height in LARGE:
        television.page.set_viewport_size({"width": width, "height": height})
        assert television.page.evaluate(SMALL_TEXT) == []
        assert television.page.evaluate("document.querySelector('.moment .told p').offsetHeight / innerHeight") > 1 / 40
        assert abs(television.page.evaluate(OFF_CENTER)) <= 2
    lose_the_game((ana, ben))
    accessible(television.page, "the end on the big screen")
    fits(television, LARGE, ".table :is(.seat .name, .moment :is(h2, p, li, .token, svg), .announcement)")
    expect(television.page.locator(":is(.moment button, .seat):visible")).to_have_count(0)
    expect(television.page.locator(".starts")).to_have_text("Waiting for Ana to start the next game.")
    for width, height in LARGE:
        television.page.set_viewport_size({"width": width, "height": height})
        assert television.page.evaluate(SMALL_TEXT) == []
    expect(television.page.locator("#watch-invite")).to_be_hidden()
    accessible(ana.page, "the end before a big screen")
    fits(ana, SMALL, ".table :is(.moment :is(h2, .told p, [data-part=again]), .announcement, .status)")
