"""Saved games that cannot be used: each is refused with a message that the title shows."""

from __future__ import annotations

import pytest

from game.browser.solo.saved_game import SaveError, from_text
from game.core.record import RecordError
from tests.browser.table import saved_game

NOT_CONTINUED = "You can't continue it. You can download it, or start a new game."
DAMAGED = f"The saved game is damaged. {NOT_CONTINUED}"
OTHER_VERSION = f"The saved game is from another version of One Mind. {NOT_CONTINUED}"

GOOD = saved_game("classic", 2, until=lambda state: state.level == 2)

UNUSABLE = {
    "nonsense": ("{nonsense", DAMAGED),
    "empty": ("", DAMAGED),
    "null": ("null", DAMAGED),
    "a list": ("[]", DAMAGED),
    "another format": ('{"format": 99, "game": {}}', OTHER_VERSION),
    "a record of another format": (GOOD.replace('{\n "format": 1', '{\n "format": 2'), DAMAGED),
    "a text where there should be a number": (GOOD.replace('"seats": 2', '"seats": "2"'), DAMAGED),
    "a number where there should be a name": (GOOD.replace('"You"', "7"), DAMAGED),
    "too many seats": (GOOD.replace('"seats": 2', '"seats": 9'), DAMAGED),
    "no such variant": (GOOD.replace('"variant": "classic"', '"variant": "poker"'), DAMAGED),
    "a move against the rules": (GOOD.replace(" 0 hand", " 0 play 37", 1), DAMAGED),
    "a move that is none": (GOOD.replace(" 0 hand", " 0 fly", 1), DAMAGED),
    "time running backwards": (GOOD.replace('"0.000 ', '"99999.000 ', 1), DAMAGED),
    "a number without end": ('{"format": ' + "9" * 5000 + "}", DAMAGED),
    "nested without end": ("[" * 200_000, DAMAGED),
    "huge": ("x" * 4_000_000, DAMAGED),
}


@pytest.mark.parametrize(("text", "sentence"), UNUSABLE.values(), ids=UNUSABLE)
def test_unusable_data_is_refused_with_a_message(text: str, sentence: str) -> None:
    """The format may be invalid, or the replay of the game, which the page calls damaged."""
    with pytest.raises((SaveError, RecordError)) as refused:
        list(from_text(text).record.replay())
    words = str(refused.value) if isinstance(refused.value, SaveError) else "The saved game is damaged."
    assert sentence.startswith(words)
