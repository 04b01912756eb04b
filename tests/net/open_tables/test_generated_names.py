"""Generated names: the same for a key and a day, on every page, in its own language."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.core import Variant
from game.net.names import LONGEST_NAME, clean_name
from game.net.open_tables.generated_names import (
    ADJECTIVES,
    ANIMALS,
    Numbers,
    day_of,
    for_strangers,
    in_english,
    numbers_of_key,
    numbers_of_name,
    with_generated_names,
)
from game.net.roster import Place, Roster, Sitter, Watcher
from tests.net.open_tables.events import CLOCK, key

ALL = [Numbers(adjective, animal) for adjective in range(len(ADJECTIVES)) for animal in range(len(ANIMALS))]


def test_every_name_is_one_that_a_seat_may_have() -> None:
    names = [in_english(one) for one in ALL]
    assert len(set(names)) == len(names) == 256
    assert all(clean_name(name) == name and len(name) <= LONGEST_NAME for name in names)


def test_a_name_on_the_wire_has_its_numbers() -> None:
    assert all(numbers_of_name(in_english(one)) == (one, "") for one in ALL)
    assert all(numbers_of_name(f"{in_english(one)} 2") == (one, " 2") for one in ALL)


@pytest.mark.parametrize("end", [" 1", " 10", " 88", " x", " 2 3", "2", "  2", " \u0662"])
def test_what_follows_a_name_is_no_text(end: str) -> None:
    assert numbers_of_name(f"Calm Otter{end}") is None


@given(st.text())
def test_any_other_name_has_none(name: str) -> None:
    found = numbers_of_name(name)
    assert found is None or name.startswith(in_english(found[0]))


def test_a_name_lasts_from_noon_to_noon() -> None:
    noon = (int(CLOCK) // 86400) * 86400 + 43200
    assert day_of(noon) == day_of(noon + 86399) == day_of(noon - 1) + 1


def test_a_key_keeps_its_name_for_a_day_and_names_are_spread_evenly() -> None:
    assert numbers_of_key(key(1), 7) == numbers_of_key(key(1), 7)
    assert len({numbers_of_key(key(1), one) for one in range(100)}) > 50
    assert len({numbers_of_key(key(one), 7) for one in range(5000)}) == len(ALL)


CALM_OTTER = numbers_of_name("Calm Otter")


def roster() -> Roster:
    places = (
        Place(Sitter.PERSON, "Ana", key=key(1)),
        Place(Sitter.TEAMMATE, "Ada", character="Ada"),
        Place(Sitter.PERSON, "Calm Otter 2", key=key(2)),
        Place(),
    )
    return Roster(1, 0, Variant(), True, False, False, places, (Watcher("Ben", "page"),), saved_as="Friday")


def spell(numbers: Numbers) -> str:
    return f"<{numbers.adjective}-{numbers.animal}>"


def test_friends_see_their_own_names_and_strangers_in_their_language() -> None:
    assert CALM_OTTER is not None
    shown = with_generated_names(roster(), spell)
    assert [one.name for one in shown.places] == ["Ana", "Ada", spell(CALM_OTTER[0]) + " 2", ""]
    assert shown.watchers[0].name == "Ben" and shown.saved_as == "Friday"


def test_a_stranger_sees_no_name_that_a_person_chose() -> None:
    assert CALM_OTTER is not None
    shown = with_generated_names(roster(), spell, day=7)
    first, teammate, other, free = (one.name for one in shown.places)
    assert (first, teammate, other, free) == (
        spell(numbers_of_key(key(1), 7)),
        "Ada",
        spell(CALM_OTTER[0]) + " 2",
        "",
    )
    assert shown.watchers[0].name == spell(numbers_of_key("page", 7)) and shown.saved_as == ""


def test_no_two_names_that_strangers_receive_look_alike() -> None:
    calm = next(one for one in range(9999) if numbers_of_key(key(one), 7) == CALM_OTTER[0]) if CALM_OTTER else 0
    friends = tuple(Place(Sitter.PERSON, name, key=key(calm)) for name in ("Ana", "Ben"))
    stranger = Place(Sitter.PERSON, "Calm Otter", key=key(9), stranger=True)
    told = for_strangers(replace(roster(), places=(*friends, stranger), day_of_names=7))
    assert [one.name for one in told.places] == ["Calm Otter 2", "Calm Otter 3", "Calm Otter"]


def test_a_name_of_a_teammate_is_no_text() -> None:
    names = ("Ada", "Iris 2", "buy gold", "Ben x")
    mates = tuple(Place(Sitter.TEAMMATE, name, character="Gus") for name in names)
    shown = with_generated_names(replace(roster(), places=mates), spell, day=7)
    assert [one.name for one in shown.places] == ["Ada", "Iris 2", "Gus", "Gus"]
