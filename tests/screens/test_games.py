"""The screen of finished games on a document without a browser."""

from __future__ import annotations

import json
from collections.abc import Coroutine
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
from tests.screens.dom import Document, Element, Timer, browser

with browser():
    from game.browser.history import games_parts, stored_games, your_games
    from game.browser.history.your_games import YourGames

GAMES = from_text(listed(some_games()).to_text()).all
"""Games as they are read from storage, where their figures are rounded."""

KEPT, NOTED = "games", "noted-games"


class Storage(dict[str, str]):
    """Local storage. While it is `full`, nothing can be added."""

    full = False
    UNLISTED = NOTED

    def read(self, name: str) -> str | None:
        return self.get(name)

    def read_texts(self, name: str) -> dict[str, str]:
        return dict(json.loads(self.get(name, "{}")))

    def write_game(self, name: str, text: str) -> bool:
        if not self.full:
            self[name] = text
        return not self.full

    def remove(self, name: str) -> None:
        self.pop(name, None)


class Manager:
    """The browser's StorageManager."""

    def __init__(self, *, promises: bool) -> None:
        self._promises = promises

    async def persisted(self) -> bool:
        return False

    async def persist(self) -> bool:
        return self._promises


class File:
    """A file that a person chooses."""

    def __init__(self, content: str) -> None:
        self._content = content

    async def text(self) -> str:
        return self._content


@pytest.fixture(autouse=True)
def storage(monkeypatch: pytest.MonkeyPatch) -> Storage:
    """Return the local storage of a new page."""
    Document()
    storage = Storage()
    monkeypatch.setattr(stored_games, "storage", storage)
    monkeypatch.setattr(stored_games, "dates", SimpleNamespace(number_of_day=lambda _: None))
    monkeypatch.setattr(games_parts, "day", lambda at: f"day {at}")
    monkeypatch.setattr(games_parts, "day_and_time", lambda at: f"time {at}")
    monkeypatch.setattr(your_games, "Timer", Timer)
    monkeypatch.setattr(your_games, "Tasks", lambda: SimpleNamespace(start=_run, close=lambda: None))
    monkeypatch.setattr(your_games, "_storage_manager", lambda: None)
    return storage


def _run(work: Coroutine[Any, Any, None]) -> None:
    with pytest.raises(StopIteration):
        work.send(None)


class Visit:
    """A visit to the screen, with the games that are stored."""

    def __init__(self, *games: FinishedGame, others: tuple[str, ...] = ()) -> None:
        self.storage: Any = stored_games.storage  # type: ignore[attr-defined]
        if games or others:
            self.storage[KEPT] = listed(games, others).to_text()
        self.did: list[Any] = []
        front: Any = SimpleNamespace(
            watch=lambda game: self.did.append(("watch", game)), share=lambda game: self.did.append(("share", game))
        )
        self.screen = YourGames(front, lambda: self.did.append("leave"))

    def text(self, part: str) -> str:
        return str(self.screen.parts[part].textContent)

    def press(self, do: str) -> None:
        self.screen.element.querySelector(f"[data-do={do}]").click()

    def open(self, number: int = 0) -> None:
        """Open a game of the list in full, by default the newest."""
        self.items[number].click()

    def turn(self, step: int) -> None:
        self.screen.element.querySelector(f'[data-do=turn][value="{step}"]').click()

    def key(self, name: str, **held: bool) -> None:
        pressed = {"ctrlKey": False, "altKey": False, "metaKey": False} | held
        self.screen.parts["after"].dispatch("keydown", key=name, **pressed)

    def bring(self, content: str) -> None:
        """Import a file."""
        field = self.screen.parts["file"]
        field.__dict__["files"] = SimpleNamespace(length=1, item=lambda _: File(content))
        field.dispatch("change")

    @property
    def items(self) -> list[Element]:
        return self.screen.parts["list"].querySelectorAll("button")  # type: ignore[no-any-return]

    @property
    def stored(self) -> FinishedGames:
        return from_text(self.storage[KEPT])

    def is_seen(self, part: str) -> bool:
        return self.screen.parts[part].closest("[hidden]") is None


def is_focused(element: Element) -> bool:
    return Document.current.focused is element


def test_before_the_first_game_there_is_only_a_way_to_it() -> None:
    visit = Visit()
    assert visit.text("says").startswith("Finished games appear here")
    seen = {part for part in ("first", "figures", "one-game", "export", "delete-all", "older") if visit.is_seen(part)}
    assert seen == {"first"}
    assert visit.screen.element.hasAttribute("data-empty")
    visit.press("leave")
    assert visit.did == ["leave"]


