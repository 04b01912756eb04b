"""What the chart of a level tells: when each card came, and how well it fitted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from game.core import Variant
from game.teammates.story import InStep, Landing, Story, expected
from game.teammates.tempo import Clock
from game.words.cards import label, owned
from game.words.language import number, percent, said, seconds
from game.words.lists import Counted, capital, count, in_one_breath

TITLE = "Level {level}"
SUMMARY = Counted("1 card in {time}.", "{cards} cards in {time}.")
MISTAKES_MADE = Counted("One mistake.", "{number} mistakes.", none="No mistake.")
MISTAKES = Counted("one mistake", "{number} mistakes", none="no mistake")

CLOSEST = "The closest call: {first}, then {second} after {time}."
TEAM_TEMPO = "The team took {time} a number."
EXPECTED = "Your teammates expect {card} after about {time} from you, between {least} and {most}."
EXPECTED_OF_YOU = "expected of you"

IN_STEP = "{one} and {other}"
CARDS_AXIS, FIFTY_AXIS, PLACES_AXIS = "card", "from 50", "place"

TEMPOS_HEAD = ("Level", "Each number", "With")
CARDS_HEAD = ("Card", "After", "Who", "How")
FACE_DOWN = "face down"
LAID = {False: "laid", True: "too soon"}
SET_ASIDE = "set aside"

SOME_SIZE = 20
"""The gap that what is expected is told of; half of the cards where there are fewer."""


def chart_title(story: Story) -> str:
    """What the chart is of."""
    return said(TITLE, level=story.level)


def summary(story: Story) -> str:
    """The drawing for those who hear it."""
    came = count(len(story.laid), SUMMARY, cards=len(story.laid), time=seconds(story.seconds))
    return in_one_breath((came, capital(count(_errors(story), MISTAKES_MADE))))


def mistakes(story: Story) -> str:
    """ "No mistake", in a table."""
    return count(_errors(story), MISTAKES)


def remarks(story: Story, clock: Clock | None, variant: Variant, names: Sequence[str]) -> str:
    """What is told below the drawing; `clock` is how the teammates expect this person to wait, if they do."""
    return in_one_breath(
        (
            _closest(story, variant, names),
            said(TEAM_TEMPO, time=seconds(story.tempo, 2)) if story.tempo else "",
            _expectation(story, clock, variant) if clock else "",
        )
    )


def length(at: float) -> str:
    """The last of the seconds on their axis, with their unit."""
    return seconds(at)


def seconds_on(at: float) -> str:
    """One of the others."""
    return number(at)


def axis_title(variant: Variant) -> str:
    """What the values of the other axis are."""
    return said(CARDS_AXIS if _numbered(variant) else PLACES_AXIS if len(variant.piles) > 1 else FIFTY_AXIS)


def axis_values(variant: Variant, level: int, high: int, step: int) -> list[tuple[int, str]]:
    """The ranks up to `high` that have a value on the axis of the cards, each with it, every `step` of them."""
    if _numbered(variant):
        ranks = {card: variant.rank(card) for card in variant.supply(level)}
        return [(rank, label(variant, card)) for card, rank in ranks.items() if rank <= high and card % step == 0]
    return [(rank, str(rank)) for rank in range(step, high + 1, step)]


def pair_in_step(seats: InStep, names: Sequence[str]) -> str:
    """Two who were more or less in step."""
    return said(IN_STEP, one=names[seats.one], other=names[seats.other])


def share(part: float) -> str:
    """How well they were in step: "93%"."""
    return percent(part)


def tempos_head() -> list[str]:
    """What stands above `tempo_rows`."""
    return [said(word) for word in TEMPOS_HEAD]


def cards_head() -> list[str]:
    """What stands above `card_rows`."""
    return [said(word) for word in CARDS_HEAD]


def tempo_rows(stories: Iterable[Story]) -> list[tuple[str, ...]]:
    """The levels in which something was waited for."""
    return [(str(one.level), seconds(one.tempo, 2), mistakes(one)) for one in stories if one.tempo is not None]


def card_rows(story: Story, variant: Variant, names: Sequence[str]) -> list[tuple[str, ...]]:
    """Every card that came, in order."""

    def row(one: Landing, how: str) -> tuple[str, ...]:
        card = label(variant, one.card) if one.card is not None else said(FACE_DOWN)
        return card, seconds(one.at, 1), names[one.seat], how

    came = [(one, said(LAID[one.error])) for one in story.laid] + [(one, said(SET_ASIDE)) for one in story.aside]
    return [row(one, how) for one, how in sorted(came, key=lambda landed: landed[0].at)]


def _expectation(story: Story, clock: Clock, variant: Variant) -> str:
    """How long this person is expected to hold a card of some size, were it the first to be laid."""
    start = variant.start(0, story.level)
    cards = {variant.rank(card) - start: card for card in reversed(variant.supply(story.level))}
    gap = min(SOME_SIZE, len(variant.supply(story.level)) // 2)
    wait = expected(clock, gap)
    card, time = label(variant, cards[gap]), seconds(wait.seconds)
    return said(EXPECTED, card=card, time=time, least=number(wait.least), most=number(wait.most))


def _errors(story: Story) -> int:
    return sum(one.error for one in story.laid)


def _numbered(variant: Variant) -> bool:
    """Whether every place along the pile is that of one card alone."""
    return len(variant.piles) == 1 and len({variant.rank(card) for card in variant.piles[0].cards}) == 100


def _closest(story: Story, variant: Variant, names: Sequence[str]) -> str:
    call = story.closest
    if call is None:
        return ""
    first, second = (owned([laid], variant, names) for laid in (call.first, call.second))
    return said(CLOSEST, first=first, second=second, time=seconds(call.seconds, 2))
