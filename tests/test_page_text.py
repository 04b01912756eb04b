"""What index.html says itself, of people, levels and variants, agrees with the data of the game."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

from game.browser import saved
from game.core import new_game, variant
from game.core.variants import (
    BASES,
    EXTREME_FACE_DOWN,
    LEVELS,
    LIFE_LEVELS,
    LIVES,
    MAX_LIVES,
    MAX_SEATS,
    MAX_STARS,
    MIN_SEATS,
    STAR_LEVELS,
)
from game.net import names
from game.table import GENTLE, SIMULTANEITY
from game.teammates.characters import CHARACTERS, DEFAULT, NAMES
from game.words.lists import listed, lives, stars

SOURCE = (Path(__file__).parents[1] / "index.html").read_text(encoding="utf-8")


class Page(HTMLParser):
    """The page as lists: the `fields` by name with their attributes, the `options` of each, the `texts` of each tag."""

    def __init__(self) -> None:
        super().__init__()
        self.fields: list[tuple[str, dict[str, str | None]]] = []
        self.options: list[dict[str, str]] = []
        self.chosen: list[str] = []
        self.texts: list[tuple[str, str]] = []
        self._open: list[str] = []
        self.feed(SOURCE)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = dict(attrs)
        self._open.append(tag)
        if tag in ("input", "select"):
            self.fields.append((said.get("name") or said.get("id") or "", said))
            self.options.append({})
        if tag == "option":
            self.options[-1][said["value"] or ""] = ""
            self.chosen += [said["value"] or ""] * ("selected" in said)

    def handle_data(self, data: str) -> None:
        self.texts.append((self._open[-1] if self._open else "", data.strip()))
        if self._open and self._open[-1] == "option" and data.strip():
            self.options[-1][[*self.options[-1]][-1]] = data.strip()

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop() != tag:
            pass  # an input has no end

    def choices(self, name: str) -> list[dict[str, str]]:
        """The options of every select called so, by value."""
        return [options for (field, _), options in zip(self.fields, self.options, strict=True) if field == name]

    def lengths(self, name: str) -> list[str | None]:
        """The longest text that each input called so takes."""
        return [said.get("maxlength") for field, said in self.fields if field == name]

    def all(self, tag: str) -> list[str]:
        return [text for at, text in self.texts if at == tag and text]

    @property
    def text(self) -> str:
        return re.sub(r"\s+", " ", " ".join(text for _, text in self.texts))


PAGE = Page()


def test_teammates_are_the_characters() -> None:
    (lobby,) = PAGE.choices("add-mate")
    for seat in range(1, MAX_SEATS):
        (seated,) = PAGE.choices(f"mate{seat}")
        assert [*seated] == [*CHARACTERS]
        assert {"": lobby[""], **{name: f"{name}, {kind.lower()}" for name, kind in seated.items()}} == lobby
        assert PAGE.all("dt")[: len(seated)] == [*seated.values()]
    assert PAGE.chosen.count(DEFAULT) == MAX_SEATS - 1
    assert [said["placeholder"] for name, said in PAGE.fields if re.fullmatch("name[1-7]", name)] == [*NAMES]


def test_names_are_as_long_everywhere() -> None:
    assert saved.LONGEST_NAME == names.LONGEST_NAME
    for name in ("your-name", *(f"name{seat}" for seat in range(MAX_SEATS))):
        assert PAGE.lengths(name) == [str(names.LONGEST_NAME)]


def test_seats_levels_lives_and_rewards_are_those_of_the_rules() -> None:
    seats = [str(number) for number in range(MIN_SEATS, MAX_SEATS + 1)]
    assert [[*options] for name in ("players", "seats") for options in PAGE.choices(name)] == [seats, seats]
    given = str(new_game(variant("classic"), MIN_SEATS).stars)
    rows = [[str(number), str(LEVELS[number]), str(LIVES[number]), given] for number in (2, 3, 4)]
    rows.append(["5 to 8", "(house rule)", ", ".join(str(LEVELS[n]) for n in (5, 6, 7, 8)), str(LIVES[8]), given])
    assert " ".join(cell for row in rows for cell in row) in PAGE.text
    assert {LIVES[number] for number in (5, 6, 7, 8)} == {LIVES[8]}
    star, life = (listed(map(str, sorted(levels))) for levels in (STAR_LEVELS, LIFE_LEVELS))
    assert f"Levels {star} bring a star; levels {life} bring a life." in PAGE.text.replace(", and", " and")
    assert f"never more than {lives(MAX_LIVES)} and {stars(MAX_STARS)}" in PAGE.text
    assert f"less than {SIMULTANEITY} seconds apart" in PAGE.text
    assert f"gentle game, chosen beside the variant, that holds for cards less than {GENTLE} seconds apart" in PAGE.text


def test_variants_are_those_of_the_rules_and_each_is_explained() -> None:
    solo, together = PAGE.choices("variant")
    assert solo == together
    assert {*solo, "tens-descending"} == {*BASES, "no-stars"}
    assert PAGE.all("dt")[len(CHARACTERS) :] == [title for name, title in solo.items() if name != "classic"]
    options = [name for name, said in PAGE.fields if said.get("type") == "checkbox"]
    for option in ("blind", "strict", "no-stars", "gentle"):
        assert options.count(option) == 2 and variant(option)
    white, red, both = (
        listed(str(n) for n, piles in EXTREME_FACE_DOWN.items() if piles == {*down}) for down in ((0,), (1,), (0, 1))
    )
    assert f"white on {white}, red on {red}, both on {both}" in PAGE.text


def test_every_character_has_a_look_of_its_own_and_people_have_one() -> None:
    looks = re.findall(r'<symbol id="look-(\w*)"[^>]*>(.*)</symbol>', SOURCE)
    assert [name for name, _ in looks] == ["", *CHARACTERS]
    assert len({drawing for _, drawing in looks}) == len(looks)
