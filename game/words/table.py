"""What is said: short sentences for what happened. Knows no page.

The same words are shown and spoken, so a sentence is as short as it can be: "Ada 34".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from game.core import (
    Card,
    Dealt,
    Event,
    FaceDown,
    GameLost,
    GameWon,
    Laid,
    LevelCompleted,
    LifeLost,
    Phase,
    PhotoFinish,
    PilesTurned,
    Played,
    Reward,
    Seat,
    StarLowered,
    StarRaised,
    Started,
    StarUsed,
    Stopped,
    View,
    WentBlind,
)

NUMBERS = ("no", "one", "two", "three", "four", "five")


@dataclass(frozen=True, slots=True)
class MomentCard:
    """A card that a moment shows, whose it was, and whether it stands out as a mistake."""

    card: Card
    seat: Seat
    wrong: bool = False


@dataclass(frozen=True, slots=True)
class Moment:
    """What the middle of the table tells while nobody plays.

    `kind` is one of start, stop, error, star, level, turned, won, lost.
    """

    kind: str
    title: str
    text: str
    cards: tuple[MomentCard, ...] = ()


def tell(view: View, names: Sequence[str]) -> str:
    """The news of `view` in as few words as possible; "" when there is nothing to say."""
    sentences: list[str] = []
    for seat, events in groupby(view.news, _player_of_open_card):
        if seat is None:
            sentences += (_sentence(event, view, names) for event in events)
        else:
            laid = [event.card for event in events if isinstance(event, Played) and event.card is not None]
            cards = ", ".join(map(view.variant.label, laid))
            sentences.append(f"{names[seat]} {cards}.")
    return " ".join(filter(None, sentences))


def _held(view: View) -> str:
    """ "12, 40 and 77", or "white 3, 12 and red 40"."""
    variant, hand = view.variant, view.hand
    if len(variant.piles) == 1:
        return listed(map(variant.label, hand)) or "no cards"
    words = []
    for index, pile in enumerate(variant.piles):
        numbers = [str(pile.number(card)) for card in hand if variant.pile_of(card) == index]
        if numbers:
            words.append(f"{pile.colour} {', '.join(numbers)}")
    return listed(words) or "no cards"


def _player_of_open_card(event: Event) -> Seat | None:
    return event.seat if isinstance(event, Played) and event.card is not None else None


def _sentence(event: Event, view: View, names: Sequence[str]) -> str:
    label = view.variant.label
    match event:
        case Dealt(level):
            return f"Level {level}. You hold {_held(view)}."
        case Started():
            return "Go."
        case Stopped(seat):
            return f"{says(names, seat, view.seat, 'say')} stop."
        case Played(seat, None, pile):
            colour = view.variant.piles[pile].colour
            return f"{says(names, seat, view.seat, 'lay')} {'a ' + colour if colour else 'a'} card."
        case LifeLost(_, lower):
            return f"Too soon: {owned(lower, view, names)}. {left(view.lives, 'life', 'lives')}."
        case StarRaised(seat):
            return f"{says(names, seat, view.seat, 'raise')} a hand."
        case StarLowered(seat):
            return f"{says(names, seat, view.seat, 'lower')} the hand."
        case StarUsed(discards):
            aside = owned(discards, view, names)
            return f"Throwing star: {aside}." if aside else "Throwing star."
        case PhotoFinish(first, second):
            return f"Photo finish: {label(first)} before {label(second)}."
        case PilesTurned(misplaced, lives):
            if not misplaced:
                return "Turned over: all in order."
            return f"Turned over: {len(misplaced)} misplaced, {count(lives, 'life', 'lives')} lost."
        case LevelCompleted(level, reward):
            return f"Level {level} done.{_reward(reward)}"
        case WentBlind():
            return "Blind from here: all cards face down."
        case GameWon():
            return "Won!"
        case GameLost():
            return "The last life is gone."
    return ""


def moment(view: View, events: Iterable[Event], names: Sequence[str]) -> Moment | None:
    """What to show for the `events` since play was last on, as `view` stands now."""
    if view.phase is Phase.PLAY:
        return None
    shown = None
    for event in events:
        shown = _moment(event, view, names, shown) or shown
    return shown or _standing(view)


def _standing(view: View) -> Moment | None:
    """What to show of a game that one comes back to."""
    match view.phase:
        case Phase.FOCUS:
            return Moment("stop", "Paused", "Go on when all hands are on the table.")
        case Phase.REVEAL:
            return Moment("turned", "Turned over", "", _turned(view, frozenset()))
        case Phase.WON:
            return Moment("won", "You are one mind", _won(view))
    return None


def _moment(event: Event, view: View, names: Sequence[str], before: Moment | None) -> Moment | None:
    cards = before.cards if before else ()
    text = f"{before.text} " if before and before.kind in ("error", "star", "turned") else ""
    match event:
        case Dealt(level) if before is None or before.kind == "blind":
            title = f"Level {level}" if before is None else "Blind"
            return Moment("start", title, "Feel your cards. Then lay your hand on the table.")
        case Stopped(seat):
            title = "Paused" if seat == view.seat else f"{names[seat]} says stop"
            return Moment("stop", title, "Go on when all hands are on the table.")
        case LifeLost(card, lower):
            title = f"{view.variant.label(card)} came too soon"
            who = listed(dict.fromkeys(names[seat] for seat, _ in lower))
            before_it = "These came before it" if len(lower) > 1 else "This came before it"
            text = f"{before_it}, held by {who.replace('You', 'you')}. One life is lost."
            return Moment("error", title, text, _cards(lower))
        case StarUsed(discards):
            return Moment("star", "A throwing star", "Set aside for all to see.", _cards(discards))
        case PilesTurned(misplaced, lives):
            verdict = (
                f"{count(len(misplaced), 'card')} out of order. {count(lives, 'life', 'lives').capitalize()} lost."
                if misplaced
                else "Every card is in its place."
            )
            return Moment("turned", "Turned over", verdict, _turned(view, frozenset(misplaced)))
        case LevelCompleted(level, reward):
            following = "" if level == view.levels else f" On to level {level + 1}."
            return Moment("level", f"Level {level} done", f"{text}{_reward(reward)}{following}".strip(), cards)
        case WentBlind():
            return Moment("blind", "Blind", "")
        case GameWon():
            return Moment("won", "You are one mind", _won(view), cards)
        case GameLost():
            return Moment("lost", "The last life is gone", text + _lost(view), cards)
    return None


def _cards(laid: Iterable[Laid]) -> tuple[MomentCard, ...]:
    return tuple(MomentCard(card, seat) for seat, card in laid)


def _turned(view: View, misplaced: frozenset[Card]) -> tuple[MomentCard, ...]:
    return tuple(
        MomentCard(laid.card, laid.seat, laid.card in misplaced)
        for pile in view.piles
        for laid in pile
        if not isinstance(laid, FaceDown)
    )


def _reward(reward: Reward | None) -> str:
    match reward:
        case Reward.LIFE:
            return " One life more."
        case Reward.STAR:
            return " One star more."
    return ""


def _won(view: View) -> str:
    kept = f"{count(view.lives, 'life', 'lives')} and {count(view.stars, 'star')}"
    levels = f"All {view.levels} levels{', blind' if view.blind else ''}"
    return f"{levels}, with {kept} left."


def _lost(view: View) -> str:
    if view.blind:
        return f"{count(view.level - 1, 'blind level').capitalize()} completed."
    return f"You came to level {view.level} of {view.levels}."


def says(names: Sequence[str], seat: Seat, me: Seat | None, verb: str) -> str:
    """ "You lay" or "Ada lays"."""
    return f"You {verb}" if seat == me else f"{names[seat]} {verb}s"


def count(number: int, one: str, many: str = "") -> str:
    """ "one life", "two lives", "12 cards"."""
    word = NUMBERS[number] if number < len(NUMBERS) else str(number)
    return f"{word} {one if number == 1 else many or one + 's'}"


def left(number: int, one: str, many: str) -> str:
    """ "Two lives left"."""
    return f"{count(number, one, many).capitalize()} left"


def listed(words: Iterable[str]) -> str:
    """ "12, 40 and 77"."""
    *head, last = [*words] or [""]
    return f"{', '.join(head)} and {last}" if head else last


def owned(laid: Iterable[Laid], view: View, names: Sequence[str]) -> str:
    """ "Ben 12, Cleo 25"."""
    return ", ".join(f"{names[seat]} {view.variant.label(card)}" for seat, card in laid)
