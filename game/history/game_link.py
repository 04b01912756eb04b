"""The end of a link that holds a whole game: "#game=1…". It is data: whoever opens it connects to nothing."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from game.core import Seat
from game.history.faults import BadGame, Fault, refuse
from game.history.game_code import put_game, take_game
from game.history.kept_game import LONGEST_NAME
from game.history.packing import Packer, Unpacker
from game.history.played_game import PlayedGame
from game.teammates.characters import CHARACTERS

VERSION = "1"
LONGEST = 8000
"""Characters of a link that is read at all. A game won by four takes some 550."""

BYTES = 4 * LONGEST_NAME
WHO = ("", *CHARACTERS)
MOST_CHARACTERS = 32


@dataclass(frozen=True, slots=True)
class SharedGame:
    """A game as it is sent: the characters by seat, empty for people, and who saw it so. Names are there if told."""

    game: PlayedGame
    characters: tuple[str, ...]
    seat: Seat | None = None
    names: tuple[str, ...] = ()


def spelled(shared: SharedGame) -> str:
    """The text after "#game=". Raises BadGame for a game that is too long for it."""
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
        refuse(Fault.TOO_LONG)
    return text


def parsed(text: str) -> SharedGame:
    """The game that the text after "#game=" stands for. Raises BadGame."""
    unpacker = opened(text)
    game = take_game(unpacker)
    characters = tuple(_character(unpacker) for _ in range(game.seats))
    seat = unpacker.take(game.seats + 1)
    names = tuple(take_text(unpacker, BYTES) for _ in range(game.seats if unpacker.take(2) else 0))
    unpacker.end()
    return SharedGame(game, characters, seat - 1 if seat else None, names)


def opened(text: str) -> Unpacker:
    """What is in a text of this version. Raises BadGame."""
    if len(text) > LONGEST:
        refuse(Fault.TOO_LONG)
    if not text.startswith(VERSION):
        refuse(Fault.VERSION if text[:1].isalnum() else Fault.DAMAGED)
    return Unpacker(text[len(VERSION) :])


def put_text(packer: Packer, text: str, most: int) -> None:
    """Add `text`, of so many bytes at most; the rest is cut off."""
    spelled = text.encode(errors="replace")[:most].decode(errors="ignore").encode()
    packer.put(len(spelled), most + 1)
    for byte in spelled:
        packer.put(byte, 256)


def take_text(unpacker: Unpacker, most: int) -> str:
    """The next text. Raises BadGame."""
    spelled = bytes(unpacker.take(256) for _ in range(unpacker.take(most + 1)))
    try:
        return spelled.decode()
    except UnicodeDecodeError as error:
        raise BadGame(Fault.DAMAGED) from error


def shown_names(shared: SharedGame, people: Sequence[str], reserved: Collection[str] = ()) -> tuple[str, ...]:
    """What everybody is called: by a name that was told, else by `people` and the characters, no two alike.

    Whoever made the link wrote the names: what turns or breaks a line is taken out of them, and none is one of
    those that are `reserved` for what the page says itself.
    """
    names: list[str] = []
    told = map(_readable, shared.names or ("",) * shared.game.seats)
    taken = set(map(_alike, reserved))
    for seat, (name, character) in enumerate(zip(told, shared.characters, strict=True)):
        name = (name if _alike(name) not in taken else "") or character or people[seat]
        names.append(f"{name} {seat + 1}" if _alike(name) in map(_alike, names) else name)
    return tuple(names)


def _readable(name: str) -> str:
    """`name` without control and format characters, on one line."""
    return " ".join("".join(one if one.isprintable() else " " for one in name).split())[:LONGEST_NAME]


def _alike(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()


def _character(unpacker: Unpacker) -> str:
    at = unpacker.take(MOST_CHARACTERS)
    return WHO[at] if at < len(WHO) else ""
