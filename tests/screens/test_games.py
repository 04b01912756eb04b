"""The screen of finished games on a document without a browser."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from game.core.game_text import write
from game.history import finished_games
from game.history.finished_game import FinishedGame
from game.history.finished_games import BEGINNING, FinishedGames, from_text, game_of
from tests.browser.past import AT, some_games
from tests.history.games import kept, listed, won_game
from tests.history.test_old_forms import OLD
from tests.screens.dom import PREFIX, STORED, Element, browser
from tests.screens.visit import Visit, is_focused, soon

with browser():
    from game.browser.history import your_games
    from game.browser.history.your_games import FIRST_PAINT, YourGames
    from game.browser.page import storage

GAMES = from_text(listed(some_games()).to_text()).all
"""Games as they are read from storage, where their figures are rounded."""

KEPT, NOTED = PREFIX + "games", PREFIX + storage.UNLISTED
ONE_OTHER = "One more game can’t be shown: it’s damaged or from another version. Try reloading the page."


class Manager:
    """The browser's StorageManager."""

    def __init__(self, *, promises: bool) -> None:
        self._promises = promises

    async def persisted(self) -> bool:
        return False

    async def persist(self) -> bool:
        return self._promises


class Screen(Visit):
    """The screen, with the games that are stored."""

    def __init__(self, *games: FinishedGame, others: tuple[str, ...] = ()) -> None:
        if games or others:
            STORED[KEPT] = listed(games, others).to_text()
        self.did: list[Any] = []
        front: Any = SimpleNamespace(
            watch=lambda game: self.did.append(("watch", game)), share=lambda game: self.did.append(("share", game))
        )
        self.screen = YourGames(front, lambda: self.did.append("leave"))

    def open(self, number: int = 0) -> None:
        """Open a game of the list in full, by default the newest."""
        self.items[number].click()

    async def bring(self, *contents: str) -> None:
        """Import a file with this content, or choose none."""

        async def text() -> str:
            return contents[0]

        field = self.part("file")
        field.__dict__["files"] = SimpleNamespace(length=len(contents), item=lambda _: SimpleNamespace(text=text))
        field.dispatch("change")
        await soon()

    @property
    def items(self) -> list[Element]:
        return self.every(".list button")

    @property
    def stored(self) -> FinishedGames:
        return from_text(STORED[KEPT])


