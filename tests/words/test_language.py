"""Looking up messages in the page's language."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from game.words.language import English, Spoken, key, number, percent, said, seconds, speak, speak_more
from game.words.lists import Counted, count, in_one_breath, listed, lives
from game.words.table import YOU, called


class Few(English):
    """A language with a plural form for few things and a comma as decimal separator."""

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


def test_english_messages_are_unchanged() -> None:
    assert said("{name} says stop.", name="Ada") == "Ada says stop."
    assert (number(0.625, 1), seconds(0.625, 2), percent(0.934)) == ("0.6", "0.62 s", "93%")
    assert called(YOU) == YOU


@pytest.mark.usefixtures("polish")
def test_a_message_is_looked_up_when_it_is_used() -> None:
    assert said("{name} says stop.", name="Ada") == "Stop, mówi Ada."
    assert in_one_breath(["A.", "B."]) == "A.B."


@pytest.mark.usefixtures("polish")
def test_a_missing_translation_falls_back_to_english() -> None:
    assert said("You came to level {level} of {levels}.", level=1, levels=8) == "You came to level 1 of 8."
    forms = Counted("one star", "{number} stars")
    assert [count(many, forms) for many in (1, 3)] == ["one star", "3 stars"]


@pytest.mark.usefixtures("polish")
def test_a_count_takes_the_plural_form_of_its_category() -> None:
    assert [lives(many) for many in (0, 1, 2, 5)] == ["brak", "jedno życie", "2 życia", "5 żyć"]


@pytest.mark.usefixtures("polish")
def test_numbers_and_lists_follow_the_language() -> None:
    assert (number(0.5, 1), listed(["Ada", "Ben"])) == ("0,5", "Ada i Ben")


@pytest.mark.usefixtures("polish")
def test_braces_in_a_name_are_not_placeholders() -> None:
    assert said("{name} says stop.", name="{0}") == "Stop, mówi {0}."


@pytest.mark.usefixtures("polish")
def test_a_player_without_a_name_is_called_you_in_every_language() -> None:
    assert (called(YOU), called("Ada")) == ("Ty", "Ada")


@pytest.mark.usefixtures("polish")
def test_more_messages_can_be_loaded_later() -> None:
    speak_more(f"{key('Go.')}Start.\n{key('one star')}other\t{{number}} gwiazdki")
    assert (said("Go."), said("You"), lives(1)) == ("Start.", "Ty", "jedno życie")
    assert count(3, Counted("one star", "{number} stars")) == "3 gwiazdki"


def test_another_language_replaces_the_current_one() -> None:
    before = speak(POLISH)
    assert speak(before) is POLISH
    assert said("You") == "You"
