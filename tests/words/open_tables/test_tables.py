"""The messages about open tables, and the generated names of each language."""

from __future__ import annotations

from collections.abc import Callable
from gettext import GNUTranslations
from io import BytesIO

import pytest
from babel.messages.mofile import write_mo

from assets.build.catalogs import languages, read
from game.core import Variant
from game.net.names import LONGEST_NAME, clean_name
from game.net.open_tables.generated_names import ADJECTIVES as ENGLISH_ADJECTIVES
from game.net.open_tables.generated_names import ANIMALS as ENGLISH_ANIMALS
from game.net.open_tables.generated_names import Numbers, in_english
from game.net.open_tables.listing import Listing
from game.words.language import English, set_language
from game.words.open_tables.tables import ADJECTIVES, ANIMALS, about, generated_name
from tests.words.babel_language import BabelLanguage

ALL = [Numbers(adjective, animal) for adjective in range(16) for animal in range(16)]


@pytest.fixture(params=languages())
def language(request: pytest.FixtureRequest) -> None:
    """Use each language with a catalog for one test."""
    content = BytesIO()
    write_mo(content, read(request.param))
    before = set_language(BabelLanguage(request.param), GNUTranslations(BytesIO(content.getvalue())))
    request.addfinalizer(lambda: set_language(*before))


def test_the_english_names_are_those_on_the_wire() -> None:
    for messages, words in ((ADJECTIVES, ENGLISH_ADJECTIVES), (ANIMALS, ENGLISH_ANIMALS)):
        assert " ".join(one.text for one in messages).split() == [*words]
    assert all(generated_name(numbers) == in_english(numbers) for numbers in ALL)


@pytest.mark.usefixtures("language")
def test_every_language_has_names_that_a_seat_may_have() -> None:
    names = [generated_name(numbers) for numbers in ALL]
    assert len(set(names)) == len(ALL) and not {*names} & {*map(in_english, ALL)}
    assert all(clean_name(name) == name and len(name) <= LONGEST_NAME for name in names)


def test_a_list_of_words_that_is_too_short_gives_english_names() -> None:
    class Damaged:
        gettext: Callable[..., str] = staticmethod(lambda text: "eins")
        pgettext: Callable[..., str] = staticmethod(lambda context, text: "{adjective} {animal}")
        ngettext: Callable[..., str] = staticmethod(lambda one, more, number: "")
        add_fallback: Callable[..., None] = staticmethod(lambda fallback: None)

    before = set_language(English(), Damaged())
    try:
        assert generated_name(Numbers(0, 2)) == in_english(Numbers(0, 2))
        assert generated_name(Numbers(1, 0)) == "eins eins"
    finally:
        set_language(*before)


def test_the_list_names_variant_seats_and_computer_players() -> None:
    listing = Listing("0" * 32, Variant("tens", blind=True), 4, 2)
    assert about(listing) == ["Sets of ten, blind", "2 of 4 seats taken"]
    assert about(Listing("0" * 32, Variant(), 3, 1, 1))[1:] == ["1 of 3 seats taken", "1 computer player"]
    running = Listing("0" * 32, Variant(), 4, 1, 2, 7)
    assert about(running)[1:] == ["Level 7", "1 of 4 seats taken", "two computer players"]
