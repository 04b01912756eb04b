"""The hints of a first table, and how it ends, on a document without a browser."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from types import SimpleNamespace
from typing import Any

from game.core import (
    Dealt,
    Laid,
    LayHand,
    LevelCompleted,
    LifeLost,
    Phase,
    Play,
    Played,
    PlayRest,
    Reward,
    Started,
    View,
)
from game.table import Update
from game.words import first_table as words
from game.words.table import NO_TURNS
from tests.core.positions import playing
from tests.screens.dom import Document, Element, browser
from tests.screens.visit import Visit, soon

with browser():
    from game.browser.first_table.level_zero import CARDS
    from game.browser.first_table.session import FirstTable
    from game.browser.page import storage
    from game.browser.page.dom import find
    from game.browser.page.view import Filled
    from game.browser.table.sound import Sound


def page() -> Any:
    """Return a page that does not save the game, and notes where it goes."""
    went: list[Any] = []
    return SimpleNamespace(
        sound=Sound(),
        saves_game=False,
        seeds=map(str, range(5000)),
        menu=Filled(find("menu")),
        went=went,
        go=lambda *where, **what: went.append((where, what)),
    )


class Newcomer(Visit):
    """A newcomer at a first table that shows them these events, instead of playing."""

    def __init__(self) -> None:
        self.table = FirstTable.of(page())
        self.table.open()
        self.screen = self.table._screen
        self.screen._next.start_at = lambda _: None  # the test says when a moment ends
        self.view: View = self.table.view

    async def lay(self) -> None:
        """Lay the cards of level 0, and go on to level 1."""
        for card in CARDS:
            self.table.act(Play(card))
            await soon()
        await self.go_on()
        self.view = self.table.view

    async def go_on(self) -> None:
        """Let all moments begin."""
        while self.screen.state.held:
            self.screen._go_on(self.screen._moments.due)
        await soon()

    def see(self, *news: Any, **changes: Any) -> None:
        self.view = replace(self.view, news=news, **changes)
        self.table._show(0.0, self.view)

    def put_away(self) -> None:
        """Put the hint away."""
        self.part("got-it").click()

    @property
    def hint(self) -> str:
        """The hint that waits for this person."""
        return self.words if self.shows("got-it") else ""

    @property
    def words(self) -> str:
        return self.text("hint-words") if self.shows("hint") else ""

    @property
    def waits(self) -> bool:
        """Whether the table's time stands still."""
        return not self.table._driver.running

    @property
    def level(self) -> str:
        """The level that is shown."""
        return str(self.part("screen").dataset.level)

    def after(self) -> list[Element]:
        """Return the buttons after the game."""
        return [one for one in self.every(".after button") if one.checkVisibility()]


async def test_three_open_cards_come_first_and_say_the_goal() -> None:
    one = Newcomer()
    await soon()
    assert (one.words, one.hint) == (words.GOAL(), "") and one.level == "0"
    one.table.act(Play(CARDS[1]))
    one.table.act(LayHand())
    await soon()
    assert len(one.table.view.hand) == 3  # only the lowest can be laid
    for card in CARDS:
        one.table.act(Play(card))
        await soon()
    assert one.level == "0" and not one.hint  # until its last card was seen
    one.screen._go_on(one.screen._moments.due)
    assert one.text("title") == "Every card is in order." and one.screen._moments.due == inf
    await soon()
    assert one.waits  # a newcomer reads as long as they like
    await one.go_on()
    assert one.level == "1" and len(one.table.view.hand) == 1 and one.hint == words.HANDS()


async def test_the_table_waits_while_a_hint_is_open() -> None:
    one = Newcomer()
    await one.lay()
    assert one.hint and one.waits
    one.put_away()
    assert not one.hint and not one.waits and not one.words
    one.see(Started(), phase=Phase.PLAY)
    await soon()
    assert one.hint and one.waits and one.text("hint-waits") == "Paused"
    one.table.act(LayHand())  # an act closes the hint
    assert not one.hint and not one.waits
    one.table.close()


async def test_what_happens_together_is_shown_whole_although_it_brings_a_hint() -> None:
    one = Newcomer()
    await one.lay()
    one.put_away()
    driver = one.table._driver
    assert driver.running
    before, after = playing("20 | 5 | 9"), playing("20 | | 9", pile="1:5")
    driver._untold += [Update(1.0, before, (Started(),)), Update(1.0, after, (Played(1, 5),))]
    driver._tell()
    assert one.hint and one.find(".piles [data-card='5']")
    await soon()
    assert one.waits
    one.table.close()


