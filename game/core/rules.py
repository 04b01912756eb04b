"""The legal actions and their consequences. Only `apply` changes a game."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import TypeAlias

from game.core.actions import (
    Action,
    Deal,
    GoBlind,
    LayHand,
    LiftHand,
    LowerStar,
    Play,
    PlayRest,
    RaiseStar,
    Stop,
)
from game.core.cards import Card, Laid, Seat
from game.core.events import (
    Dealt,
    Event,
    GameLost,
    GameWon,
    HandLaid,
    HandLifted,
    LevelCompleted,
    LifeLost,
    PilesTurned,
    Played,
    Reward,
    StarLowered,
    StarRaised,
    Started,
    StarUsed,
    Stopped,
    WentBlind,
)
from game.core.state import Phase, State
from game.core.variants import LIFE_LEVELS, MAX_LIVES, MAX_STARS, STAR_LEVELS

DEALER: Seat = -1
"""The seat of chance."""

Step: TypeAlias = tuple[State, tuple[Event, ...]]


class IllegalAction(ValueError):
    """Raised for an action that is not legal. Nothing has changed."""


def legal_actions(state: State, seat: Seat) -> frozenset[Action]:
    """Return all actions that `seat` may take now, except the dealer's choice of a deck."""
    if not 0 <= seat < state.seats:
        return frozenset()
    return _choices(
        state.phase,
        state.variant.leading(state.hands[seat]),
        seat in state.down,
        tuple([card for raiser, card in state.raised if raiser == seat]) if state.raised else (),
        state.hands.count(()) == state.seats - 1,
        state.stars > 0,
        state.blind,
    )


@lru_cache(maxsize=4096)  # called several times per action, mostly with the same arguments
def _choices(
    phase: Phase,
    leading: tuple[Card, ...],
    down: bool,
    raised: tuple[Card | None, ...],
    alone: bool,
    stars: bool,
    blind: bool,
) -> frozenset[Action]:
    """Return a seat's actions. `raised` is the card it would set aside if its hand is up; empty if not."""
    plays: set[Action] = {Play(card) for card in leading}
    offers: set[Action] = set()
    if stars:
        offers = {RaiseStar(card) for card in leading} if len(leading) > 1 else {RaiseStar()}
        if raised:
            offers = offers - {RaiseStar(*raised)} | {LowerStar()}
    hand_move = LiftHand() if down else LayHand()
    match phase:
        case Phase.FOCUS:
            return frozenset({hand_move, *offers})
        case Phase.REVEAL:
            return frozenset({hand_move})
        case Phase.PLAY:
            rest = {PlayRest()} if plays and alone else set()
            return frozenset({Stop(), *plays, *rest, *offers})
        case Phase.WON if not blind:
            return frozenset({GoBlind()})
        case _:
            return frozenset()


def apply(state: State, seat: Seat, action: Action) -> Step:
    """Return the state after `seat` takes `action`, and the events on the way.

    Raises IllegalAction, and changes nothing, if the action is not legal.
    """
    if isinstance(action, Deal):
        return _deal(state, seat, action)
    if action not in legal_actions(state, seat):
        raise IllegalAction(f"seat {seat} may not {action} during {state.phase.value}")
    match action:
        case Play(card):
            return _play(state, seat, card)
        case LayHand():
            return _lay_hand(state, seat)
        case LiftHand():
            return state._replace(down=state.down - {seat}), (HandLifted(seat),)
        case PlayRest():
            return _play_rest(state, seat)
        case RaiseStar(discard):
            return _raise_star(state, seat, discard)
        case LowerStar():
            return _without_raised(state, seat), (StarLowered(seat),)
        case Stop():
            return _refocus(state), (Stopped(seat),)
        case GoBlind():
            return _next_deal(state, level=1)._replace(blind=True), (WentBlind(),)


def is_too_soon(state: State, card: Card) -> bool:
    """Whether playing `card` now costs a life: on a face-up pile, a hand still holds a card that precedes it."""
    if state.variant.pile_of(card) in state.face_down:
        return False
    return not all(map(state.variant.before(card).isdisjoint, state.hands))


def shuffled(state: State, seed: str) -> Deal:
    """Return the deal of the next level in the game with the seed `seed`."""
    deck = list(state.variant.supply(state.level))
    name = f"deal {seed} {'blind' if state.blind else 'open'} {state.level}"
    Random(name.encode(errors="surrogatepass")).shuffle(deck)  # any text is a valid seed
    return Deal(tuple(deck))


def _deal(state: State, seat: Seat, deal: Deal) -> Step:
    if seat != DEALER or state.phase is not Phase.DEAL:
        raise IllegalAction(f"seat {seat} may not deal during {state.phase.value}")
    if sorted(deal.deck) != list(state.variant.supply(state.level)):
        raise IllegalAction(f"that is not the whole supply of level {state.level}")
    round_table = deal.deck[: state.variant.dealt(state.level, state.seats)]
    hands = tuple(state.variant.sort(round_table[s :: state.seats]) for s in range(state.seats))
    return state._replace(phase=Phase.FOCUS, hands=hands), (Dealt(state.level),)


