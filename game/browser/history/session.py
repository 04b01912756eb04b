"""The history session: finished games, a replay, shared games and challenges from links, and the deal of the day."""

from __future__ import annotations

from typing import Any

from js import document

from game.browser.history import dates
from game.browser.history.in_front import InFront
from game.browser.history.offer_parts import Offer, parts_of_offer
from game.browser.history.stored_games import StoredGames
from game.browser.history.your_games import YourGames
from game.browser.page import daily_result, storage
from game.browser.page.links import set_fragment
from game.browser.page.view import Act, Screen
from game.browser.shell.page import Page, Session
from game.browser.solo import game_store
from game.core import Variant, todays_deal
from game.core.record import BadGame, Game
from game.core.result import Result
from game.history.finished_game import shared
from game.history.game_link import shown_names
from game.history.old_forms import read_challenge, read_link
from game.links import Kind, Link
from game.words.history import replay, sharing
from game.words.history.games import DAMAGED_LINK, outcome, played
from game.words.lists import in_a_row, in_one_breath
from game.words.rivals import their_result, to_beat
from game.words.table import UNNAMED, YOU
from game.words.variants import variant_name


class HistorySession(Session):
    """One visit to the history. A replay or the dialog that shares a game opens in `front` of its screen."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.front = InFront()
        self._screen: Screen[Any] | None = None

    def show(self, screen: Screen[Any]) -> None:
        """Show `screen` in place of the last one."""
        self.close()
        self._screen, self.front.behind = screen, screen.element

    def offer(self, offer: Offer, **acts: Act) -> None:
        """Show `offer`. `acts` are what its buttons do."""
        screen = Screen("offer-template", offer, parts_of_offer, {**acts, "leave": lambda _: self.leave()})
        self.show(screen)
        screen.focus()

    def with_warning(self, note: str) -> str:
        """Return `note` followed by a warning that playing replaces the unfinished saved game, if there is one."""
        replaces = self.page.saves_game and storage.read(game_store.SAVED)
        return in_one_breath((note, sharing.UNFINISHED() if replaces else ""))

    def play(self, played: Variant, seats: int, seed: str, to_beat: Result | None) -> None:
        """Start a game from a link, which leaves the address, so that a reload continues the game."""
        set_fragment("")
        self.page.go("deal", variant=played, seats=seats, seed=seed, to_beat=to_beat)

    def pause(self) -> None:
        """Pause a replay, since the page is hidden."""
        self.front.pause()

    def leave(self) -> None:
        """Go to the title, and remove the link from the address."""
        set_fragment("")
        self.page.home()

    def close(self) -> None:
        """Close the screen."""
        self.front.leave()
        if self._screen is not None:
            self._screen.close()


def open_games(page: Page) -> None:
    """Show the list of all games."""
    history = page.open(lambda: HistorySession(page))
    history.show(YourGames(history.front, history.leave))


def open_today(page: Page) -> None:
    """Show the deal of the day."""
    _show_today(page.open(lambda: HistorySession(page)))


def follow(page: Page, link: Link) -> None:
    """Show the game, the challenge or the deal of the day of `link`. This makes no connections."""
    history = page.open(lambda: HistorySession(page))
    try:
        if link.kind is Kind.GAME:
            _show_shared(history, read_link(link.content))
        elif link.kind is Kind.CHALLENGE:
            _show_challenge(history, read_challenge(link.content))
        else:
            _show_today(history)
    except BadGame as error:
        history.offer(Offer(DAMAGED_LINK[error.fault]()))


def _show_today(history: HistorySession) -> None:
    """Show the deal of the day, with this person's result if they played it."""
    today = daily_result.date_in_utc()
    played = next((game for game in StoredGames().games.daily if game.day == today), None)
    offer = Offer(sharing.TODAY(), sharing.dated(dates.day_of_date(today)), day=str(int(today[-2:])))
    if played is None:
        offer.play, offer.note = sharing.PLAY_TODAY(), history.with_warning(sharing.TO_PLAY())
    else:
        offer.play, offer.note = sharing.PLAY_FOR_FUN(), sharing.played_today(played)
        offer.result, offer.marks = outcome(played), played.summary.marks[: played.levels]
        offer.may_share = True
    history.offer(
        offer,
        play=lambda _: history.play(
            todays_deal.VARIANT, todays_deal.SEATS, todays_deal.seed_of(daily_result.date_in_utc()), None
        ),
        share=lambda _: history.front.share(played) if played else None,
    )


def _show_shared(history: HistorySession, linked: Game) -> None:
    names = shown_names(linked, replay.animals(linked.seats), (UNNAMED, YOU()))
    game, is_named = shared(linked, names), any(linked.team.names)
    seat = game.team.seat
    note = in_one_breath(("" if is_named else replay.ANIMALS_ONLY(), sharing.SAME_CARDS() if game.seed else ""))
    offer = Offer(
        replay.SHARED() if seat is None or not is_named else replay.SHARED_BY(name=names[seat]),
        in_a_row((played(game), dates.day_of_date(game.day))) if game.day else played(game),
        sharing.PLAY_THESE_CARDS() if game.seed else "",
        names=names,
        result=outcome(game),
        note=history.with_warning(note) if game.seed else note,
        marks=game.summary.marks,
        game=game,
    )
    history.offer(
        offer,
        watch=lambda _: history.front.replay(replay.SHARED(), linked, game.team),
        play=lambda _: history.play(game.variant, game.seats, game.seed, game.result),
    )


def _show_challenge(history: HistorySession, asked: Game) -> None:
    is_single = document.querySelector("[data-together]").hidden  # a single-file build has no tables
    offer = Offer(
        sharing.CHALLENGED(),
        sharing.WHAT(variant=variant_name(asked.variant), seats=asked.seats),
        sharing.TAKE_ON(),
        sharing.TAKE_ON_TOGETHER() if asked.seed.isprintable() and not is_single else "",
        result=their_result(asked.result, asked.variant.levels(asked.seats)),
        goal=to_beat(asked.result),
        note=history.with_warning(sharing.CHALLENGE_TRUST()),
    )
    history.offer(
        offer,
        play=lambda _: history.play(asked.variant, asked.seats, asked.seed, asked.result),
        together=lambda _: history.page.go("together", challenge=asked),
    )
