"""What a table shows for each state of a game, on a document without a browser."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from types import SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import pytest

from game.core import (
    Dealt,
    GameLost,
    GameWon,
    GoBlind,
    Laid,
    LayHand,
    LevelCompleted,
    LifeLost,
    LowerStar,
    Phase,
    PilesTurned,
    Play,
    Played,
    PlayRest,
    RaiseStar,
    Reward,
    StarRaised,
    Started,
    Stopped,
    variant,
    view_of,
)
from game.core.result import Result
from game.net.shuffle import Level, Verdict
from game.table import Table
from game.teammates.story import CloseCall, Story
from game.words.title_screen import NO_ROOM_FOR_GAME
from tests.core.positions import playing
from tests.screens.at_table import Sitting, press
from tests.screens.dom import Document, browser
from tests.screens.visit import is_focused, soon

with browser():
    from game.browser.online.table.at_table import AtTable
    from game.browser.page import first_game
    from game.browser.page.view import Sentence
    from game.browser.table.looks import REACTION

FOCUS = Phase.FOCUS
CARDS = Laid(1, 12), Laid(2, 25)
MISTAKE = Played(0, 30), LifeLost(30, CARDS)


# --- The message in the middle ------------------------------------------------------------


async def test_the_middle_says_what_happened_until_play_goes_on() -> None:
    ana = Sitting()
    ana.show(Stopped(1), phase=FOCUS)
    assert ana.told()[:2] == ["stop", "Ada stopped play"] and ana.told()[2].startswith("Put your hand on the table.")
    assert ana.screen.element.dataset.moment == "stop"
    ana.show(Started())
    assert not ana.shows("moment") and not ana.screen.element.hasAttribute("data-moment")


async def test_a_mistake_shows_its_cards_and_marks_the_pile() -> None:
    ana = Sitting()
    state = playing("40 | 20 | ", pile="0:30", aside="1:12 2:25")
    ana.show(*MISTAKE, state=state, phase=FOCUS)
    assert ana.cards() == ["12Ada", "25Ben"]
    assert "fatal" in ana.find('.piles [data-card="30"]').className
    ana.show(Started(), state=state)
    assert "fatal" not in ana.find('.piles [data-card="30"]').className


async def test_cards_that_were_wrong_or_look_like_another_are_marked() -> None:
    ana = Sitting()
    ana.show(PilesTurned((9, 30), 1), state=playing("40||", pile="0:9 1:30 2:31"), phase=Phase.REVEAL)
    items = ana.part("cards").children
    assert [one.className for one in items] == ["wrong", "wrong", ""]
    assert [one.querySelector(".number").className for one in items] == ["number underlined", "number", "number"]
    assert [one.style.getPropertyValue("--after") for one in items] == ["0.000", "0.333", "0.667"]


async def test_a_reward_is_the_last_of_the_tokens() -> None:
    ana = Sitting()
    ana.show(LevelCompleted(2, Reward.STAR), Dealt(3), phase=FOCUS, stars=2)
    tokens = [one.className for one in ana.part("tokens").children]
    assert tokens == ["token life", "token life", "token star", "token star new"]
    assert ana.part("tokens").getAttribute("aria-label") == "Two lives left. Two stars left."
    ana.show(GameLost(), phase=Phase.LOST)
    assert ana.part("tokens").hidden


async def test_a_level_ends_moment_by_moment_and_a_press_goes_on() -> None:
    ana = Sitting()
    ana.show(Started(), state=playing("30 | 12 | ", lives=3))
    after = playing("41 42 | 51 52 | 61 62", level=2, lives=2)
    ana.show(*MISTAKE, LevelCompleted(1, None), Dealt(2), state=after, phase=FOCUS)
    assert ana.told()[1] == "30 before 12" and ana.hand() == [] and ana.pile() == ["30"]
    assert ana.screen.element.dataset.level == "1" and ana.find(".lay").hidden and not ana.part("go").hidden
    ana.screen._moments._began += 60.0
    press(ana.part("screen"))
    assert ana.told()[1] == "30 before 12"  # the cards must be seen first
    ana.screen._moments._began -= 61.0
    press(ana.part("screen"))
    assert ana.told()[1] == "Level 1 complete" and ana.hand() == []
    ana.part("go").key(" ")
    assert ana.told()[1] == "Level 2 of 10" and ana.hand() == ["41", "42"] and ana.pile() == []
    assert ana.part("go").hidden and not ana.find(".lay").hidden and ana.done == []


async def test_a_moment_is_announced_when_it_is_shown() -> None:
    ana = Sitting()
    ana.screen._next.start_at = lambda _: None  # the test says when a moment ends
    ana.show(Started(), state=playing("30 | | ", lives=2))
    await soon()
    ana.show(Played(0, 30), LevelCompleted(1, None), Dealt(2), state=playing("41 | 51 | 61", level=2), phase=FOCUS)
    await soon()
    assert "complete" not in ana.announced()
    ana.go_on()
    await soon()
    assert "Level 1 complete." in ana.announced() and "You hold" not in ana.announced()


async def test_nothing_tells_what_a_pile_hides_before_its_cards_have_turned() -> None:
    ana = Sitting()
    ana.screen._next.start_at = lambda _: None  # the test says when a moment ends
    ana.show(Started(), state=playing("30 | | ", game="blind", lives=2))
    after = playing(" | | ", game="blind", lives=1, pile="1:40 0:30", phase=Phase.REVEAL)
    ana.show(Played(0, None), PilesTurned((40,), 1), state=after)
    ana.go_on()
    await asyncio.sleep(2 * REACTION)
    assert len(ana.part("strip").children) == 2 and ana.screen.element.dataset.lives == "2"
    assert {*ana.looks()} <= {"calm", "focus"}
    ana.go_on()
    await asyncio.sleep(2 * REACTION)
    assert ana.screen.element.dataset.lives == "1" and {*ana.looks()} == {"wince"}
    assert "One mistake." in ana.told()[2]


async def test_the_click_of_a_press_that_went_on_does_nothing_else() -> None:
    ana = Sitting()
    ana.show(Started(), state=playing("30 | | ", lives=2))
    after = playing("41 | 51 | 61", level=2, phase=FOCUS)
    ana.show(Played(0, 30), LevelCompleted(1, None), Dealt(2), state=after)
    press(ana.part("screen"))
    press(ana.part("screen"))
    ana.find(".lay").click()
    assert ana.done == []
    ana.find(".lay").click()
    assert ana.done == [LayHand()]


async def test_play_waits_for_no_moment() -> None:
    ana = Sitting()
    ana.show(Started(), state=playing("30 | 12 | ", lives=3))
    after = playing("41 42 | 51 52 | 61 62", level=2, lives=2)
    ana.show(*MISTAKE, LevelCompleted(1, None), Dealt(2), state=after, phase=FOCUS)
    ana.show(Started(), state=after)
    assert ana.part("moment").hidden and ana.pile() == [] and ana.hand() == ["41", "42"]


async def test_a_first_game_with_others_explains_that_there_are_no_turns() -> None:
    ana = Sitting(characters=("", "", "Ben"))
    ana.show(Dealt(1), phase=FOCUS)
    assert ana.told()[2].startswith("No turns")
    alone = Sitting()
    alone.show(Dealt(1), phase=FOCUS)
    assert alone.told()[2].startswith("Put your hand")


async def test_the_first_message_has_the_rule_of_the_variant() -> None:
    ana = Sitting()
    ana.show(Dealt(1), state=playing("30 | 12 | 25", game="descending"), phase=FOCUS)
    assert ana.told()[3] == "Descending From 100 down to 1: highest first."
    menu = Document.current.getElementById("menu-variant")
    assert menu is not None and not menu.hidden and menu.textContent.startswith("Descending From 100 down to 1.")
    ana.screen.close()
    assert menu.hidden


# --- The status line ------------------------------------------------------------------------


async def test_the_status_has_level_lives_and_stars() -> None:
    ana = Sitting()
    ana.show(state=playing("30 | 12 | 25", level=2, lives=3, stars=1))
    marks = [one.getAttribute("data-at") for one in ana.part("track").children]
    assert marks == ["done", "now", *["to-come"] * 8]
    assert "Level 2 of 10" in ana.part("level").textContent
    assert [ana.part(name).getAttribute("aria-label") for name in ("lives", "stars")] == ["three lives", "one star"]
    assert [len(ana.part(name).children) for name in ("lives", "stars")] == [3, 1]
    data = ana.screen.element.dataset
    assert (data.phase, data.level, data.lives, data.stars, data.seats) == ("play", "2", "3", "1", "3")
    ana.show(state=playing("30 | 12 | 25", game="no-stars"))
    assert not ana.shows("stars")


# --- The seats ------------------------------------------------------------------------------


async def test_each_seat_shows_its_face_its_hand_and_its_cards() -> None:
    ana = Sitting()
    ana.show(raised=frozenset({2}))
    assert ana.seat(2).dataset.hand == "up"
    ana.show(state=playing("30 | 12 20 | "), phase=FOCUS, down=frozenset({1}))
    assert [ana.seat(seat).dataset.hand for seat in range(3)] == ["held", "down", "none"]
    assert [ana.seat(seat).dataset.count for seat in range(3)] == ["1", "2", "0"]
    assert [len(ana.seat(seat).querySelector(".backs").children) for seat in range(3)] == [1, 2, 0]
    assert len({face.innerHTML for face in ana.faces()}) == 3
    assert [ana.seat(seat).querySelector(".computer").hidden for seat in range(3)] == [True, False, False]
    assert ana.seat(0).className == "seat own" and ana.seat(1).className == "seat teammate"
    words = " ".join(ana.seat(1).querySelector(".words").textContent.split())
    assert words == "Ada, computer, 2 cards, hand on the table"


async def test_eight_seats_have_eight_faces() -> None:
    ana = Sitting(characters=("", *["Ada"] * 7), names=[str(number) for number in range(8)])
    ana.show(state=playing(" | ".join(map(str, range(1, 9)))))
    assert [ana.seat(seat).dataset.count for seat in range(8)] == ["1"] * 8
    assert len({face.innerHTML for face in ana.faces()}) == 8
    places = {tuple(ana.seat(seat).style.getPropertyValue(name) for name in ("--x", "--y")) for seat in range(8)}
    assert len(places) == 8


async def test_a_seat_says_who_is_absent_who_leans_and_which_sign_they_make() -> None:
    ana = Sitting(characters=("", "", ""))
    ana.show()
    ana.screen.set(absent={1: "away"}, leaning={2: ", leaning in"}, signs={2: "wow"})
    assert ana.seat(1).className == "seat teammate away" and ana.seat(1).querySelector(".absent").textContent == "away"
    assert ana.seat(2).hasAttribute("data-leans") and not ana.seat(1).hasAttribute("data-leans")
    sign = ana.seat(2).querySelector(".sign")
    assert not sign.hidden and sign.querySelector("use").getAttribute("href") == "#i-wow"
    before = ana.seat(2).querySelector(".face").firstElementChild
    ana.screen.set(absent={}, leaning={}, signs={})
    assert ana.seat(1).className == "seat teammate" and not ana.seat(2).hasAttribute("data-leans") and sign.hidden
    assert ana.seat(2).querySelector(".face").firstElementChild is before


async def test_a_watcher_sees_all_seats_and_no_hand() -> None:
    eve = Sitting(characters=("", "Ada", "Ben"))
    eve.show(seat=None)
    assert eve.part("seats").dataset.mates == "3" and eve.screen.element.dataset.watching == "true"
    assert not eve.find(".hand [data-part=watches]").hidden and eve.hand() == []


# --- What follows a game ----------------------------------------------------------------------

ENDED = Table(variant("classic"), 2, "seed", {}).game


async def test_only_the_answer_to_a_press_takes_the_place_of_what_stays() -> None:
    ana = Sitting()
    await soon()
    ana.announcer.tell("Two lives left.", "Two lives left.", important=True)
    await soon()
    ana.announcer.say("Ben is back.")
    await soon()
    assert ana.announced() == "Two lives left. Ben is back."
    ana.announcer.answer("Put your hand on the table first.")
    await soon()
    assert ana.announced() == "Put your hand on the table first."


async def test_nothing_follows_a_game_in_progress() -> None:
    ana = Sitting(may_deal=True, may_change=True)
    ana.show(Stopped(0), phase=FOCUS)
    assert ana.offered() == []


async def test_what_follows_a_game_is_offered_and_done() -> None:
    ana = Sitting(may_deal=True, may_change=True, ended=ENDED)
    ana.show(GameWon(), phase=Phase.WON, legal=frozenset({GoBlind()}))
    assert is_focused(ana.part("title"))
    past = ["Watch the replay", "Share this game"]
    assert ana.offered() == ["Play again", "Continue blind", "Change game options", *past, "Home"]
    assert ana.offered(".after > button") == ["Play again"] and ana.find(".more summary").textContent == "More"
    for label in ("Play again", "Continue blind", "Change game options", "Home"):
        ana.button(label).click()
    assert ana.done == ["again", GoBlind(), "change", "leave"]


MAY_DEAL = {"may_deal": True}
STARTS = Sentence("Ana starts the next game.", ("Ana",))


@pytest.mark.parametrize(
    ("state", "end", "offered"),
    [
        (MAY_DEAL | {"to_beat": Result(12, 1, 0, True)}, GameLost(), ["Play again", "Home"]),  # not another try
        (MAY_DEAL | {"ended": replace(ENDED, deals=())}, GameLost(), ["Try again", "Home"]),  # and no replay
        (MAY_DEAL | {"taught": ""}, GameLost(), ["Try again", "Play a whole game", "Home"]),
        (MAY_DEAL | {"taught": ""}, GameWon(), ["Play a whole game", "Play again", "Home"]),
        ({"may_sit": True, "starts": STARTS}, GameLost(), ["Sit down", "Home"]),
    ],
)
async def test_what_is_offered_depends_on_the_game_and_the_person(
    state: dict[str, Any], end: GameLost | GameWon, offered: list[str]
) -> None:
    ana = Sitting(**state)
    ana.show(end, phase=Phase.LOST if isinstance(end, GameLost) else Phase.WON)
    assert ana.offered() == offered
    starts = ana.part("starts")
    assert starts.textContent == (STARTS.words if "starts" in state else "") and starts.hidden != ("starts" in state)
    assert "starts" not in state or starts.querySelector("bdi").textContent == "Ana"


async def test_the_list_of_what_else_follows_is_folded_whatever_the_last_game_left() -> None:
    ana = Sitting()
    ana.show(GameLost(), phase=Phase.LOST)
    ana.part("more").open = True
    ana.show(Dealt(1), phase=FOCUS)
    ana.show(GameLost(), phase=Phase.LOST)
    assert ana.part("more").open is False


async def test_below_the_result_stands_which_cards_were_not_verified() -> None:
    ana = Sitting()
    table: Any = SimpleNamespace(_screen=ana.screen)
    ana.show(GameWon(), phase=Phase.WON)
    AtTable.tell(table, Verdict(fair=(Level(1, False),)))
    assert ana.part("unverified").textContent == ""
    AtTable.tell(table, Verdict(unchecked=(Level(2, False), Level(3, False))))
    assert ana.find(".more .unverified").textContent == "Couldn’t check the cards: level 2 and level 3."


@pytest.mark.parametrize("kept", [True, False])
async def test_that_a_game_among_friends_is_not_kept_stands_below_its_result(kept: bool) -> None:
    ana = Sitting()
    table = MagicMock(_screen=ana.screen, _choices=dict)
    table._game.note_end.return_value, table._game.stories.add.return_value = kept, False
    lost = replace(view_of(playing("30 40 | 12 20 | 25"), 0), news=(GameLost(),), phase=Phase.LOST)
    AtTable.show_view(table, lost, MagicMock())
    assert ana.told()[2].endswith(NO_ROOM_FOR_GAME()) is not kept


async def test_a_game_that_was_won_says_that_no_life_was_lost_or_what_was_closest() -> None:
    ana = Sitting()
    ana.show(Dealt(1), phase=FOCUS)
    ana.show(GameWon(), phase=Phase.WON)
    assert ana.told()[2].endswith("No life lost.")
    ana.show(Dealt(1), phase=FOCUS)
    ana.show(*MISTAKE, phase=FOCUS)
    ana.show(GameWon(), phase=Phase.WON)
    assert "No life lost" not in ana.told()[2]
    calls = [CloseCall(Laid(0, 12), Laid(1, 14), seconds) for seconds in (0.4, 0.07)]
    levels = [Story(1, 9.0, (), (), (), call, None) for call in (*calls, None)]
    ana.screen.look_back(view_of(playing("12 | "), 0), levels, None)
    ana.show(GameWon(), phase=Phase.WON)
    assert "Closest call" not in ana.told()[2]  # which says nothing to a newcomer
    first_game.end()
    ana.screen.look_back(view_of(playing("12 | "), 0), levels, None)
    ana.show(GameWon(), phase=Phase.WON)
    assert ana.told()[2].endswith("Closest call: 0.07 s.")
    back = Sitting()  # after a reload, the page does not know whether a life was lost
    back.show(GameWon(), phase=Phase.WON)
    assert "No life lost" not in back.told()[2]


# --- Presses ------------------------------------------------------------------------------------


async def test_a_pressed_card_leaves_the_hand_at_once_and_then_lies_on_the_pile() -> None:
    ana = Sitting()
    ana.show()
    ana.press_card(30)
    assert (ana.hand(), ana.pile(), ana.done) == (["40"], [], [Play(30)])
    await soon()
    assert (ana.hand(), ana.pile()) == (["40"], ["30"])
    ana.show(Played(1, 12), state=playing("30 40 | 20 | 25", pile="1:12"))
    assert (ana.hand(), ana.pile()) == (["40"], ["12", "30"])
    ana.show(Played(0, 30), state=playing("40 | 20 | 25", pile="1:12 0:30"))
    assert (ana.hand(), ana.pile(), ana.screen.state.pressed) == (["40"], ["12", "30"], ())


async def test_the_rest_of_the_cards_leaves_the_hand_at_once() -> None:
    ana = Sitting()
    ana.show(state=playing("30 40 | | "))
    ana.part("rest").dispatch("click")
    assert (ana.hand(), ana.done) == ([], [PlayRest()])
    await soon()
    assert (ana.hand(), ana.pile()) == ([], ["30", "40"])


async def test_a_pressed_card_that_is_not_played_comes_back() -> None:
    ana = Sitting()
    ana.show()
    ana.press_card(30)
    ana.screen.take_back([30])
    await soon()
    assert (ana.hand(), ana.pile()) == (["30", "40"], [])
    ana.press_card(30)
    await soon()
    ana.show(Stopped(1), phase=FOCUS)
    assert (ana.hand(), ana.pile()) == (["30", "40"], [])


async def test_only_the_lowest_card_can_be_pressed_and_another_says_so() -> None:
    ana = Sitting()
    await soon()
    ana.show()
    ana.press_card(40)
    await soon()
    assert ana.done == [] and ana.hand() == ["30", "40"]
    assert ana.announced() == "30 comes before 40." and "nudged" in ana.find("#card-30").className


async def test_a_card_of_extreme_is_compared_with_its_own_pile() -> None:
    ana = Sitting()
    await soon()
    state = playing("w12 r40 r20 | w20 | r30", game="extreme")
    ana.show(state=state)
    ana.press_card(state.hands[0][-1])
    await soon()
    assert ana.announced() == "Red 40 comes before red 20."


async def test_a_star_is_asked_for_and_withdrawn() -> None:
    ana = Sitting()
    ana.show(legal=frozenset({RaiseStar()}))
    table = ana.screen.element
    assert ana.find(".decline").hidden and not table.hasAttribute("data-next")
    button = ana.find(".raise")
    button.click()
    ana.show(StarRaised(0), raised=frozenset({0}), legal=frozenset({LowerStar()}))
    assert (button.getAttribute("aria-pressed"), button.textContent) == ("true", "Ask for a starAgreeS")
    assert ana.seat(0).dataset.hand == "up" and table.dataset.next == "decline"
    withdraw = ana.find(".decline")
    assert [one.hidden for one in withdraw.querySelectorAll("span")] == [True, False]
    withdraw.click()
    button.click()
    assert ana.done == [RaiseStar(), LowerStar(), LowerStar()]


async def test_a_question_about_a_star_can_be_put_off() -> None:
    ana = Sitting()
    ana.show(StarRaised(2), raised=frozenset({2}), legal=frozenset({RaiseStar()}))
    button = ana.find(".raise")
    assert [one.hidden for one in button.querySelectorAll("span")] == [True, False]
    assert button.hasAttribute("data-asked") and not ana.find(".decline").hidden
    ana.find(".decline").click()
    assert not button.hasAttribute("data-asked") and ana.find(".decline").hidden and ana.done == []


async def test_in_extreme_the_card_for_the_star_is_chosen_even_after_asking() -> None:
    ana = Sitting()
    state = playing("w12 r40 | w20 | r30", game="extreme")
    white, red = state.hands[0]
    offers = frozenset({RaiseStar(white), RaiseStar(red)})
    ana.show(state=state, legal=offers)
    choice = ana.find(".discard")
    table = ana.screen.element
    assert (choice.textContent, table.dataset.piles) == ("Star takes white 12", "2")
    assert table.hasAttribute("data-takes") and not table.hasAttribute("data-single")
    choice.click()
    assert choice.textContent == "Star takes red 40"
    ana.find(".raise").click()
    ana.show(StarRaised(0), state=state, raised=frozenset({0}), legal=offers | {LowerStar()})
    choice.click()
    assert ana.done == [RaiseStar(red), RaiseStar(white)]


# --- Sound and hints ----------------------------------------------------------------------------


async def test_the_sound_button_is_the_setting() -> None:
    ana = Sitting()
    ana.show()
    button = ana.button("Sound")
    assert button.getAttribute("aria-pressed") == "false"
    button.click()
    assert button.getAttribute("aria-pressed") == "true"
    ana.sound.turn(on=False, vibrates=False)
    assert button.getAttribute("aria-pressed") == "false"


async def test_the_table_of_a_challenge_says_what_beats_the_others() -> None:
    ana = Sitting(to_beat=Result(level=3, lives=0, stars=0, won=False))
    ana.show(Dealt(1), phase=FOCUS)
    assert ana.told()[3] == "Get past level 3 to beat them."
    ana.show(LevelCompleted(1, None), Dealt(2), state=playing("30 40 | 12 | 25", level=2), phase=FOCUS)
    assert ana.told()[3] == ""


async def test_the_first_table_with_sound_says_so_until_play_begins() -> None:
    ana = Sitting()
    ana.screen.set(sounds=True, tells_of_sound=True)
    ana.show(Dealt(1), phase=FOCUS)
    assert not ana.part("sounding").hidden
    ana.show(Started())
    assert ana.part("sounding").hidden
    ana.show(LevelCompleted(1, None), Dealt(2), state=playing("30 40 | 12 | 25", level=2), phase=FOCUS)
    assert ana.part("sounding").hidden


async def test_a_hint_is_shown_until_it_is_empty() -> None:
    ana = Sitting()
    ana.show()
    ana.screen.set(hint="Wait for it.")
    assert not ana.part("hint").hidden and ana.part("hint-words").textContent == "Wait for it."
    assert ana.screen.element.hasAttribute("data-hint")
    ana.screen.set(hint="")
    assert ana.part("hint").hidden and not ana.screen.element.hasAttribute("data-hint")
