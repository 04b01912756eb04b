"""Replays a recorded game. Needs only `game`, so that the page's own Python can do it too."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from game.core import DEALER, Card, Event, Phase, Seat, State, Variant, apply, new_game, shuffled, variant, view_of
from game.core.notation import parse_action
from game.core.record import DealtLevel, Game, Move, Team


def replay(transcript: str) -> list[str]:
    """The positions in which levels, and the game, ended; last a digest of all that happened.

    `transcript` is the text of one of the JSON files beside this one, whose "positions"
    are what this must return.
    """
    return positions(game_of(json.loads(transcript)["record"]))


def game_of(record: dict[str, Any]) -> Game:
    """Return the game dealt from the seed of `record`, whose moves are spelled like "1.250 0 play 37"."""
    state, deals = new_game(variant(record["variant"]), record["seats"]), list[DealtLevel]()
    for text in [*record["moves"], ""]:
        if state.phase is Phase.DEAL:
            state, _ = apply(state, DEALER, shuffled(state, record["seed"]))
            deals.append(DealtLevel(state.hands))
        if text:
            at, seat, action = text.split(" ", 2)
            move = Move(float(at), int(seat), parse_action(action))
            state, _ = apply(state, move.seat, move.action)
            deals[-1] = replace(deals[-1], moves=(*deals[-1].moves, move))
    return Game(state.variant, Team.unnamed(state.seats), tuple(deals), record["seed"])


def positions(game: Game) -> list[str]:
    """What `replay` returns, of a game."""
    digest = hashlib.sha256()
    found: list[str] = []
    last = ""
    for _, (state, events) in game.steps:
        last = spell_position(state)
        digest.update(f"{last}\n{told(state, events)}\n".encode())
        if state.phase not in (Phase.FOCUS, Phase.PLAY):
            found.append(last)
    return [*found, last, digest.hexdigest()]


def told(state: State, events: Iterable[Event]) -> str:
    """The news and the piles as each seat sees them."""
    views = [view_of(state, seat, events) for seat in (*range(state.seats), None)]
    return "\n".join(f"{view.counts} {view.piles} {view.news}" for view in views)


def spell_position(state: State) -> str:
    """Return `state` as one line of text.

    For example: classic level 3 lives 2 stars 1 play hands 30 | 12 20 | - piles 0:5 1:7 aside - down - raised 2:-

    A card is written as its number, in Extreme with the colour's first letter: "w12", "r40". A card that left a hand
    follows its seat, "0:5". "|" separates hands and piles, and "-" is an empty one. "blind" follows the phase if it
    applies.
    """
    short = _short_names(state.variant)

    def cards(hand: tuple[Card, ...]) -> str:
        return " ".join(short[card] for card in hand) or "-"

    def laid(cards: tuple[tuple[Seat, Card | None], ...]) -> str:
        return " ".join(f"{s}:{'-' if c is None else short[c]}" for s, c in cards) or "-"

    return (
        f"{state.variant.name} level {state.level} lives {state.lives} stars {state.stars}"
        f" {state.phase.value}{' blind' if state.blind else ''}"
        f" hands {' | '.join(map(cards, state.hands))}"
        f" piles {' | '.join(map(laid, state.piles))}"
        f" aside {laid(state.aside)}"
        f" down {' '.join(map(str, sorted(state.down))) or '-'}"
        f" raised {laid(state.raised)}"
    )


def _short_names(played: Variant) -> dict[Card, str]:
    return {card: f"{pile.colour[:1]}{pile.number(card)}" for pile in played.piles for card in pile.cards}
