"""Looking up messages in the page's language."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from gettext import GNUTranslations
from io import BytesIO

import pytest
from babel.messages import Catalog
from babel.messages.mofile import write_mo

from game.words.language import (
    Language,
    Message,
    Plural,
    add_catalog,
    listed,
    number,
    percent,
    seconds,
    set_language,
)
from game.words.lists import LIVES, in_one_breath
from game.words.table import UNNAMED, called


class Numerals(Language):
    """A language with numerals in sentences, and a comma as decimal separator."""

    def spelled(self, number: int) -> str:
        return str(number)

    def listed(self, words: Sequence[str]) -> str:
        return " i ".join(words)

    def number(self, value: float, decimals: int) -> str:
        return super().number(value, decimals).replace(".", ",")


def translations(*messages: tuple[str | tuple[str, str], str | tuple[str, ...], str | None]) -> GNUTranslations:
    """Return a compiled Polish catalog of messages: their English, translation and context."""
    catalog = Catalog("pl")
    for english, polish, context in messages:
        catalog.add(english, polish, context=context)
    content = BytesIO()
    write_mo(content, catalog)
    return GNUTranslations(BytesIO(content.getvalue()))


SAYS_STOP, YOU = Message("{name} stops play."), Message("You")
STARS = Plural("one star", "{number} stars")


@pytest.fixture
def polish() -> Iterator[None]:
    before = set_language(
        Numerals(),
        translations(
            ("{name} stops play.", "Stop, mówi {name}.", None),
            ("{sentence} {following}", "{sentence}{following}", None),
            ("You", "Ty", None),
            ("You", "ty", "within a sentence"),
            ("no lives", "brak", None),
            (("one life", "{number} lives"), ("jedno życie", "{number} życia", "{number} żyć"), None),
        ),
    )
    yield
    set_language(*before)


def test_english_messages_are_unchanged() -> None:
    assert SAYS_STOP(name="Ada") == "Ada stops play."
    assert (number(0.625, 1), seconds(0.625, 2), percent(0.934)) == ("0.6", "0.62 s", "93%")
    assert called(UNNAMED) == "You"


@pytest.mark.usefixtures("polish")
def test_a_message_is_looked_up_when_it_is_used() -> None:
    assert SAYS_STOP(name="Ada") == "Stop, mówi Ada."
    assert in_one_breath(["A.", "B."]) == "A.B."


@pytest.mark.usefixtures("polish")
def test_a_context_separates_two_uses_of_one_english_text() -> None:
    assert (YOU(), Message("You", "within a sentence")()) == ("Ty", "ty")
    assert Message("You", "another use")() == "You"


@pytest.mark.usefixtures("polish")
def test_a_missing_translation_falls_back_to_english() -> None:
    assert Message("You reached level {level}.")(level=1) == "You reached level 1."
    assert [STARS(many) for many in (1, 3)] == ["one star", "3 stars"]


@pytest.mark.usefixtures("polish")
def test_a_plural_has_the_forms_of_its_catalog() -> None:
    assert [LIVES(many) for many in (0, 1, 2, 5, 22, 25)] == [
        "brak",
        "jedno życie",
        "2 życia",
        "5 żyć",
        "22 życia",
        "25 żyć",
    ]


@pytest.mark.usefixtures("polish")
def test_numbers_and_lists_follow_the_language() -> None:
    assert (number(0.5, 1), listed(["Ada", "Ben"])) == ("0,5", "Ada i Ben")


@pytest.mark.usefixtures("polish")
def test_braces_in_a_name_are_not_placeholders() -> None:
    assert SAYS_STOP(name="{0}") == "Stop, mówi {0}."


@pytest.mark.usefixtures("polish")
def test_a_player_without_a_name_is_called_you_in_every_language() -> None:
    assert (called(UNNAMED), called("Ada")) == ("Ty", "Ada")


@pytest.mark.usefixtures("polish")
def test_more_catalogs_can_be_added_later() -> None:
    add_catalog(translations(("Go.", "Start.", None), (("one star", "{number} stars"), ("1", "2-4", "5"), None)))
    assert (Message("Go.")(), YOU(), LIVES(1)) == ("Start.", "Ty", "jedno życie")
    assert STARS(3) == "2-4"


def test_the_first_catalog_of_a_language_may_be_missing() -> None:
    before = set_language(Numerals(), None)
    add_catalog(translations(("You", "Ty", None)))
    assert (YOU(), LIVES(2)) == ("Ty", "2 lives")
    set_language(*before)
    assert YOU() == "You"
