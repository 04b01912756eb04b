"""Keys of all keyboard layouts, and the touches that play a card."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from game.browser.device.touch import BOUNCE, EDGE, SAME_PLACE, Touch, Touched, TouchFilter
from game.core import Card, Variant, variant
from tests.screens.dom import Document, browser

with browser():
    from game.browser.device.keyboard import key_of, pressed_key

KEYS = {
    "US": ("h", "KeyH", "h"),
    "with Shift": ("H", "KeyH", "h"),
    "Korean": ("ㅗ", "KeyH", "h"),
    "Russian": ("р", "KeyH", "h"),
    "Greek": ("η", "KeyH", "h"),
    "Hebrew, which has a period in the place of a letter": ("/", "KeyQ", "/"),
    "Arabic, two letters on one key": ("لا", "KeyB", "b"),
    "Japanese, full width": ("ｈ", "KeyH", "h"),
    "an input method": ("Process", "KeyH", "h"),
    "a virtual keyboard": ("Unidentified", "KeyX", "x"),
    "AZERTY: A is where US keyboards have Q": ("a", "KeyQ", "a"),
    "Dvorak: H is where US keyboards have J": ("h", "KeyJ", "h"),
    "Dvorak: a hyphen": ("-", "Quote", "-"),
    "a Latin letter with an accent": ("ź", "KeyX", "ź"),
    "Space": (" ", "Space", " "),
    "Space of an input method": ("Process", "Space", " "),
    "ideographic space": ("\u3000", "Space", " "),
    "Enter": ("Enter", "Enter", "enter"),
    "Enter of the number pad": ("Enter", "NumpadEnter", "enter"),
    "an arrow": ("ArrowLeft", "ArrowLeft", "arrowleft"),
    "a letter key with another function": ("ArrowLeft", "KeyH", "arrowleft"),
    "Escape": ("Escape", "Escape", "escape"),
    "autofill, which presses no key": (None, None, ""),
}


@pytest.mark.parametrize(("key", "code", "expected"), KEYS.values(), ids=KEYS)
def test_a_key_is_its_latin_letter_or_the_letter_in_its_position(key: str, code: str, expected: str) -> None:
    assert key_of(SimpleNamespace(key=key, code=code)) == expected


def test_an_event_without_a_key_presses_none() -> None:
    assert key_of(SimpleNamespace()) == ""


def test_letter_keys_can_be_turned_off() -> None:
    events = [SimpleNamespace(key=key, code=code) for key, code, _ in KEYS.values()]
    root = Document().documentElement
    root.dataset.letterKeys = "off"
    usable = {pressed_key(event) for event in events}
    root.removeAttribute("data-letter-keys")
    assert usable == {"", " ", "enter", "arrowleft", "escape", "/", "-"}


def touch(card: Card, at: float, **more: Any) -> Touch:
    return replace(Touch(card, at, 180, 500, 360, 640), **more)


CLASSIC = Variant()


def judged(*touches: Touch, played: Variant = CLASSIC) -> list[Touched]:
    touches_of_a_person = TouchFilter()
    return [touches_of_a_person.judge(one, played) for one in touches]


PLAYS, LIFTED, IGNORED = Touched.PLAYS, Touched.PLAYS_WHEN_LIFTED, Touched.IGNORED


FAR = 180 + SAME_PLACE


@pytest.mark.parametrize(
    ("touches", "expected"),
    [
        *(([touch(12, 1000), touch(80, 1000 + later)], [PLAYS, IGNORED]) for later in (0, 60, 130, BOUNCE - 1)),
        ([touch(12, 1000), touch(80, 1000 + BOUNCE - 1, x=FAR - 1)], [PLAYS, IGNORED]),
        ([touch(12, 0), touch(80, 200), touch(80, 400), touch(80, 400 + BOUNCE)], [PLAYS, IGNORED, IGNORED, PLAYS]),
        ([touch(12, 0), touch(80, BOUNCE)], [PLAYS, PLAYS]),
        ([touch(12, 0), touch(80, 60, x=FAR)], [PLAYS, PLAYS]),
        ([touch(12, 0, primary=False), touch(12, 60)], [IGNORED, PLAYS]),  # a second finger
    ],
)
def test_another_touch_at_the_same_place_is_a_bounce_until_the_finger_is_quiet(
    touches: list[Touch], expected: list[Touched]
) -> None:
    assert judged(*touches) == expected


@pytest.mark.parametrize(
    ("name", "cards"),
    [
        ("classic", (36, 37, 38, 39)),
        ("descending", (37, 36)),
        ("fifty", (50, 49, 51)),
        ("extreme", (4, 5)),
        ("tens", (11, 12)),
    ],
)
def test_successors_are_played_as_fast_as_a_person_likes(name: str, cards: tuple[Card, ...]) -> None:
    touches = [touch(card, 20.0 * number) for number, card in enumerate(cards)]
    assert judged(*touches, played=variant(name)) == [PLAYS] * len(cards)


@pytest.mark.parametrize(
    ("name", "cards"), [("classic", (36, 38)), ("descending", (38, 36)), ("extreme", (1, 100)), ("fifty", (51, 48))]
)
def test_cards_between_which_another_may_be_are_no_successors(name: str, cards: tuple[Card, ...]) -> None:
    touches = [touch(card, 20.0 * number) for number, card in enumerate(cards)]
    assert judged(*touches, played=variant(name)) == [PLAYS, IGNORED]


@pytest.mark.parametrize(
    "where", [{"x": EDGE - 1}, {"x": 361 - EDGE}, {"y": 641 - EDGE}, {"y": EDGE - 1}, {"pans": True}], ids=str
)
def test_a_touch_that_may_be_a_swipe_plays_when_it_is_lifted(where: dict[str, float]) -> None:
    assert judged(touch(12, 0, **where)) == [LIFTED]
