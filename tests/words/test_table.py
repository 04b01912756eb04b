"""Announcements at the table, and the message in its middle."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

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
    variant,
    view_of,
)
from game.words.table import MessageCard, Reader, TableMessage, glance, holds, level_of, moment, owner, resumed, tell
from tests.core.positions import playing

NAMES = ["You", "Yousef", "McFly"]


def view(*news: Event, phase: Phase = Phase.FOCUS, lives: int = 2, level: int = 1, game: str = "classic") -> View:
    """Return the view of the table of "You", Yousef and McFly with these news."""
    hands = "w30 | w12 | w25 r40" if game.startswith("extreme") else "30 | 12 20 | 25"
    state = playing(hands, game=game, phase=phase, lives=lives, level=level)
    return replace(view_of(state, 0), news=news)


def shown(before: View, *events: Event, names: Sequence[str] = NAMES) -> TableMessage:
    """Return the message that the middle of the table shows for `events`."""
    found = moment(before, events, names)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (Dealt(3), "Level 3. You hold 30."),
        (Started(), "Go."),
        (Stopped(0), "You stopped play."),
        (Stopped(1), "Yousef stopped play."),
        (Played(0, 30), "You: 30."),
        (Played(2, 25), "McFly: 25."),
        (Played(0, None), "You play a card."),
        (Played(2, None), "McFly plays a card."),
        (
            LifeLost(30, (Laid(1, 12), Laid(2, 25))),
            "Mistake. Still held: 12 (Yousef), 25 (McFly). These cards should have come first. Two lives left.",
        ),
        (StarRaised(0), "You ask for a star. Still to agree: Yousef and McFly."),
        (StarRaised(1), "Yousef asks for a star. Still to agree: you and McFly."),
        (StarLowered(0), "You lower your hand."),
        (StarLowered(2), "McFly lowers their hand."),
        (StarUsed(()), "Throwing star: no cards set aside."),
        (StarUsed((Laid(1, 12),)), "Throwing star. Set aside: 12 (Yousef)."),
        (PhotoFinish(12, 13), "Photo finish: 12 before 13."),
        (PilesTurned((), 0), "Turned over: no mistakes."),
        (PilesTurned((12, 13), 1), "Turned over: two mistakes. One life lost."),
        (LevelCompleted(2, Reward.STAR), "Level 2 complete. The team gains a star."),
        (LevelCompleted(3, Reward.LIFE), "Level 3 complete. The team gains a life."),
        (LevelCompleted(4, None), "Level 4 complete."),
        (WentBlind(), "Blind from now on: all cards face down."),
        (GameWon(), "You won!"),
        (GameLost(), "Game over: the last life is gone."),
    ],
    ids=str,
)
def test_every_event_is_announced_in_a_sentence(event: Event, said: str) -> None:
    raised = frozenset({event.seat} if isinstance(event, StarRaised) else ())
    assert tell(replace(view(event), raised=raised), NAMES) == said


def test_who_watches_is_not_asked_to_agree_to_a_star() -> None:
    watched = replace(view(StarRaised(1), phase=Phase.PLAY), seat=None, raised=frozenset({1}))
    names = ["Ana", *NAMES[1:]]
    assert tell(watched, names) == "Yousef asks for a star. Play goes on. Still to agree: Ana and McFly."
    assert glance(watched, names) == "Yousef asks for a star. Play goes on."


def test_consecutive_cards_of_one_seat_are_announced_together() -> None:
    assert tell(view(Played(1, 12), Played(1, 20), Played(0, 30)), NAMES) == "Yousef: 12, 20. You: 30."


def test_what_the_table_shows_anyway_is_announced_but_not_in_sight() -> None:
    lost, done = LifeLost(30, (Laid(1, 12),)), LevelCompleted(2, None)
    news: dict[tuple[Event, ...], str] = {
        (Started(), Played(1, 12), Played(1, 20)): "Yousef: 12, 20.",
        (Played(2, None), StarRaised(1)): "",
        (Played(0, 30), lost, done, Dealt(3)): "",
        (StarRaised(1), StarUsed((Laid(1, 12),))): "Throwing star. Set aside: 12 (Yousef).",
        (StarUsed(tuple(Laid(1, card) for card in range(1, 6))),): "",
        (Played(0, 30), lost): "12 should have come first. Two lives left.",
        (Played(0, 30), lost, PhotoFinish(30, 12)): "Two lives left. Photo finish: 30 before 12.",
        (Dealt(3),): "",
        (Stopped(0),): "You stopped play.",
        (Stopped(1),): "",
    }
    for events, seen in news.items():
        assert glance(view(*events), NAMES) == seen
        assert seen in tell(view(*events), NAMES)


def test_a_big_screen_explains_mistakes_and_stars_beside_the_pile() -> None:
    assert glance(view(LifeLost(30, (Laid(1, 12),))), NAMES, Reader.ROOM) == "Two lives left."
    assert glance(view(StarUsed((Laid(1, 12),))), NAMES, Reader.ROOM) == ""


def test_a_face_down_card_on_one_of_two_piles_is_announced_by_its_colour() -> None:
    laid = [Played(0, None, 0), Played(2, None, 1)]
    assert [tell(view(one, game="extreme"), NAMES) for one in laid] == [
        "You play a white card.",
        "McFly plays a red card.",
    ]


def test_a_watcher_is_not_addressed_as_a_player() -> None:
    assert tell(replace(view(Dealt(3)), seat=None), NAMES) == "Level 3."
    watching = replace(view(Stopped(0)), seat=None)
    assert tell(watching, ["Ana", "Yousef", "McFly"]) == "Ana stopped play."


def test_remaining_lives_are_counted_in_words() -> None:
    lost = LifeLost(30, (Laid(1, 12),))
    told = [tell(view(lost, lives=lives), NAMES).rpartition("first. ")[2] for lives in (0, 1, 2)]
    assert told == ["No lives left.", "One life left.", "Two lives left."]


TO_BEGIN = "Put your hand on the table. To play a card, tap it or press Space."
GO_ON = "Put your hand on the table. Play goes on when everyone’s hand is there."
MISTAKE, STAR = LifeLost(30, (Laid(1, 12),)), StarUsed((Laid(0, 30), Laid(1, 12)))
WON, LOST = view(phase=Phase.WON, level=10), view(phase=Phase.LOST, level=4, lives=0)


@pytest.mark.parametrize(
    ("before", "events", "title", "text"),
    [
        (view(), [Dealt(1)], "Level 1", TO_BEGIN),
        (view(level=2), [Dealt(2)], "Level 2", ""),
        (replace(view(), down=frozenset({0})), [Dealt(2)], "Level 2", "Waiting for all hands on the table."),
        (view(), [WentBlind(), Dealt(1)], "Blind", TO_BEGIN),
        (view(), [Stopped(0)], "Paused", GO_ON),
        (view(), [Stopped(1)], "Yousef stopped play", GO_ON),
        (view(), [MISTAKE], "30 before 12", "12 should have come first."),
        (view(game="fifty"), [LifeLost(11, (Laid(1, 37), Laid(2, 45)))], "11 before 45", "45 is nearer to 50."),
        (view(), [PilesTurned((), 0)], "Turned over", "Every card is in order."),
        (view(), [PilesTurned((12,), 1)], "Turned over", "One mistake. One life lost."),
        (view(), [PilesTurned((12, 20), 2)], "Turned over", "Two mistakes. Two lives lost."),
        (view(), [STAR], "A throwing star", "Set aside, face up."),  # the hands went up before this page came
        (
            view(),
            [StarRaised(0), StarRaised(1), STAR],
            "A throwing star",
            "You asked, and everyone agreed. Set aside, face up.",
        ),
        (
            view(),
            [StarRaised(2), StarRaised(1), StarLowered(2), StarRaised(0), StarRaised(2), STAR],
            "A throwing star",
            "Yousef asked, and everyone agreed. Set aside, face up.",
        ),
        (
            view(level=2),
            [MISTAKE, LevelCompleted(2, Reward.STAR)],
            "Level 2 complete",
            "The team gains a star. Next: level 3.",
        ),
        (view(level=10), [LevelCompleted(10, None)], "Level 10 complete", ""),
        (WON, [GameWon()], "You are one mind", "All 10 levels completed."),
        (replace(WON, blind=True), [GameWon()], "You are one mind", "All 10 levels completed, blind."),
        (LOST, [GameLost()], "Game over", "Level 4 of 10 reached."),
        (replace(LOST, blind=True), [GameLost()], "Game over", "Three blind levels completed."),
        (replace(LOST, blind=True, level=2), [GameLost()], "Game over", "One blind level completed."),
    ],
)
def test_the_middle_tells_what_happened_and_the_next_step(
    before: View, events: list[Event], title: str, text: str
) -> None:
    one = shown(before, *events)
    assert (one.title, one.text) == (title, text)


def test_nothing_is_in_the_middle_during_play() -> None:
    assert moment(view(phase=Phase.PLAY), [Stopped(0)], NAMES) is None


def test_a_mistake_shows_the_lower_cards_in_order_with_their_players() -> None:
    assert shown(view(), MISTAKE).cards == (MessageCard(12, 1),)
    several = shown(view(), LifeLost(30, (Laid(1, 12), Laid(1, 28), Laid(2, 25))))
    assert (several.kind, [held.card for held in several.cards]) == ("error", [12, 25, 28])


def test_the_card_that_was_too_soon_is_shown_beside_the_lower_ones_when_its_pile_is_gone() -> None:
    played, mistake = Played(0, 30), LifeLost(30, (Laid(1, 12), Laid(2, 25)))
    lower, wrong = (MessageCard(12, 1), MessageCard(25, 2)), MessageCard(30, 0, wrong=True)
    assert shown(view(), played, mistake).cards == lower
    lost = shown(view(phase=Phase.LOST, lives=0), played, mistake, GameLost())
    assert lost.cards == (*lower, wrong)
    assert (lost.title, lost.why) == ("12, then 30: 18 apart", "")
    close = shown(view(phase=Phase.LOST, lives=0), Played(1, 13), LifeLost(13, (Laid(0, 12),)), GameLost())
    assert close.title == "12, then 13: one apart"
    assert lost.text == "Game over · Level 1 of 10 reached."


def test_a_lost_game_names_no_distance_where_numbers_do_not_say_it() -> None:
    around = view(phase=Phase.LOST, lives=0)
    around = replace(around, variant=variant("fifty"))
    lost = shown(around, Played(0, 30), LifeLost(30, (Laid(1, 45),)), GameLost())
    assert (lost.title, lost.why) == ("Game over", "45 is nearer to 50.")
    assert shown(view(phase=Phase.LOST, lives=0), PilesTurned((30,), 1), GameLost()).title == "Game over"


def test_the_end_of_a_game_that_was_won_shows_the_lives_and_stars_left() -> None:
    won, lost = view(GameWon(), phase=Phase.WON), view(GameLost(), phase=Phase.LOST, lives=0)
    assert shown(won, GameWon()).tokens == ("life", "life", "star")
    assert shown(won, GameWon()).left == "Two lives left. One star left."
    assert shown(lost, GameLost()).tokens == ()
    assert shown(won, LifeLost(30, (Laid(1, 12),)), Played(0, 30), LevelCompleted(10, None), GameWon()).why == ""


def test_a_replay_addresses_the_person_without_a_name() -> None:
    watched = replace(view(Stopped(0)), seat=None)
    assert shown(watched, Stopped(0)).title == "You stopped play"
    assert shown(watched, Stopped(1)).title == "Yousef stopped play"
    assert tell(watched, NAMES) == "You stopped play."
    asked = replace(view(StarRaised(1)), seat=None, raised=frozenset({1}))
    assert tell(asked, NAMES) == "Yousef asks for a star. Still to agree: you and McFly."
    assert tell(watched, ["Ada", *NAMES[1:]]) == "Ada stopped play."


def test_a_mistake_in_around_fifty_tells_which_card_is_nearer_to_fifty() -> None:
    assert tell(view(LifeLost(11, (Laid(1, 37),)), game="fifty"), NAMES) == (
        "Mistake. Still held: 37 (Yousef). 37 is nearer to 50. Two lives left."
    )


def test_the_end_of_a_level_keeps_the_cards_that_were_turned_over_and_no_mistake_before() -> None:
    done = LevelCompleted(2, Reward.STAR)
    assert shown(view(level=2), MISTAKE, done).cards == ()
    turned = shown(replace(view(level=2), piles=((Laid(0, 12),),)), PilesTurned((), 0), done)
    assert turned.text == "Every card is in order. The team gains a star. Next: level 3."
    assert turned.cards == (MessageCard(12, 0),)


def test_a_raised_hand_is_answered_in_the_middle_before_play_and_below_it_during_play() -> None:
    asked = replace(view(StarRaised(1)), raised=frozenset({1}))
    one = shown(asked, Dealt(1), StarRaised(1))
    assert (one.kind, one.title) == ("asked", "Use a star?")
    who = "Yousef asks for a star. Still to agree: you and McFly."
    assert one.text == f"{who} If everyone agrees, each player sets aside their next card. To agree, press the star."
    assert glance(asked, NAMES) == ""
    assert glance(replace(asked, phase=Phase.PLAY), NAMES) == "Yousef asks for a star. Play goes on."
    both = replace(asked, raised=frozenset({0, 1}), news=(StarRaised(0),))
    assert tell(both, NAMES) == "You agree to the star. Still to agree: McFly."
    agreed = shown(both, StarRaised(1), StarRaised(0)).text
    assert agreed.startswith("Yousef asks for a star. Still to agree: McFly.")
    assert agreed.endswith("To lower your hand, press the star again.")
    assert shown(both).text.startswith("You ask for a star.")  # a page that came later knows no order
    watched = shown(replace(asked, seat=None), StarRaised(1))
    assert watched.text.endswith("each player sets aside their next card.")
    assert shown(view(), Dealt(1), StarRaised(1), StarLowered(1)).kind == "start"
    assert tell(view(StarRaised(1), STAR), NAMES).startswith("Throwing star.")  # nobody is asked any more


def test_only_your_own_hand_and_the_last_one_that_goes_down_are_announced() -> None:
    hands = {1, 2}
    told = []
    for seat in (1, 2):
        hands.remove(seat)
        lowered = replace(view(StarLowered(seat), phase=Phase.PLAY), raised=frozenset(hands))
        told.append((tell(lowered, NAMES), glance(lowered, NAMES)))
    assert told == [("", ""), ("McFly lowers their hand.",) * 2]
    own = replace(view(StarLowered(0)), raised=frozenset({1}))
    assert tell(own, NAMES) == "You lower your hand."
    played = replace(view(Played(1, 12), StarLowered(1), phase=Phase.PLAY), raised=frozenset({2}))
    assert tell(played, NAMES) == "Yousef: 12."


def test_the_end_of_a_level_shows_what_the_team_has_and_marks_the_reward() -> None:
    for reward, tokens in {
        Reward.LIFE: ("life", "life new", "star"),
        Reward.STAR: ("life", "life", "star new"),
        None: ("life", "life", "star"),
    }.items():
        assert shown(view(), LevelCompleted(2, reward)).tokens == tokens
    spent = replace(view(), stars=0)
    assert shown(spent, LevelCompleted(2, Reward.STAR)).tokens == ("life", "life")


def test_only_a_person_with_a_keyboard_is_told_of_keys_and_a_room_lays_its_hands_on_phones() -> None:
    def told(reader: Reader, event: Event, seat: int | None = 0) -> str:
        found = moment(replace(view(), seat=seat), [event], NAMES, reader)
        assert found is not None
        return found.text

    assert told(Reader.KEYS, Dealt(1)).endswith("To play a card, tap it or press Space.")
    assert told(Reader.TOUCH, Dealt(1)).endswith("To play a card, tap it.")
    assert told(Reader.ROOM, Dealt(2)).startswith("On your phones")
    for event in (Dealt(1), Stopped(1)):
        assert told(Reader.ROOM, event, None) == "On your phones, press “Hand on the table”."
        assert told(Reader.TOUCH, event, None) == "Waiting for all hands on the table."
    assert told(Reader.TOUCH, Stopped(1)).startswith("Put your hand on the table.")


def test_a_gentle_game_is_marked_from_the_first_level_to_the_end() -> None:
    gentle = view(game="gentle", level=3)
    assert level_of(gentle) == "Level <b>3</b><small> of 10</small><small>, gentle timing</small>"
    assert "half a second" in shown(gentle, Dealt(1)).text
    for before in (gentle, replace(gentle, blind=True)):
        ends: dict[Event, str] = {GameWon(): "You won!", GameLost(): "Game over: the last life is gone."}
        for end, told in ends.items():
            assert shown(before, end).text.endswith(" Gentle timing (house rule).")
            assert tell(replace(before, news=(end,)), NAMES) == f"{told} Gentle timing (house rule)."
    standing = moment(replace(gentle, phase=Phase.WON), [], NAMES)
    assert standing and standing.text.endswith(" Gentle timing (house rule).")


def test_a_resumed_game_shows_its_state() -> None:
    assert resumed(view()) == "Welcome back. Put your hand on the table to go on."
    for phase in (Phase.WON, Phase.LOST):
        assert resumed(view(phase=phase)) == "Your game is as you left it."
    phases = Phase.FOCUS, Phase.REVEAL, Phase.WON, Phase.LOST
    standing = {phase: moment(view(phase=phase), [], NAMES) for phase in phases}
    titles = [found.title for found in standing.values() if found]
    assert titles == ["Paused", "Turned over", "You are one mind", "Game over"]


def test_the_status_line_counts_the_levels() -> None:
    assert level_of(view(level=3)) == "Level <b>3</b><small> of 10</small>"
    assert level_of(replace(view(level=3), blind=True)) == "Blind level <b>3</b><small> of 10</small>"


def test_a_seat_label_gives_the_cards_and_the_position_of_the_hand() -> None:
    assert holds(1, up=False, down=False, computer=False) == ", 1 card"
    assert holds(3, up=False, down=True, computer=True) == ", computer, 3 cards, hand on the table"
    assert holds(0, up=True, down=True, computer=False) == ", 0 cards, hand up for a star"


def test_a_seat_label_tells_a_player_without_cards_from_one_who_is_away() -> None:
    assert holds(0, up=False, down=False, computer=False) == ", no cards"
    assert holds(0, up=False, down=False, computer=False, absent="away") == ", away, no cards"
    assert holds(2, up=False, down=False, computer=False, absent="away") == ", away, 2 cards"


def test_a_card_that_was_a_mistake_is_marked() -> None:
    assert owner(MessageCard(12, 1), NAMES) == "Yousef"
    assert owner(MessageCard(12, 1, wrong=True), NAMES) == "Yousef: mistake"
