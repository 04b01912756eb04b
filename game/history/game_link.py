"""The fragment of a link that holds a whole game: "#game=1…". It is data: opening it connects to no other page."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import chain, count

from game.core import Seat
from game.history.errors import BadGame, GameFault, refuse
from game.history.game_code import put_game, take_game
from game.history.packing import Packer, Unpacker
from game.history.played_game import PlayedGame
from game.history.stored_game import LONGEST_NAME
from game.teammates.characters import CHARACTERS

VERSION = "1"
LONGEST = 8000
"""The largest accepted length of a link, in characters. A game won by four players takes about 550."""

BYTES = 4 * LONGEST_NAME
WHO = ("", *CHARACTERS)
MOST_CHARACTERS = 32


@dataclass(frozen=True, slots=True)
class SharedGame:
    """A game to send: characters by seat (empty for people), the sender's seat, and optionally the names."""

    game: PlayedGame
    characters: tuple[str, ...]
    seat: Seat | None = None
    names: tuple[str, ...] = ()


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
    text = VERSION + packer.text()
    if len(text) > LONGEST:
        refuse(GameFault.TOO_LONG)
    return text


def parsed(text: str) -> SharedGame:
    """Return the game in the text after "#game=". Raises BadGame."""
    unpacker = opened(text)
    game = take_game(unpacker)
    characters = tuple(_character(unpacker) for _ in range(game.seats))
    seat = unpacker.take(game.seats + 1)
    names = tuple(take_text(unpacker, BYTES) for _ in range(game.seats if unpacker.take(2) else 0))
    unpacker.end()
    return SharedGame(game, characters, seat - 1 if seat else None, names)


def opened(text: str) -> Unpacker:
    """Return the content of a text of the current version. Raises BadGame."""
    if len(text) > LONGEST:
        refuse(GameFault.TOO_LONG)
    if not text.startswith(VERSION):
        refuse(GameFault.VERSION if text[:1].isalnum() else GameFault.DAMAGED)
    return Unpacker(text[len(VERSION) :])


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


def shown_names(shared: SharedGame, people: Sequence[str], reserved: Collection[str] = ()) -> tuple[str, ...]:
    """Return a unique name for each seat: the one in the link, otherwise the character's or one of `people`.

    The author of the link chose the names. Control and format characters are removed from them, and none equals one of
    the `reserved` names that the page uses itself.
    """
    names: list[str] = []
    told = map(_readable, shared.names or ("",) * shared.game.seats)
    avoided = set(map(_alike, reserved))
    taken = set(avoided)
    for seat, (name, character) in enumerate(zip(told, shared.characters, strict=True)):
        name = (name if _alike(name) not in avoided else "") or character or people[seat]
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
