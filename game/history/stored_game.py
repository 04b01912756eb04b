"""A stored finished game: who played when, its summary, and the game itself for a replay."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from game.core import MAX_LIVES, MAX_STARS, Seat, Variant, variant
from game.core.variants import LEVELS
from game.history.errors import BadGame, GameFault, refuse
from game.history.game_code import put_game, take_game
from game.history.packing import Packer, Unpacker
from game.history.played_game import PlayedGame
from game.history.summary import MARKS, Summary
from game.teammates.characters import CHARACTERS

LONGEST_NAME = 14
LONGEST_CODE = 8000
LONGEST_SEED = 120
MOST_LEVELS = 200
SLOWEST = 1000.0
"""The longest tempo that is valid, in seconds for each number."""

YEARS = 4_102_444_800
"""Seconds from 1970 to 2100."""


@dataclass(frozen=True, slots=True)
class Team:
    """The players by seat: their names, the characters of teammates, and the seat of this page.

    A person's character is empty. A page that only watched has no seat.
    """

    names: tuple[str, ...]
    characters: tuple[str, ...]
    seat: Seat | None

    @property
    def people(self) -> int:
        """The number of people among the players."""
        return self.characters.count("")


@dataclass(frozen=True, slots=True)
class StoredGame:
    """One stored game.

    `ended` is in seconds since 1970, UTC. `code` is the game itself, empty if this page did not see all of it. `seed`
    deals the same cards again, and is empty if there is no such seed. `day` is the date of the deal of the day if the
    game counts for it, and empty otherwise.
    """

    ended: int
    team: Team
    variant: Variant
    summary: Summary
    code: str = ""
    seed: str = ""
    day: str = ""

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

    def game(self) -> PlayedGame:
        """Return the game itself. Raises BadGame if it is not stored, damaged or impossible."""
        return decoded(self.code)

    def plain(self) -> dict[str, Any]:
        """Return the game as values that JSON can represent."""
        team = self.team
        return self.summary.plain() | {
            "ended": self.ended,
            "names": [*team.names],
            "characters": [*team.characters],
            "seat": team.seat,
            "variant": self.variant.name,
            "code": self.code,
            "seed": self.seed,
            "day": self.day,
        }


def encoded(game: PlayedGame) -> str:
    """Return `game` as text. Raises BadGame if it is too long."""
    packer = Packer()
    put_game(packer, game)
    text = packer.text()
    if len(text) > LONGEST_CODE:
        refuse(GameFault.TOO_LONG)
    return text


@lru_cache(maxsize=1)  # a game that is shown in full is then watched or shared
def decoded(code: str) -> PlayedGame:
    """Return the game in `code`. Raises BadGame."""
    if len(code) > LONGEST_CODE:
        refuse(GameFault.TOO_LONG)
    unpacker = Unpacker(code)
    game = take_game(unpacker)
    unpacker.end()
    return game


def from_plain(plain: object) -> StoredGame:
    """Return the game in `plain`, which is untrusted. Raises BadGame."""
    match plain:
        case {
            "ended": int(ended),
            "names": list(names),
            "characters": list(characters),
            "seat": int() | None as seat,
            "variant": str(name),
            "code": str(code),
            "seed": str(seed),
            "day": str(day),
        } if 0 <= ended < YEARS and len(code) <= LONGEST_CODE and len(seed) <= LONGEST_SEED and len(day) <= 10:
            try:
                played = variant(name)
            except ValueError as error:
                raise BadGame(GameFault.DAMAGED) from error
            team = _team(names, characters, seat)
            return StoredGame(ended, team, played, _summary(plain, played, len(names)), code, seed, day)
    refuse(GameFault.DAMAGED)


def _team(names: list[object], characters: list[object], seat: int | None) -> Team:
    if len(names) not in LEVELS or len(characters) != len(names) or isinstance(seat, bool):
        refuse(GameFault.DAMAGED)
    if seat is not None and not 0 <= seat < len(names):
        refuse(GameFault.DAMAGED)
    known = tuple(name if isinstance(name, str) and name in CHARACTERS else "" for name in characters)
    return Team(tuple(name[:LONGEST_NAME] if isinstance(name, str) else "" for name in names), known, seat)


def _summary(plain: object, played: Variant, seats: int) -> Summary:
    match plain:
        case {
            "level": int(level),
            "lives": int(lives),
            "stars": int(stars),
            "won": bool(won),
            "blind": bool(blind),
            "marks": list(marks),
            "in_step": None | int() | float() as in_step,
            "tempo": None | int() | float() as tempo,
        } if (
            1 <= level <= played.levels(seats)
            and 0 <= lives <= MAX_LIVES
            and 0 <= stars <= MAX_STARS
            and len(marks) <= MOST_LEVELS
            and all(mark in MARKS for mark in marks)
            and (in_step is None or 0 <= in_step <= 1)
            and (tempo is None or 0 <= tempo <= SLOWEST)
        ):
            return Summary(level, lives, stars, won, blind, tuple(marks), in_step, tempo)
    refuse(GameFault.DAMAGED)
