"""Generated names for strangers, who cannot choose a name: an adjective and an animal, computed from the public key.

Messages contain the English name, and each page translates it. The name of a key changes every day.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from game.net.names import free_name
from game.net.roster import Place, Roster, Sitter, Watcher
from game.teammates.characters import CHARACTERS, DEFAULT, NAMES

ADJECTIVES = (
    "Brave", "Bright", "Calm", "Clever", "Fair", "Gentle", "Happy", "Kind",
    "Merry", "Noble", "Patient", "Quick", "Quiet", "Sunny", "Swift", "Wise",
)  # fmt: skip
ANIMALS = (
    "Badger", "Bear", "Beaver", "Crane", "Deer", "Falcon", "Fox", "Hare",
    "Heron", "Lynx", "Otter", "Owl", "Panda", "Raven", "Seal", "Wolf",
)  # fmt: skip

NUMBERED = ([], *([str(number)] for number in range(2, 10)))
"""What may follow a name: the number of the second, third or further person with it. Others could be a text."""

NOON = 12 * 3600
DAY = 24 * 3600


class Numbers(NamedTuple):
    """The positions of a name's adjective and animal in their lists."""

    adjective: int
    animal: int


Spell = Callable[[Numbers], str]
"""Returns a name in the language of the page."""


def day_of(clock: float) -> int:
    """Return the number of days between noon UTC on 1 January 1970 and `clock`, in seconds since 1970."""
    return int((clock - NOON) // DAY)


def numbers_of_key(key: str, day: int) -> Numbers:
    """Return the indexes of the adjective and the animal for the public `key` on this `day`."""
    digest = hashlib.sha256(f"one mind name {day} {key}".encode()).digest()
    return Numbers(digest[0] % len(ADJECTIVES), digest[1] % len(ANIMALS))


def in_english(numbers: Numbers) -> str:
    """Return the English name."""
    return f"{ADJECTIVES[numbers.adjective]} {ANIMALS[numbers.animal]}"


def generated_name_of(key: str, day: int) -> str:
    """Return the English name of the person with the public `key` on this `day`."""
    return in_english(numbers_of_key(key, day))


def numbers_of_name(name: str) -> tuple[Numbers, str] | None:
    """Return the numbers of an English generated name, and its ending, such as " 2"; None for any other name."""
    match name.split(" "):
        case [adjective, animal, *rest] if adjective in ADJECTIVES and animal in ANIMALS:
            if rest in NUMBERED:
                return Numbers(ADJECTIVES.index(adjective), ANIMALS.index(animal)), "".join(f" {one}" for one in rest)
    return None


def with_generated_names(roster: Roster, spell: Spell, *, day: int | None = None) -> Roster:
    """Return `roster` with its generated names translated by `spell`.

    With a `day`, also replace all other names. A stranger's page does so, because it shows no free text.
    """

    def shown(name: str, key: str) -> str:
        found = numbers_of_name(name)
        if found is not None:
            return spell(found[0]) + found[1]
        return name if day is None else spell(numbers_of_key(key, day))

    def place_shown(place: Place) -> Place:
        if place.sitter is Sitter.PERSON:
            return replace(place, name=shown(place.name, place.key))
        return place if day is None else replace(place, name=_name_of_teammate(place))

    watchers = tuple(Watcher(shown(one.name, one.peer), one.peer) for one in roster.watchers)
    saved_as = roster.saved_as if day is None else ""
    return replace(roster, places=tuple(map(place_shown, roster.places)), watchers=watchers, saved_as=saved_as)


def with_known_names(roster: Roster, before: Roster | None) -> Roster:
    """Return `roster` with the names of friends that it had `before`, if its host is a stranger, who has none."""
    if before is None or roster.host is None or not roster.places[roster.host].stranger:
        return roster
    known = {place.key: place.name for _, place in before.people() if not place.stranger}
    places = tuple(
        replace(place, name=known[place.key]) if place.sitter is Sitter.PERSON and place.key in known else place
        for place in roster.places
    )
    return replace(roster, places=places, saved_as=before.saved_as)


def for_strangers(roster: Roster) -> Roster:
    """Return `roster` as the host sends it to strangers: with no name that a person chose.

    Friends get generated names by their keys, with numbers if they would look like another name.
    """
    hidden = with_generated_names(roster, in_english, day=roster.day_of_names)
    taken = {place.name for place in roster.places if place.stranger}
    places: list[Place] = []
    for place in hidden.places:
        if place.sitter is Sitter.PERSON and not place.stranger:
            place = replace(place, name=free_name(place.name, taken))
            taken.add(place.name)
        places.append(place)
    return replace(hidden, places=tuple(places))


def _name_of_teammate(place: Place) -> str:
    """Return a teammate's name if the game gave it, perhaps with a number; otherwise its character's name."""
    if place.sitter is not Sitter.TEAMMATE:
        return ""
    name, *rest = place.name.split(" ")
    if (name in CHARACTERS or name in NAMES) and rest in NUMBERED:
        return place.name
    return place.character if place.character in CHARACTERS else DEFAULT
