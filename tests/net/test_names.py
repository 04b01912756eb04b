"""Names: readable, of limited height, and not confusable with the name of another player."""

from __future__ import annotations

import unicodedata
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from game.net.host.lobby import Lobby
from game.net.names import LONGEST_NAME, LOOK_ALIKES, MOST_MARKS, clean_name, free_name, skeleton
from tests.net.pages import CLASSIC

TRICKY = st.text(
    st.sampled_from("Ana 1lIi0oOrnmvw·|:\u00ad\u200b\u202e\u2066\u2800\u3164\ufe0f\u0301\u0323\u20dd\ufdfaıАпуeЕ한ﬁ²")
    | st.characters()
)
NAMES = st.lists(TRICKY | st.sampled_from(["Ana", "Аna", "You", "host", "Ada"]), min_size=2, max_size=16)


@pytest.mark.parametrize(
    ("name", "clean"),
    [
        ("  Zoë   Q ", "Zoë Q"),
        ("\n\t", "Guest"),
        ("A\u202eB", "AB"),
        ("A\u200bn\u00ada\u2060", "Ana"),
        ("\u202eanA\u202c", "anA"),
        ("\u2067Ana\u2069", "Ana"),
        ("\u3164\u2800\u115f", "Guest"),
        ("Ａｎａ", "Ana"),
        ("Z\u0351\u034e\u0317\u0342\u0324a\u0300\u0301\u0302", "Z\u034e\u0317à\u0301\u0302"),
        ("\u0301\u0301Ana", "Ana"),
        ("Nguyễn Ế", "Nguyễn Ế"),
        ("李小龍", "李小龍"),
        ("हिन्दी", "हिन्दी"),
        ("ที่นี่", "ที่นี่"),
        ("O'Neil-Paß Jr.", "O'Neil-Paß Jr."),
        ("😀", "😀"),
        ("Ana · host", "Ana"),
        ("Ana | YOU", "Ana"),
        ("Ana: ready", "Ana"),
        ("you", "Guest"),
        ("Yоu", "Guest"),
        ("Høst", "Høst"),
        ("h0st", "Guest"),
        ("Ana host host", "Ana"),
        ("x" * 99, "x" * LONGEST_NAME),
        ("ﷺ", "صلى الله عليه"),
        ("", "Guest"),
    ],
)
def test_a_name_keeps_only_readable_characters(name: str, clean: str) -> None:
    assert clean_name(name) == clean


@given(TRICKY)
@example("a\u0301\u200b\u0301\u034f\u0301")
@example("ﷺ host")
def test_every_name_is_readable_short_and_stable(name: str) -> None:
    clean = clean_name(name)
    assert clean_name(clean) == clean == unicodedata.normalize("NFKC", clean).strip()
    assert 0 < len(clean) <= LONGEST_NAME and clean.isprintable() and "·" not in clean
    categories = "".join(unicodedata.category(one)[0] for one in clean)
    assert "C" not in categories and (MOST_MARKS + 1) * "M" not in categories


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ana", "ANA"),
        ("Ana", "Аnа"),  # Cyrillic
        ("Ana", "ΑΝΑ"),  # Greek
        ("Ana", "A.n a"),
        ("Ana", "Ána"),
        ("Bill", "BIll"),
        ("Bill", "Βill"),  # Greek
        ("Bill", "Bi1I"),
        ("Otto", "0tt0"),
        ("Tom", "Torn"),
        ("Will", "VVill"),
        ("Straße", "STRASSE"),
        ("Лев", "ЛЕВ"),
    ],
)
def test_names_that_look_alike_are_rejected(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)
    assert free_name(other, [one]) == f"{clean_name(other)} 2"


@pytest.mark.parametrize(
    ("one", "other"), [("Ana", "Anna"), ("Ana", "Ana 2"), ("Dan", "Don"), ("कि", "का"), ("!!", "??"), ("😀", "🐸")]
)
def test_different_names_are_accepted(one: str, other: str) -> None:
    assert free_name(other, [one]) == other


def test_no_character_looks_like_two_letters() -> None:
    others = "".join(LOOK_ALIKES.values())
    assert len(set(others)) == len(others)
    for letters, alike in LOOK_ALIKES.items():
        assert {skeleton(one) for one in alike} == {skeleton(letters)}


@given(NAMES)
def test_names_at_a_table_do_not_look_alike(names: list[str]) -> None:
    table = Lobby(CLASSIC, 8)
    table.fill(7, "Ada")
    for number, name in enumerate(names[:12]):
        table.join(f"page {number}", name, f"{number:064x}", watch=False, now=0.0)
    for seat, name in enumerate(names[: min(7, len(names))]):
        table.rename(seat, name)
    roster = table.roster(1, host=0)
    shown = [place.name for place in roster.places if place.name] + [one.name for one in roster.watchers]
    looks = sorted(map(skeleton, shown))
    assert all(one != other for one, other in pairwise(looks)) and len(looks) == min(12, len(names)) + 1


@pytest.mark.parametrize("written", ["ᴀɴᴀ", "Aɴᴀ", "ᴀna"])
def test_small_capitals_equal_the_letters_that_they_look_like(written: str) -> None:
    assert free_name(written, ["Ana"]).endswith(" 2")


def test_words_of_the_page_in_small_capitals_are_rejected_as_names() -> None:
    assert clean_name("ʏᴏᴜ") == clean_name("ʜᴏꜱᴛ") == "Guest"
