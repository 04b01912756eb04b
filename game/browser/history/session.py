"""The history session: finished games, a replay, shared games and challenges from links, and the deal of the day."""

from __future__ import annotations

from typing import Any

from js import document, location

from game.browser.history import dates
from game.browser.history.in_front import InFront
from game.browser.history.offer_parts import Offer, parts_of_offer
from game.browser.history.stored_games import StoredGames
from game.browser.history.your_games import YourGames
from game.browser.page.links import set_fragment
from game.browser.page.view import Act, Screen
from game.browser.shell.page import Page
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


class HistorySession:
    """One visit to the history."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._screen: Screen[Any] | None = None
        self._front = InFront()

    # --- opening and leaving ----------------------------------------------------------

    def open_games(self) -> None:
        """Show the list of all games."""
        self._show(YourGames(self._front, self.leave))

    def open_today(self) -> None:
        """Show the deal of the day, with this person's result if they played it."""
        today = dates.today()
        played = next((game for game in StoredGames().games.daily if game.day == today), None)
        offer = Offer(sharing.TODAY(), sharing.dated(dates.day_of_date(today)), day=str(int(today[-2:])))
        if played is None:
            offer.play, offer.note = sharing.PLAY_TODAY(), self._with_warning(sharing.TO_PLAY())
        else:
            offer.play, offer.note = sharing.PLAY_FOR_FUN(), sharing.played_today(played)
            offer.result, offer.marks = outcome(played), played.summary.marks[: played.levels]
            offer.may_share = True
        self._offer(
            offer,
            play=lambda _: self._play(todays_deal.VARIANT, todays_deal.SEATS, todays_deal.seed_of(dates.today()), None),
            share=lambda _: self._front.share(played) if played else None,
        )

    def follow(self, link: Link) -> None:
        """Show the game, the challenge or the deal of the day of a link. This makes no connections."""
        try:
            if link.kind is Kind.GAME:
                self._show_shared(read_link(link.content))
            elif link.kind is Kind.CHALLENGE:
                self._show_challenge(read_challenge(link.content))
            else:
                self.open_today()
        except BadGame as error:
            self._offer(Offer(DAMAGED_LINK[error.fault]()))

    def pause(self) -> None:
        """Pause a replay, since the page is hidden."""
        self._front.pause()

    @property
    def leaving_means(self) -> str:
        return ""

    def leave(self) -> None:
        """Go to the title, and remove the link from the address."""
        if location.hash:
            set_fragment("")
        self._page.home()

    def close(self) -> None:
        """Close the screen."""
        self._front.leave()
        if self._screen is not None:
            self._screen.close()

    # --- links --------------------------------------------------------------------------

    def _show_shared(self, linked: Game) -> None:
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
            note=self._with_warning(note) if game.seed else note,
            marks=game.summary.marks,
            game=game,
        )
        self._offer(
            offer,
            watch=lambda _: self._front.replay(replay.SHARED(), linked, game.team),
            play=lambda _: self._play(game.variant, game.seats, game.seed, game.result),
        )

    def _show_challenge(self, asked: Game) -> None:
        is_single = document.querySelector("[data-together]").hidden  # a single-file build has no tables
        offer = Offer(
            sharing.CHALLENGED(),
            sharing.WHAT(variant=variant_name(asked.variant), seats=asked.seats),
            sharing.TAKE_ON(),
            sharing.TAKE_ON_TOGETHER() if asked.seed.isprintable() and not is_single else "",
            result=their_result(asked.result, asked.variant.levels(asked.seats)),
            goal=to_beat(asked.result),
            note=self._with_warning(sharing.CHALLENGE_TRUST()),
        )
        self._offer(
            offer,
            play=lambda _: self._play(asked.variant, asked.seats, asked.seed, asked.result),
            together=lambda _: self._page.go("together", challenge=asked),
        )

    def _offer(self, offer: Offer, **acts: Act) -> None:
        """Show `offer`. `acts` are what its buttons do."""
        screen = Screen("offer-template", offer, parts_of_offer, {**acts, "leave": lambda _: self.leave()})
        self._show(screen)
        screen.focus()

    def _show(self, screen: Screen[Any]) -> None:
        """Show `screen` in place of the last one."""
        self.close()
        self._screen, self._front.behind = screen, screen.element

    def _with_warning(self, note: str) -> str:
        """Return `note` followed by a warning that playing replaces the unfinished saved game, if there is one."""
        replaces = self._page.saves_game and game_store.saved()
        return in_one_breath((note, sharing.UNFINISHED() if replaces else ""))

    def _play(self, played: Variant, seats: int, seed: str, to_beat: Result | None) -> None:
        """Start a game from a link, which leaves the address, so that a reload continues the game."""
        if location.hash:
            set_fragment("")
        self._page.go("deal", variant=played, seats=seats, seed=seed, to_beat=to_beat)


def open_games(page: Page) -> None:
    """Show the finished games."""
    _history(page).open_games()


def open_today(page: Page) -> None:
    """Show the deal of the day."""
    _history(page).open_today()


def follow(page: Page, link: Link) -> None:
    """Show the game, the challenge or the deal of the day of `link`."""
    _history(page).follow(link)


def _history(page: Page) -> HistorySession:
    return page.open(lambda: HistorySession(page))
