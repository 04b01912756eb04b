"""How a sentence is said in the language of the page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from game.words.language import English, Spoken, key, number, percent, said, seconds, speak, speak_more
from game.words.lists import Counted, count, in_one_breath, listed, lives
from game.words.table import YOU, called


class Few(English):
    """A language that has a form for a few things, and writes a comma where English has a point."""

    def category(self, number: int) -> str:
        return "one" if number == 1 else "few" if number < 5 else "many"

    def spelled(self, number: int) -> str:
        return str(number)

    def listed(self, words: Sequence[str]) -> str:
        return " i ".join(words)

    def number(self, value: float, decimals: int) -> str:
        return super().number(value, decimals).replace(".", ",")


SENTENCES = {
    "{name} says stop.": "Stop, mówi {name}.",
    "{sentence} {following}": "{sentence}{following}",
    "You": "Ty",
    "no lives": "brak",
}
COUNTED = {"one life": {"one": "jedno życie", "few": "{number} życia", "other": "{number} żyć"}}
POLISH = Spoken(
    Few(), {key(one): said for one, said in SENTENCES.items()}, {key(one): forms for one, forms in COUNTED.items()}
)


@pytest.fixture
def polish() -> Iterator[None]:
    before = speak(POLISH)
    yield
    speak(before)


def test_english_is_said_as_it_is_written() -> None:
    assert said("{name} says stop.", name="Ada") == "Ada says stop."
    assert (number(0.625, 1), seconds(0.625, 2), percent(0.934)) == ("0.6", "0.62 s", "93%")
    assert called(YOU) == YOU


@pytest.mark.usefixtures("polish")
def test_a_sentence_is_looked_up_when_it_is_said() -> None:
    assert said("{name} says stop.", name="Ada") == "Stop, mówi Ada."
    assert in_one_breath(["A.", "B."]) == "A.B."


@pytest.mark.usefixtures("polish")
def test_what_a_language_lacks_is_said_in_english() -> None:
    assert said("You came to level {level} of {levels}.", level=1, levels=8) == "You came to level 1 of 8."
    forms = Counted("one star", "{number} stars")
    assert [count(many, forms) for many in (1, 3)] == ["one star", "3 stars"]


@pytest.mark.usefixtures("polish")
def test_a_number_of_things_takes_the_form_of_its_category() -> None:
    assert [lives(many) for many in (0, 1, 2, 5)] == ["brak", "jedno życie", "2 życia", "5 żyć"]


@pytest.mark.usefixtures("polish")
def test_numbers_and_lists_are_those_of_the_language() -> None:
    assert (number(0.5, 1), listed(["Ada", "Ben"])) == ("0,5", "Ada i Ben")


@pytest.mark.usefixtures("polish")
def test_a_name_in_braces_is_a_name() -> None:
    assert said("{name} says stop.", name="{0}") == "Stop, mówi {0}."


@pytest.mark.usefixtures("polish")
def test_who_gave_no_name_is_called_so_in_every_language() -> None:
    assert (called(YOU), called("Ada")) == ("Ty", "Ada")


@pytest.mark.usefixtures("polish")
def test_more_can_be_said_later() -> None:
    speak_more(f"{key('Go.')}Start.\n{key('one star')}other\t{{number}} gwiazdki")
    assert (said("Go."), said("You"), lives(1)) == ("Start.", "Ty", "jedno życie")
    assert count(3, Counted("one star", "{number} stars")) == "3 gwiazdki"


def test_another_language_takes_over_from_the_one_before() -> None:
    before = speak(POLISH)
    assert speak(before) is POLISH
    assert said("You") == "You"
