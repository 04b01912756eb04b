"""Reads games in the present form, or in one of those before the first release, which stored games leave when read.

A game was one large integer in a mixed radix there, and the rules have to play a game to read it.
"""

from __future__ import annotations

import json
import re
import zlib
from base64 import urlsafe_b64decode
from dataclasses import replace
from math import comb
from typing import Any

from game.core import (
    Action,
    Card,
    GoBlind,
    IllegalAction,
    LayHand,
    LiftHand,
    LowerStar,
    Phase,
    Play,
    PlayRest,
    RaiseStar,
    Seat,
    State,
    Stop,
    apply,
    new_game,
    variant,
)
from game.core.game_text import read, read_value
from game.core.record import (
    LONGEST_NAME,
    MOST_DEALS,
    BadGame,
    DealtLevel,
    Game,
    GameFault,
    Move,
    Team,
    as_seen,
    dealt,
    refuse,
)
from game.core.result import Result
from game.core.variants import MAX_LIVES, MAX_SEATS, MAX_STARS, MIN_SEATS, Variant
from game.history.finished_game import KNOWN, FinishedGame, text_of
from game.history.finished_games import LONGEST as LONGEST_FILE
from game.history.finished_games import FinishedGames, from_text, line_of, of_lines
from game.history.game_link import LONGEST, unpacked
from game.history.old_record import move_of, of_record
from game.history.summary import Summary
from game.teammates.characters import CHARACTERS

OLD_GAMES, OLD_UNLISTED = '{"one-mind-games": 1,', ('{"ended"', '{"record"', '{"heard"')
BASES = ("classic", "tens", "tens-descending", "descending", "fifty", "extreme")
KINDS = LayHand(), LiftHand(), Play(0), PlayRest(), RaiseStar(), LowerStar(), Stop(), GoBlind()
BYTES, SEED_BYTES = 56, 480
WHO = ("", *CHARACTERS)
SUMMARY = "level", "lives", "stars", "won", "blind", "marks", "in_step", "tempo"
MALFORMED = ValueError, TypeError, KeyError, AttributeError
"""What a text raises that has another structure."""

LETTERS = re.compile(r"[\w-]+", re.ASCII)


def read_games(text: str) -> FinishedGames:
    """Return the games in `text`. Raises BadGame."""
    if not text.startswith(OLD_GAMES):
        return from_text(text)
    match read_value(text, LONGEST_FILE):
        case {"games": list(plain)}:
            return of_lines(map(_line, plain))
    refuse(GameFault.DAMAGED)


def read_finished(text: str) -> Game:
    """Return the finished game that was not on the list yet. Raises BadGame."""
    if not text.startswith(OLD_UNLISTED):
        return read(text)
    try:
        game = _unlisted(read_value(text, LONGEST_FILE))
        game.check()
        return game
    except BadGame:
        raise
    except MALFORMED as error:
        raise BadGame(GameFault.DAMAGED) from error


def read_link(link: str) -> Game:
    """Return the game in the text after "#game=". Raises BadGame."""
    game = _linked(_Numbers(link)) if link[:1] in ("1", "2") else unpacked(link)
    return game if game.deals else refuse(GameFault.DAMAGED)


def read_challenge(link: str) -> Game:
    """Return the challenge in the text after "#challenge=", as a game without deals. Raises BadGame."""
    return _challenge(_Numbers(link)) if link[:1] == "1" else replace(unpacked(link), deals=())


# --- Stored games ---------------------------------------------------------------------------


def _line(plain: Any) -> str:
    """Return the line of a stored game; what is no game stays as it is."""
    try:
        return line_of(_stored(plain))
    except MALFORMED:
        return json.dumps(plain)


