"""The first levels of every variant and option, as chosen on the title."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from game.core import Phase, State
from tests.browser.conftest import Come
from tests.browser.table import ME, seed_where
from tests.browser.test_keys_and_touch import both_colours

Choice = tuple[str, list[str], str]

CHOICES: list[Choice] = [
    ("Classic", [], "classic"),
    ("Sets of ten", [], "tens"),
    ("Sets of ten", ["Descending in each set"], "tens-descending"),
    ("Descending", [], "descending"),
    ("Around fifty", [], "fifty"),
    ("No stars", [], "no-stars"),
    ("Extreme", [], "extreme"),
    ("Classic", ["Blind from the start"], "blind"),
    ("Classic", ["Play without stars"], "no-stars"),
    (
        "Descending",
        ["Blind from the start", "One life per mistake"],
        "descending+blind+strict",
    ),
    (
        "Around fifty",
        ["Gentle timing"],
        "fifty+gentle",
    ),
]


PLAYED_ELSEWHERE = {"no-stars", "fifty+gentle"}
"""Variants whose first levels are played only in a thorough run: the same cards land in the same order as in others."""

RULES = {
    "tens": "For children: ten levels, each with its own ten cards.",
    "tens-descending": "Level 1 runs from 10 down to 1, level 2 from 20 down to 11.",
    "descending": "From 100 down to 1: highest first.",
    "descending+blind+strict": "From 100 down to 1: highest first.",
    "fifty": "Nearest to 50 first, above or below.",
    "fifty+gentle": "Nearest to 50 first, above or below.",
    "extreme": "White goes up from 1 to 50. Red goes down from 50 to 1. Both at once.",
}
"""The rule that the table shows at the start of a game."""


def test_the_first_level(come: Come, thorough: bool) -> None:
    """Each choice can be played in its order, without a mistake and without losing a life: two levels if thorough.

    The options scroll into view when they are opened.
    """
    levels = [1, 2] if thorough else [1]
    person = come(seed=7, viewport={"width": 320, "height": 568})
    person.button("Play solo").click()
    person.page.locator("#setup details.options summary").click()
    expect(person.page.locator("#variant")).to_be_in_viewport(ratio=1)
    person.page.keyboard.press("Escape")
    person.page.set_viewport_size({"width": 1280, "height": 720})
    for variant, also, name in CHOICES:
        person.sit_down(2, variant, also)
        person.shows(variant=name, seats=2, phase="focus", level=1, lives=2)
        named = variant if name.partition("+")[0] not in ("classic", "no-stars", "blind") else ""
        expect(person.page.locator(".moment .why")).to_have_text(f"{named} {RULES[name]}" if named else "")
        expect(person.page.locator(".level .variant")).to_have_text(named)
        for where in ("#menu-variant b", "#rules-variant b"):
            expect(person.page.locator(where)).to_have_text(named)
        if name in PLAYED_ELSEWHERE and not thorough:
            person.leave()
            continue
        person.listen()
        expected = []
        for level in levels:
            expected.append(order_of(person.truth()))
            person.play_level()
            person.play_on(until=lambda state: state.phase is Phase.FOCUS)
            person.shows(phase="focus", level=level + 1, lives=2)
        told = " ".join(person.heard())
        if "blind" in name:
            assert told.count("Turned over: no mistakes.") == len(levels)
        else:
            assert [landed(told, level) for level in levels] == expected
        person.leave()
        assert person.page.locator("#rules-variant").evaluate("element => element.hidden")


def test_extreme_has_two_piles_that_differ_in_more_than_colour(come: Come) -> None:
    person = come(seed_where(both_colours, "extreme", level=2))
    person.sit_down(variant="Extreme")
    piles = person.page.locator(".pile")
    expect(piles).to_have_count(2)
    assert [pile.get_attribute("aria-label") for pile in piles.all()] == ["White pile, empty", "Red pile, empty"]
    person.play_on(until=lambda state: state.level == 2 and state.phase is Phase.PLAY)
    white, red = map(person.truth().variant.key, person.truth().hands[ME])
    expect(person.playable).to_have_count(2)
    expect(person.button(f"Play {white}")).to_contain_text("white")
    expect(person.button(f"Play {red}")).to_contain_text("red")
    person.play_on(until=lambda state: len(state.hands[ME]) == 1)
    expect(person.page.locator(f".pile [data-card='{white}'], .pile [data-card='{red}']")).to_have_count(1)
    person.play_on(until=lambda state: state.level == 5 and state.phase is Phase.PLAY)
    expect(piles.first).to_have_class(re.compile("face-down"))  # level 5 plays white cards face down
    expect(piles.last).not_to_have_class(re.compile("face-down"))
    person.play_on(until=lambda state: state.phase is Phase.REVEAL)
    person.shows(phase="reveal", level=5)
    expect(person.moment).to_contain_text("Every card is in order.")


def landed(told: str, level: int) -> list[list[str]]:
    """Return the labels of the cards that were announced to land at a level, pile by pile."""
    during = told.partition(f"Level {level}. ")[2].partition(f"Level {level} complete.")[0]
    plays = re.findall(r"(?:Ada|(?<!\w)You): ((?:(?:white |red )?\d+(?:, )?)+)\.", during)
    labels = [label for play in plays for label in play.split(", ")]
    by_pile = [[label for label in labels if label.startswith(colour)] for colour in ("white", "red")]
    return by_pile if any(by_pile) else [labels]


def order_of(state: State) -> list[list[str]]:
    cards = state.variant.sort(card for hand in state.hands for card in hand)
    piles = [[state.variant.key(c) for c in cards if state.variant.pile_of(c) == i] for i in range(len(state.piles))]
    return piles
