"""A finished game as "Your games" lists it: who played when, its summary, and the game itself as the text of a link."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Annotated

from game.core.codec import integer, text
from game.core.record import LONGEST_SEED, YEARS, BadGame, Game, Team
from game.core.result import Result
from game.core.variants import Variant
from game.history.game_link import LONGEST, packed, unpacked
from game.history.summary import Summary, summary
from game.teammates.characters import CHARACTERS


@dataclass(frozen=True)
class FinishedGame:
    """One finished game.

    `ended` is in seconds since 1970, UTC. `text` is the game itself, empty if this page did not see all of it, or if it
    is too long. `seed` deals the same cards again, and is empty if there is no such seed. `day` is the date of the
    daily game if this one counts for it, and empty otherwise.
    """

    ended: Annotated[int, integer(0, YEARS)]
    team: Team
    variant: Variant
    summary: Summary
    text: Annotated[str, text(LONGEST)] = ""
    seed: Annotated[str, text(LONGEST_SEED)] = ""
    day: Annotated[str, text(10)] = ""

    def __post_init__(self) -> None:
        if self.summary.level > self.levels or not {*self.team.characters} <= KNOWN:
            raise ValueError("no game ends like this")

    @property
    def seats(self) -> int:
        """The number of seats at the table."""
        return len(self.team.names)

    @property
    def levels(self) -> int:
        """The number of levels of such a game."""
        return self.variant.levels(self.seats)

    @property
    def won(self) -> bool:
        """Whether the team won, even if it then continued blind and lost."""
        return self.summary.won or (self.summary.blind and not self.variant.blind)

    @property
    def result(self) -> Result:
        """The result, to compare with that of another team. Blind levels after a win do not count."""
        continued = self.won and self.summary.blind and not self.variant.blind
        end = self.game.until_won().end if continued and self.text else self.summary
        return Result(self.levels if self.won else end.level, end.lives, end.stars, self.won)

    def challenge(self, *, told: bool) -> Game:
        """Return the cards of this game for another team, as a game without deals, and its result if `told`."""
        return Game(self.variant, Team.unnamed(self.seats), seed=self.seed, result=self.result if told else None)

    @cached_property
    def game(self) -> Game:
        """The game itself. Raises BadGame if it is not stored, damaged or impossible."""
        return unpacked(self.text)


KNOWN = {"", *CHARACTERS}


def finished(game: Game) -> FinishedGame:
    """Return `game` with its summary. Raises BadGame. A character that is unknown here is a person."""
    found = _shown(game, game.team.names, summary(game), text_of(game))
    found.__dict__["game"] = game
    return found


def shared(game: Game, names: tuple[str, ...]) -> FinishedGame:
    """Return what the screen of a shared `game` shows of it, with other `names`. Raises BadGame."""
    return _shown(game, names, summary(game, with_tempo=False))


def _shown(game: Game, names: tuple[str, ...], told: Summary, link: str = "") -> FinishedGame:
    team = Team(names, tuple(one if one in KNOWN else "" for one in game.team.characters), game.team.seat)
    return FinishedGame(game.ended, team, game.variant, told, link, game.seed, game.day)


def text_of(game: Game) -> str:
    """Return the text of `game`, the same whenever it ended; empty if it is too long or not whole."""
    try:
        return packed(replace(game, ended=0)) if game.deals else ""
    except BadGame:
        return ""
