"""Full tables on all screen sizes: nothing scrolls, overlaps, is cut off or hard to press."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from game.core import Phase, State
from tests.browser.table import ME, Person, lay_for, saved_game, seed_where

Come = Callable[..., Person]

SIZES = {
    "phone": (360, 640),
    "tall phone": (390, 844),
    "old phone": (320, 568),
    "phone on its side": (740, 360),
    "old phone on its side": (568, 320),
    "tablet": (768, 1024),
    "laptop": (1366, 650),
    "desktop": (1280, 800),
    "television": (2560, 1440),
    "desktop at 200 %": (640, 400),
}

SMALLEST = {"old phone", "phone on its side", "old phone on its side", "desktop at 200 %"}

MEASURE = """() => {
    const table = document.querySelector(".table");
    const faults = [];
    const unseen = table.querySelector(".announcements").clientHeight === 1; // a hint says it on an old phone
    const visible = (element) =>
        element.checkVisibility({ visibilityProperty: true }) && !(unseen && element.closest(".announcements"));
    const box = (element) => element.getBoundingClientRect();
    const name = (element) => element.dataset.part || element.getAttribute("aria-label") || element.className;
    const within = (inner, outer) =>
        inner.left >= outer.left - 1 && inner.right <= outer.right + 1 &&
        inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
    const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };

    for (const element of [document.scrollingElement, table]) {
        element.scrollTo(9, 9);
        if (element.scrollTop) faults.push(`${name(element)} scrolls down`);
        if (element.scrollLeft) faults.push(`${name(element)} scrolls sideways`);
        element.scrollTo(0, 0);
    }

    const moment = table.querySelector(".moment");
    const things = ".status, .company, .table-hint, .actions > button, .announcement, .hand p";
    const parts = [...table.querySelectorAll(things)].filter((part) => visible(part) && part.textContent.trim());
    for (const part of parts) {
        if (!within(box(part), screen)) faults.push(`${name(part)} leaves the screen`);
        for (const other of parts) {
            const [a, b] = [box(part), box(other)];
            const beside = a.right <= b.left + 1 || b.right <= a.left + 1;
            const above = a.bottom <= b.top + 1 || b.bottom <= a.top + 1;
            if (part !== other && !beside && !above) faults.push(`${name(part)} overlaps ${name(other)}`);
        }
    }

    for (const button of table.querySelectorAll("button:not(.hand [aria-disabled=true])")) {
        const scrolled = button.closest(".moment") && moment.scrollHeight > moment.clientHeight + 1; // told below
        if (!visible(button) || scrolled) continue;
        const { left, right, top, bottom, width, height } = box(button);
        for (const icon of [...button.querySelectorAll("svg:not(.card *)")].map(box)) {
            if (Math.abs(icon.width - icon.height) > 1) faults.push(`the icon of ${name(button)} is squeezed`);
        }
        if (width < 48 || height < 48) faults.push(`${name(button)} is ${width} x ${height}`);
        if (!within(box(button), screen)) faults.push(`${name(button)} leaves the screen`);
        for (const x of [left + 6, (left + right) / 2, right - 6]) {
            for (const y of [top + 6, (top + bottom) / 2, bottom - 6]) {
                const hit = document.elementFromPoint(x, y);
                if (!button.contains(hit)) faults.push(`${name(button)} lies under ${hit && name(hit)}`);
            }
        }
    }

    const inside = ".level, .lives, .stars, .announcement, .discard";
    for (const part of table.querySelectorAll(inside)) {
        if (visible(part) && !within(box(part), box(part.parentElement))) faults.push(`${name(part)} leaves its place`);
    }
    const seen_seat = (seat) => seat.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    const seats = [...table.querySelectorAll(".seat")].filter(seen_seat);
    const round = box(table.querySelector(".round"));
    const apart = (a, b) =>
        a.right <= b.left + 1 || b.right <= a.left + 1 || a.bottom <= b.top + 1 || b.bottom <= a.top + 1;
    const told_there = [...table.querySelectorAll(".pile .card, .set-aside li, .moment :is(h2, p, li, svg, button)")]
        .filter((one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
        .filter((one) => !one.closest(".felt:has(.moment:not([hidden])) .piles"))
        .filter((one) => within(box(one), box(one.closest(".moment, .middle"))));
    for (const seat of seats) {
        const face = box(seat.querySelector(".face")); // which may look over the rim
        if (!within(face, screen) || face.bottom > round.bottom + 1) faults.push(`${name(seat)} leaves the table`);
        for (const other of seats) {
            if (seat !== other && !apart(box(seat), box(other))) faults.push("seats overlap");
        }
        for (const part of seat.querySelectorAll(".face, .plate, .count")) {
            for (const one of told_there.filter(() => visible(part))) {
                const covered = name(one) || one.localName;
                if (!apart(box(part), box(one))) faults.push(`seat ${seat.dataset.seat} covers ${covered}`);
            }
        }
    }
    const hidden = getComputedStyle(table.querySelector(".piles")).opacity === "0";
    for (const number of hidden ? [] : table.querySelectorAll(".pile .card:last-child .number")) {
        for (const part of moment.querySelectorAll("h2, p, li")) {
            if (visible(part) && !apart(box(number), box(part))) faults.push("what happened covers the pile");
        }
    }
    const heading = moment.querySelector("h2"), written = document.createRange();
    written.selectNodeContents(heading);
    for (const part of moment.querySelectorAll(".minis li")) {
        const covered = visible(heading) && visible(part) && !apart(box(written), box(part));
        if (covered) faults.push("a card covers the title");
    }
    const held = [...table.querySelectorAll(".seat :is(.backs i, .arm *, .palm *)")]; // most of them are turned
    for (const one of held) one.style.pointerEvents = "auto";
    for (const badge of [...table.querySelectorAll(".seat :is(.plate, .count)")].filter(visible)) {
        const { left, top, width, height } = box(badge);
        for (const x of [0.1, 0.5, 0.9]) {
            for (const y of [0.1, 0.5, 0.9]) {
                const hit = document.elementsFromPoint(left + x * width, top + y * height);
                const seen = hit.filter((one) => held.includes(one) && one.checkVisibility({ opacityProperty: true }));
                const covered = seen.map((one) => one.closest(".backs, .arm, .palm").classList[0]);
                const at = badge.closest(".seat").dataset.seat;
                faults.push(...covered.map((name) => `${badge.className} of seat ${at} covers ${name}`));
            }
        }
    }
    for (const one of held) one.style.pointerEvents = "";
    const level = table.querySelector(".level");
    if (level.scrollWidth > level.clientWidth + 1) faults.push("level is cut off");
    for (const words of table.querySelectorAll(".announcement, .teammate .name, button, .moment")) {
        if (!visible(words)) continue;
        if (words.scrollWidth > words.clientWidth + 1) faults.push(`${name(words)} is cut off sideways`);
        if (words.scrollHeight > words.clientHeight + 1) faults.push(`${name(words)} is cut off below`);
    }
    const line = document.createRange(), announcement = table.querySelector(".announcement");
    const seen = [...announcement.childNodes].filter((one) => one.className !== "earlier"); // that is heard alone
    if (seen.length) line.setStartBefore(seen[0]);
    if (seen.length) line.setEndAfter(seen.at(-1));
    const fits = !seen.length || unseen || within(box(line), box(announcement.parentElement));
    if (!fits) faults.push("announcement leaves its place");
    return [...new Set(faults)];
}"""


SMALL = """() => [...document.querySelectorAll("button, select, input, summary, label:has([type=checkbox])")]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && one.type !== "checkbox")
    .filter((one) => one.offsetHeight < 48 || one.offsetWidth < 48)
    .map((one) => one.outerHTML)"""


IS_QUIET = "button => getComputedStyle(button).backgroundColor === 'rgba(0, 0, 0, 0)'"

LINES = """heading => {
    const words = document.createRange();
    words.selectNodeContents(heading);
    return new Set([...words.getClientRects()].map((box) => Math.round(box.top))).size;
}"""


def fits_sideways(page: Page) -> None:
    """Check at every size that nothing scrolls sideways and nothing is hard to press."""
    for width, height in SIZES.values():
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.scrollingElement.scrollWidth <= innerWidth"), (width, height)
        assert page.evaluate(SMALL) == [], (width, height)


PILE = """() => {
    const { y, width } = document.querySelector(".pile .card:last-child").getBoundingClientRect();
    return getComputedStyle(document.querySelector(".piles")).opacity === "1" ? [y, width] : null;
}"""
"""Returns how far down and how wide the top card of the pile is, if it can be seen."""


def piles(person: Person) -> list[list[float]]:
    """Return the place of the pile at every size."""
    places: list[list[float]] = []
    for width, height in SIZES.values():
        person.page.set_viewport_size({"width": width, "height": height})
        places.append(person.page.evaluate(PILE))
    return places


def fits(person: Person, when: str) -> list[str]:
    """Return all layout problems of the current table, at every size.

    On the smallest screens the text of an overlay may scroll inside the overlay.
    """
    faults: list[str] = []
    for size, (width, height) in SIZES.items():
        person.page.set_viewport_size({"width": width, "height": height})
        found = set(person.page.evaluate(MEASURE)) - ({"What happened is cut off below"} if size in SMALLEST else set())
        faults += [f"{when}, {size}: {fault}" for fault in sorted(found)]
    return faults


FULL = {
    "eight at their last level": ("classic", 8, 4),
    "seven at their last level": ("classic", 7, 5),
    "two with twelve cards": ("classic", 2, 12),
    "extreme with twelve cards": ("extreme", 2, 10),
    "around fifty with twelve cards": ("fifty", 2, 12),
    "sets of ten with eight": ("tens", 8, 10),
}


@pytest.mark.parametrize(("name", "seats", "level"), FULL.values(), ids=FULL)
def test_a_full_table_fits(come: Come, name: str, seats: int, level: int) -> None:
    saved = saved_game(name, seats, until=lambda state: state.level == level)
    person = come(saved=saved, viewport={"width": 360, "height": 640}, has_touch=True)
    person.shows(phase="focus", level=level)
    faults = fits(person, "at first")
    person.begin()
    faults += fits(person, "at play")
    person.button("Star if all agree").click()
    faults += fits(person, "with a hand up")
    person.button("Star if all agree").click()
    person.play_on(until=lambda state: len(state.hands[ME]) <= level // 2)
    faults += fits(person, "half played")
    assert faults == []


@pytest.mark.parametrize("seats", [3, 5, 6])
def test_every_other_number_of_seats_fits(come: Come, seats: int) -> None:
    person = come(saved=saved_game("classic", seats, until=lambda state: state.level == 4))
    assert fits(person, "at first") == []


@pytest.mark.parametrize("seats", [2, 8])
def test_a_mistake_fits(come: Come, seats: int) -> None:
    person = come(saved=saved_game("classic", seats, until=lambda state: state.level == 4))
    person.begin()
    person.play_on(until=lambda state: bool(state.piles[0]))
    while person.data()["phase"] == "play":
        if person.playable.count():  # not while the last card waits to land, 0.15 s and up to three frames
            person.play()
        person.wait(0.2)
    expect(person.moment).to_have_attribute("data-kind", "error")
    assert fits(person, "mistake") == []
    assert None not in piles(person)


@pytest.mark.parametrize("name", ["classic", "extreme"])
@pytest.mark.parametrize("seats", [2, 8])
def test_the_pile_can_be_seen_while_play_is_stopped(come: Come, name: str, seats: int) -> None:
    person = come(saved=saved_game(name, seats, until=lambda state: state.level == 4))
    person.begin()
    person.play_on(until=lambda state: bool(state.piles[0]))
    person.button("Stop").click()
    expect(person.moment).to_have_attribute("data-kind", "stop")
    assert fits(person, "stopped") == []
    assert None not in piles(person)


def test_a_stop_says_on_an_old_phone_how_play_goes_on(come: Come) -> None:
    saved = saved_game("classic", 3, until=lambda state: state.level == 4)
    person = come(saved=saved, viewport={"width": 320, "height": 568})
    person.begin()
    person.play_on(until=lambda state: bool(state.piles[0]))
    person.button("Stop").click()
    text = person.moment.get_by_text("Play goes on when everyone's hand is there.")
    pile, words = person.page.locator(".pile .card").last.bounding_box(), text.bounding_box()
    assert pile and words and words["width"] > 100 and words["y"] >= pile["y"] + pile["height"]


def test_the_end_of_a_lost_game_needs_no_scrolling_on_a_small_phone(come: Come) -> None:
    saved = saved_game("classic", 2, until=lambda state: state.level == 2)
    person = come(saved=saved, newcomer=True, viewport={"width": 320, "height": 568})
    while person.data()["phase"] != "lost":
        if person.page.locator(".lay[aria-pressed=false]:visible").count():
            person.lay_hand()
        elif person.playable.count():
            person.play()
        person.wait(0.7)
    person.look_on()
    expect(person.button("Home")).to_be_in_viewport(ratio=1)
    assert person.moment.evaluate("moment => moment.scrollHeight <= moment.clientHeight")
    expect(person.button("How in sync were you?")).to_be_in_viewport(ratio=1)


def test_the_end_of_a_level_is_told_below_its_last_card(come: Come) -> None:
    person = come(saved=saved_game("classic", 4, until=lambda state: state.level == 5), newcomer=True)
    person.begin()
    person.play_on(until=lambda state: not any(state.hands[1:]) and len(state.hands[ME]) <= 1)
    person.play() if person.playable.count() else person.wait_until(lambda: person.data()["phase"] != "play")
    person.wait_until(lambda: person.data().get("moment") == "level")
    for width, height in ((320, 568), (390, 844), (844, 390), (1280, 800)):
        person.page.set_viewport_size({"width": width, "height": height})
        card, title = person.page.locator(".pile .card").last.bounding_box(), person.moment.locator("h2").bounding_box()
        assert card and title and card["y"] + card["height"] <= title["y"] + 1
        assert abs(title["x"] + title["width"] / 2 - width / 2) <= 2
        expect(person.button("Continue")).to_be_in_viewport(ratio=1)


def test_a_revealed_blind_pile_fits(come: Come) -> None:
    person = come(saved=saved_game("blind", 8, until=lambda state: state.level == 3 and state.phase is Phase.REVEAL))
    person.shows(phase="reveal", level=3)
    expect(person.moment.locator("[data-card]")).to_have_count(24)
    assert fits(person, "turned over") == []


def test_a_won_game_fits(come: Come) -> None:
    person = come(saved=saved_game("classic", 8, until=lambda state: state.phase is Phase.WON))
    person.shows(phase="won", level=4)
    assert fits(person, "won") == []


def test_the_end_of_a_game_has_one_main_action_and_needs_no_scrolling(come: Come) -> None:
    person = come(saved=saved_game("classic", 2, until=lambda state: state.phase is Phase.WON))
    buttons = person.moment.locator(".after button:visible")
    shown = [button.inner_text() for button in buttons.all()]
    assert shown == [
        "Play again",
        "Continue blind",
        "Change game options",
        "Watch the replay",
        "Share this game",
        "Home",
    ]
    for width, height in ((1280, 800), (390, 844)):
        person.page.set_viewport_size({"width": width, "height": height})
        assert person.moment.evaluate("moment => moment.scrollHeight <= moment.clientHeight")
        first, *others = [button.bounding_box() for button in buttons.all()]
        assert first and all(other and other["y"] >= first["y"] + first["height"] for other in others)
    quiet = [button.inner_text() for button in buttons.all() if button.evaluate(IS_QUIET)]
    assert quiet == shown[1:]


@pytest.mark.parametrize("seats", [4, 8])
def test_the_heading_of_a_mistake_is_one_line_on_a_phone(come: Come, seats: int) -> None:
    person = come(seed_where(lambda state: max(state.hands) == state.hands[0] and min(state.hands)[0] > 9, seats=seats))
    person.sit_down(players=seats)
    person.begin()
    person.play()
    person.wait(0.4)
    heading = person.moment.get_by_role("heading")
    expect(heading).to_contain_text("Too soon")
    for width, height in ((320, 568), (390, 844), (844, 390)):
        person.page.set_viewport_size({"width": width, "height": height})
        assert heading.evaluate(LINES) == 1


PAUSED = """
    () => {
        const table = document.querySelector(".table");
        table.toggleAttribute("data-paused", true);
        const slip = table.querySelector(".pause");
        slip.hidden = false;
        slip.querySelector("p").textContent = "Jonas is away. You can go on with a computer player.";
        const vote = document.createElement("button");
        vote.textContent = "Let a computer player play for Jonas";
        slip.querySelector(".votes").replaceChildren(vote);
    }