def test_the_games_are_listed_with_the_latest_first() -> None:
    visit = Visit(*GAMES)
    assert visit.text("says") == "Four games, saved on this device only."
    assert is_focused(visit.screen.element.querySelector("h1"))
    outcomes = [item.querySelector("b").textContent for item in visit.items]  # type: ignore[union-attr]
    assert outcomes[0] == "Won: all 8 levels" and outcomes[3] == "Lost at level 5 of 10"
    for fact in (f"day {AT - 3 * 86_400}", "Classic, 3 players", "You, Ada and Iris"):
        assert fact in visit.items[3].textContent
    marks = [item.querySelector("use").getAttribute("href") for item in visit.items]  # type: ignore[union-attr]
    assert (marks[0], marks[3]) == ("#i-mind", "#i-life")


def test_statistics_have_a_chart_its_table_and_personal_bests() -> None:
    visit = Visit(*GAMES)
    assert visit.screen.parts["plot"].querySelector("svg.plot") is not None
    assert len(visit.screen.parts["plot-table"].querySelectorAll("tbody tr")) == 4
    assert len(visit.screen.parts["best"].querySelectorAll("tbody tr")) == 3
    assert visit.is_seen("plotted")
    alone = Visit(GAMES[0])
    assert alone.is_seen("figures") and not alone.is_seen("plotted")


def test_blind_levels_after_a_win_are_numbered_anew() -> None:
    won = kept(won_game())
    marks = (*won.summary.marks, "life")
    visit = Visit(
        replace(won, text="", summary=replace(won.summary, level=1, lives=0, won=False, blind=True, marks=marks))
    )
    visit.open()
    last = visit.screen.parts["marks"].querySelectorAll("li")[-1]
    assert len(marks) == 9 and last.textContent == "Blind level 1: a life lost"


def test_what_you_shared_with_a_teammate_is_not_told_of_a_game_that_you_watched() -> None:
    visit = Visit(GAMES[3])
    visit.open()
    assert visit.is_seen("shares")
    visit = Visit(replace(GAMES[3], team=replace(GAMES[3].team, seat=None)))
    visit.open()
    assert not visit.is_seen("shares")


def test_a_game_that_was_only_watched_is_no_personal_best() -> None:
    watched = [replace(one, team=replace(one.team, seat=None)) for one in GAMES]
    visit = Visit(*watched)
    assert len(visit.items) == 4 and not visit.is_seen("figures")
    visit = Visit(GAMES[0], *watched[1:])
    assert len(visit.screen.parts["best"].querySelectorAll("tbody tr")) == 1


def test_a_game_opens_in_full_and_the_way_back_leads_to_it() -> None:
    visit = Visit(*GAMES)
    visit.open(1)
    assert visit.text("outcome") == "Won: all 10 levels" and is_focused(visit.screen.parts["outcome"])
    assert visit.text("when") == f"time {AT - 86_400}"
    assert not visit.is_seen("all-games") and visit.screen.element.hasAttribute("data-one")
    visit.press("watch")
    visit.press("share")
    assert visit.did == [("watch", GAMES[2]), ("share", GAMES[2])]
    visit.press("leave")
    assert visit.is_seen("all-games") and not visit.is_seen("one-game")
    assert is_focused(visit.items[1])


def test_a_game_shows_what_each_level_cost() -> None:
    visit = Visit(*GAMES)
    visit.open()
    marks = visit.screen.parts["marks"].querySelectorAll("li")
    assert tuple(mark.getAttribute("data-mark") for mark in marks) == GAMES[-1].summary.marks
    assert marks[0].textContent == "Level 1: nothing lost"
    assert visit.text("legend") == "Nothing lostA life lostA star used"
    assert "Classic, 4 players" in visit.text("facts") and "in sync" in visit.text("tempo")


def test_the_levels_of_a_game_are_shown_one_at_a_time() -> None:
    visit = Visit(*GAMES)
    visit.open()
    marks = GAMES[-1].summary.marks
    lost = max(level for level, mark in enumerate(marks, start=1) if mark in ("life", "both"))
    assert visit.text("level") == f"Level {lost} of 8" and "too soon" in visit.text("symbols")
    for _ in range(lost - 1):
        visit.turn(-1)
    assert visit.text("level") == "Level 1 of 8" and visit.text("symbols") == "YouAdaIrisJuno"
    first = visit.screen.parts["drawing"].innerHTML
    assert visit.screen.parts["before"].getAttribute("aria-disabled") == "true"
    visit.turn(-1)
    assert visit.text("level") == "Level 1 of 8"
    visit.turn(1)
    assert visit.text("level") == "Level 2 of 8" and visit.screen.parts["drawing"].innerHTML != first
    assert visit.screen.parts["before"].getAttribute("aria-disabled") == "false"
    shown = [mark.hasAttribute("data-shown") for mark in visit.screen.parts["marks"].querySelectorAll("li")]
    assert shown.index(True) == 1 and shown.count(True) == 1


