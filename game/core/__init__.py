"""The rules of the game as pure values and functions.

This package has no clock, randomness, peers or page. Only `apply` changes a game.
"""

from game.core.actions import (
    Action,
    Deal,
    GoBlind,
    LayHand,
    LiftHand,
    LowerStar,
    Play,
    PlayRest,
    RaiseStar,
    Stop,
)
from game.core.cards import Card, Laid, Pile, Seat
from game.core.events import (
    GESTURES,
    Dealt,
    Event,
    GameLost,
    GameWon,
    HandLaid,
    HandLifted,
    LevelCompleted,
    LifeLost,
    PhotoFinish,
    PilesTurned,
    Played,
    Reward,
    StarLowered,
    StarRaised,
    Started,
    StarUsed,
    Stopped,
    WentBlind,
)
from game.core.notation import parse_action, spell_action
from game.core.rules import DEALER, IllegalAction, Step, apply, is_too_soon, legal_actions, shuffled
from game.core.state import BETWEEN_PLAY, OVER, Phase, State, new_game
from game.core.variants import BASES, MAX_LIVES, MAX_STARS, Base, Variant, variant
from game.core.views import FaceDown, View, dealt_again, state_of, view_of, views_of
