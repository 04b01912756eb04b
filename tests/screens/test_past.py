"""The history session on a document without a browser: games and challenges from links, and the daily game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from game.core import GameWon, Phase, todays_deal, variant
from game.core import record as game_record
from game.core.record import Game
from game.core.result import Result
from game.history.finished_game import FinishedGame
from game.history.game_link import packed
from game.links import Kind, Link
from tests.browser.past import challenge, link, some_games
from tests.history.games import kept, listed, lost_game, table_of, with_team, won_game
from tests.screens.at_table import Sitting
from tests.screens.dom import PREFIX, STORED, browser
from tests.screens.visit import Visit, is_focused, soon

with browser():
    from game.browser.history import session, sharing_dialog
    from game.browser.history.games_parts import in_full
    from game.browser.page.dom import find
    from game.browser.table import past_game

DAY = "1970-01-01"
"""Today, in virtual time."""


class Past(Visit):
    """A visit to the history, and what it was left for. Another tab may be the one that `saves` the game."""

    def __init__(self, *, saves: bool = True) -> None:
        self.did: list[Any] = []
        self.session: Any = None
        self.page: Any = SimpleNamespace(
            saves_game=saves,
            open=self._open,
            go=lambda way, **what: self.did.append((way, *what.values())),
            home=lambda: self.did.append("home"),
        )

    def _open(self, make: Any) -> Any:
        self.session = make()
        return self.session

    def follow(self, fragment: str) -> None:
        name, _, content = fragment.removeprefix("#").partition("=")
        session.follow(self.page, Link(Kind(name), content))

    @property
    def screen(self) -> Any:
        """The screen that is seen."""
        return [self.session._screen, *self.session.front._screens][-1]

    def has(self, part: str) -> bool:
        return not self.part(part).hidden


def store(*games: FinishedGame) -> None:
    STORED[PREFIX + "games"] = listed(games).to_text()


async def test_a_link_opens_on_the_result_of_its_game() -> None:
    visit = Past()
    visit.follow(link(won_game(), seed="seed 1"))
    assert (visit.text("title"), visit.text("result")) == ("A game shared with you", "Won: all 8 levels")
    assert len(visit.part("marks").querySelectorAll("li")) == 8
    assert visit.part("tokens").getAttribute("aria-label") == "Five lives and one star left"
    assert visit.text("players") == "FoxOwl (computer)Bear (computer)Hare (computer)"
    assert "Classic, 4 players" in visit.text("what")
    assert "Animals stand in for the players’ names." in visit.text("note")


async def test_a_game_is_watched_and_its_cards_are_played() -> None:
    visit = Past()
    visit.follow(link(won_game(), "Ana", "Ada", "Iris", "Juno", seed="seed 1"))
    assert visit.text("title") == "Ana shared a game with you"
    visit.press("watch")
    assert visit.text("title") == "A game shared with you" and visit.screen.element.id == "replay"
    visit.press("leave")
    assert visit.screen.element.id == "offer" and not visit.screen.element.hidden
    visit.press("play")
    assert visit.did == [("deal", variant("classic"), 4, "seed 1", Result(8, 5, 1, True))]


@pytest.fixture
def applied(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Return the moves and deals to which the rules have been applied."""
    some_games(), won_game()  # are made by the rules, once, before the count
    applied: list[Any] = []
    rules = game_record.apply  # type: ignore[attr-defined]

    def apply(*given: Any) -> Any:
        applied.append(given)
        return rules(*given)

    monkeypatch.setattr(game_record, "apply", apply)
    return applied


async def test_the_rules_replay_the_game_of_a_link_once(applied: list[Any]) -> None:
    visit = Past()
    visit.follow(link(won_game(), seed="seed 1"))
    visit.press("watch")
    visit.press("leave")
    visit.press("watch")
    assert len(applied) == len(won_game().steps)


async def test_the_rules_replay_a_stored_game_once(applied: list[Any]) -> None:
    visit, game = Past(), replace(some_games()[-1])
    assert len(in_full(game).levels) == 8
    session.open_today(visit.page)
    visit.session.front.watch(game)
    visit.session.front.share(game)
    assert len(applied) == len(won_game().steps)


async def test_a_link_without_a_seed_offers_no_cards() -> None:
    visit = Past()
    visit.follow(link(lost_game()))
    assert visit.text("result") == "Lost at level 5 of 10" and visit.has("watch") and not visit.has("play")
    assert len(visit.part("tokens").querySelectorAll(".spent")) == 3


async def test_a_link_to_a_daily_game_gives_its_date() -> None:
    visit = Past()
    visit.follow(link(won_game(), seed=todays_deal.seed_of(DAY)))
    assert "Classic, 4 players, daily game, 1970-01-01" in visit.text("what")