async def test_another_try_leaves_out_the_warm_up_and_the_hints_that_were_given() -> None:
    given = {words.HANDS()}
    shared = page()
    table = FirstTable.of(shared, given)
    table.open()
    await soon()
    assert table.view.level == 1 and table._screen.parts["hint"].hidden
    table.again()
    assert shared.went == [(("try",), {"given": given})]
    table.close()


async def test_a_reload_goes_on_and_repeats_no_hint() -> None:
    Newcomer().table.close()
    assert storage.read("lesson") == ""  # the page opens the first table again
    one = Newcomer()
    assert one.view.level == 0
    await one.lay()
    one.put_away()
    hand = one.table.view.hand
    one.table.close()
    again = Newcomer()
    assert (again.view.level, again.view.hand, again.hint) == (1, hand, "")
    again.see(Started(), phase=Phase.PLAY)
    assert again.hint == NO_TURNS()
    again.table._left = True
    again.table.close()
    assert storage.read("lesson") is None
    storage.write("lesson", "[3]")
    assert Newcomer().view.level == 0 and storage.read("lesson") == ""


async def test_after_the_third_level_nothing_is_hinted_shown_or_kept() -> None:
    one = Newcomer()
    await one.lay()
    one.put_away()
    one.see(Dealt(3), phase=Phase.FOCUS, level=3)
    one.see(Started(), phase=Phase.PLAY)
    one.see(LevelCompleted(3, None), phase=Phase.DEAL, level=4, hand=())
    one.see(Dealt(4), phase=Phase.FOCUS, level=4, hand=(5, 7, 40, 90))
    await soon()
    await one.go_on()
    assert one.part("screen").dataset.phase == "won" and not one.words and one.waits
    menu = find("menu").textContent
    assert "Home" in menu and "Paused" not in menu
    assert one.table._ended is None and not {"memory", "ended"} & {*storage.names("")}  # it does not count
    one.table.close()
    assert storage.read("lesson") is None


async def test_star_and_stop_appear_when_they_are_taught() -> None:
    one = Newcomer()
    await one.lay()
    assert one.part("screen").dataset.taught == ""
    one.see(Started(), phase=Phase.PLAY)
    one.see(LevelCompleted(2, Reward.STAR), phase=Phase.FOCUS, level=3)
    shown = []
    while one.hint:
        shown.append((one.hint, one.part("screen").dataset.taught))
        one.put_away()
    assert shown == [(words.MARKS(), ""), (words.STAR(), "star")]
    one.table.close()


async def test_the_hint_about_a_mistake_goes_with_it_when_the_level_ends() -> None:
    one = Newcomer()
    await one.lay()
    one.put_away()
    one.see(Started(), phase=Phase.PLAY)
    one.put_away()
    (card,) = one.view.hand
    mistake = Played(0, card), LifeLost(card, (Laid(1, card - 1),))
    one.see(*mistake, LevelCompleted(1, None), phase=Phase.DEAL, level=2, hand=(), counts=(0, 0, 0))
    assert one.part("moment").dataset.kind == "error" and one.hint == words.EARLY(name="Ada", card=card - 1)
    await soon()
    assert one.waits
    one.screen._go_on(one.screen._moments.due)
    assert one.part("moment").dataset.kind == "level" and not one.hint
    one.table.close()


async def test_a_hint_stays_until_it_is_put_away() -> None:
    one = Newcomer()
    await one.lay()
    assert one.hint == words.HANDS() and one.part("screen").hasAttribute("data-hint")
    one.see(Started(), phase=Phase.PLAY, legal=frozenset({Play(one.view.hand[0])}))
    assert one.hint == NO_TURNS()
    one.see(Played(1, 3))
    assert one.hint == NO_TURNS()
    one.put_away()
    assert one.hint == words.GAP()
    Document.current.key("Escape")
    assert one.hint == "" and one.words == words.NEXT() and not one.shows("hint-waits")
    one.see(legal=frozenset({Play(one.view.hand[0]), PlayRest()}))
    assert not one.words  # the card is not the only thing to press
    one.table.close()
    one.table.close()


async def test_it_ends_after_three_levels_with_the_way_to_a_whole_game() -> None:
    one = Newcomer()
    await soon()
    await one.lay()
    one.see(Started(), phase=Phase.PLAY)
    one.see(LevelCompleted(3, None), phase=Phase.FOCUS, level=4)
    assert [button.textContent for button in one.after()] == ["Play a whole game", "Play again", "Home"]
    assert [button.closest(".more") is None for button in one.after()] == [True, False, False]
    assert one.hint == "" and one.part("screen").dataset.phase == "won"