def _stored(plain: dict[str, Any]) -> FinishedGame:
    team, played = _team(plain), variant(plain["variant"])
    told = Summary(**{name: plain[name] for name in SUMMARY} | {"marks": tuple(plain["marks"])})
    text = ""
    if plain["code"]:
        numbers = _Numbers("1" + plain["code"])
        game = _game(numbers, plain["seed"])
        numbers.end()
        text = text_of(replace(game, team=team))
    return FinishedGame(plain["ended"], team, played, told, text, plain["seed"], plain["day"])


def _team(plain: dict[str, Any]) -> Team:
    names = tuple(name[:LONGEST_NAME] if isinstance(name, str) else "" for name in plain["names"])
    return Team(names, tuple(name if name in KNOWN else "" for name in plain["characters"]), plain["seat"])


def _unlisted(plain: dict[str, Any]) -> Game:
    """Return a game that was not on the list yet: its record, or what its page heard."""
    team = _team(plain)
    if "record" in plain:
        return replace(of_record(plain["record"], [*team.names], [*team.characters]), ended=plain["ended"])
    heard = plain["heard"]
    end = Result(*(heard[name] for name in ("level", "lives", "stars", "won", "blind")))
    deals = tuple(map(_heard, heard["deals"] or ()))
    return as_seen(Game(variant(heard["variant"]), team, deals, result=end, ended=plain["ended"]))


def _heard(deal: dict[str, Any]) -> DealtLevel:
    moves = tuple(map(move_of, deal["moves"]))
    return DealtLevel(tuple(map(tuple, deal["hands"])), moves, frozenset(deal["unseen"]))


# --- Links ----------------------------------------------------------------------------------


def _linked(numbers: _Numbers) -> Game:
    game = _game(numbers)
    places = [numbers.take(32) for _ in range(game.seats)]
    seat = numbers.take(game.seats + 1)
    names = [numbers.text(BYTES) for _ in range(game.seats)] if numbers.take(2) else [""] * game.seats
    seed = numbers.text(SEED_BYTES) if numbers.version == "2" else ""
    numbers.end()
    characters = tuple(WHO[at] if at < len(WHO) else "" for at in places)
    team = Team(tuple(name[:LONGEST_NAME] for name in names), characters, seat - 1 if seat else None)
    return replace(game, team=team, seed=seed)


def _challenge(numbers: _Numbers) -> Game:
    played, seats = _variant(numbers)
    seed, result = numbers.text(SEED_BYTES), None
    if numbers.take(2):
        level, lives, stars = (numbers.take(base) for base in (32, MAX_LIVES + 1, MAX_STARS + 1))
        result = Result(level, lives, stars, bool(numbers.take(2)))
    numbers.end()
    game = Game(played, Team.unnamed(seats), seed=seed, result=result)
    game.check()
    return game


class _Numbers:
    """The integers in a text, each of which takes only the room that its range needs."""

    def __init__(self, text: str) -> None:
        if len(text) > LONGEST:
            refuse(GameFault.TOO_LONG)
        self.version, letters = text[:1], text[1:]
        try:
            content = urlsafe_b64decode(letters + "=" * (-len(letters) % 4)) if LETTERS.fullmatch(letters) else b""
        except ValueError as error:
            raise BadGame(GameFault.DAMAGED) from error
        if len(content) < 3 or content[:3] != zlib.crc32(content[3:], 1).to_bytes(4, "little")[:3]:
            refuse(GameFault.DAMAGED)
        self._rest = int.from_bytes(content[3:], "little")

    def take(self, base: int) -> int:
        """Return the next number, from 0 to `base` - 1."""
        if base < 1:
            refuse(GameFault.IMPOSSIBLE)
        self._rest, value = divmod(self._rest, base)
        return value

    def any(self) -> int:
        """Return the next number without a known range."""
        half = 1 << self.take(25) >> 1
        return half + self.take(max(1, half))

    def text(self, most: int) -> str:
        """Return the next text of at most `most` bytes."""
        try:
            return bytes(self.take(256) for _ in range(self.take(most + 1))).decode()
        except UnicodeDecodeError as error:
            raise BadGame(GameFault.DAMAGED) from error

    def end(self) -> None:
        """Raise BadGame if there is more to read."""
        if self._rest:
            refuse(GameFault.DAMAGED)