async def test_playing_the_cards_of_a_link_warns_of_an_unfinished_game() -> None:
    STORED[PREFIX + "game"] = "a game"
    visit = Past()
    for fragment in (link(won_game(), seed="seed 1"), "#challenge=" + packed(challenge("tens", 3, "s"))):
        visit.follow(fragment)
        assert "Starting another game replaces the one you can continue." in visit.text("note")
    visit = Past(saves=False)
    visit.follow(link(won_game(), seed="seed 1"))
    assert "Starting another game" not in visit.text("note")


HOLDING_NO_GAME = {
    "#game=3" + "A" * 40: "This link is damaged or incomplete. Ask for it again, and copy all of it.",
    link(won_game())[:-9]: "This link is damaged or incomplete. Ask for it again, and copy all of it.",
    "#game=9abc": "This link is from another version of One Mind. Reload the page, then try again.",
    "#game=1" + "A" * 100_000: "This link is too long for a game. Ask for a new one.",
    "#challenge=1AAAA": "This link is damaged or incomplete. Ask for it again, and copy all of it.",
}


@pytest.mark.parametrize(("fragment", "sentence"), HOLDING_NO_GAME.items())
async def test_a_link_without_a_valid_game_shows_a_message(fragment: str, sentence: str) -> None:
    visit = Past()
    visit.follow(fragment)
    assert visit.text("title") == sentence
    assert not any(visit.has(part) for part in ("watch", "play", "together", "share", "marks", "players"))
    visit.press("leave")
    assert visit.did == ["home"]


async def test_a_challenge_is_taken_on_alone_or_together() -> None:
    visit = Past()
    asked = challenge("extreme+no-stars+gentle", 2, "some seed", Result(3, 0, 0, False))
    visit.follow("#challenge=" + packed(asked))
    assert (visit.text("title"), visit.text("result")) == ("You’ve been challenged", "They reached level 3 of 12.")
    assert "Extreme, no stars, gentle timing, 2 players." in visit.text("what") and visit.text("goal")
    visit.press("play")
    visit.press("together")
    assert visit.did == [("deal", asked.variant, 2, "some seed", asked.result), ("together", asked)]


async def test_a_challenge_without_a_result_tells_none() -> None:
    visit = Past()
    visit.follow("#challenge=" + packed(challenge("classic", 4, "seed")))
    assert visit.text("result") == "" and visit.text("goal") == ""


async def test_a_page_without_tables_offers_no_challenge_together() -> None:
    find("together").hidden = True
    visit = Past()
    visit.follow("#challenge=" + packed(challenge("classic", 4, "seed")))
    assert not visit.has("together") and visit.has("play")


async def test_the_daily_game_is_offered_and_then_for_fun(monkeypatch: pytest.MonkeyPatch) -> None:
    shared: list[FinishedGame] = []
    monkeypatch.setattr(sharing_dialog, "share_game", lambda game: shared.append(game))
    visit = Past()
    session.open_today(visit.page)
    assert "1970-01-01: the same cards for everyone in the world." in visit.text("what")
    assert visit.text("play") == "Play the daily game" and not visit.has("share")
    visit.press("play")
    assert visit.did == [("deal", variant("classic"), 4, todays_deal.seed_of(DAY), None)]
    daily = kept(won_game(), seed=todays_deal.seed_of(DAY), day=DAY)
    store(*some_games(), daily)
    session.open_today(visit.page)
    assert visit.text("result") == "Won: all 8 levels" and visit.text("play") == "Play for fun"
    visit.press("share")
    assert shared == [listed([daily]).daily[0]]


@pytest.fixture
def ended(monkeypatch: pytest.MonkeyPatch) -> Callable[[Game], Sitting]:
    """Return a function that ends a game at the table of a person."""

    async def fetch(archive: str) -> bool:
        """Find the archive, whose modules are all here."""
        return True

    monkeypatch.setattr(past_game, "fetch_modules", fetch)

    def end(game: Game) -> Sitting:
        ana = Sitting(ended=replace(with_team(game), ended=1))
        ana.show(GameWon(), phase=Phase.WON)
        return ana

    return end


async def test_a_replay_is_in_the_place_of_its_table(ended: Callable[[Game], Sitting]) -> None:
    ana = ended(table_of(1, variant("classic"), 2)[0].game)
    ana.button("Watch the replay").focus()
    ana.button("Watch the replay").click()
    await soon()
    assert ana.screen.element.hidden and ana.screen.element.isConnected
    find("replay").querySelector("[data-do=leave]").click()
    assert find("replay") is None and not ana.screen.element.hidden
    assert is_focused(ana.button("Watch the replay"))


async def test_a_table_tells_whether_the_result_of_a_daily_game_counts(ended: Callable[[Game], Sitting]) -> None:
    daily = replace(won_game(), seed=todays_deal.seed_of(DAY))
    for told in ("This is your result for the day.", "Only your first game counts."):
        ana = ended(daily)
        await soon()
        assert ana.text("text").endswith(told)
        store(replace(kept(won_game("classic", 3)), day=DAY))
