"""Saved games that cannot be used: each is refused with a message that the title shows."""

from __future__ import annotations

import pytest

from game.core.game_text import read
from game.core.record import BadGame
from game.words.title_screen import kept_aside
from tests.browser.table import saved_game

NOT_CONTINUED = "You can’t continue it. You can download it, or start a new game."
DAMAGED = f"The saved game is damaged. {NOT_CONTINUED}"
OTHER_VERSION = f"The saved game is from another version of One Mind. {NOT_CONTINUED}"

GOOD = saved_game("classic", 2, until=lambda state: state.level == 2)

UNUSABLE = {
    "nonsense": ("{nonsense", DAMAGED),
    "empty": ("", DAMAGED),
    "null": ("null", DAMAGED),
    "a list": ("[]", DAMAGED),
    "an unknown version": ("[99]", OTHER_VERSION),
    "another format": ('{"format": 99, "game": {}}', OTHER_VERSION),
    "a text where there should be a number": (GOOD.replace(",[0,", ',["0",'), DAMAGED),
    "a number where there should be a name": (GOOD.replace('"You"', "7"), DAMAGED),
    "too many seats": (GOOD.replace('"You"', '"You","Zoe"'), DAMAGED),
    "no such variant": (GOOD.replace('"classic"', '"poker"'), DAMAGED),
    "a move against the rules": (GOOD.replace('"0 hand"', '"0 stop"', 1), DAMAGED),
    "a move that is none": (GOOD.replace('"0 hand"', '"0 fly"', 1), DAMAGED),
    "time running backwards": (GOOD.replace(",[0,", ",[99999,-", 1), DAMAGED),
    "a number without end": ('{"format": ' + "9" * 5000 + "}", DAMAGED),
    "nested without end": ("[" * 200_000, DAMAGED),
    "huge": ("x" * 4_000_000, DAMAGED),
}


@pytest.mark.parametrize(("text", "sentence"), UNUSABLE.values(), ids=UNUSABLE)
def test_unusable_data_is_refused_with_a_message(text: str, sentence: str) -> None:
    """The form may be invalid, or the game against the rules, which the page calls damaged."""
    assert text != GOOD
    with pytest.raises(BadGame) as refused:
        read(text)
    assert kept_aside(refused.value.fault) == sentence
