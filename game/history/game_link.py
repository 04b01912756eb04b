"""The fragment of a link that holds a whole game: "#game=2…". It is data: opening it connects to no other page."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import chain, count

from game.core import Seat
from game.core.todays_deal import day_of
from game.history.errors import BadGame, GameFault, refuse
from game.history.game_code import put_game, take_game
from game.history.packing import Packer, Unpacker
from game.history.played_game import PlayedGame
from game.history.stored_game import LONGEST_NAME, LONGEST_SEED, StoredGame, Team
from game.history.summary import summary, views
from game.teammates.characters import CHARACTERS

VERSION, WITH_SEED = "1", "2"
"""The first character of a link: the second kind ends with the seed of the game's deals."""

LONGEST = 8000
"""The largest accepted length of a link, in characters. A game won by four players takes about 550."""

BYTES, SEED_BYTES = 4 * LONGEST_NAME, 4 * LONGEST_SEED
WHO = ("", *CHARACTERS)
MOST_CHARACTERS = 32


@dataclass(frozen=True, slots=True)
class SharedGame:
    """A game to send: characters by seat (empty for people), the sender's seat, and optionally the names.

    `seed` deals the same cards again, and is empty if there is no such seed.
    """

    game: PlayedGame
    characters: tuple[str, ...]
    seat: Seat | None = None
    names: tuple[str, ...] = ()
    seed: str = ""


def spelled(shared: SharedGame) -> str:
    """Return the text after "#game=". Raises BadGame for a game that is too long."""
    packer = Packer()
    put_game(packer, shared.game)
    for character in shared.characters:
        packer.put(WHO.index(character), MOST_CHARACTERS)
    packer.put(0 if shared.seat is None else shared.seat + 1, shared.game.seats + 1)
    packer.put(int(bool(shared.names)), 2)
    for name in shared.names:
        put_text(packer, name, BYTES)
    if shared.seed:
        put_text(packer, shared.seed, SEED_BYTES)
    text = (WITH_SEED if shared.seed else VERSION) + packer.text()
    if len(text) > LONGEST:
        refuse(GameFault.TOO_LONG)
    return text


def parsed(text: str) -> SharedGame:
    """Return the game in the text after "#game=". Raises BadGame."""
    unpacker = opened(text, VERSION, WITH_SEED)
    game = take_game(unpacker)
    characters = tuple(_character(unpacker) for _ in range(game.seats))
    seat = unpacker.take(game.seats + 1)
    names = tuple(take_text(unpacker, BYTES) for _ in range(game.seats if unpacker.take(2) else 0))
    seed = take_text(unpacker, SEED_BYTES) if text.startswith(WITH_SEED) else ""
    unpacker.end()
    return SharedGame(game, characters, seat - 1 if seat else None, names, seed)


def opened(text: str, *versions: str) -> Unpacker:
    """Return the content of a text that begins with one of `versions`. Raises BadGame."""
    if len(text) > LONGEST:
        refuse(GameFault.TOO_LONG)
    if not text.startswith(versions):
        refuse(GameFault.VERSION if text[:1].isalnum() else GameFault.DAMAGED)
    return Unpacker(text[1:])


def put_text(packer: Packer, text: str, most: int) -> None:
    """Add `text`, truncated to `most` bytes."""
    spelled = text.encode(errors="replace")[:most].decode(errors="ignore").encode()
    packer.put(len(spelled), most + 1)
    for byte in spelled:
        packer.put(byte, 256)


def take_text(unpacker: Unpacker, most: int) -> str:
    """Return the next text. Raises BadGame."""
    spelled = bytes(unpacker.take(256) for _ in range(unpacker.take(most + 1)))
    try:
        return spelled.decode()
    except UnicodeDecodeError as error:
        raise BadGame(GameFault.DAMAGED) from error


def shown_game(shared: SharedGame, names: tuple[str, ...]) -> StoredGame:
    """Return the game of a link with its summary and these names, like a stored game. Raises BadGame."""
    team = Team(names, shared.characters, shared.seat)
    game, told = shared.game, summary(views(shared.game, shared.seat))
    return StoredGame(0, team, game.variant, told, seed=shared.seed, day=day_of(game.variant, game.seats, shared.seed))


def shown_names(shared: SharedGame, stand_ins: Sequence[str], reserved: Collection[str] = ()) -> tuple[str, ...]:
    """Return a unique name for each seat: the one in the link, otherwise its one of `stand_ins`.

    The author of the link chose the names. Control and format characters are removed from them, and none equals one of
    the `reserved` names that the page uses itself.
    """
    names: list[str] = []
    told = map(_readable, shared.names or ("",) * shared.game.seats)
    avoided = set(map(_alike, reserved))
    taken = set(avoided)
    for seat, name in enumerate(told):
        name = (name if _alike(name) not in avoided else "") or stand_ins[seat]
        numbered = (f"{name} {number}" for number in count(seat + 1))
        names.append(next(one for one in chain([name], numbered) if _alike(one) not in taken))
        taken.add(_alike(names[-1]))
    return tuple(names)


def _readable(name: str) -> str:
    """Return `name` without control and format characters, on one line."""
    return " ".join("".join(one if one.isprintable() else " " for one in name).split())[:LONGEST_NAME]


def _alike(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()


def _character(unpacker: Unpacker) -> str:
    at = unpacker.take(MOST_CHARACTERS)
    return WHO[at] if at < len(WHO) else ""
