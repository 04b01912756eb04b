"""Sounds of a table: soft, and without anything of hidden cards."""

from __future__ import annotations

import pytest

from game.core import Event, GameLost, Laid, LevelCompleted, LifeLost, PilesTurned, Played, Reward, Started, StarUsed
from tests.screens.dom import browser

with browser():
    from game.browser.table.recipes import RECIPES, STEPS, sound_of
    from game.browser.table.sound import Sound
    from game.browser.table.table_parts import KINDS

MISTAKE = Played(1, 30), LifeLost(30, (Laid(2, 25),))


def test_every_kind_of_event_sounds() -> None:
    for kind in KINDS.values():
        assert sound_of(kind, [Played(0, 5)]), kind
    assert {name for steps in STEPS.values() for name, _ in steps} <= RECIPES.keys()


def test_the_pitch_of_a_card_follows_its_number() -> None:
    pitches = [sound_of("card", [Played(1, card)])[0].hertz for card in (1, 50, 100)]
    assert pitches == sorted(pitches) and len(set(pitches)) == 3


def test_all_cards_that_are_played_face_down_sound_alike() -> None:
    """Also for who played them, since others may listen."""
    hidden = {sound_of("card", [Played(0, card, face_down=True)]) for card in (None, 1, 99)}
    assert len(hidden) == 1


def test_a_mistake_sounds_the_same_whatever_was_lower() -> None:
    other = Played(1, 30), LifeLost(30, (Laid(0, 2), Laid(2, 29)))
    assert sound_of("error", MISTAKE) == sound_of("error", other)


@pytest.mark.parametrize(
    ("kind", "events"),
    [
        ("start", (Started(),)),
        ("error", MISTAKE),
        ("star", (StarUsed(()),)),
        ("level", (Played(0, 100), LevelCompleted(2, Reward.STAR))),
        ("lost", (*MISTAKE, GameLost())),
        ("turned", (PilesTurned((30,), 1),)),
    ],
)
def test_no_sound_is_loud(kind: str, events: tuple[Event, ...]) -> None:
    """All voices that begin within a tenth of a second stay below full level together, before the volume of 0.5."""
    voices = sound_of(kind, events)
    for first in voices:
        together = [voice for voice in voices if 0 <= voice.after - first.after < 0.1]
        assert sum(voice.gain for voice in together) < 1.3


def test_a_reward_is_heard_after_its_level() -> None:
    with_it, without = (sound_of("level", [LevelCompleted(2, reward)]) for reward in (Reward.STAR, None))
    assert len(with_it) == len(without) + 1 and with_it[-1].after > without[-1].after


def test_sound_is_new_once() -> None:
    sound = Sound()
    assert not sound.is_new()
    sound.turn(on=True, vibrates=False)
    assert [sound.is_new(), sound.is_new()] == [True, False]
