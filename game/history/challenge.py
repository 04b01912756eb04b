"""The fragment of a link that deals the same cards to another team: "#challenge=1…". Its scores are not verified."""

from __future__ import annotations

from dataclasses import dataclass

from game.core import MAX_LIVES, MAX_STARS, Variant
from game.core.result import Result
from game.history.errors import GameFault, refuse
from game.history.game_code import put_variant, take_variant
from game.history.game_link import SEED_BYTES, VERSION, opened, put_text, take_text
from game.history.packing import Packer
from game.history.stored_game import LONGEST_SEED, StoredGame

MOST_LEVELS = 32


@dataclass(frozen=True, slots=True)
class SharedChallenge:
    """The deals of `seed` for a number of seats, and the result of the sender's team, if it is included."""

    variant: Variant
    seats: int
    seed: str
    result: Result | None = None

    @property
    def for_many(self) -> bool:
        """Whether pages can share the challenge at a common table: they refuse a seed that is long or not printable."""
        return len(self.seed) <= LONGEST_SEED and self.seed.isprintable()


def challenge_of(game: StoredGame, *, told: bool) -> SharedChallenge:
    """Return a challenge with the cards of `game`, and with its result if `told`."""
    return SharedChallenge(game.variant, game.seats, game.seed, result_of(game) if told else None)


def result_of(game: StoredGame) -> Result:
    """Return the result of `game`."""
    end = game.summary
    return Result(game.levels if game.won else end.level, end.lives, end.stars, game.won)


def spelled(challenge: SharedChallenge) -> str:
    """Return the text after "#challenge="."""
    packer = Packer()
    put_variant(packer, challenge.variant, challenge.seats)
    put_text(packer, challenge.seed, SEED_BYTES)
    result = challenge.result
    packer.put(int(result is not None), 2)
    if result is not None:
        packer.put(result.level, MOST_LEVELS)
        packer.put(result.lives, MAX_LIVES + 1)
        packer.put(result.stars, MAX_STARS + 1)
        packer.put(int(result.won), 2)
    return VERSION + packer.text()


def parsed(text: str) -> SharedChallenge:
    """Return the challenge in the text after "#challenge=". Raises BadGame."""
    unpacker = opened(text, VERSION)
    variant, seats = take_variant(unpacker)
    seed = take_text(unpacker, SEED_BYTES)
    result = None
    if unpacker.take(2):
        level, lives, stars = (unpacker.take(base) for base in (MOST_LEVELS, MAX_LIVES + 1, MAX_STARS + 1))
        won = bool(unpacker.take(2))
        result = Result(level, lives, stars, won)
        if not 1 <= level <= variant.levels(seats) or (won and (level < variant.levels(seats))):
            refuse(GameFault.IMPOSSIBLE)
    unpacker.end()
    return SharedChallenge(variant, seats, seed, result)
