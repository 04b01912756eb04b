"""The texts of a level's chart: when each card came, and how well the players were in step."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from game.core import Variant
from game.teammates.story import InStep, Landing, Story, expected
from game.teammates.tempo import Clock
from game.words.cards import label, owned
from game.words.language import Message, Plural, gettext, ngettext, number, percent, seconds
from game.words.lists import capital, in_one_breath

# Translators: Heading of the chart of a level. {level} is the number of the level.
TITLE = Message("Level {level}")
# Translators: Describes a chart to screen readers. {cards} is the number of cards, {time} is such as "12 s".
SUMMARY = Plural("1 card in {time}.", "{cards} cards in {time}.")
# Translators: Last sentence of the description of a chart for screen readers.
NO_MISTAKES_MADE = Message("No mistakes.")
# Translators: Last sentence of the description of a chart for screen readers. {number} is such as "two".
MISTAKES_MADE = Plural("One mistake.", "{number} mistakes.", NO_MISTAKES_MADE)
# Translators: In the column "Mistakes" of the table "Level by level".
NO_MISTAKES = Message("no mistakes")
# Translators: In the column "Mistakes" of the table "Level by level". {number} is such as "two".
MISTAKES = Plural("one mistake", "{number} mistakes", NO_MISTAKES)

# Translators: Below a chart. {first} and {second} are such as "Ben 12", {time} is such as "0.45 s".
CLOSEST = Message("Closest call: {first}, then {second} {time} later.")
# Translators: Below a chart. {time} is such as "0.62 s": the team waited so long for each number in between.
TEAM_TEMPO = Message("Team tempo: {time} per step.")
# Translators: Below a chart. {card} is such as "20", {time} "12 s"; {least} and {most} are seconds.
EXPECTED = Message("Your teammates expect you to play {card} after about {time} (between {least} and {most}).")
# Translators: In the legend of a chart: the area in which the teammates expected the person's cards.
EXPECTED_OF_YOU = Message("when teammates expect you to play")

# Translators: In the legend of a chart. {one} and {other} are players; a percentage follows.
IN_STEP = Message("{one} and {other}")
# Translators: Title of the vertical axis of a chart: the numbers of the cards.
CARDS_AXIS = Message("card")
# Translators: Title of the vertical axis of a chart: how far the numbers of the cards are from 50.
FIFTY_AXIS = Message("distance from 50")
# Translators: Title of the vertical axis of a chart: the places of the cards in the order of their piles.
PLACES_AXIS = Message("place in the order")

TEMPOS_HEAD = (
    # Translators: Column of the table "Level by level": the number of the level.
    Message("Level"),
    # Translators: Column of the table "Level by level": how long the team waited for each number.
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
# Translators: In the column "Card" of the table "List of all cards", for a card that stayed hidden.
FACE_DOWN = Message("face down")
LAID = {
    # Translators: In the column "Result" of the table "List of all cards": the card was right.
    False: Message("played"),
    # Translators: In the column "Result" of the table "List of all cards": the card was a mistake.
    True: Message("too soon"),
}
# Translators: In the column "Result" of the table "List of all cards": taken by a star, or after a mistake.
SET_ASIDE = Message("set aside")

SOME_SIZE = 20
"""The gap of the example in the forecast of a wait; half of the cards if there are fewer."""


def chart_title(story: Story) -> str:
    """Return the title of the chart."""
    return gettext(TITLE, level=story.level)


def summary(story: Story) -> str:
    """Return a description of the drawing for screen readers."""
    came = ngettext(SUMMARY, len(story.laid), cards=len(story.laid), time=seconds(story.seconds))
    return in_one_breath((came, capital(ngettext(MISTAKES_MADE, _errors(story)))))


def mistakes(story: Story) -> str:
    """Return the number of mistakes for a table: "no mistake"."""
    return ngettext(MISTAKES, _errors(story))


def remarks(story: Story, clock: Clock | None, variant: Variant, names: Sequence[str]) -> str:
    """Return the remarks below the drawing; `clock` is the teammates' estimate of this person's tempo, if any."""
    return in_one_breath(
        (
            _closest(story, variant, names),
            gettext(TEAM_TEMPO, time=seconds(story.tempo, 2)) if story.tempo else "",
            _expectation(story, clock, variant) if clock else "",
        )
    )


def length(at: float) -> str:
    """Return the last value on the axis of seconds, with its unit."""
    return seconds(at)


def seconds_on(at: float) -> str:
    """Return any other value on the axis of seconds."""
    return number(at)


def axis_title(variant: Variant) -> str:
    """Return the title of the axis of cards."""
    return gettext(CARDS_AXIS if _numbered(variant) else PLACES_AXIS if len(variant.piles) > 1 else FIFTY_AXIS)


def axis_values(variant: Variant, level: int, high: int, step: int) -> list[tuple[int, str]]:
    """Return the ranks up to `high` that the axis of cards labels, with their labels: the lowest, and every `step`."""
    low = min(variant.start(pile, level) for pile in range(len(variant.piles)))
    if _numbered(variant):
        ranks = {card: variant.rank(card) for card in variant.supply(level)}
        marked = {card: rank for card, rank in ranks.items() if rank == low + 1 or (rank <= high and card % step == 0)}
        return [(rank, label(variant, card)) for card, rank in marked.items() if not 1 < rank - low < step / 3]
    return [(rank, str(rank)) for rank in (low, *range(low - low % step + step, high + 1, step))]


def landing_words() -> tuple[str, str]:
    """Return the meanings of two symbols for a legend: a mistake, and a card that was set aside."""
    return gettext(LAID[True]), gettext(SET_ASIDE)


def pair_in_step(seats: InStep, names: Sequence[str]) -> str:
    """Return the names of two seats whose tempos are compared."""
    return gettext(IN_STEP, one=names[seats.one], other=names[seats.other])


def share(part: float) -> str:
    """Return the similarity of two tempos: "93%"."""
    return percent(part)


def tempos_head() -> list[str]:
    """Return the column titles of `tempo_rows`."""
    return [gettext(word) for word in TEMPOS_HEAD]


def cards_head() -> list[str]:
    """Return the column titles of `card_rows`."""
    return [gettext(word) for word in CARDS_HEAD]


def tempo_rows(stories: Iterable[Story]) -> list[tuple[str, ...]]:
    """Return one row for each level in which a seat waited for a card."""
    return [(str(one.level), seconds(one.tempo, 2), mistakes(one)) for one in stories if one.tempo is not None]


def card_rows(story: Story, variant: Variant, names: Sequence[str]) -> list[tuple[str, ...]]:
    """Return one row for each card, in order."""

    def row(one: Landing, how: str) -> tuple[str, ...]:
        card = label(variant, one.card) if one.card is not None else gettext(FACE_DOWN)
        return card, seconds(one.at, 1), names[one.seat], how

    came = [(one, gettext(LAID[one.error])) for one in story.laid] + [(one, gettext(SET_ASIDE)) for one in story.aside]
    return [row(one, how) for one, how in sorted(came, key=lambda landed: landed[0].at)]


def _expectation(story: Story, clock: Clock, variant: Variant) -> str:
    """Return the forecast of how long this person would hold a typical card that is the first of its level."""
    start = variant.start(0, story.level)
    cards = {variant.rank(card) - start: card for card in reversed(variant.supply(story.level))}
    gap = min(SOME_SIZE, len(variant.supply(story.level)) // 2)
    wait = expected(clock, gap)
    card, time = label(variant, cards[gap]), seconds(wait.seconds)
    return gettext(EXPECTED, card=card, time=time, least=number(wait.least), most=number(wait.most))


def _errors(story: Story) -> int:
    return sum(one.error for one in story.laid)


def _numbered(variant: Variant) -> bool:
    """Whether each place along the pile belongs to one card only."""
    return len(variant.piles) == 1 and len({variant.rank(card) for card in variant.piles[0].cards}) == 100


def _closest(story: Story, variant: Variant, names: Sequence[str]) -> str:
    call = story.closest
    if call is None:
        return ""
    first, second = (owned([laid], variant, names) for laid in (call.first, call.second))
    return gettext(CLOSEST, first=first, second=second, time=seconds(call.seconds, 2))
