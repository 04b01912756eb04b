"""Seats: every player has a different face, and no seat reveals hidden information."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest

from game.core import Phase, State
from tests.browser.conftest import Come
from tests.browser.table import Person, dealt, seed_where


def test_a_waiting_teammate_looks_the_same_whatever_its_card(come: Come) -> None:
    """Its card is due soon in one game and late in the other. The rest is the same."""
    mine = 90

    def waits(lowest: int, highest: int) -> Callable[[State], bool]:
        return lambda state: state.hands[0] == (mine,) and lowest <= state.hands[1][0] <= highest

    soon, late = seed_where(waits(40, 50)), seed_where(waits(70, 88))
    assert dealt(soon).hands[1] != dealt(late).hands[1]
    assert frames(come(soon, painted=True)) == frames(come(late, painted=True))


@pytest.mark.needs("media")
def test_nothing_moves_while_all_wait_but_eyes_that_blink_at_set_times(come: Come) -> None:
    """Anything else would keep the browser awake, and could be a common clock."""
    soon = seed_where(lambda state: state.hands[0] == (90,) and 40 <= state.hands[1][0] <= 50)
    late = seed_where(lambda state: state.hands[0][0] < 40 and state.hands[1][0] > 80)
    calm, other = (idle(come(seed, reduced_motion="no-preference")) for seed in (soon, late))
    assert calm == other
    moving, blinking, times = calm
    assert moving == [] and blinking == {"full": True, "less": False}
    assert times and all(4 <= later - sooner <= 7 for face in times for sooner, later in pairwise(face))


def idle(person: Person) -> tuple[list[float], dict[str, bool], list[list[float]]]:
    """Return when animations end that last, whether a blink closes eyes by setting, and when each teammate blinks."""
    person.sit_down()
    person.begin()
    moving, times = person.page.evaluate(IDLE)
    return moving, {setting: person.page.evaluate(CLOSES_EYES, setting) for setting in ("full", "less")}, times


IDLE = """() => [
    document.getAnimations().map((one) => one.effect.getComputedTiming().endTime).filter((end) => !(end < 3000)),
    [...document.querySelectorAll(".teammate set")].map((one) => one.getAttribute("begin").split(";").map(parseFloat)),
]"""

CLOSES_EYES = """(motion) => {
    document.documentElement.dataset.motion = motion;
    const set = document.querySelector(".teammate set");
    set.closest("svg").setCurrentTime(parseFloat(set.getAttribute("begin")) + 0.05);
    const isHidden = (part) => getComputedStyle(set.parentNode.querySelector(part)).visibility === "hidden";
    return isHidden(".eyes") && !isHidden(".lids");
}"""


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