def _next_deal(state: State, level: int) -> State:
    return _refocus(state)._replace(
        phase=Phase.DEAL,
        level=level,
        piles=((),) * len(state.piles),
        aside=(),
    )


def _refocus(state: State) -> State:
    return state._replace(phase=Phase.FOCUS, down=frozenset(), raised=())


def _lay_hand(state: State, seat: Seat) -> Step:
    lowered = _without_raised(state, seat)
    events: tuple[Event, ...] = (StarLowered(seat),) if lowered != state else ()
    after = lowered._replace(down=state.down | {seat})
    events = (*events, HandLaid(seat))
    if len(after.down) < after.seats:
        return after, events
    if after.phase is Phase.REVEAL:
        return _next_deal(after, after.level + 1), events
    return after._replace(phase=Phase.PLAY, down=frozenset()), (*events, Started())


def _play(state: State, seat: Seat, card: Card) -> Step:
    variant, pile = state.variant, state.variant.pile_of(card)
    face_down = pile in state.face_down
    events: tuple[Event, ...] = (Played(seat, card, pile, face_down),)
    if seat in dict(state.raised):
        state = _without_raised(state, seat)
        events = (*events, StarLowered(seat))
    too_soon = is_too_soon(state, card)
    hands = _without(state.hands, frozenset({card}))
    piles = tuple([(*laid, Laid(seat, card)) if i == pile else laid for i, laid in enumerate(state.piles)])
    state = state._replace(hands=hands, piles=piles)
    if too_soon:
        before = variant.before(card)
        lower = tuple([Laid(holder, other) for holder, hand in enumerate(hands) for other in hand if other in before])
        return _lose_life(state, LifeLost(card, lower), events)
    return _level_end(state, events)


def _play_rest(state: State, seat: Seat) -> Step:
    events: tuple[Event, ...] = ()
    for card in state.hands[seat]:
        state, more = _play(state, seat, card)
        events += more
    return state, events


def _lose_life(state: State, lost: LifeLost, events: tuple[Event, ...]) -> Step:
    state = _refocus(state)._replace(
        lives=state.lives - 1,
        hands=_without(state.hands, frozenset(card for _, card in lost.lower)),
        aside=state.aside + lost.lower,
    )
    return _level_end(state, (*events, lost))


def _raise_star(state: State, seat: Seat, discard: Card | None) -> Step:
    already_up = seat in dict(state.raised)
    raised = (*_without_raised(state, seat).raised, (seat, discard))
    state = state._replace(raised=tuple(sorted(raised)), down=state.down - {seat})
    events: tuple[Event, ...] = () if already_up else (StarRaised(seat),)
    if len(raised) < state.seats:
        return state, events
    choice = dict(raised)
    discards = tuple(Laid(holder, choice[holder] or hand[0]) for holder, hand in enumerate(state.hands) if hand)
    state = _refocus(state)._replace(
        stars=state.stars - 1,
        hands=_without(state.hands, frozenset(card for _, card in discards)),
        aside=state.aside + discards,
    )
    return _level_end(state, (*events, StarUsed(discards)))


def _level_end(state: State, events: tuple[Event, ...]) -> Step:
    """Continue, or finish the level if all hands are empty. A lost game takes precedence."""
    turned = not any(state.hands) and state.hidden_piles
    if turned:
        misplaced = _misplaced(state)
        cost = len(misplaced) if state.variant.strict else min(1, len(misplaced))
        cost = min(cost, state.lives)
        state = state._replace(lives=state.lives - cost)
        events = (*events, PilesTurned(misplaced, cost))
    if not state.lives:
        return _refocus(state)._replace(phase=Phase.LOST), (*events, GameLost())
    if any(state.hands):
        return state, events
    state, completed = _reward(state)
    events = (*events, completed)
    if state.level == state.levels:
        return _refocus(state)._replace(phase=Phase.WON), (*events, GameWon())
    if turned:
        return _refocus(state)._replace(phase=Phase.REVEAL), events
    return _next_deal(state, state.level + 1), events


def _misplaced(state: State) -> tuple[Card, ...]:
    """Return the cards on hidden piles that were played before a card that precedes them."""
    return tuple(
        card
        for pile in sorted(state.hidden_piles)
        for at, (_, card) in enumerate(state.piles[pile])
        if any(state.variant.precedes(later, card) for _, later in state.piles[pile][at:])
    )


def _reward(state: State) -> tuple[State, LevelCompleted]:
    level = state.level
    if level in STAR_LEVELS and state.variant.stars and state.stars < MAX_STARS:
        return state._replace(stars=state.stars + 1), LevelCompleted(level, Reward.STAR)
    if level in LIFE_LEVELS and state.lives < MAX_LIVES:
        return state._replace(lives=state.lives + 1), LevelCompleted(level, Reward.LIFE)
    return state, LevelCompleted(level, None)


def _without_raised(state: State, seat: Seat) -> State:
    return state._replace(raised=tuple(up for up in state.raised if up[0] != seat))


def _without(hands: tuple[tuple[Card, ...], ...], gone: frozenset[Card]) -> tuple[tuple[Card, ...], ...]:
    return tuple(
        [hand if gone.isdisjoint(hand) else tuple([card for card in hand if card not in gone]) for hand in hands]
    )
