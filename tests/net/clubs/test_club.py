"""Clubs: their links and topics."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.net.clubs.club import CLOCKS_DIFFER_BY, DAY, Club, ClubLinkError, new_club, parse_club, stored_club
from game.net.names import LONGEST_CLUB_NAME

CLUB = new_club(Random(1), "Tuesday players")
MIDNIGHT = 20_000 * DAY


def test_a_club_is_read_from_its_link() -> None:
    assert CLUB.fragment().startswith("#club=") and CLUB.fragment().endswith("&name=Tuesday+players")
    assert parse_club(CLUB.fragment()) == CLUB


@given(st.text(max_size=40))
def test_every_new_club_is_read_from_its_link(name: str) -> None:
    club = new_club(Random(2), name)
    assert parse_club(club.fragment()) == club
    assert 0 < len(club.name) <= LONGEST_CLUB_NAME and club.name.isprintable()


@given(st.text(max_size=60) | st.text(max_size=20).map(lambda end: CLUB.fragment() + end))
def test_any_other_text_is_refused_or_read_as_a_club(text: str) -> None:
    try:
        club = parse_club(text)
    except ClubLinkError:
        return
    assert text.startswith(f"#club={club.key}&name=") and club.name.isprintable()


@pytest.mark.parametrize(
    "link",
    [
        "",
        "#club=",
        f"#club={CLUB.key}",
        f"#club={CLUB.key}&name=",
        f"#club={CLUB.key[:-1]}&name=x",
        f"#club={CLUB.key}a&name=x",
        f"#club={CLUB.key.upper()}&name=x",
        f"#join={CLUB.key}&name=x",
        f"#club={CLUB.key}&name=x y",
        f"#club={CLUB.key}&name=" + "x" * 301,
        f" #club={CLUB.key}&name=x",
    ],
)
def test_a_damaged_link_is_refused(link: str) -> None:
    with pytest.raises(ClubLinkError):
        parse_club(link)


def test_the_name_in_a_link_is_cleaned() -> None:
    assert parse_club(f"#club={CLUB.key}&name=%E2%80%AEA%0A%22B%22%3C%2Fb%3E").name == "A B b"
    assert len(parse_club(f"#club={CLUB.key}&name=" + "x" * 300).name) == LONGEST_CLUB_NAME


def test_a_stored_club_is_checked() -> None:
    assert stored_club(CLUB.key, CLUB.name) == CLUB
    assert stored_club("key", "name") is None
    assert stored_club(CLUB.key, "\u202e" + "x" * 9999) == Club(CLUB.key, "x" * LONGEST_CLUB_NAME)


def test_neither_the_id_nor_a_topic_contains_the_key() -> None:
    other = new_club(Random(3), "Tuesday players")
    for one in (CLUB, other):
        public = {one.id, one.topic(MIDNIGHT), one.topic(MIDNIGHT + DAY)}
        assert len(public) == 3 and one.secret not in public and not any(one.key in text for text in public)
    assert CLUB.id != other.id and CLUB.topic(0) != other.topic(0)


@given(st.floats(-CLOCKS_DIFFER_BY, CLOCKS_DIFFER_BY), st.floats(0, DAY - 1))
def test_a_reader_finds_the_topic_although_the_clocks_differ(difference: float, time: float) -> None:
    clock = MIDNIGHT + time
    assert CLUB.topic(clock + difference) in CLUB.topics(clock)


def test_the_topic_changes_every_day() -> None:
    assert len(CLUB.topics(MIDNIGHT)) == 2 and len(CLUB.topics(MIDNIGHT + DAY / 2)) == 1
