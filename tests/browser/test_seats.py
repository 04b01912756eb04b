"""Seats: every player has a different face, and no seat reveals hidden information."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game.core import Phase, State
from tests.browser.table import Person, dealt, seed_where

Come = Callable[..., Person]


def test_a_waiting_teammate_looks_the_same_whatever_its_card(come: Come) -> None:
    """Its card is due soon in one game and late in the other. The rest is the same."""
    mine = 90

    def waits(lowest: int, highest: int) -> Callable[[State], bool]:
        return lambda state: state.hands[0] == (mine,) and lowest <= state.hands[1][0] <= highest

    soon, late = seed_where(waits(40, 50)), seed_where(waits(70, 88))
    assert dealt(soon).hands[1] != dealt(late).hands[1]
    assert frames(come(soon)) == frames(come(late))


@pytest.mark.needs("media")
def test_the_table_breathes_the_same_whatever_anybody_holds(come: Come) -> None:
    """Only the opacity changes, which needs no work of the page."""
    soon = seed_where(lambda state: state.hands[0] == (90,) and 40 <= state.hands[1][0] <= 50)
    late = seed_where(lambda state: state.hands[0][0] < 40 and state.hands[1][0] > 80)
    calm, other = (breaths(come(seed, reduced_motion="no-preference")) for seed in (soon, late))
    assert calm and calm == other
    assert {name for _, _, names in calm for name in names} == {"opacity"}
    assert breaths(come(soon, reduced_motion="reduce")) == []


def breaths(person: Person) -> list[tuple[float, float, list[str]]]:
    """Return the delay, the duration and the properties of each breath of the table."""
    person.sit_down()
    person.begin()
    found: list[tuple[float, float, list[str]]] = person.page.evaluate(BREATHS)
    return found


BREATHS = """() => document.getAnimations().filter((one) => one.animationName === "breathe").map((one) => {
    const { delay, duration } = one.effect.getTiming();
    const timing = ["offset", "computedOffset", "easing", "composite"];
    const names = one.effect.getKeyframes().flatMap(Object.keys).filter((name) => !timing.includes(name));
    return [delay, duration, names];
})"""


def frames(person: Person) -> list[tuple[str, bytes]]:
    """Return what the seats show in the first seconds of play while all players wait."""
    person.sit_down()
    person.begin()
    person.page.mouse.move(0, 0)
    seen = []
    for _ in range(4):
        assert person.truth().phase is Phase.PLAY and not person.truth().piles[0]
        table = person.page.locator(".round")
        seen.append((table.evaluate("round => round.outerHTML"), table.screenshot()))
        person.wait(0.5)
    return seen


def test_the_device_vibrates_only_if_vibration_is_enabled(come: Come) -> None:
    script = "window.pulses = 0; navigator.vibrate = () => ++pulses > 0;"
    person = come(seed_where(lambda state: state.hands[0][0] < 10), script=script)
    for wanted in (False, True):
        person.button("Settings").click()
        person.page.get_by_label("Vibration").set_checked(wanted)
        person.page.keyboard.press("Escape")
        person.sit_down()
        person.begin()
        person.play()
        assert (person.page.evaluate("pulses") > 0) is wanted
        person.leave()


@pytest.mark.needs("media")
def test_a_press_ends_running_animations(come: Come) -> None:
    person = come(seed_where(lambda state: state.hands[0][0] < 10), reduced_motion="no-preference")
    person.sit_down()
    person.begin()
    moving = "document.getAnimations().filter((one) => one.animationName === 'wave')"
    assert person.page.evaluate(f"{moving}.map((one) => one.pause()).length") > 0  # paused: none ends by itself
    person.page.keyboard.press("Shift")
    person.page.wait_for_function(f"() => !{moving}.length")
