"""Lists and counts."""

from __future__ import annotations

import pytest

from game.words.language import Message, Plural, listed
from game.words.lists import LIVES, STARS, in_a_row, in_one_breath


@pytest.mark.parametrize(
    ("words", "row"),
    [
        ([], ""),
        (["12"], "12"),
        (["12", "40"], "12 and 40"),
        (["12", "40", "77"], "12, 40 and 77"),
        (["{a}", "{b}"], "{a} and {b}"),
    ],
)
def test_words_are_listed(words: list[str], row: str) -> None:
    assert listed(words) == listed(iter(words)) == row


def test_small_numbers_are_words_and_larger_ones_numerals() -> None:
    assert [LIVES(number) for number in (0, 1, 2, 5, 6)] == [
        "no lives",
        "one life",
        "two lives",
        "five lives",
        "6 lives",
    ]
    assert (STARS(0), STARS(1), STARS(3)) == ("no stars", "one star", "three stars")


def test_a_row_of_cards_has_no_and() -> None:
    assert [in_a_row(words) for words in ([], ["Ben 12"], ["Ben 12", "Cleo 25"])] == ["", "Ben 12", "Ben 12, Cleo 25"]


def test_zero_may_have_its_own_form() -> None:
    forms = Plural("One {what} left.", "{number} {what}s left.", Message("The {what}s are gone."))
    assert [forms(number, what="life") for number in (0, 1)] == ["The lifes are gone.", "One life left."]


def test_a_whole_sentence_can_be_counted() -> None:
    forms = Plural("One life left.", "{Number} lives left.")
    assert [forms(number) for number in (1, 2, 12)] == ["One life left.", "Two lives left.", "12 lives left."]


def test_empty_sentences_are_skipped() -> None:
    assert in_one_breath(["", "Go.", "", "You won!"]) == "Go. You won!"
    assert in_one_breath([]) == ""
