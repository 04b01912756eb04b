"""Short notation for positions in tests."""

from __future__ import annotations

from game.core import Action, Card, Event, Laid, LayHand, Phase, Seat, State, Step, apply, variant


def playing(
    hands: str,
    *,
    pile: str = "",
    red: str = "",
    aside: str = "",
    game: str = "classic",
    level: int = 1,
    lives: int = 2,
    stars: int = 1,
    blind: bool = False,
    phase: Phase = Phase.PLAY,
) -> State:
    """Return a level in play: `playing("30 | 12 20 | 25 90", pile="0:5")`. Extreme's cards are "w12" and "r40"."""
    played = variant(game)
    held = tuple(tuple(map(card, hand.split())) for hand in hands.split("|"))
    return State(
        variant=played,
        seats=len(held),
        level=level,
        lives=lives,
        stars=stars,
        phase=phase,
        hands=held,
        piles=(laid(pile), laid(red))[: len(played.piles)],
        aside=laid(aside),
        blind=blind or played.blind,
    )


def card(text: str) -> Card:
    """Return the card's number: 37 for "37", 12 for "w12", 90 for "r40"."""
    return int(text.lstrip("wr")) + (50 if text.startswith("r") else 0)


def laid(text: str) -> tuple[Laid, ...]:
    """Parse a pile in which each card follows its seat: "0:5 1:7"."""
    pairs = (word.split(":") for word in text.split())
    return tuple(Laid(int(seat), card(name)) for seat, name in pairs)


def course(state: State, *doings: tuple[Seat, Action]) -> Step:
    """Apply the actions in order and return the last state with all events."""
    events: tuple[Event, ...] = ()
    for seat, action in doings:
        state, more = apply(state, seat, action)
        events += more
    return state, events


def all_lay_hands(state: State) -> State:
    """Return the state after every seat has put a hand on the table."""
    return course(state, *((seat, LayHand()) for seat in range(state.seats)))[0]


def on_the_table(state: State) -> list[Card]:
    """Return all cards in hands, on piles and set aside, sorted."""
    gone = [card for pile in (*state.piles, state.aside) for _, card in pile]
    return sorted(gone + [card for hand in state.hands for card in hand])
