"""What the chart of a level tells: when each card came, and how well it fitted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from game.core import Variant
from game.teammates.story import InStep, Landing, Story, expected
from game.teammates.tempo import Clock
from game.words.cards import label, owned
from game.words.lists import in_one_breath

TITLE = "Level {level}"
SUMMARY = "{cards} cards in {seconds:.0f} seconds, with {mistakes}"
MISTAKES = {0: "no mistake", 1: "one mistake"}
MORE_MISTAKES = "{number} mistakes"

CLOSEST = "The closest call: {first}, then {second} after {seconds:.2f} s."
TEAM_TEMPO = "The team took {seconds:.2f} s a number."
EXPECTED = "Your teammates expect {card} after about {seconds:.0f} s from you, between {least:.0f} and {most:.0f}."
EXPECTED_OF_YOU = "expected of you"

IN_STEP = "{one} and {other}"
SHARE = "{share:.0%}"
LENGTH = "{seconds:.0f} s"
SECONDS = "{seconds:.0f}"
CARDS_AXIS, FIFTY_AXIS, PLACES_AXIS = "card", "from 50", "place"
AFTER = "{seconds:.1f} s"
EACH_NUMBER = "{seconds:.2f} s"

TEMPOS_HEAD = ("Level", "Each number", "With")
CARDS_HEAD = ("Card", "After", "Who", "How")
FACE_DOWN = "face down"
LAID = {False: "laid", True: "too soon"}
SET_ASIDE = "set aside"

SOME_SIZE = 20
"""The gap that what is expected is told of; half of the cards where there are fewer."""


def chart_title(story: Story) -> str:
    """What the chart is of."""
    return TITLE.format(level=story.level)


def summary(story: Story) -> str:
    """The drawing for those who hear it."""
    return SUMMARY.format(cards=len(story.laid), seconds=story.seconds, mistakes=mistakes(story))


def mistakes(story: Story) -> str:
    """ "No mistake", within a sentence or in a table."""
    number = sum(one.error for one in story.laid)
    return MISTAKES.get(number) or MORE_MISTAKES.format(number=number)


def remarks(story: Story, clock: Clock | None, variant: Variant, names: Sequence[str]) -> str:
    """What is told below the drawing; `clock` is how the teammates expect this person to wait, if they do."""
    return in_one_breath(
        (
            _closest(story, variant, names),
            TEAM_TEMPO.format(seconds=story.tempo) if story.tempo else "",
            _expectation(story, clock, variant) if clock else "",
        )
    )


def length(seconds: float) -> str:
    """The last of the seconds on their axis, with their unit."""
    return LENGTH.format(seconds=seconds)


def seconds_on(at: float) -> str:
    """One of the others."""
    return SECONDS.format(seconds=at)


def axis_title(variant: Variant) -> str:
    """What the values of the other axis are."""
    return CARDS_AXIS if _numbered(variant) else PLACES_AXIS if len(variant.piles) > 1 else FIFTY_AXIS


def axis_values(variant: Variant, level: int, high: int, step: int) -> list[tuple[int, str]]:
    """The ranks up to `high` that have a value on the axis of the cards, each with it, every `step` of them."""
    if _numbered(variant):
        ranks = {card: variant.rank(card) for card in variant.supply(level)}
        return [(rank, label(variant, card)) for card, rank in ranks.items() if rank <= high and card % step == 0]
    return [(rank, str(rank)) for rank in range(step, high + 1, step)]


def pair_in_step(seats: InStep, names: Sequence[str]) -> str:
    """Two who were more or less in step."""
    return IN_STEP.format(one=names[seats.one], other=names[seats.other])


def share(part: float) -> str:
    """How well they were in step: "93%"."""
    return SHARE.format(share=part)


def tempo_rows(stories: Iterable[Story]) -> list[tuple[str, ...]]:
    """The rows below TEMPOS_HEAD: the levels in which something was waited for."""
    return [
        (str(one.level), EACH_NUMBER.format(seconds=one.tempo), mistakes(one))
        for one in stories
        if one.tempo is not None
    ]


def card_rows(story: Story, variant: Variant, names: Sequence[str]) -> list[tuple[str, ...]]:
    """The rows below CARDS_HEAD: every card that came, in order."""

    def row(one: Landing, how: str) -> tuple[str, ...]:
        card = label(variant, one.card) if one.card is not None else FACE_DOWN
        return card, AFTER.format(seconds=one.at), names[one.seat], how

    came = [(one, LAID[one.error]) for one in story.laid] + [(one, SET_ASIDE) for one in story.aside]
    return [row(one, how) for one, how in sorted(came, key=lambda landed: landed[0].at)]


def _expectation(story: Story, clock: Clock, variant: Variant) -> str:
    """How long this person is expected to hold a card of some size, were it the first to be laid."""
    start = variant.start(0, story.level)
    cards = {variant.rank(card) - start: card for card in reversed(variant.supply(story.level))}
    gap = min(SOME_SIZE, len(variant.supply(story.level)) // 2)
    wait = expected(clock, gap)
    return EXPECTED.format(card=label(variant, cards[gap]), seconds=wait.seconds, least=wait.least, most=wait.most)


def _numbered(variant: Variant) -> bool:
    """Whether every place along the pile is that of one card alone."""
    return len(variant.piles) == 1 and len({variant.rank(card) for card in variant.piles[0].cards}) == 100


def _closest(story: Story, variant: Variant, names: Sequence[str]) -> str:
    call = story.closest
    if call is None:
        return ""
    first, second = (owned([laid], variant, names) for laid in (call.first, call.second))
    return CLOSEST.format(first=first, second=second, seconds=call.seconds)
