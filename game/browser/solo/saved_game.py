"""A solo game as text: the players and the game's record. Independent of the page."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

from game.core.record import Record, from_json
from game.core.result import Result
from game.core.safe_json import read_json
from game.teammates.characters import CHARACTERS
from game.words.language import Message
from game.words.title_screen import DAMAGED_GAME, GAME_OF_OTHER_VERSION

FORMAT = 1
LONGEST_NAME = 14


class SaveError(ValueError):
    """A saved game cannot be restored. `reason` says why."""

    def __init__(self, reason: Message) -> None:
        super().__init__(reason.text)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A game to restore: `names` by seat, and the characters at the seats after the first.

    `to_beat` is the result of another team with the same cards, if the game is compared with one.
    """

    names: tuple[str, ...]
    characters: tuple[str, ...]
    record: Record
    to_beat: Result | None = None

    def to_text(self) -> str:
        """Return the text that `from_text` reads."""
        people = f'"names": {json.dumps(self.names)}, "characters": {json.dumps(self.characters)}'
        beat = f'"to_beat": {json.dumps(asdict(self.to_beat))}, ' if self.to_beat else ""
        return f'{{"format": {FORMAT}, {people}, {beat}"game": {self.record.to_json()}}}'


def from_text(text: str) -> SavedGame:
    """Return the game saved as `text`. Raises SaveError."""
    try:
        match plain := read_json(text):
            case {"format": 1, "names": list(names), "characters": list(characters), "game": dict(game)}:
                record = from_json(json.dumps(game))
            case {"format": int(other)} if other != FORMAT:
                raise SaveError(GAME_OF_OTHER_VERSION)
            case _:
                raise SaveError(DAMAGED_GAME)
    except SaveError:
        raise
    except (ValueError, RecursionError) as error:
        raise SaveError(DAMAGED_GAME) from error
    if not _fit(names, record.seats) or not _fit(characters, record.seats - 1) or not {*characters} <= {*CHARACTERS}:
        raise SaveError(DAMAGED_GAME)
    return SavedGame(tuple(name[:LONGEST_NAME] for name in names), tuple(characters), record, _to_beat(plain))


def _to_beat(plain: object) -> Result | None:
    match plain:
        case {"to_beat": {"level": int(level), "lives": int(lives), "stars": int(stars), "won": bool(won)}}:
            return Result(level, lives, stars, won)
    return None


def _fit(texts: list[object], number: int) -> bool:
    return len(texts) == number and all(isinstance(text, str) for text in texts)
