"""Big screens and their phones, watchers, and saved tables in real browsers."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.party import SOON, Member, begin, lose_a_life, play_level, seat, start
from tests.browser.table import LISTEN, follow, unfold
from tests.browser.test_sessions import IDS_TWICE
from tests.browser.test_settings_and_quiet import COUNT_TONES
from tests.browser.test_together import HIDE
from tests.engines.lacks import LACKS

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
GONE = "The TV disconnected. Ana’s device takes over."
TELEVISION = {"viewport": {"width": 1280, "height": 720}}

COUNTS = """() => [...document.querySelectorAll(".seat[data-seat]")].map((seat) => seat.dataset.count)"""

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
        expect(phone.page.locator(".table .pause p")).to_have_text("The TV is showing something else.", timeout=SOON)
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


def test_a_person_joins_by_the_code_on_a_screen_that_a_remote_control_reaches_and_that_alone_plays_sounds(
    arrive: Arrive, browser_name: str
) -> None:
    """The screen opens its lobby again when the last player has left."""
    sound = "sound" not in LACKS[browser_name]
    television, ana = (arrive(script=COUNT_TONES, sound=sound, **kind) for kind in (TELEVISION, PHONE))
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
    television.page.keyboard.press("Escape")
    ana.page.bring_to_front()
    ana.button("Hand on the table").click()
    ana.shows(phase="play")
    if sound:
        television.page.wait_for_function("tones > 0")
    assert ana.page.evaluate("tones") == 0
    ana.leave()  # the last player: the lobby is open for others
    expect(television.page.get_by_role("img", name="Invite link as a QR code")).to_be_visible(timeout=SOON)
    expect(television.page.locator(".places .name")).to_have_count(0)


# --- Watchers -----------------------------------------------------------------------


def test_a_watcher_by_a_watch_link_sits_down_gets_up_again_and_gets_a_seat_for_another_game(
    arrive: Arrive, invited: Arrive
) -> None:
    """The watcher sees no panel of an earlier table."""
    ana, ben, eve = arrive(permissions=["clipboard-read", "clipboard-write"]), invited(), arrive()
    eve.button("Play solo").click()
    eve.button("Start").click()
    expect(eve.page.locator(".moment")).to_be_visible()
    eve.leave()
    ana.host("Ana")
    ana.button("Copy watch link").click()
    expect(ana.page.locator("#lobby-status")).to_have_text("Watch link copied.")
    link = ana.page.evaluate("navigator.clipboard.readText()")
    assert "#watch=" in link
    seat(ana, {"Ben": ben})
    follow(eve.page, link)
    watch_and_sit_down(eve, ana)
    start(ana, (ana, ben))
    begin((ana, ben))
    follow(eve.page, ana.page.url)
    eve.button("Sit down").click()
    role(eve, "watcher")
    eve.shows(phase="play", watching="true")
    expect(eve.page.locator(".hand")).to_contain_text(
        "You’re watching. You’ll get a seat for the next game if one is free."
    )
    expect(eve.page.locator(".moment")).to_be_hidden()
    assert eve.page.evaluate(IDS_TWICE) == []
    expect(ana.page.locator(".company .watching")).to_have_text("one person is watching", timeout=SOON)
    ana.button("Stop").click()
    lose_the_game((ana, ben))
    expect(eve.page.locator(".starts")).to_have_text(
        "You’ll get a seat for the next game if one is free. Waiting for Ana to start the next game."
    )
    expect(eve.button("Sit down")).to_be_hidden()
    for member in (ana, ben):
        unfold(member.page)
    for name in ("Try again", "Change game options"):
        expect(ben.button(name)).to_be_hidden()
    expect(ben.page.locator(".starts")).to_have_text("Waiting for Ana to start the next game.")
    ben.button("Watch the replay").click()
    expect(ben.page.locator("#replay")).to_be_visible()
    play_with_a_former_watcher(ana, ben, eve)


def watch_and_sit_down(eve: Member, ana: Member) -> None:
    """Watch the lobby of Ana and Ben, sit down twice, and leave."""
    expect(eve.page.locator("#invited h1")).to_have_text("You’re invited to watch Ana’s table.", timeout=SOON)
    expect(eve.button("Sit down")).to_be_hidden()
    eve.button("Watch").click()
    role(eve, "watcher")
    expect(ana.page.locator(".watching")).to_have_text("one person is watching", timeout=SOON)
    expect(ana.page.get_by_role("list", name="one person is watching")).to_contain_text("Guest")
    ana.sees("Ana", "Ben")
    eve.button("Sit down").click()
    role(eve, "seat")
    expect(ana.page.locator(".watching")).to_be_empty()
    eve.button("Watch").click()
    role(eve, "watcher")
    eve.button("Sit down").click()
    eve.call("Eve")
    eve.button("Ready").click()
    expect(ana.person("Eve").get_by_text("ready")).to_be_visible(timeout=SOON)
    eve.button("Leave").click()
    ana.sees("Ana", "Ben")


def play_with_a_former_watcher(ana: Member, ben: Member, eve: Member) -> None:
    """Let the host change the game after the last one, in which Eve has a seat."""
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