def test_arrow_keys_turn_to_another_level() -> None:
    visit = Visit(*GAMES)
    visit.open()
    for _ in range(9):
        visit.key("ArrowRight")
    assert visit.text("level") == "Level 8 of 8"
    assert visit.screen.parts["after"].getAttribute("aria-disabled") == "true"
    visit.key("ArrowLeft")
    visit.key("ArrowLeft", altKey=True)
    visit.key("a")
    assert visit.text("level") == "Level 7 of 8"


@pytest.mark.parametrize(
    ("name", "seen", "hidden"), [("classic", "steps", "steps-from-fifty"), ("fifty", "steps-from-fifty", "steps")]
)
def test_a_step_is_explained_for_the_variant_of_a_game(name: str, seen: str, hidden: str) -> None:
    visit = Visit(kept(won_game(name, 2), AT))
    visit.open()
    assert visit.is_seen(seen) and not visit.is_seen(hidden)


def test_a_game_that_was_not_seen_in_full_cannot_be_watched() -> None:
    visit = Visit(replace(GAMES[0], text=""), replace(GAMES[1], text="damaged"))
    for number in (0, 1):
        visit.open(number)
        assert visit.text("note").startswith("This device didn’t see the whole game")
        assert not visit.is_seen("whole") and not visit.is_seen("levels")
        visit.press("leave")


def test_a_thousand_games_are_listed_in_parts() -> None:
    games = [replace(GAMES[at % 4], ended=AT + 3600 * at) for at in range(1000)]
    visit = Visit(*games)
    assert len(visit.items) == 10 and visit.text("says") == "1000 games, saved on this device only."
    visit.press("older")
    assert len(visit.items) == 60 and is_focused(visit.items[10])


def test_the_statistics_of_many_games_follow_the_list(monkeypatch: pytest.MonkeyPatch) -> None:
    read = set[str]()

    def noting(line: str) -> FinishedGame | None:
        read.add(line)
        return game_of(line)

    monkeypatch.setattr(finished_games, "game_of", noting)
    visit = Visit(*(replace(GAMES[at % 4], ended=AT + 3600 * at) for at in range(1000)), others=("7",))
    assert len(read) < 20 and not visit.text("streaks")
    counting: Any = visit.screen._counting
    assert counting.started
    counting.work()
    assert "Longest winning streak: three games." in visit.text("streaks")
    assert (
        visit.text("says")
        == "One more game can’t be shown: it’s damaged or from another version. Try reloading the page."
    )
    visit.press("delete-all")
    assert not counting.started