@pytest.fixture
def full(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Let the storage of games be full, until this is undone."""
    monkeypatch.setattr(storage, "write_game", lambda name, text: False)
    return monkeypatch


@pytest.fixture
def given(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    """Return the files that a person saves."""
    given: list[tuple[str, ...]] = []
    monkeypatch.setattr(your_games, "download", lambda *file: given.append(file))
    return given


async def test_before_the_first_game_there_is_only_a_way_to_it() -> None:
    visit = Screen()
    assert visit.text("says").startswith("Finished games appear here")
    seen = {part for part in ("first", "figures", "one-game", "export", "delete-all", "older") if visit.shows(part)}
    assert seen == {"first"}
    assert visit.screen.element.hasAttribute("data-empty")
    visit.press("leave")
    assert visit.did == ["leave"]


async def test_the_games_are_listed_with_the_latest_first() -> None:
    visit = Screen(*GAMES)
    assert visit.text("says") == "Four games, saved on this device only."
    assert is_focused(visit.find("h1"))
    outcomes = [item.querySelector("b").textContent for item in visit.items]  # type: ignore[union-attr]
    assert outcomes[0] == "Won: all 8 levels" and outcomes[3] == "Lost at level 5 of 10"
    for fact in ("2023-11-11", "Classic, 3 players", "You, Ada and Iris"):
        assert fact in visit.items[3].textContent
    marks = [item.querySelector("use").getAttribute("href") for item in visit.items]  # type: ignore[union-attr]
    assert (marks[0], marks[3]) == ("#i-mind", "#i-life")


async def test_statistics_have_a_chart_its_table_and_personal_bests() -> None:
    visit = Screen(*GAMES)
    assert visit.part("plot").querySelector("svg.plot") is not None
    assert len(visit.part("plot-table").querySelectorAll("tbody tr")) == 4
    assert len(visit.part("best").querySelectorAll("tbody tr")) == 3
    assert visit.shows("plotted")
    alone = Screen(GAMES[0])
    assert alone.shows("figures") and not alone.shows("plotted")


async def test_blind_levels_after_a_win_are_numbered_anew() -> None:
    won = kept(won_game())
    marks = (*won.summary.marks, "life")
    visit = Screen(
        replace(won, text="", summary=replace(won.summary, level=1, lives=0, won=False, blind=True, marks=marks))
    )
    visit.open()
    last = visit.part("marks").querySelectorAll("li")[-1]
    assert len(marks) == 9 and last.textContent == "Blind level 1: a life lost"


async def test_a_game_that_was_only_watched_is_no_personal_best_and_shares_nothing_with_teammates() -> None:
    watched = [replace(one, team=replace(one.team, seat=None)) for one in GAMES]
    visit = Screen(*watched)
    assert len(visit.items) == 4 and not visit.shows("figures")
    visit.open(3)
    assert not visit.shows("shares")
    visit = Screen(*watched[:3], GAMES[3])
    assert len(visit.part("best").querySelectorAll("tbody tr")) == 1
    visit.open()
    assert visit.shows("shares")


async def test_a_game_opens_in_full_and_the_way_back_leads_to_it() -> None:
    visit = Screen(*GAMES)
    visit.open(1)
    assert visit.text("outcome") == "Won: all 10 levels" and is_focused(visit.part("outcome"))
    assert visit.text("when") == "2023-11-13T22:13"
    assert not visit.shows("all-games") and visit.screen.element.hasAttribute("data-one")
    visit.press("watch")
    visit.press("share")
    assert visit.did == [("watch", GAMES[2]), ("share", GAMES[2])]
    visit.press("leave")
    assert visit.shows("all-games") and not visit.shows("one-game")
    assert is_focused(visit.items[1])


async def test_a_game_shows_what_each_level_cost() -> None:
    visit = Screen(*GAMES)
    visit.open()
    marks = visit.part("marks").querySelectorAll("li")
    assert tuple(mark.getAttribute("data-mark") for mark in marks) == GAMES[-1].summary.marks
    assert marks[0].textContent == "Level 1: nothing lost"
    assert visit.text("legend") == "Nothing lostA life lostA star used"
    assert "Classic, 4 players" in visit.text("facts") and "in sync" in visit.text("tempo")


async def test_the_levels_of_a_game_are_shown_one_at_a_time() -> None:
    visit = Screen(*GAMES)
    visit.open()
    marks = GAMES[-1].summary.marks
    lost = max(level for level, mark in enumerate(marks, start=1) if mark in ("life", "both"))
    assert visit.text("level") == f"Level {lost} of 8" and "too soon" in visit.text("symbols")
    for _ in range(lost - 1):
        visit.press("turn", "-1")
    assert visit.text("level") == "Level 1 of 8" and visit.text("symbols") == "YouAdaIrisJuno"
    first = visit.part("drawing").innerHTML
    assert visit.part("before").getAttribute("aria-disabled") == "true"
    visit.press("turn", "-1")
    assert visit.text("level") == "Level 1 of 8"
    visit.press("turn", "1")
    assert visit.text("level") == "Level 2 of 8" and visit.part("drawing").innerHTML != first
    assert visit.part("before").getAttribute("aria-disabled") == "false"
    shown = [mark.hasAttribute("data-shown") for mark in visit.part("marks").querySelectorAll("li")]
    assert shown.index(True) == 1 and shown.count(True) == 1


async def test_arrow_keys_turn_to_another_level() -> None:
    visit = Screen(*GAMES)
    visit.open()
    for _ in range(9):
        visit.part("after").key("ArrowRight")
    assert visit.text("level") == "Level 8 of 8"
    assert visit.part("after").getAttribute("aria-disabled") == "true"
    visit.part("after").key("ArrowLeft")
    visit.part("after").key("ArrowLeft", altKey=True)
    visit.part("after").key("a")
    assert visit.text("level") == "Level 7 of 8"


@pytest.mark.parametrize(
    ("name", "seen", "hidden"), [("classic", "steps", "steps-from-fifty"), ("fifty", "steps-from-fifty", "steps")]
)
async def test_a_step_is_explained_for_the_variant_of_a_game(name: str, seen: str, hidden: str) -> None:
    visit = Screen(kept(won_game(name, 2), AT))
    visit.open()
    assert visit.shows(seen) and not visit.shows(hidden)


async def test_a_game_that_was_not_seen_in_full_cannot_be_watched() -> None:
    visit = Screen(replace(GAMES[0], text=""), replace(GAMES[1], text="damaged"))
    for number in (0, 1):
        visit.open(number)
        assert visit.text("note").startswith("This device didn’t see the whole game")
        assert not visit.shows("whole") and not visit.shows("levels")
        visit.press("leave")


async def test_a_thousand_games_are_listed_in_parts() -> None:
    games = [replace(GAMES[at % 4], ended=AT + 3600 * at) for at in range(1000)]
    visit = Screen(*games)
    assert len(visit.items) == 10 and visit.text("says") == "1000 games, saved on this device only."
    visit.press("older")
    assert len(visit.items) == 60 and is_focused(visit.items[10])


async def test_the_statistics_of_many_games_follow_the_list(monkeypatch: pytest.MonkeyPatch) -> None:
    read = set[str]()

    def noting(line: str) -> FinishedGame | None:
        read.add(line)
        return game_of(line)

    monkeypatch.setattr(finished_games, "game_of", noting)
    many = [replace(GAMES[at % 4], ended=AT + 3600 * at) for at in range(1000)]
    visit = Screen(*many, others=("7",))
    assert len(read) < 20 and not visit.text("streaks")
    await asyncio.sleep(FIRST_PAINT + 0.01)
    assert "Longest winning streak: three games." in visit.text("streaks")
    assert visit.text("says") == ONE_OTHER
    again = Screen()
    assert again.screen._counting.pending
    again.press("delete-all")
    assert not again.screen._counting.pending


async def test_games_of_an_old_form_are_converted_once_in_place_if_there_is_room(full: pytest.MonkeyPatch) -> None:
    STORED[KEPT], number = OLD["stored"]["text"], len(OLD["stored"]["games"])
    visit = Screen()
    assert len(visit.items) == number and STORED[KEPT] == OLD["stored"]["text"] and visit.screen.state.stored.full
    full.undo()
    assert len(Screen().items) == number
    assert len(from_text(STORED[KEPT]).all) == number and STORED[KEPT].startswith(BEGINNING)
    full.setattr("game.history.old_forms._stored", None)
    assert len(Screen().items) == number


async def test_games_that_are_not_listed_for_want_of_room_are_deleted_with_the_others(
    full: pytest.MonkeyPatch,
) -> None:
    STORED[NOTED] = json.dumps({"1": write(GAMES[0].game)})
    visit = Screen()
    assert len(visit.items) == 1 and NOTED in STORED
    full.undo()  # the list becomes shorter
    visit.press("delete-all")
    assert len(visit.items) == 0 and NOTED not in STORED and len(Screen().items) == 0


async def test_one_game_can_be_deleted() -> None:
    visit = Screen(*GAMES, others=('{"of": "the future"}',))
    assert visit.text("says") == ONE_OTHER
    visit.open()
    visit.press("delete")
    assert visit.text("says") == "Deleted." and len(visit.items) == 3
    assert is_focused(visit.find("h1"))
    assert visit.stored == listed(GAMES[:3], ('{"of": "the future"}',))


async def test_the_same_result_is_announced_again() -> None:
    visit = Screen(*GAMES)
    written = []
    for _ in range(2):
        visit.open()
        visit.press("delete")
        written.append(visit.part("says").tag.contents[0])
    assert written == ["Deleted.", "Deleted."] and written[0] is not written[1]


async def test_all_games_are_deleted_only_after_a_question() -> None:
    visit = Screen(*GAMES)
    question = visit.part("deleting")
    assert visit.part("delete-all").getAttribute("popovertarget") == question.id
    question.showPopover()
    (sure,) = visit.screen.element.querySelectorAll("[data-do=delete-all]")
    assert sure.closest("[popover]") == question
    visit.press("delete-all")
    assert visit.text("says") == "All games deleted." and not question.matches(":popover-open")
    assert visit.stored.all == ()


async def test_games_move_to_another_browser_as_a_file(given: list[tuple[str, ...]]) -> None:
    Screen(*GAMES).press("export")
    assert given == [("one-mind-games.json", listed(GAMES).to_text(), "application/json")]
    other = Screen(*GAMES[:1])
    for sentence in ("Three games imported.", "No new games in this file."):
        await other.bring(given[0][1])
        assert other.text("says") == sentence and len(other.items) == 4
    assert other.stored.all == GAMES


async def test_an_invalid_file_is_refused() -> None:
    visit = Screen(*GAMES[:1])
    before = STORED[KEPT]
    await visit.bring()
    assert visit.text("says") == "One game, saved on this device only."
    for content, sentence in {
        "[" * 100_000: "That file is damaged, so nothing was imported.",
        '{"one-mind-games": 2, "games": []}': "That file is from another version of One Mind.",
        "[]": "That file has no One Mind games.",
    }.items():
        await visit.bring(content)
        assert visit.text("says").startswith(sentence)
    assert STORED[KEPT] == before


async def test_with_full_storage_no_game_is_lost(full: pytest.MonkeyPatch) -> None:
    visit = Screen(*GAMES[:1])
    before = STORED[KEPT]
    await visit.bring(listed(GAMES).to_text())
    assert visit.text("says").startswith("Your latest changes weren’t saved") and len(visit.items) == 4
    assert STORED[KEPT] == before


async def test_unreadable_data_is_reported_left_unchanged_and_blocks_nothing(given: list[tuple[str, ...]]) -> None:
    STORED[KEPT], STORED[f"{KEPT}-2"] = "{damaged", listed(GAMES[:1]).to_text()
    visit = Screen()
    assert visit.shows("trouble") and "are damaged and can’t be shown" in visit.text("trouble-words")
    assert len(visit.items) == 1 and STORED[KEPT] == "{damaged"
    visit.press("download-unread")
    assert given == [("games.txt", "{damaged", "text/plain")]
    visit.press("delete-unread")
    assert visit.text("says") == "Deleted." and not visit.shows("trouble")
    assert KEPT not in STORED


@pytest.mark.parametrize(
    ("promises", "sentence"),
    [(True, "Your games are protected. Only you can delete them."), (False, "Your browser won’t protect your games.")],
)
async def test_the_page_asks_the_browser_to_protect_the_games(
    promises: bool, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(your_games, "_storage_manager", lambda: Manager(promises=promises))
    visit = Screen()
    await soon()
    assert "Your browser may delete saved games." in visit.text("kept")
    visit.press("persist")
    await soon()
    assert visit.text("kept").startswith(sentence) and not visit.shows("persist")


async def test_a_browser_that_cannot_promise_is_not_asked() -> None:
    visit = Screen()
    await soon()
    assert visit.text("kept").startswith("Your browser won’t protect your games.") and not visit.shows("persist")
