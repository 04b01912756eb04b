"""What is said at the table, and what its middle shows."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from game.core import (
    Dealt,
    Event,
    GameLost,
    GameWon,
    Laid,
    LevelCompleted,
    LifeLost,
    Phase,
    PhotoFinish,
    PilesTurned,
    Played,
    Reward,
    StarLowered,
    StarRaised,
    Started,
    StarUsed,
    Stopped,
    View,
    WentBlind,
    view_of,
)
from game.words.table import Moment, MomentCard, holds, level_of, moment, owner, resumed, tell
from tests.core.positions import playing

NAMES = ["You", "Yousef", "McFly"]


def view(*news: Event, phase: Phase = Phase.FOCUS, lives: int = 2, level: int = 1, game: str = "classic") -> View:
    """The table of "You", Yousef and McFly, at which `news` have just come to pass."""
    hands = "w30 | w12 | w25 r40" if game.startswith("extreme") else "30 | 12 20 | 25"
    state = playing(hands, game=game, phase=phase, lives=lives, level=level)
    return view_of(state, 0)._replace(news=news)


def shown(before: View, *events: Event, names: Sequence[str] = NAMES) -> Moment:
    """What the middle of the table shows of `events`."""
    found = moment(before, events, names)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (Dealt(3), "Level 3. You hold 30."),
        (Started(), "Go."),
        (Stopped(0), "You say stop."),
        (Stopped(1), "Yousef says stop."),
        (Played(0, 30), "You 30."),
        (Played(2, 25), "McFly 25."),
        (Played(0, None), "You lay a card."),
        (Played(2, None), "McFly lays a card."),
        (LifeLost(30, (Laid(1, 12), Laid(2, 25))), "Too soon: Yousef 12, McFly 25. Two lives left."),
        (StarRaised(0), "You raise a hand."),
        (StarRaised(1), "Yousef raises a hand."),
        (StarLowered(0), "You lower the hand."),
        (StarLowered(2), "McFly lowers the hand."),
        (StarUsed(()), "Throwing star."),
        (StarUsed((Laid(1, 12),)), "Throwing star: Yousef 12."),
        (PhotoFinish(12, 13), "Photo finish: 12 before 13."),
        (PilesTurned((), 0), "Turned over: all in order."),
        (PilesTurned((12, 13), 1), "Turned over: two cards misplaced. One life lost."),
        (LevelCompleted(2, Reward.STAR), "Level 2 done. One star more."),
        (LevelCompleted(3, Reward.LIFE), "Level 3 done. One life more."),
        (LevelCompleted(4, None), "Level 4 done."),
        (WentBlind(), "Blind from here: all cards face down."),
        (GameWon(), "Won!"),
        (GameLost(), "The last life is gone."),
    ],
    ids=str,
)
def test_every_event_is_told_in_a_sentence(event: Event, said: str) -> None:
    assert tell(view(event), NAMES) == said


def test_cards_of_one_seat_in_a_row_are_told_together() -> None:
    assert tell(view(Played(1, 12), Played(1, 20), Played(0, 30)), NAMES) == "Yousef 12, 20. You 30."


def test_a_card_face_down_on_one_of_two_piles_is_told_by_its_colour() -> None:
    laid = [Played(0, None, 0), Played(2, None, 1)]
    assert [tell(view(one, game="extreme"), NAMES) for one in laid] == [
        "You lay a white card.",
        "McFly lays a red card.",
    ]


def test_who_watches_is_never_spoken_to_as_a_player() -> None:
    assert tell(view(Dealt(3))._replace(seat=None), NAMES) == "Level 3."
    watching = view(Stopped(0))._replace(seat=None)
    assert tell(watching, ["Ana", "Yousef", "McFly"]) == "Ana says stop."


def test_the_lives_that_are_left_are_counted_in_words() -> None:
    lost = LifeLost(30, (Laid(1, 12),))
    told = [tell(view(lost, lives=lives), NAMES).partition(". ")[2] for lives in (0, 1, 2)]
    assert told == ["No lives left.", "One life left.", "Two lives left."]


def test_a_mistake_names_who_held_what_came_before_it() -> None:
    one = shown(view(), LifeLost(30, (Laid(1, 12),)))
    assert (one.kind, one.title) == ("error", "30 came too soon")
    assert one.text == "This came before it, held by Yousef. One life is lost."
    assert one.cards == (MomentCard(12, 1),)


def test_you_are_you_within_a_sentence_and_yousef_stays_yousef() -> None:
    lost = LifeLost(30, (Laid(1, 12), Laid(1, 20), Laid(0, 25)))
    assert shown(view(), lost).text == "These came before it, held by Yousef and you. One life is lost."


def test_whoever_gave_a_name_is_called_by_it() -> None:
    lost = LifeLost(30, (Laid(0, 12),))
    assert "held by Youna." in shown(view(), lost, names=["Youna", "Ada", "Iris"]).text
    watching = view()._replace(seat=None)
    assert "held by You." in shown(watching, lost, names=["You", "Ada", "Iris"]).text


def test_a_stop_says_whose_it_was() -> None:
    assert shown(view(), Stopped(0)).title == "Paused"
    assert shown(view(), Stopped(1)).title == "Yousef says stop"


def test_what_was_shown_before_the_end_of_a_level_is_still_told() -> None:
    lost, done = LifeLost(30, (Laid(1, 12),)), LevelCompleted(2, Reward.STAR)
    both = shown(view(level=2), lost, done)
    assert both.title == "Level 2 done"
    assert both.text == ("This came before it, held by Yousef. One life is lost. One star more. On to level 3.")
    assert both.cards == (MomentCard(12, 1),)
    assert shown(view(level=10), LevelCompleted(10, None)).text == ""


@pytest.mark.parametrize(
    ("misplaced", "lives", "verdict"),
    [
        ((), 0, "Every card is in its place."),
        ((12,), 1, "One card out of order. One life lost."),
        ((12, 20), 2, "Two cards out of order. Two lives lost."),
    ],
)
def test_what_is_turned_over_is_judged(misplaced: tuple[int, ...], lives: int, verdict: str) -> None:
    turned = shown(view(), PilesTurned(misplaced, lives))
    assert (turned.title, turned.text) == ("Turned over", verdict)


def test_the_other_moments() -> None:
    assert shown(view(), Dealt(4)).title == "Level 4"
    assert shown(view(), WentBlind(), Dealt(1)).title == "Blind"
    assert shown(view(), StarUsed((Laid(1, 12),))).text == "Set aside for all to see."
    assert moment(view(phase=Phase.PLAY), [Stopped(0)], NAMES) is None


def test_the_end_says_how_far_it_went() -> None:
    won = view(phase=Phase.WON, level=10)
    assert shown(won, GameWon()).text == "All 10 levels. Two lives left. One star left."
    assert shown(won._replace(blind=True), GameWon()).text == "All 10 levels, blind. Two lives left. One star left."
    lost = view(phase=Phase.LOST, level=4, lives=0)
    assert shown(lost, GameLost()).text == "You came to level 4 of 10."
    assert shown(lost._replace(blind=True), GameLost()).text == "Three blind levels completed."
    assert shown(lost._replace(blind=True, level=2), GameLost()).text == "One blind level completed."


def test_a_gentle_game_says_so_from_its_first_level_to_every_end() -> None:
    gentle = view(game="gentle", level=3)
    assert level_of(gentle) == "Level <b>3</b><small> of 10</small><small>, gentle</small>"
    assert "half a second" in shown(gentle, Dealt(1)).text
    for before in (gentle, gentle._replace(blind=True)):
        ends: dict[Event, str] = {GameWon(): "Won!", GameLost(): "The last life is gone."}
        for end, told in ends.items():
            assert shown(before, end).text.endswith(" Gentle, a house rule.")
            assert tell(before._replace(news=(end,)), NAMES) == f"{told} Gentle, a house rule."
    standing = moment(gentle._replace(phase=Phase.WON), [], NAMES)
    assert standing and standing.text.endswith(" Gentle, a house rule.")


def test_who_comes_back_is_told_where_the_game_stands() -> None:
    assert resumed(view()) == "Paused, hands on the table. Your game is as you left it."
    assert resumed(view(phase=Phase.WON)) == "Your game is as you left it."
    standing = {phase: moment(view(phase=phase), [], NAMES) for phase in (Phase.FOCUS, Phase.REVEAL, Phase.WON)}
    titles = [found.title for found in standing.values() if found]
    assert titles == ["Paused", "Turned over", "You are one mind"]


def test_the_status_line_counts_the_levels() -> None:
    assert level_of(view(level=3)) == "Level <b>3</b><small> of 10</small>"
    assert level_of(view(level=3)._replace(blind=True)) == "Blind level <b>3</b><small> of 10</small>"


def test_a_seat_says_what_it_holds_and_where_the_hand_is() -> None:
    assert holds(1, up=False, down=False) == ", 1 card"
    assert holds(3, up=False, down=True) == ", 3 cards, hand on the table"
    assert holds(0, up=True, down=True) == ", 0 cards, hand up for a star"


def test_a_card_that_was_a_mistake_says_so() -> None:
    assert owner(MomentCard(12, 1), NAMES) == "Yousef"
    assert owner(MomentCard(12, 1, wrong=True), NAMES) == "Yousef – too soon"