# --- Games ----------------------------------------------------------------------------------


def _variant(numbers: _Numbers) -> tuple[Variant, int]:
    base = numbers.take(32)
    stars, blind, strict, gentle = (bool(numbers.take(2)) for _ in range(4))
    if base >= len(BASES):
        refuse(GameFault.VERSION)
    return Variant(BASES[base], stars, blind, strict, gentle), MIN_SEATS + numbers.take(MAX_SEATS - MIN_SEATS + 1)


def _game(numbers: _Numbers, seed: str = "") -> Game:
    played, seats = _variant(numbers)
    state, ticks, left, deals = new_game(played, seats), 0, 4000, list[DealtLevel]()
    try:
        for _ in range(1 + numbers.take(MOST_DEALS)):
            hands, unseen = _hands(numbers, state)
            state, moves = dealt(state, hands)[0], list[Move]()
            number = numbers.any()
            left -= number
            if left < 0:
                refuse(GameFault.TOO_LONG)
            for _ in range(number):
                ticks += numbers.any()
                moves.append(Move(round(ticks * 0.02, 2), *_action(numbers, state)))
                state, _ = apply(state, moves[-1].seat, moves[-1].action)
            deals.append(DealtLevel(hands, tuple(moves), unseen))
    except IllegalAction as error:
        raise BadGame(GameFault.IMPOSSIBLE) from error
    return Game(played, Team.unnamed(seats), tuple(deals), seed)


def _hands(numbers: _Numbers, state: State) -> tuple[tuple[tuple[Card, ...], ...], frozenset[Card]]:
    level = state.level + 1 if state.phase is Phase.REVEAL else state.level
    if level > state.levels:
        refuse(GameFault.IMPOSSIBLE)
    free, hands = [*state.variant.supply(level)], list[tuple[Card, ...]]()
    number = state.variant.dealt(level, state.seats)
    for seat in range(state.seats):
        hands.append(state.variant.sort(_chosen(numbers, free, len(range(seat, number, state.seats)))))
        free = [card for card in free if card not in hands[-1]]
    held = sorted(card for hand in hands for card in hand)
    return tuple(hands), frozenset(_chosen(numbers, held, numbers.take(len(held) + 1)))


def _chosen(numbers: _Numbers, cards: list[Card], size: int) -> list[Card]:
    """Return `size` of the `cards`, by their index among all such combinations."""
    rank, chosen = numbers.take(comb(len(cards), size)), list[Card]()
    for at in range(size, 0, -1):
        place = at - 1
        while comb(place + 1, at) <= rank:
            place += 1
        rank -= comb(place, at)
        chosen.append(cards[place])
    return chosen[::-1]


def _action(numbers: _Numbers, state: State) -> tuple[Seat, Action]:
    if not numbers.take(2):
        usual = _usual(state)
        return usual[numbers.take(len(usual))]
    kind, seat = KINDS[numbers.take(len(KINDS))], numbers.take(state.seats)
    leading = state.variant.leading(state.hands[seat])
    choices: list[Action] = [kind]
    if isinstance(kind, Play):
        choices = [*map(Play, leading)]
    elif isinstance(kind, RaiseStar):
        choices += map(RaiseStar, leading)
    return seat, choices[numbers.take(len(choices))]


def _usual(state: State) -> list[tuple[Seat, Action]]:
    """Return the likely next actions: playing the card that is due, or laying another hand on the table."""
    if state.phase is not Phase.PLAY:
        return [(seat, LayHand()) for seat in range(state.seats) if seat not in state.down]
    held = {card for hand in state.hands for card in hand}
    leading = [(seat, card) for seat, hand in enumerate(state.hands) for card in state.variant.leading(hand)]
    return [(seat, Play(card)) for seat, card in leading if held.isdisjoint(state.variant.before(card))]