"""
"""Shows the note of a pause as a table with other people has it."""

COVERED = """
    () => {
        const table = document.querySelector(".table");
        const top = table.querySelector(".pause").getBoundingClientRect().top;
        const cards = [...table.querySelectorAll(".pile .card, .minis .card")];
        return cards.filter((card) => card.getBoundingClientRect().bottom > top + 1).length;
    }
"""


def test_the_note_of_a_pause_covers_no_card_of_a_mistake(come: Come) -> None:
    person = come(seed_where(lambda state: max(state.hands) == state.hands[0] and min(state.hands)[0] > 9, seats=4))
    person.sit_down(players=4)
    person.begin()
    person.play()
    person.wait(0.4)
    expect(person.moment).to_have_attribute("data-kind", "error")
    person.page.evaluate(PAUSED)
    for width, height in ((320, 568), (390, 844), (844, 390), (1280, 800)):
        person.page.set_viewport_size({"width": width, "height": height})
        assert person.page.evaluate(COVERED) == 0, (width, height)


def test_a_star_of_eight_players_fits(come: Come) -> None:
    def at_last(state: State) -> bool:
        return state.level == 4 and state.phase is Phase.FOCUS

    person = come(saved=saved_game("classic", 8, until=at_last))
    person.begin()
    person.play_on(until=lambda state: bool(state.piles[0]))
    person.button("Star if all agree").click()
    person.wait_until(lambda: person.data()["phase"] != "play", seconds=8)
    expect(person.moment).to_have_attribute("data-kind", "star")
    assert fits(person, "star") == []


@pytest.mark.parametrize("sheet", ["Play solo", "Rules", "Settings"])
def test_the_title_and_its_dialogs_fit_every_width(come: Come, sheet: str) -> None:
    person = come()
    for width, height in SIZES.values():
        person.page.set_viewport_size({"width": width, "height": height})
        for opened in (False, True):
            if opened:
                person.button(sheet).click()
            assert person.page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")
            small = person.page.evaluate(SMALL)
            assert small == []
            if opened:
                closing = person.page.locator(".dialog:popover-open").get_by_role("button", name="Close")
                closing.click(trial=True)
                closing.click()


def test_on_a_desktop_the_buttons_are_beside_the_cards_and_stay_there(come: Come) -> None:
    saved = saved_game("classic", 4, until=lambda state: state.level == 4)
    person = come(saved=saved, viewport={"width": 1280, "height": 800})
    person.begin()
    before = sides(person)
    assert before["star"] < before["first"] and before["last"] < before["stop"]
    person.play_on(until=lambda state: len(state.hands[ME]) < 4)
    after = sides(person)
    assert (before["star"], before["stop"]) == (after["star"], after["stop"])


def sides(person: Person) -> dict[str, float]:
    """Return the inner edges of the buttons, and the outer ones of the hand, from the left."""
    found: dict[str, float] = person.page.evaluate("""() => {
        const boxes = [...document.querySelectorAll(".hand .card")].map((card) => card.getBoundingClientRect());
        const star = document.querySelector(".raise").getBoundingClientRect().right;
        const halt = document.querySelector(".stop").getBoundingClientRect().left;
        return { star, stop: halt, first: boxes[0].left, last: boxes.at(-1).right };
    }""")
    return found


TITLE_SIZES = ((390, 844), (844, 390), (1280, 720), (1280, 800), (1920, 1080), (2560, 1440))

UNSEEN = """() => [...document.querySelectorAll("#title button, #title h1")]
    .filter((one) => one.checkVisibility())
    .filter((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        return left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
    })
    .map((one) => one.innerText)"""


def test_the_title_shows_every_choice_without_scrolling(come: Come) -> None:
    person = come(newcomer=True)
    shows_every_choice(person.page, "Try it")
    last = {"link": "#join=9", "host": "Maximiliane", "at": person.page.evaluate("`${Date.now() / 1000 | 0}`")}
    kept = {"last-table": last, "game": "{", "left": "yes", "played": "yes"}
    person.page.evaluate(
        "kept => Object.entries(kept).forEach(([key, one]) => localStorage.setItem("
        "`one-mind/${key}`, typeof one === 'string' ? one : JSON.stringify(one)))",
        kept,
    )
    person.come_back()
    shows_every_choice(person.page, "Continue")
    person.button("Continue").click()
    expect(person.page.locator("#title-message")).to_be_visible()
    shows_every_choice(person.page, "Back to Maximiliane's table")


def shows_every_choice(page: Page, first: str) -> None:
    """Check that the title fits, and that `first` is the text of its first button."""
    assert page.locator("#title button:visible").first.inner_text().split() == first.split()
    for width, height in TITLE_SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(UNSEEN) == [], (width, height)


def test_the_free_place_of_the_setup_is_whole_on_a_phone_on_its_side(come: Come) -> None:
    page = come().page
    page.set_viewport_size({"width": 844, "height": 390})
    page.get_by_role("button", name="Play solo").click()
    for players in (4, 5):
        lay_for(page, players)
        place = page.locator("#setup .chair:has(> :checked) + .chair > [type=radio]")
        expect(place).to_be_in_viewport(ratio=1)
        expect(page.get_by_role("button", name="Start", exact=True)).to_be_in_viewport(ratio=1)


def test_an_old_phone_shows_every_way_to_play_and_the_options_of_a_game(come: Come) -> None:
    person = come(newcomer=True, viewport={"width": 320, "height": 568})
    for name in ("Try it", "Play solo", "Play together", "Daily game", "Join with a code"):
        expect(person.button(name)).to_be_in_viewport(ratio=1)
    person.button("Play solo").click()
    for summary in person.page.locator("#setup summary").all():
        expect(summary).to_be_in_viewport(ratio=1)
    lay_for(person.page, 8)
    expect(person.page.locator("#length")).to_contain_text("8 players")


def test_start_is_below_the_options_on_a_phone_on_its_side(come: Come) -> None:
    page = come(viewport={"width": 844, "height": 390}).page
    page.get_by_role("button", name="Play solo").click()
    page.locator("#setup details.options summary").click()
    folds, start = page.locator(".folds").bounding_box(), page.locator("#start").bounding_box()
    assert folds and start and folds["y"] + folds["height"] <= start["y"]
    expect(page.get_by_role("button", name="Start", exact=True)).to_be_in_viewport(ratio=1)
