"""Stores a finished game that a page noted quickly when the game ended. The note is untrusted input.

A note is one of two things: the record of a solo game, or a page's log of a multiplayer game.
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from game.core import Card, Play, PlayRest, RaiseStar, State, legal_actions, new_game, variant
from game.core.record import MOST_LEVELS, MOST_MOVES, Move, RecordError, from_json, move_of
from game.core.todays_deal import day_of
from game.history.errors import BadGame, GameFault, refuse
from game.history.played_game import DealtLevel, PlayedGame, dealt, of_record, taken, until_won
from game.history.reading import read
from game.history.shelf import Shelf
from game.history.stored_game import StoredGame, encoded, from_plain
from game.history.summary import summary, views

LONGEST = 1_000_000
"""The largest length of a note, in characters."""


def put_away(text: str, shelf: Shelf) -> Shelf:
    """Return `shelf` with the game in the note `text`. Raises BadGame."""
    noted = read(text, LONGEST)
    match noted:
        case {"record": dict(record)}:
            return _of_one(record, noted, shelf)
        case {"heard": dict(heard)}:
            return _of_many(heard, noted, shelf)
    refuse(GameFault.NOT_OURS)


def game_of(text: str, shelf: Shelf) -> StoredGame:
    """Return the game in the note `text`, with its day unless another game of `shelf` counts. Raises BadGame."""
    game = put_away(text, Shelf()).games[-1]
    counting = next((one for one in shelf.games if one.day == game.day), game)
    return game if counting.code == game.code else replace(game, day="")


def _of_one(plain: dict[str, Any], who: dict[str, Any], shelf: Shelf) -> Shelf:
    try:
        record = from_json(json.dumps(plain))
    except RecordError as error:
        raise BadGame(GameFault.DAMAGED) from error
    game = of_record(record)
    kept = _kept(game, who | {"variant": record.variant.name, "seed": record.seed})
    day = day_of(record.variant, record.seats, record.seed)
    if any(one.day == day for one in shelf.games):
        day = ""  # only the first game of a day counts as the deal of the day
    return _with(shelf, replace(kept, day=day), game)


def _of_many(heard: dict[str, Any], who: dict[str, Any], shelf: Shelf) -> Shelf:
    names = who.get("names")
    seats = len(names) if isinstance(names, list) else 0
    game = _heard(heard, seats)
    if game is not None:
        return _with(shelf, _kept(game, who | {"variant": game.variant.name}), game)
    end = {key: heard.get(key) for key in ("variant", "level", "lives", "stars", "won", "blind")}
    return shelf.with_game(from_plain(_nothing() | {"marks": [], "in_step": None, "tempo": None} | who | end))


def _with(shelf: Shelf, kept: StoredGame, game: PlayedGame) -> Shelf:
    """Return the shelf with `kept`. A game that continued blind replaces its open part and keeps that part's day."""
    try:
        before = encoded(until_won(game))
    except BadGame:
        before = ""
    day = next((one.day for one in shelf.games if one.code and one.code == before), kept.day)
    return shelf.with_game(replace(kept, day=day), before)


def _kept(game: PlayedGame, who: dict[str, Any]) -> StoredGame:
    """Return the game with its summary, and without its moves if they are too long to store."""
    seat = who.get("seat")
    told = summary(views(game, seat if isinstance(seat, int) and 0 <= seat < game.seats else None))
    try:
        code = encoded(game)
    except BadGame:
        code = ""
    return from_plain(_nothing() | who | told.plain() | {"code": code})


def _nothing() -> dict[str, Any]:
    return {"code": "", "seed": "", "day": ""}


def _heard(heard: dict[str, Any], seats: int) -> PlayedGame | None:
    """Return the game in a page's log; None if the log is incomplete or wrong."""
    match heard:
        case {"variant": str(name), "deals": list(deals)} if len(deals) <= MOST_LEVELS:
            try:
                played = variant(name)
                state, levels = new_game(played, seats), list[DealtLevel]()
                for deal in deals:
                    level, state = _level(deal, state)
                    levels.append(level)
                end = (heard.get("level"), heard.get("lives"), heard.get("stars"))
                if levels and end == (state.level, state.lives, state.stars):
                    return PlayedGame(played, seats, tuple(levels))
            except ValueError:
                return None  # BadGame and RecordError are subclasses of ValueError
    return None


def _level(deal: object, state: State) -> tuple[DealtLevel, State]:
    match deal:
        case {"hands": list(hands), "unseen": list(unseen), "moves": list(moves)} if len(moves) <= MOST_MOVES:
            state = dealt(state, [_cards(hand) for hand in hands])[0]
            level = DealtLevel(state.hands, (), frozenset(_cards(unseen)))
            if not level.unseen <= {card for hand in state.hands for card in hand}:
                refuse(GameFault.IMPOSSIBLE)
            done: list[Move] = []
            for text in moves:
                move = _fitting(move_of(text), state)
                state = taken(state, move)[0]
                done.append(move)
            return replace(level, moves=tuple(done)), state
    refuse(GameFault.DAMAGED)


def _cards(plain: object) -> list[Card]:
    if not isinstance(plain, list) or not all(isinstance(card, int) for card in plain):
        refuse(GameFault.DAMAGED)
    return plain


def _fitting(move: Move, state: State) -> Move:
    """Return the move in a legal form. A log names the card of a raised hand only if the seat had a choice."""
    legal = legal_actions(state, move.seat)
    if isinstance(move.action, RaiseStar) and move.action not in legal:
        raises = sorted((one for one in legal if isinstance(one, RaiseStar)), key=lambda one: one.discard or 0)
        return replace(move, action=raises[0]) if raises else move
    if isinstance(move.action, Play) and move.action not in legal and PlayRest() in legal:
        return replace(move, action=PlayRest())
    return move
