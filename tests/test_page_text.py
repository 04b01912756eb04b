"""The text of index.html about people, levels and variants agrees with the rules of the game."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html.parser import HTMLParser
from pathlib import Path

from game.core import (
    DEALER,
    MAX_LIVES,
    MAX_STARS,
    Phase,
    Play,
    RaiseStar,
    State,
    apply,
    new_game,
    record,
    shuffled,
    variant,
)
from game.core.variants import (
    BASES,
    EXTREME_FACE_DOWN,
    LEVELS,
    LIFE_LEVELS,
    LIVES,
    MAX_SEATS,
    MIN_SEATS,
    STAR_LEVELS,
)
from game.net import names
from game.table import GENTLE, SIMULTANEITY
from game.teammates.characters import CHARACTERS, DEFAULT
from game.words.language import listed
from game.words.title_screen import CHARACTER_LINES

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
        if tag == "option" and "value" in said:
            self.options[-1][said["value"] or ""] = ""
            self.chosen += [said["value"] or ""] * ("selected" in said)

    def handle_data(self, data: str) -> None:
        self.texts.append((self._open[-1] if self._open else "", data.strip()))
        if self._open and self._open[-1] == "option" and data.strip():
            self.options[-1][[*self.options[-1]][-1]] = data.strip()

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop() != tag:
            pass  # an input has no end tag

    def choices(self, name: str) -> list[dict[str, str]]:
        """Return the options of every select with this name, by value."""
        return [options for (field, _), options in zip(self.fields, self.options, strict=True) if field == name]

    def lengths(self, name: str) -> list[str | None]:
        """Return the maximum length of each input with this name."""
        return [said.get("maxlength") for field, said in self.fields if field == name]

    def all(self, tag: str) -> list[str]:
        return [text for at, text in self.texts if at == tag and text]

    @property
    def text(self) -> str:
        return re.sub(r"\s+", " ", " ".join(text for _, text in self.texts))


PAGE = Page()
EXAMPLES = re.findall(r'<figure class="example">(.*?)</figure>', SOURCE, re.DOTALL)


def test_teammates_are_the_characters() -> None:
    (lobby,) = PAGE.choices("add-teammate")
    for seat in range(1, MAX_SEATS):
        (seated,) = PAGE.choices(f"mate{seat}")
        assert [*seated] == [*CHARACTERS]
        assert {"": lobby[""], **{name: f"{name}, {kind.lower()}" for name, kind in seated.items()}} == lobby
    seated_first = [name for name in PAGE.chosen if name in CHARACTERS]
    assert seated_first[0] == DEFAULT and sorted(seated_first) == [*CHARACTERS]
    assert [said["placeholder"] for name, said in PAGE.fields if re.fullmatch("name[1-7]", name)] == seated_first
    assert [*CHARACTER_LINES] == [*CHARACTERS]


def test_names_have_the_same_maximum_length_everywhere() -> None:
    assert record.LONGEST_NAME == names.LONGEST_NAME
    for name in ("your-name", *(f"name{seat}" for seat in range(MAX_SEATS))):
        assert PAGE.lengths(name) == [str(names.LONGEST_NAME)]


def test_seats_levels_lives_and_rewards_match_the_rules() -> None:
    seats = [str(number) for number in range(MIN_SEATS, MAX_SEATS + 1)]
    assert [[*options] for options in PAGE.choices("seats")] == [seats]
    assert [said["value"] for name, said in PAGE.fields if name == "players"] == seats
    given = str(new_game(variant("classic"), MIN_SEATS).stars)
    rows = [[str(number), str(LEVELS[number]), str(LIVES[number]), given] for number in (2, 3, 4)]
    rows.append(["5 to 8", "(house rule)", ", ".join(str(LEVELS[n]) for n in (5, 6, 7, 8)), str(LIVES[8]), given])
    assert " ".join(cell for row in rows for cell in row) in PAGE.text
    assert {LIVES[number] for number in (5, 6, 7, 8)} == {LIVES[8]}
    star, life = (listed(map(str, sorted(levels))) for levels in (STAR_LEVELS, LIFE_LEVELS))
    assert f"Levels {star} earn a star. Levels {life} earn a life." in PAGE.text.replace(", and", " and")
    assert f"up to {MAX_LIVES} lives and {MAX_STARS} stars" in PAGE.text
    assert f"less than {SIMULTANEITY} seconds apart" in PAGE.text
    assert f"With gentle timing , an option for each game, the limit is {GENTLE} seconds." in PAGE.text


def test_every_variant_is_offered_and_explained() -> None:
    solo, together = PAGE.choices("variant")
    assert solo == together
    assert {*solo, "tens-descending"} == {*BASES, "no-stars"}
    assert PAGE.all("dt") == [title for name, title in solo.items() if name != "classic"]
    options = [name for name, said in PAGE.fields if said.get("type") == "checkbox"]
    for option in ("blind", "strict", "no-stars", "gentle"):
        assert options.count(option) == 2 and variant(option)
    white, red, both = (
        listed(str(n) for n, piles in EXTREME_FACE_DOWN.items() if piles == {*down}) for down in ((0,), (1,), (0, 1))
    )
    assert f"White: levels {white}. Red: levels {red}. Both: levels {both}" in PAGE.text


def test_the_text_about_shuffling_and_dealing_matches_the_rules() -> None:
    assert "For each level, all 100 cards are shuffled again. You get one card at level 1" in PAGE.text
    for level in (1, 2, 12):
        game = new_game(variant("classic"), 2)._replace(level=level)
        deal = shuffled(game, "a seed")
        assert sorted(deal.deck) == [*range(1, 101)]
        assert {len(hand) for hand in apply(game, DEALER, deal)[0].hands} == {level}


def test_the_text_about_sets_of_ten_matches_the_rules() -> None:
    tens, downwards = variant("tens"), variant("tens-descending")
    (levels,) = {tens.levels(seats) for seats in range(MIN_SEATS, MAX_SEATS + 1)}
    assert f"“Sets of ten” always has {levels} levels." in PAGE.text
    first, second, last = (tens.supply(level) for level in (1, 2, levels))
    assert f"Level 1 uses only {first[0]} to {first[-1]}, level 2 only {second[0]} to {second[-1]}" in PAGE.text
    assert f"Level {levels}, the last, uses only {last[0]} to {last[-1]}." in PAGE.text
    one, two = (downwards.sort(downwards.supply(level)) for level in (1, 2))
    assert f"level 1 runs from {one[0]} to {one[-1]}, level 2 from {two[0]} to {two[-1]}." in PAGE.text


def test_the_drawn_examples_match_the_rules() -> None:
    pile, mistake, star = ([int(number) for number in re.findall(r'"number">(\d+)<', one)] for one in EXAMPLES)
    ascending = variant("classic")
    assert list(ascending.sort(pile)) == pile and "If you hold 36 and 37" in PAGE.text and pile[-2:] == [36, 37]
    too_soon, *lower = mistake
    assert all(ascending.precedes(card, too_soon) for card in lower)
    game = before_play(mistake)
    after, _ = apply(game, 0, Play(too_soon))
    assert after.lives == game.lives - 1
    assert [card for _, card in after.aside] == lower and [card for _, card in after.piles[0]] == [too_soon]
    assert "42 was too soon, so the team loses one life. 36 and 40 are set aside. 42 stays on the pile." in PAGE.text
    game = before_play(star)
    for seat in range(3):
        game, _ = apply(game, seat, RaiseStar())
    assert [card for _, card in game.aside] == star and game.stars == 0


def before_play(lowest: Sequence[int]) -> State:
    """Return a level in which every seat holds one of `lowest` and a second, high card."""
    hands = tuple((card, 90 + seat) for seat, card in enumerate(lowest))
    return new_game(variant("classic"), len(lowest))._replace(phase=Phase.PLAY, hands=hands)


def test_the_text_about_mistakes_on_face_down_piles_matches_the_rules() -> None:
    """One life for the level, even if both piles of Extreme are wrong; or one for every misplaced card."""
    assert "Mistakes there cost one life in total, even if both piles are wrong" in PAGE.text
    assert "in blind levels and on face-down piles, each mistake costs one life." in PAGE.text
    for name, cost in (("extreme", 1), ("extreme+strict", 2)):
        game = new_game(variant(name), 2)._replace(level=11, phase=Phase.PLAY, hands=((2, 99), (1, 100)))
        for seat, card in ((0, 2), (0, 99), (1, 1), (1, 100)):
            game, _ = apply(game, seat, Play(card))
        assert game.lives == 2 - cost, name


def test_every_character_has_its_own_look_and_people_have_one() -> None:
    looks = re.findall(r'<symbol id="look-(\w*)"[^>]*>(.*)</symbol>', SOURCE)
    assert [name for name, _ in looks] == ["", *CHARACTERS]
    assert len({drawing for _, drawing in looks}) == len(looks)


def test_style_sheets_contain_no_text() -> None:
    """What CSS adds is not translated: only marks such as "○" are allowed, no letters."""
    sheets = [*(Path(__file__).parents[1] / "assets/css").glob("*.css")]
    added = [text for sheet in sheets for text in re.findall(r"""content:[^;}]*""", sheet.read_text(encoding="utf-8"))]
    assert added and [text for text in added if re.search(r"""["'][^"']*[^\W\d_]""", text)] == []
