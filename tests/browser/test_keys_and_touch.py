"""Play by keyboard alone, and by touch alone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from game.core import Phase, State
from tests.browser.conftest import Come
from tests.browser.table import ME, Person, lay_for, next_of_mine, seed_where

NOTE_SLOW = """() => {
    window.removed = [];
    window.typed = 0;
    const { remove } = Element.prototype;
    Element.prototype.remove = function () {
        if (this.contains(document.activeElement)) removed.push(this.id);
        remove.call(this);
    };
    addEventListener("keypress", () => (typed += 1));
}"""
"""Notes what makes a browser lay out the whole page within a press: a removed focus, and keys that are typed."""


@pytest.mark.smoke
def test_a_level_can_be_played_by_keyboard_alone(come: Come) -> None:
    """From the title to level 3, always with a focused element."""
    person = come(seed_where(both_go_first_once, level=2))
    keys = person.page.keyboard
    tab_to(person, "Play solo")
    keys.press("Enter")
    expect(person.page.locator("#setup")).to_be_visible()
    tab_to(person, "Players")
    keys.press("ArrowLeft")
    keys.press("ArrowLeft")
    tab_to(person, "Start")
    keys.press("Enter")
    person.shows(phase="focus", level=1, seats=2)
    person.page.evaluate(NOTE_SLOW)
    for _ in range(1000):
        state = person.truth()
        if state.level < 3:
            assert focused(person.page) not in ("", "body"), f"the focus is lost during {state.phase.value}"
            if state.phase is Phase.FOCUS and ME not in state.down:
                keys.press("h")
            elif state.phase is Phase.PLAY and state.hands[ME] and next_of_mine(state) is not None:
                keys.press("Space" if len(state.hands[ME]) % 2 else "Enter")
            else:
                person.wait()
    person.shows(phase="focus", level=3, lives=2)
    assert focused(person.page) == "lay"
    assert person.page.evaluate("[removed, typed]") == [[], 0]


def test_keys_for_hand_star_and_stop_are_ignored_while_a_dialog_is_open(come: Come) -> None:
    person = come(seed_where(nobody_is_quick, seats=4))
    person.sit_down(players=4)
    press = person.page.keyboard.press
    press("h")
    assert ME in person.truth().down
    expect(person.button("Hand on the table")).to_have_attribute("aria-pressed", "true")
    press("h")
    assert ME not in person.truth().down
    press("h")
    person.wait_until(lambda: person.data()["phase"] == "play", seconds=5)
    press("s")
    assert [seat for seat, _ in person.truth().raised] == [ME]
    press("s")
    assert person.truth().raised == ()
    assert focused(person.page) not in ("", "body")
    press("x")
    person.shows(phase="focus")
    assert focused(person.page) == "lay"
    person.begin()
    person.button("Stop").focus()
    press("Space")  # presses the focused button, and plays no card
    person.shows(phase="focus")
    assert len(person.truth().hands[ME]) == 1
    for sheet in ("menu", "rules", "settings"):
        person.button("Menu").click()
        if sheet != "menu":
            person.page.locator(f"#menu [popovertarget={sheet}]").click()
        before = person.truth()
        for key in ("h", "s", "x"):
            person.page.keyboard.press(key)
        if sheet == "settings":
            person.page.get_by_role("switch", name="Sound").focus()
            person.page.keyboard.press("h")
        assert person.truth() == before
        while person.page.locator(".dialog:popover-open").count():
            person.page.keyboard.press("Escape")
        expect(person.page.locator(".table :focus")).to_have_count(1)
    person.page.keyboard.press("h")
    assert ME in person.truth().down


def test_a_card_pressed_before_play_says_what_comes_first(come: Come) -> None:
    """It points at the button that is needed, says why once, and moves no card."""
    person = come(seed_where(nobody_is_quick), reduced_motion="no-preference")
    person.sit_down()
    card, hand = person.page.locator(".hand button"), person.button("Hand on the table")
    before = person.truth()
    for press in ("click", "Space"):
        person.listen()
        if press == "click":
            card.click(force=True)  # it is aria-disabled
        else:
            card.focus()
            person.page.keyboard.press(press)
        assert person.heard()[1:] == ["You can play once everyone’s hand is on the table."]
        assert "nudge" in hand.evaluate("button => button.getAnimations().map((one) => one.animationName)")
        expect(hand).to_be_focused()
    assert person.truth() == before
    person.page.keyboard.press("Space")
    assert ME in person.truth().down
    expect(hand).not_to_have_class("nudged")
    card.dispatch_event("click")
    expect(person.told).to_have_text("You can play once everyone’s hand is on the table.")
    assert ME in person.truth().down


def test_the_lowest_card_beckons_when_a_higher_one_is_pressed(come: Come) -> None:
    person = come(seed_where(nobody_is_quick, level=2), reduced_motion="no-preference")
    person.sit_down()
    person.play_on(until=lambda state: state.level == 2 and state.phase is Phase.PLAY)
    lowest, other = person.page.locator(".hand button").all()
    other.click(force=True)  # it is aria-disabled
    assert lowest.evaluate("button => getComputedStyle(button).animationName") == "beckon"


def test_arrows_choose_between_two_cards(come: Come) -> None:
    person = come(seed_where(both_colours, "extreme", level=2))
    person.sit_down(variant="Extreme")
    person.play_on(until=lambda state: state.level == 2 and state.phase is Phase.PLAY)
    white, red = (f"card-{card}" for card in person.truth().hands[ME])
    person.page.locator(f"#{white}").focus()
    person.page.keyboard.press("ArrowRight")
    assert focused(person.page) == red
    person.page.keyboard.press("ArrowLeft")
    assert focused(person.page) == white
    person.page.keyboard.press("ArrowRight")
    person.page.keyboard.press("Enter")
    expect(person.page.locator(f"#{red}")).not_to_be_attached()
    expect(person.page.locator(f"#{white}")).to_be_attached()
    person.wait(0)
    assert focused(person.page) not in ("", "body")


def test_a_held_hand_is_lifted_on_release_and_a_tap_stays_and_letter_keys_can_be_turned_off(come: Come) -> None:
    """Letter keys follow the position. A press can be cancelled."""
    person = come(seed=4, viewport={"width": 1280, "height": 800})
    person.sit_down(players=8)
    keys = person.page.keyboard
    person.button("Hand on the table").focus()
    keys.down("Space")
    assert ME in person.truth().down
    person.wait(0.41)
    keys.up("Space")
    assert ME not in person.truth().down
    keys.press("Space")
    assert ME in person.truth().down
    keys.press("Space")
    assert ME not in person.truth().down
    person.button("Hand on the table").hover()
    person.page.mouse.down()
    assert ME in person.truth().down
    person.wait(0.41)
    person.page.mouse.up()
    assert ME not in person.truth().down
    person.button("Hand on the table").focus()
    keys.down("Space")
    person.wait_until(lambda: person.data()["phase"] == "play", seconds=10)
    keys.up("Space")  # plays no card
    person.shows(phase="play")
    assert len(person.truth().hands[ME]) == 1
    person.button("Stop").click()
    hand = person.button("Hand on the table")
    hand.dispatch_event("pointerdown", {"button": 0})
    assert ME in person.truth().down
    hand.dispatch_event("pointercancel")
    person.page.evaluate("document.querySelector('.lay').click()")
    assert ME not in person.truth().down
    korean = """() => document.activeElement.dispatchEvent(
        new KeyboardEvent("keydown", { key: "ㅗ", code: "KeyH", bubbles: true })
    )"""
    person.page.evaluate(korean)
    assert ME in person.truth().down
    person.page.evaluate(korean)
    assert ME not in person.truth().down
    person.button("Menu").click()
    person.page.locator("#menu [popovertarget=settings]").click()
    person.page.get_by_label("Letter keys").uncheck()
    for _ in range(2):
        keys.press("Escape")
    expect(person.page.locator(".dialog:popover-open")).to_have_count(0)
    expect(person.page.locator(".lay kbd")).not_to_be_visible()
    for key in "hsx":
        keys.press(key)
    assert ME not in person.truth().down
    person.button("Hand on the table").focus()
    keys.press("Space")
    assert ME in person.truth().down


@pytest.mark.needs("tap")
def test_a_level_can_be_played_by_touch_alone(come: Come) -> None:
    seed = seed_where(both_go_first_once, level=2)
    person = come(seed, viewport={"width": 360, "height": 640}, has_touch=True)
    person.button("Play solo").tap()
    lay_for(person.page, 2)
    person.button("Start").tap()
    expect(person.page.locator(".moment .told p")).to_have_text("Put your hand on the table. To play a card, tap it.")
    for _ in range(1000):
        if (state := person.truth()).level < 3:
            if state.phase is Phase.FOCUS and ME not in state.down:
                person.button("Hand on the table").tap()
                assert person.truth().phase is Phase.PLAY or ME in person.truth().down, "a tap stays"
            elif person.button("Play the rest").is_visible():
                person.button("Play the rest").tap()
            elif state.phase is Phase.PLAY and next_of_mine(state) is not None:
                person.playable.first.tap()
            else:
                person.wait()
    person.shows(level=3, lives=2)


def test_a_second_finger_and_a_swipe_play_nothing_and_a_double_click_one_card(come: Come) -> None:
    """A click on the card that moves under the pointer does not play it."""
    person = come(seed_where(mine_are_last, level=2))
    person.sit_down()
    person.play_on(until=lambda state: state.level == 2 and state.phase is Phase.PLAY)
    before = person.truth()
    cards = person.page.locator(".hand button:not(.gone)")

    def touch(**more: object) -> None:
        person.page.evaluate(TOUCH, [person.playable.first.element_handle(), more])
        person.wait(0)

    touch(isPrimary=False)
    touch(clientX=2)
    person.page.evaluate("dispatchEvent(new PointerEvent('pointercancel'))")
    expect(cards).to_have_count(len(before.hands[ME]))

    person.playable.first.dispatch_event("pointerdown", {"button": 0})
    person.page.evaluate("document.querySelector('.hand button:not(.gone)')?.click()")
    assert len(before.hands[ME]) - person.page.locator(".hand button:not(.gone)").count() <= 1


TOUCH = """([button, more]) => {
    const { x, y } = document.querySelector(".hand button").getBoundingClientRect();
    const where = { clientX: x + 20, clientY: y + 20, button: 0, pointerType: "touch", isPrimary: true, bubbles: true };
    button.dispatchEvent(new PointerEvent("pointerdown", { ...where, ...more }));
}"""
"""Touches a card at the place of the first one."""


REACHED = """() => {
    const reached = document.activeElement;
    const named = reached.type === "radio" ? reached.closest("fieldset").querySelector("legend") : reached.labels?.[0];
    return (named ?? reached.closest("button, summary"))?.innerText ?? "";
}"""
"""Returns the name of the focused control. Firefox also focuses scrollable elements, which are not controls."""


def tab_to(person: Person, name: str) -> None:
    for _ in range(40):
        person.page.keyboard.press("Tab")
        if name in person.page.evaluate(REACHED):
            return
    raise AssertionError(f"{name} cannot be reached by Tab")


def focused(page: Page) -> str:
    """Return the id or the tag of the focused element."""
    where: str = page.evaluate(
        "document.activeElement.id || document.activeElement.dataset.part || document.activeElement.localName"
    )
    return where


def nobody_is_quick(state: State) -> bool:
    return all(state.variant.rank(hand[0]) >= 20 for hand in state.hands)


def both_go_first_once(state: State) -> bool:
    """Return whether the order is mine, theirs, mine, theirs."""
    mine, theirs = state.hands
    return mine[0] + 2 < theirs[0] < mine[1] - 2 < theirs[1] - 4


def mine_are_last(state: State) -> bool:
    return 30 < state.hands[1][1] < state.hands[ME][0]


def both_colours(state: State) -> bool:
    colours = [state.variant.pile_of(card) for card in state.hands[ME]]
    return colours == [0, 1] and all(state.variant.rank(c) >= 15 for hand in state.hands for c in hand)
