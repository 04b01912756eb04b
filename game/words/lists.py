"""Things in a row and in number: "12, 40 and 77", "one life", "no stars"."""

from __future__ import annotations

from collections.abc import Iterable

AND = "{others} and {last}"
NUMBERS = ("no", "one", "two", "three", "four", "five")
LIVES = "one life", "{number} lives"
STARS = "one star", "{number} stars"
CARDS = "one card", "{number} cards"


def listed(words: Iterable[str]) -> str:
    """ "12, 40 and 77"; empty where there is nothing to list."""
    *others, last = [*words] or [""]
    return AND.format(others=", ".join(others), last=last) if others else last


def count(number: int, forms: tuple[str, str]) -> str:
    """The one of `forms` for one thing or for more: "one life", "two lives", "12 lives"."""
    one, more = forms
    return one if number == 1 else more.format(number=NUMBERS[number] if number < len(NUMBERS) else number)


def lives(number: int) -> str:
    """ "One life", within a sentence."""
    return count(number, LIVES)


def stars(number: int) -> str:
    """ "Two stars", within a sentence."""
    return count(number, STARS)


def cards(number: int) -> str:
    """ "No cards", within a sentence."""
    return count(number, CARDS)


def capital(text: str) -> str:
    """`text` as it begins a sentence: its first letter raised, and nothing else touched."""
    return text[:1].upper() + text[1:]


def in_one_breath(sentences: Iterable[str]) -> str:
    """`sentences` one after the other, without those that are empty."""
    return " ".join(filter(None, sentences))
