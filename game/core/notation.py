"""Actions as one or two words of text, and back."""

from __future__ import annotations

import re

from game.core.actions import (
    Action,
    GoBlind,
    LayHand,
    LiftHand,
    LowerStar,
    Play,
    PlayRest,
    RaiseStar,
    Stop,
)
from game.core.codec import FIELDS, spelled

WORDS: dict[str, Action] = {
    "hand": LayHand(),
    "lift": LiftHand(),
    "rest": PlayRest(),
    "star": RaiseStar(),
    "unstar": LowerStar(),
    "stop": Stop(),
    "blind": GoBlind(),
}
SPELLED = {action: word for word, action in WORDS.items()}


class NotationError(ValueError):
    """Raised for a text that is not a valid action."""


def spell_action(action: Action) -> str:
    """Return `action` in one or two words: "play 37", "star", "stop". A deal has no spelling."""
    match action:
        case Play(card):
            return f"play {card}"
        case RaiseStar(int(card)):
            return f"star {card}"
    return SPELLED[action]


def parse_action(text: str) -> Action:
    """Return the action that `text` spells. Raises NotationError."""
    if text in WORDS:
        return WORDS[text]
    match text.split(" "):
        case ["play", card] if _is_card(card):
            return Play(int(card))
        case ["star", card] if _is_card(card):
            return RaiseStar(int(card))
    raise NotationError(f"{text[:40]!r} is no action")


def _is_card(word: str) -> bool:
    return bool(re.fullmatch(r"[1-9]\d?|100", word, re.ASCII))


FIELDS[Action] = spelled(spell_action, parse_action, most=10)
