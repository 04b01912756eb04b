"""The text after "#game=" or "#challenge=" in a link: a game, deflated. Opening it connects to no other page."""

from __future__ import annotations

import re
import unicodedata
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import chain, count

from game.core.game_text import VERSION, read, write
from game.core.record import LONGEST_NAME, BadGame, Game, GameFault, refuse

LONGEST = 24_000
"""The largest accepted length of a link, in characters. One of four players takes about 1,200."""

UNPACKED = 100_000
"""The largest accepted length of a game in a link, in bytes. More is not unpacked."""

LETTERS = re.compile(r"[\w-]*", re.ASCII)


def packed(game: Game) -> str:
    """Return `game` as text for a link. Raises BadGame if it is too long."""
    text = write(game).encode()
    link = f"{VERSION}{urlsafe_b64encode(zlib.compress(text, 9)).decode().rstrip('=')}"
    return link if len(link) <= LONGEST and len(text) <= UNPACKED else refuse(GameFault.TOO_LONG)


def unpacked(link: str) -> Game:
    """Return the game in `link`, which the rules have replayed. Raises BadGame."""
    if len(link) > LONGEST:
        refuse(GameFault.TOO_LONG)
    if not link.startswith(str(VERSION)):
        refuse(GameFault.VERSION if link[:1].isalnum() else GameFault.DAMAGED)
    return read(_inflated(link[1:]))


def _inflated(letters: str) -> str:
    inflater = zlib.decompressobj()
    try:
        deflated = urlsafe_b64decode(letters + "=" * (-len(letters) % 4)) if LETTERS.fullmatch(letters) else b""
        text = inflater.decompress(deflated, UNPACKED)
        if inflater.eof and not inflater.unused_data:
            return text.decode()
    except (ValueError, zlib.error) as error:
        raise BadGame(GameFault.DAMAGED) from error
    refuse(GameFault.TOO_LONG if len(text) == UNPACKED else GameFault.DAMAGED)


def without_names(game: Game) -> Game:
    """Return `game` without the names of its players."""
    return replace(game, team=replace(game.team, names=("",) * game.seats))


def shown_names(game: Game, stand_ins: Sequence[str], reserved: Collection[str] = ()) -> tuple[str, ...]:
    """Return a unique name for each seat: the one in the link, otherwise its one of `stand_ins`.

    The author of the link chose the names. Control and format characters are removed from them, and none equals one of
    the `reserved` names that the page uses itself.
    """
    names: list[str] = []
    avoided = set(map(_alike, reserved))
    taken = set(avoided)
    for seat, name in enumerate(map(_readable, game.team.names)):
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
