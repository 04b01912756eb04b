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
    "can't, isn't, you've": r"cannot|is not|are not|do not|does not|did not|could not|you are(?!\.)|you have left",
}
"""The words that are used, and those that are not used instead."""

ADVANCED = "relay|relays|TURN|STUN|WebRTC"
"""Words that stand behind "Advanced" in the settings only."""

ENGLISH = [
    (text, " ".join(message.auto_comments))
    for message in template()
    for text in ([message.id] if isinstance(message.id, str) else message.id)
    if text
]


def uses(words: str, text: str) -> list[str]:
    """Return which of `words`, separated by bars, are in `text`."""
    return re.findall(rf"(?<![\w-])(?:{words})(?![\w-])", text)


@pytest.mark.parametrize("term", GLOSSARY)
def test_one_idea_has_one_word(term: str) -> None:
    assert [text for text, _ in ENGLISH if uses(GLOSSARY[term], text)] == []


def test_words_of_network_engineers_stand_behind_advanced() -> None:
    found = [text for text, place in ENGLISH if uses(ADVANCED, text) and "in “Settings”" not in place]
    assert found == []


def test_buttons_hints_and_errors_are_short() -> None:
    """Buttons have at most eight words; sentences at most 20, and 15 on average."""
    buttons = [text for text, place in ENGLISH if "Translators: Button" in place]
    assert [text for text in buttons if len(text.split()) > 8] == []
    sentences = [one for text, _ in ENGLISH for one in re.split(r"(?<=[.?!]) ", re.sub("<[^>]*>", "", text))]
    assert [one for one in sentences if len(one.split()) > 21] == []


def test_a_banned_word_would_be_found() -> None:
    assert uses(GLOSSARY["save"], "Games are kept here.") == ["kept"]
    assert uses(GLOSSARY["play a card"], "Players delay.") == []
