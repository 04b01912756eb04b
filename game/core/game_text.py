"""The text form of a game, in which games are saved, stored and sent: a JSON list of its version and its fields."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Annotated, Any

from game.core.actions import Action, Play
from game.core.cards import MAX_SEATS, Card, Seat
from game.core.codec import FIELDS, Field, integer, of
from game.core.codec import refuse as misspelt
from game.core.notation import parse_action, spell_action
from game.core.record import BadGame, DealtLevel, Game, GameFault, Move, refuse
from game.core.safe_json import read_long_json

VERSION = 3
"""Two earlier forms have the versions 1 and 2."""

LONGEST = 1_000_000
"""The largest length of a text, in characters."""

TICKS = 100
"""Times have a resolution of a hundredth of a second. A player does not notice a press more precisely than that."""

MOST = 100_000
"""The largest number of moves after one deal."""

NEXT = 0
"""An action: the card is played that follows the last one, by its number. Without it, a link is a tenth longer."""

SEATS = {str(seat): seat for seat in range(MAX_SEATS)}


def write(game: Game) -> str:
    """Return the text of `game`."""
    return json.dumps([VERSION, *GAME.write(game)], separators=(",", ":"))


def read(text: str) -> Game:
    """Return the game in `text`, which the rules have replayed. Raises BadGame."""
    match read_value(text, LONGEST):
        case [int(version), *parts] if version == VERSION:
            try:
                game: Game = GAME.read(parts)
            except ValueError as error:
                raise BadGame(GameFault.DAMAGED) from error
            game.check()
            return game
        case [int(), *_] | {"format": int()}:
            refuse(GameFault.VERSION)
    refuse(GameFault.DAMAGED)


def read_value(text: str, longest: int) -> Any:
    """Return the value of the JSON `text`. Raises BadGame if it is damaged or longer than `longest` characters."""
    if len(text) > longest:
        refuse(GameFault.TOO_LONG)
    try:
        return read_long_json(text)
    except (ValueError, RecursionError) as error:
        raise BadGame(GameFault.DAMAGED) from error


@dataclass(frozen=True, slots=True)
class _Level:
    """A dealt level as it is written: the seconds between moves, and actions."""

    hands: Annotated[tuple[tuple[Card, ...], ...], MAX_SEATS]
    unseen: tuple[Card, ...]
    waits: Annotated[tuple[Annotated[int, integer(0, 10**9)], ...], MOST]
    actions: Annotated[tuple[Annotated[Any, Field(lambda one: one, lambda one: one)], ...], MOST]


def _write_level(level: DealtLevel) -> Any:
    ticks = [round(move.at * TICKS) for move in level.moves]
    waits = tuple(after - before for before, after in zip([0, *ticks], ticks, strict=False))
    follows, last, actions = _follows(level.hands), 0, list[int | str]()
    for move in level.moves:
        said = _spell(move)
        actions.append(NEXT if said == follows.get(last) else said)
        last = said if isinstance(said, int) else last
    return LEVEL.write(_Level(level.hands, tuple(sorted(level.unseen)), waits, tuple(actions)))


def _read_level(said: Any) -> DealtLevel:
    level = LEVEL.read(said)
    seats = {card: seat for seat, hand in enumerate(level.hands) for card in hand}
    if not seats.keys() >= {*level.unseen}:
        misspelt(level.unseen, "in any hand")
    follows, last, moves, ticks = _follows(level.hands), 0, [], 0
    for wait, action in zip(level.waits, level.actions, strict=True):
        ticks += wait
        if type(action) is int:
            action = last = follows.get(last, NEXT) if action == NEXT else action
        moves.append(Move(ticks / TICKS, *_parse(action, seats)))
    return DealtLevel(level.hands, tuple(moves), frozenset(level.unseen))


def _follows(hands: tuple[tuple[Card, ...], ...]) -> dict[Card, Card]:
    """Return the next higher card of each in `hands`, and the lowest one after 0."""
    cards = sorted(card for hand in hands for card in hand)
    return dict(zip([0, *cards], cards, strict=False))


def _spell(move: Move) -> int | str:
    """Return the action and its seat. A card that is played stands for the seat that holds it."""
    return move.action.card if isinstance(move.action, Play) else f"{move.seat} {spell_action(move.action)}"


def _parse(said: Any, seats: dict[Card, Seat]) -> tuple[Seat, Action]:
    if type(said) is int and said in seats:
        return seats[said], Play(said)
    if type(said) is str and said[:1] in SEATS and said[1:2] == " " and not said.startswith("play", 2):
        return SEATS[said[0]], parse_action(said[2:])
    misspelt(said, "an action")


FIELDS[DealtLevel] = Field(_write_level, _read_level)
LEVEL, GAME = of(_Level), of(Game)
