"""Text notation of positions and actions: round trips, and no errors other than PositionError and NotationError."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from game.core import GoBlind, Laid, LayHand, LiftHand, LowerStar, Phase, Play, PlayRest, RaiseStar, State, Stop
from game.core.notation import NotationError, parse_action, spell_action
from tests.core.chance import dice, every_action, games, steps
from tests.core.position_text import PositionError, parse_position, spell_position
from tests.core.positions import card, playing

EXAMPLES = [
    "classic level 3 lives 2 stars 1 play hands 30 | 12 20 | - piles 0:5 1:7 aside - down - raised 2:-",
    "classic level 1 lives 4 stars 0 focus hands 30 | 12 | 3 | 100 piles - aside - down 0 3 raised -",
    "classic level 12 lives 1 stars 3 won hands - | - piles 0:5 aside 1:7 down - raised -",
    "classic level 2 lives 0 stars 3 lost blind hands 9 | - piles 0:5 aside 1:7 down - raised -",
    "no-stars+blind level 1 lives 2 stars 0 play blind hands 9 | 8 piles - aside - down - raised -",
    "extreme level 5 lives 2 stars 1 play hands w3 r40 | w50 piles 0:w1 | 1:r41 aside - down - raised 0:r40",
    "extreme+strict level 5 lives 2 stars 1 reveal hands - | - piles 0:w1 | 1:r41 aside - down 1 raised -",
    "fifty level 1 lives 2 stars 1 play hands 49 51 | 50 piles - aside - down - raised 0:51",
    "tens-descending level 3 lives 2 stars 1 play hands 25 21 | 29 piles 1:30 aside - down - raised -",
    "tens level 10 lives 5 stars 1 deal hands - | - | - | - | - | - | - | - piles - aside - down - raised -",
]


def test_position_as_text() -> None:
    text = "classic level 3 lives 2 stars 1 play hands 30 | 12 20 | - piles 0:5 1:7 aside 2:1 down - raised 2:-"
    state = replace(playing("30 | 12 20 | ", pile="0:5 1:7", aside="2:1", level=3), raised=((2, None),))
    assert spell_position(state) == text
    assert parse_position(text) == state


def test_extreme_writes_its_colours() -> None:
    state = parse_position(EXAMPLES[5])
    assert state.hands == ((3, card("r40")), (50,))
    assert state.piles == ((Laid(0, 1),), (Laid(1, card("r41")),))
    assert state.raised == ((0, card("r40")),)


@pytest.mark.parametrize("text", EXAMPLES)
def test_positions_round_trip(text: str) -> None:
    assert spell_position(parse_position(text)) == text


def test_a_hand_may_be_written_in_any_order() -> None:
    text = "descending level 2 lives 2 stars 1 play hands 12 90 | 50 piles - aside - down - raised -"
    assert parse_position(text).hands == ((90, 12), (50,))


def test_the_last_level_cannot_wait_in_the_reveal_phase() -> None:
    text = "extreme level 12 lives 2 stars 1 reveal hands - | - piles - | - aside - down - raised -"
    with pytest.raises(PositionError, match="nothing to turn over"):
        parse_position(text)


def test_a_position_may_hold_every_card_of_a_level() -> None:
    text = "tens level 1 lives 2 stars 1 play hands 1 2 3 4 5 | 6 7 8 9 10 piles - aside - down - raised -"
    assert spell_position(parse_position(text)) == text


def test_raised_hands_may_be_written_in_any_order() -> None:
    text = "classic level 2 lives 2 stars 1 play hands 12 | 50 | - piles - aside - down - raised 2:- 0:-"
    assert parse_position(text).raised == ((0, None), (2, None))


@given(games, dice)
def test_every_position_of_a_random_game_round_trips(game: State, dice: Random) -> None:
    for before, *_ in steps(game, dice, 60):
        assert parse_position(spell_position(before)) == before


@pytest.mark.parametrize(
    ("was", "becomes", "sentence"),
    [
        ("classic", "chess", "there is no variant"),
        ("classic", "blind", "^a game that is blind from the start is never open$"),
        ("classic", "no-stars", "no stars at all"),
        ("classic", "extreme", "is no card"),
        (" play ", " paused ", "paused"),
        (" play ", " won ", "^a game is won at its last level only$"),
        (" play ", " deal ", "^cards are held during a level, and only then$"),
        (" play ", " reveal ", "^there is nothing to turn over before the next level$"),
        (" play ", " lost ", "^a game is lost when, and only when, no life is left$"),
        ("level 3", "level 0", "no level 0"),
        ("level 3", "level 11", "no level 11"),
        ("level 3", "level 103", "^that is not a position$"),
        ("lives 2", "lives 0", "no life is left"),
        ("lives 2", "lives 6", "at most 5 lives"),
        ("lives 2", "lives -1", "not a position"),
        ("lives 2", "lives ٢", "not a position"),
        ("stars 1", "stars 4", "3 stars"),
        ("30 |", "30 30 |", "^a card is there twice$"),
        ("30 |", "12 |", "twice"),
        ("30 |", "7 |", "twice"),
        ("30 |", "101 |", "'101' is no card"),
        ("30 |", "030 |", "'030' is no card"),
        ("30 |", "0 |", "'0' is no card"),
        ("30 |", "30  31 |", "'' is no card"),
        ("30 | 12 20 | -", "30", "2 to 8 seats"),
        ("30 | 12 20 | -", " | ".join("123456789"), "2 to 8 seats"),
        ("30 | 12 20 | -", "- | - | -", "cards are held during a level"),
        ("0:5", "3:5", "^a seat is named that is not there$"),
        ("0:5", "9:5", "'9' is no seat"),
        ("0:5", "5", "'5' names no seat"),
        ("0:5", "5" * 50, f"^'{'5' * 40}' names no seat$"),
        ("0:5", "5" * 50 + ":5", f"^'{'5' * 40}' is no seat$"),
        ("0:5", "0:" + "5" * 50, f"^'{'5' * 40}' is no card$"),
        ("0:5", "0:5:5", "^'5:5' is no card$"),
        ("0:5", "0:-", "'-' is no card"),
        ("0:5 1:7", "0:5 | 1:7", "there are 1 piles"),
        ("down -", "down 3", "a seat is named that is not there"),
        ("down -", "down 10", "'10' is no seat"),
        ("raised 2:-", "raised 2:- 2:-", "^a seat has its hand up twice$"),
        ("raised 2:-", "raised 1:- 1:12", "up twice"),
        ("raised 2:-", "raised 1:20", "^a card offered for a star does not lead its seat's hand$"),
        ("raised 2:-", "raised 1:30", "does not lead"),
        ("raised 2:-", "raised 2", "'2' names no seat"),
        ("raised 2:-", "raised 2:-\n", "not a position"),
    ],
)
def test_an_impossible_position_is_refused_with_a_reason(was: str, becomes: str, sentence: str) -> None:
    assert was in EXAMPLES[0]
    with pytest.raises(PositionError, match=sentence):
        parse_position(EXAMPLES[0].replace(was, becomes, 1))


def test_a_card_of_the_wrong_pile_or_level_is_refused() -> None:
    with pytest.raises(PositionError, match=r"^a card lies on the wrong pile$"):
        parse_position(EXAMPLES[5].replace("0:w1 | 1:r41", "1:r41 | 0:w1"))
    with pytest.raises(PositionError, match="not of level 3"):
        parse_position(EXAMPLES[8].replace("29", "31"))


# --- Actions ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (LayHand(), "hand"),
        (LiftHand(), "lift"),
        (Play(37), "play 37"),
        (PlayRest(), "rest"),
        (RaiseStar(), "star"),
        (RaiseStar(100), "star 100"),
        (LowerStar(), "unstar"),
        (Stop(), "stop"),
        (GoBlind(), "blind"),
    ],
)
def test_action_as_text(action: Play, text: str) -> None:
    assert spell_action(action) == text
    assert parse_action(text) == action


def test_every_action_round_trips() -> None:
    actions = every_action()
    assert [parse_action(spell_action(action)) for action in actions] == actions


@pytest.mark.parametrize(
    "text",
    [
        *("", "play", "play ", "play 0", "play 101", "play 07", "play -1", "play 1.0", "play 5 5", "play  5"),
        *("play ٣", "play 5\n", "Stop", "stop ", "star -", "deal"),
    ],
)
def test_invalid_action_text_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="is no action"):
        parse_action(text)


# --- Noise ------------------------------------------------------------------------

WORDS = [word for text in EXAMPLES for word in text.split(" ")] + ["", "\n", "٣", "x:y", "0:", ":", "9", "101"]


@st.composite
def mangled(draw: st.DrawFn) -> str:
    """Build a position with some of its words removed, doubled or replaced."""
    words = draw(st.sampled_from(EXAMPLES)).split(" ")
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(words) - 1))
        new = draw(st.lists(st.sampled_from(WORDS), max_size=2))
        words[at : at + draw(st.integers(0, 2))] = new
        words = words or [""]
    return " ".join(words)


@given(st.one_of(mangled(), st.text(), st.text("0123456789:|- wrplaystu", max_size=80)))
@example("classic level 1 lives 1 stars 1 play hands " + " piles  aside  down  raised " * 3000)
@example("play " + "9" * 10_000)
def test_random_text_is_refused_or_round_trips(text: str) -> None:
    try:
        state = parse_position(text)
    except PositionError as error:
        assert str(error)
    else:
        assert parse_position(spell_position(state)) == state
        for *_, after, _ in steps(state, Random(0), 40):
            assert after.phase in Phase
    try:
        action = parse_action(text)
    except NotationError as error:
        assert len(str(error)) < 200
    else:
        assert spell_action(action) == text
