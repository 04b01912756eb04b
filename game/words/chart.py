"""What the chart of a level tells: when each card came, and how well it fitted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from game.core import Variant
from game.teammates.story import InStep, Landing, Story
from game.words.cards import label, owned
from game.words.lists import in_one_breath

TITLE = "Level {level}"
SUMMARY = "{cards} cards in {seconds:.0f} seconds, with {mistakes}"
MISTAKES = {0: "no mistake", 1: "one mistake"}
MORE_MISTAKES = "{number} mistakes"

CLOSEST = "The closest call: {first}, then {second} after {seconds:.2f} s."
TEAM_TEMPO = "The team took {seconds:.2f} s a number."
BELIEF = "Your teammates reckon with you at {tempo}."

IN_STEP = "{one} and {other}"
SHARE = "{share:.0%}"
LENGTH = "{seconds:.0f} s"
AFTER = "{seconds:.1f} s"
EACH_NUMBER = "{seconds:.2f} s"

TEMPOS_HEAD = ("Level", "Each number", "With")
CARDS_HEAD = ("Card", "After", "Who", "How")
FACE_DOWN = "face down"
LAID = {False: "laid", True: "too soon"}
SET_ASIDE = "set aside"


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


def remarks(story: Story, belief: str, variant: Variant, names: Sequence[str]) -> str:
    """What is told below the drawing; `belief` is what the teammates think of this person's tempo."""
    return in_one_breath(
        (
            _closest(story, variant, names),
            TEAM_TEMPO.format(seconds=story.tempo) if story.tempo else "",
            BELIEF.format(tempo=belief) if belief else "",
        )
    )


def length(seconds: float) -> str:
    """How long the level took, at the end of its axis."""
    return LENGTH.format(seconds=seconds)


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


def _closest(story: Story, variant: Variant, names: Sequence[str]) -> str:
    call = story.closest
    if call is None:
        return ""
    first, second = (owned([laid], variant, names) for laid in (call.first, call.second))
    return CLOSEST.format(first=first, second=second, seconds=call.seconds)
