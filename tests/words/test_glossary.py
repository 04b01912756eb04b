"""One word for one idea in the English texts, as words/README.md asks of the translations."""

from __future__ import annotations

import re

import pytest

from assets.build.extraction import template

GLOSSARY = {
    "play a card": "lay|lays|laid",
    "put your hand on the table": "lay your hand",
    "mistake": "misplaced|out of order|wrong order",
    "concentrate": "halt|halts|refocus",
    "set aside": "discard|discards|discarded",
    "throwing star": "shuriken",
    "computer player": "AI|bot|bots",
    "host": "leader|captain|lead",
    "watch": "spectator|spectators",
    "remove": "send away|sent away|kick|get up",
    "wants to join": "knock|knocks",
    "start screen": "title",
    "save": "keep|keeps|kept|keeping",
    "again": "anew",
    "connect directly": "pair|pairs|pairing|offer",
    "step": "a number",
    "chart": "picture|plot",
    "daily game": "today's deal|deal of the day",
    "signs": "wordless",
    "TV": "big screen",
    "from another version": "of another version",
    "everyone, someone, no one": "everybody|somebody|nobody|whoever",
    "can't, isn't, you've": (
        r"cannot|is not|are not|do not|does not|did not|could not|you are(?!\.| one mind)|you have left"
    ),
}
"""The words that are used, and those that are not used instead."""

ADVANCED = "TURN|STUN|WebRTC|[Rr]elays?"
"""Words that stand behind "Advanced" in the settings only."""

ENGLISH = [
    (text, " ".join(message.auto_comments))
    for message in template()
    for text in ([message.id] if isinstance(message.id, str) else message.id)
    if text
]


def uses(words: str, text: str) -> list[str]:
    """Return which of `words`, separated by bars, are in `text`. Case counts only if the first one has a capital."""
    capital = 0 if words[0].isupper() else re.IGNORECASE
    return re.findall(rf"(?<![\w-])(?:{words})(?![\w-])", text, capital)


@pytest.mark.parametrize("term", GLOSSARY)
def test_one_idea_has_one_word(term: str) -> None:
    assert [text for text, _ in ENGLISH if uses(GLOSSARY[term], text)] == []


def test_words_of_network_engineers_stand_behind_advanced() -> None:
    found = [text for text, place in ENGLISH if uses(ADVANCED, text) and "in “Settings”" not in place]
    assert found == []


def words(text: str) -> int:
    """Return the number of words in `text`, without markup and placeholders."""
    return len(re.sub(r"<[^>]*>|\(?\{[^}]*\}[/)]*", "", text).split())


def test_buttons_hints_and_errors_are_short() -> None:
    """A button has at most four words, a hint 15 in a sentence, and the rules and explanations 20."""
    assert [text for text, place in ENGLISH if re.search(r"Button\b(?! that)", place) and words(text) > 4] == []
    long = [(one, place) for text, place in ENGLISH for one in re.split(r"(?<=[.?!]) ", text) if words(one) > 15]
    assert [one for one, place in long if "in “Rules”" not in place and "How can this work" not in place] == []
    assert [one for one, _ in long if words(one) > 20] == []


def test_typographic_quotes_and_apostrophes() -> None:
    assert [text for text, _ in ENGLISH if re.search("['\"](?![^<]*>)", text)] == []


def test_a_banned_word_would_be_found() -> None:
    assert uses(GLOSSARY["save"], "Games are kept here.") == ["kept"]
    assert uses(GLOSSARY["everyone, someone, no one"], "Nobody is here.") == ["Nobody"]
    assert uses(GLOSSARY["play a card"], "Players delay.") == []
