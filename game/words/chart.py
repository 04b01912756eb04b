"""The texts of a level's chart: when each card came, and how well the players were in step."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from game.core import Card, Seat, Variant
from game.teammates.story import Landing, Story, mean_in_step, tempo_of
from game.words.cards import is_numbered, label, owned
from game.words.language import Message, Plural, number, percent, seconds
from game.words.lists import in_one_breath

# Translators: Below a chart. {cards} is the number of cards, {time} is such as "12 s".
SUMMARY = Plural("1 card played in {time}.", "{cards} cards played in {time}.")
# Translators: Below a chart, after "4 cards played in 3 s." {number} is the number of cards, such as 5.
OTHERS = Message("Set aside: {number}.")
# Translators: Last sentence of the description of a chart for screen readers.
NO_MISTAKES_MADE = Message("No mistakes.")
# Translators: Last sentence of the description of a chart for screen readers. {Number} is such as "Two".
MISTAKES_MADE = Plural("One mistake.", "{Number} mistakes.", NO_MISTAKES_MADE)
# Translators: In the column "Mistakes" of the table "Level by level".
NO_MISTAKES = Message("no mistakes")
# Translators: In the column "Mistakes" of the table "Level by level". {number} is such as "two".
MISTAKES = Plural("one mistake", "{number} mistakes", NO_MISTAKES)

# Translators: Below a chart. {first} and {second} are such as "12 (Ben)", {time} is such as "0.45 s".
CLOSEST = Message("Closest call: {first}, then {second} {time} later.")
# Translators: Below how well the players were in sync. {first} and {second} are cards, such as "12" or "white 12",
# {name} is who played the second one, {time} is such as "6.2 s", and {pace} such as "0.48 s".
EXAMPLE = Plural(
    "Example: from {first} to {second} is 1 step. {name} waited {time}: {pace} per step.",
    "Example: from {first} to {second} is {steps} steps. {name} waited {time}: {pace} per step.",
)
# Translators: Like "Example: from 20 to 30 is 10 steps.", in the variant "Around fifty". {near} and {far} are how far
# the cards {first} and {second} are from 50.
EXAMPLE_FROM_FIFTY = Plural(
    "Example: {first} is {near} away from 50, {second} is {far} away: 1 step. {name} waited {time}: {pace} per step.",
    "Example: {first} is {near} away from 50, {second} is {far} away: {steps} steps. {name} waited {time}: "
    "{pace} per step.",
)
# Translators: In the legend of a chart: a bar for the time in which the teammates expected one of the person's cards.
EXPECTED_OF_YOU = Message("when teammates expect you to play")

# Translators: About a game or a level: how similar the players' tempos were. {share} is such as "93%".
IN_STEP = Message("{share} in sync")
# Translators: In place of "93% in sync", if fewer than two players waited for a card.
NOT_COMPARED = Message("Too few cards at this level to compare.")
# Translators: Title of the vertical axis of a chart: the numbers of the cards.
CARDS_AXIS = Message("card")
# Translators: Title of the vertical axis of a chart: how far the numbers of the cards are from 50.
FIFTY_AXIS = Message("distance from 50")
# Translators: Title of the vertical axis of a chart: the places of the cards in the order of their piles.
PLACES_AXIS = Message("position in the order")

TEMPOS_HEAD = (
    # Translators: Column of the table "Level by level": the number of the level.
    Message("Level"),
    # Translators: Column of the table “Level by level”, and of the table of the players below “Were you in sync?”:
    # how long the team, or a player, waited for each number.
    Message("Time per step"),
    # Translators: Column of the table "Level by level", with cells such as "one mistake".
    Message("Mistakes"),
)
CARDS_HEAD = (
    # Translators: Column of the table "List of all cards": the name of the card.
    Message("Card"),
    # Translators: Column of the table "List of all cards": the time since the start of the level.
    Message("Time"),
    # Translators: Column of the table "List of all cards": the player.
    Message("Player"),
    # Translators: Column of the table "List of all cards", with the cells "played", "too soon" and "set aside".
    Message("Result"),
)
WAITS_HEAD = (
    CARDS_HEAD[2],
    TEMPOS_HEAD[1],
    # Translators: Column of “Chart as a table”, and of the table of the players below “Were you in sync?”, with
    # cells such as "93%".
    Message("In sync"),
)
NO_FIGURE = "–"
LIKE = 0.1
"""How far the time per step of an example may be from that of its player, as a fraction of it."""

# Translators: In the column "Card" of the table "List of all cards", for a card that stayed hidden.
FACE_DOWN = Message("face down")
# Translators: In the column "Result" of the table "List of all cards": the card was right.
PLAYED = Message("played")
# Translators: In the column "Result" of the table "List of all cards", and in the legend of a chart: the card was
# a mistake.
TOO_SOON = Message("too soon")
# Translators: In the column "Result" of the table "List of all cards", and in the legend of a chart: set aside for a
# star, or after a mistake.
SET_ASIDE = Message("set aside")


def summary(story: Story) -> str:
    """Return a description of the drawing, with the number of its marks."""
    came = SUMMARY(len(story.laid), cards=len(story.laid), time=seconds(story.seconds))
    aside = OTHERS(number=len(story.aside)) if story.aside else ""
    return in_one_breath((came, aside, MISTAKES_MADE(_errors(story))))


def in_sync(story: Story, me: Seat | None) -> str:
    """Return how well seat `me` was in step with the others, on average, or all with each other if it is None."""
    share = mean_in_step([story], me)
    return NOT_COMPARED() if share is None else IN_STEP(share=percent(share))


def waits_head(me: Seat | None) -> Sequence[Message]:
    """Return the column titles of `wait_rows`."""
    return WAITS_HEAD[: 2 if me is None else 3]


def wait_rows(story: Story, me: Seat | None, names: Sequence[str]) -> list[tuple[str, ...]]:
    """Return one row for each seat: its name, its time for each number, and how well it was in step with `me`."""
    shares = {pair.one + pair.other - me: pair.share for pair in story.in_step if me in (pair.one, pair.other)}

    def row(seat: Seat, name: str) -> tuple[str, ...]:
        tempo, share = tempo_of(story.laid, seat), shares.get(seat)
        own = NO_FIGURE if tempo is None else seconds(tempo, 2), NO_FIGURE if share is None else percent(share)
        return name, *own[: 1 if me is None else 2]

    return [row(seat, name) for seat, name in enumerate(names)]


def example(story: Story, me: Seat | None, variant: Variant, names: Sequence[str]) -> str:
    """Return the wait for one card of the level, in steps and in seconds: of `me` if possible, and the longest.

    It is empty if no wait is like its player's time per step at this level: the two figures would seem to disagree.
    """
    waits = [
        (one.seat == me, one.gap, first, label(variant, one.card), one)
        for one in story.laid
        if one.gap and one.card is not None and not one.error and _is_typical(one, story)
        if (first := _before(one, one.card, story, variant))
    ]
    if not waits:
        return ""
    _, gap, first, second, one = max(waits, key=lambda wait: wait[:2])
    wait, rank = one.wait or 0.0, one.rank or 0
    places = {"name": names[one.seat], "time": seconds(wait, 2 if gap < 10 else 1), "pace": seconds(wait / gap, 2)}
    places |= {"first": first, "second": second, "near": number(rank - gap), "far": number(rank)}
    return (EXAMPLE if is_numbered(variant) else EXAMPLE_FROM_FIFTY)(gap, steps=gap, **places)


def remarks(story: Story, variant: Variant, names: Sequence[str]) -> str:
    """Return the closest call of the level, if there is one."""
    call = story.closest
    if call is None:
        return ""
    first, second = (owned([laid], variant, names) for laid in (call.first, call.second))
    return CLOSEST(first=first, second=second, time=seconds(call.seconds, 2))


def axis_title(variant: Variant) -> str:
    """Return the title of the axis of cards."""
    if not is_numbered(variant):
        return FIFTY_AXIS()
    return (CARDS_AXIS if len(variant.piles) == 1 else PLACES_AXIS)()


def axis_values(variant: Variant, level: int, high: int, step: int) -> list[tuple[int, str]]:
    """Return the ranks up to `high` that the axis of cards labels, with their labels: the lowest, and every `step`.

    In the variant "Around fifty", the place before the first card has no label: no distance is less than 0.
    """
    low = min(variant.start(pile, level) for pile in range(len(variant.piles)))
    if len(variant.piles) == 1 and is_numbered(variant):
        ranks = {card: variant.rank(card) for card in variant.supply(level)}
        marked = {card: rank for card, rank in ranks.items() if rank == low + 1 or (rank <= high and card % step == 0)}
        return [(rank, label(variant, card)) for card, rank in marked.items() if not 1 < rank - low < step / 3]
    return [(rank, str(rank)) for rank in (low, *range(low - low % step + step, high + 1, step)) if rank >= 0]


def tempo_rows(stories: Iterable[Story]) -> list[tuple[str, ...]]:
    """Return one row for each level in which a seat waited for a card, below TEMPOS_HEAD."""
    return [(str(one.level), seconds(one.tempo, 2), MISTAKES(_errors(one))) for one in stories if one.tempo is not None]


def card_rows(story: Story, variant: Variant, names: Sequence[str]) -> list[tuple[str, ...]]:
    """Return one row for each card, in order, below CARDS_HEAD."""

    def row(one: Landing, how: str) -> tuple[str, ...]:
        card = label(variant, one.card) if one.card is not None else FACE_DOWN()
        return card, seconds(one.at, 1), names[one.seat], how

    came = [(one, (TOO_SOON if one.error else PLAYED)()) for one in story.laid] + [
        (one, SET_ASIDE()) for one in story.aside
    ]
    return [row(one, how) for one, how in sorted(came, key=lambda landed: landed[0].at)]


def _is_typical(one: Landing, story: Story) -> bool:
    """Whether the time per step of `one` is within LIKE of the time per step of its seat."""
    tempo = tempo_of(story.laid, one.seat) or 0.0
    return abs((one.wait or 0.0) / (one.gap or 1) - tempo) <= LIKE * tempo


def _before(one: Landing, card: Card, story: Story, variant: Variant) -> str:
    """Return the label of the place from which `one` was waited for; empty if it has none.

    In the variant "Around fifty" it is a card that was played or set aside before, since two cards have most places.
    """
    rank = (one.rank or 0) - (one.gap or 0)
    if not is_numbered(variant):
        came = (other.card for other in (*story.laid, *story.aside) if other.rank == rank and other.at <= one.at)
        return next((label(variant, other) for other in came if rank > 0 and other is not None), "")
    there = [other for other in variant.piles[one.pile].cards if variant.rank(other) == rank]
    if there:
        return label(variant, there[0])
    return number(rank) if variant.rank(card) == card else ""


def _errors(story: Story) -> int:
    return sum(one.error for one in story.laid)