def test_games_of_an_old_form_are_converted_once_in_place(storage: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    storage[KEPT] = OLD["stored"]["text"]
    number = len(OLD["stored"]["games"])
    assert len(Visit().items) == number
    assert len(from_text(storage[KEPT]).all) == number and storage[KEPT].startswith(BEGINNING)
    monkeypatch.setattr("game.history.old_forms._stored", None)
    assert len(Visit().items) == number


def test_games_of_an_old_form_stay_where_the_storage_has_no_room_for_the_present_one(storage: Storage) -> None:
    storage[KEPT] = OLD["stored"]["text"]
    storage.full = True
    visit = Visit()
    assert len(visit.items) == len(OLD["stored"]["games"]) and storage[KEPT] == OLD["stored"]["text"]
    assert visit.screen._stored.full


def test_games_that_were_not_on_the_list_for_want_of_room_are_deleted_with_the_others(storage: Storage) -> None:
    storage[NOTED] = json.dumps({"1": write(GAMES[0].game)})
    storage.full = True
    visit = Visit()
    assert len(visit.items) == 1 and NOTED in storage
    storage.full = False  # the list becomes shorter
    visit.press("delete-all")
    assert len(visit.items) == 0 and NOTED not in storage and len(Visit().items) == 0


def test_one_game_can_be_deleted() -> None:
    visit = Visit(*GAMES, others=('{"of": "the future"}',))
    assert (
        visit.text("says")
        == "One more game can’t be shown: it’s damaged or from another version. Try reloading the page."
    )
    visit.open()
    visit.press("delete")
    assert visit.text("says") == "Deleted." and len(visit.items) == 3
    assert is_focused(visit.screen.element.querySelector("h1"))
    assert visit.stored == listed(GAMES[:3], ('{"of": "the future"}',))


def test_the_same_result_is_announced_again() -> None:
    visit = Visit(*GAMES)
    written = []
    for _ in range(2):
        visit.open()
        visit.press("delete")
        written.append(visit.screen.parts["says"].tag.contents[0])
    assert written == ["Deleted.", "Deleted."] and written[0] is not written[1]


def test_all_games_are_deleted_only_after_a_question() -> None:
    visit = Visit(*GAMES)
    question = visit.screen.parts["deleting"]
    assert visit.screen.parts["delete-all"].getAttribute("popovertarget") == question.id
    question.showPopover()
    assert [one.closest("[popover]") for one in visit.screen.element.querySelectorAll("[data-do=delete-all]")] == [
        question
    ]
    visit.press("delete-all")
    assert visit.text("says") == "All games deleted." and not question.matches(":popover-open")
    assert visit.stored.all == ()


def test_games_move_to_another_browser_as_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[tuple[str, ...]] = []
    monkeypatch.setattr(your_games, "download", lambda *file: given.append(file))
    Visit(*GAMES).press("export")
    assert given == [("one-mind-games.json", listed(GAMES).to_text(), "application/json")]
    other = Visit(*GAMES[:1])
    for sentence in ("Three games imported.", "No new games in this file."):
        other.bring(given[0][1])
        assert other.text("says") == sentence and len(other.items) == 4
    assert other.stored.all == GAMES


REFUSED = {
    "{": "That file is damaged, so nothing was imported. Try another copy.",
    "[" * 100_000: "That file is damaged, so nothing was imported. Try another copy.",
    '{"one-mind-games": 2, "games": []}': (
        "That file is from another version of One Mind. Reload the page, then try again."
    ),
    "[]": "That file has no One Mind games. Choose a file you exported from One Mind.",
}


def test_an_invalid_file_is_refused() -> None:
    visit = Visit(*GAMES[:1])
    before = visit.storage[KEPT]
    for content, sentence in REFUSED.items():
        visit.bring(content)
        assert visit.text("says") == sentence
    assert visit.storage[KEPT] == before


def test_a_choice_without_a_file_does_nothing() -> None:
    visit = Visit(*GAMES)
    visit.screen.parts["file"].__dict__["files"] = SimpleNamespace(length=0)
    visit.screen.parts["file"].dispatch("change")
    assert visit.text("says") == "Four games, saved on this device only."


def test_with_full_storage_no_game_is_lost() -> None:
    visit = Visit(*GAMES[:1])
    before = visit.storage[KEPT]
    visit.storage.full = True
    visit.bring(listed(GAMES).to_text())
    assert visit.text("says").startswith("Your latest changes weren’t saved") and len(visit.items) == 4
    assert visit.storage[KEPT] == before


def test_unreadable_data_is_reported_left_unchanged_and_blocks_nothing(
    storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[tuple[str, ...]] = []
    monkeypatch.setattr(your_games, "download", lambda *file: given.append(file))
    storage |= {KEPT: "{damaged", "games-2": listed(GAMES[:1]).to_text()}
    visit = Visit()
    assert visit.is_seen("trouble") and "are damaged and can’t be shown" in visit.text("trouble-words")
    assert len(visit.items) == 1 and storage[KEPT] == "{damaged"
    visit.press("download-unread")
    assert given == [("games.txt", "{damaged", "text/plain")]
    visit.press("delete-unread")
    assert visit.text("says") == "Deleted." and not visit.is_seen("trouble")
    assert KEPT not in storage


@pytest.mark.parametrize(
    ("promises", "sentence"),
    [(True, "Your games are protected. Only you can delete them."), (False, "Your browser won’t protect your games.")],
)
def test_the_page_asks_the_browser_to_protect_the_games(
    promises: bool, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(your_games, "_storage_manager", lambda: Manager(promises=promises))
    visit = Visit()
    assert "Your browser may delete saved games." in visit.text("kept")
    visit.press("persist")
    assert visit.text("kept").startswith(sentence) and not visit.is_seen("persist")


def test_a_browser_that_cannot_promise_is_not_asked() -> None:
    visit = Visit()
    assert visit.text("kept").startswith("Your browser won’t protect your games.") and not visit.is_seen("persist")
