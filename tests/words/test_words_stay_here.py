"""All messages are in game/words, and every message there is used."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from assets.build.extraction import template
from tests.source import GAME, MODULES, name, nodes, parsed

WORDS = sorted((GAME / "words").rglob("*.py"))
ELSEWHERE = [file for file in MODULES if file not in WORDS]

PROSE = re.compile(r"\s*[A-Z][a-z']*,? \S.*|.*[a-z{}]{2}[.!?…]\s*", re.DOTALL)
"""Matches text that starts like a sentence or ends like one."""

FOR_DEVELOPERS = {"One Mind has {} to {} seats, not {}"}
"""Errors for developers, which the page never shows; all others start with a small letter."""

FRAGMENT = re.compile(r"[A-Z][a-z]+|.*\{\}[,:]? [a-z]{3,}.*|, [a-z{].*")
"""Matches a word as on a button, or a piece of a sentence."""

KEYS_OF_THE_KEYBOARD = {"Enter", "Process", "Space", "Unidentified", "Key"}

SHOWN = {"textContent", "innerHTML", "innerText", "placeholder", "title", "alt", "ariaLabel"}
TOLD = {"say", "trouble", "turn_away"}
MARKUP = re.compile(r"<[^>]*>")


def spelled(text: ast.AST) -> str | None:
    """Return the text of a string, with "{}" for each value in it."""
    match text:
        case ast.Constant(value=str(value)):
            return value
        case ast.JoinedStr(values=parts):
            return "".join((spelled(part) or "") if isinstance(part, ast.Constant) else "{}" for part in parts)
    return None


def texts(tree: ast.AST) -> Iterator[ast.expr]:
    """Yield the strings of a module except docstrings."""
    for node in ast.iter_child_nodes(tree):
        match node:
            case ast.Expr(ast.Constant()):
                continue
            case ast.Constant(str()):
                yield node
            case ast.JoinedStr(parts):
                yield node
                for part in parts:
                    if isinstance(part, ast.FormattedValue):
                        yield from texts(part)
            case _:
                yield from texts(node)


def shown(tree: ast.AST) -> Iterator[ast.expr]:
    """Yield the strings that a browser module writes into the page unchanged."""
    for node in ast.walk(tree):
        match node:
            case ast.Assign([ast.Attribute(attr=attribute)], value) if attribute in SHOWN:
                yield from texts(ast.Tuple([value]))
            case ast.Call(ast.Attribute(attr="setAttribute"), [ast.Constant("aria-label"), value]):
                yield from texts(ast.Tuple([value]))
            case ast.Call(ast.Attribute(attr=attribute), [value, *_]) if attribute in TOLD:
                yield from texts(ast.Tuple([value]))


def foreign_messages(file: Path) -> Iterator[str]:
    """Yield each text outside `game/words` that reads like a message, or in the browser like a piece of one."""
    found = [spelled(text) or "" for text in texts(parsed(file))]
    yield from (text for text in found if PROSE.fullmatch(text) and text not in FOR_DEVELOPERS)
    if "browser" in file.parts:
        bare = {MARKUP.sub("", text) for text in found} - KEYS_OF_THE_KEYBOARD
        yield from (text for text in bare if FRAGMENT.fullmatch(text))


def test_no_message_is_outside_game_words() -> None:
    assert [(name(file), text) for file in ELSEWHERE for text in foreign_messages(file)] == []


def test_browser_modules_show_no_text_of_their_own() -> None:
    own = [
        f"{name(file)}:{text.lineno}"
        for file in sorted((GAME / "browser").rglob("*.py"))
        for text in shown(parsed(file))
        if re.search("[A-Za-z]", MARKUP.sub("", spelled(text) or ""))
    ]
    assert own == []


@pytest.mark.parametrize(
    "line",
    [
        'x.textContent = "Menu"',
        'x.textContent = f"Star takes {card}"',
        'say("You may be offline.")',
        'say(f"{why} It is kept aside.")',
        'x = a if b else "No cards"',
        'raise_hand("Too soon")',
    ],
)
def test_a_message_outside_game_words_would_be_found(line: str) -> None:
    tree = ast.parse(line)
    found = [spelled(text) or "" for text in texts(tree)]
    assert any(PROSE.fullmatch(text) for text in found) or list(shown(tree))


# --- In game/words itself -----------------------------------------------------------------

TEXTS = [
    (file, text)
    for message in template()
    for file, _ in message.locations
    if file.startswith("game/words/")
    for text in ([message.id] if isinstance(message.id, str) else message.id)
]


def test_there_are_messages_to_check() -> None:
    assert len(TEXTS) > 300


def test_every_placeholder_has_a_name() -> None:
    assert [
        one for one in TEXTS if not all(re.match("[A-Za-z]", place) for place in re.findall(r"\{([^}]*)\}", one[1]))
    ] == []


def test_no_message_holds_unneeded_spaces() -> None:
    assert [one for one in TEXTS if "  " in one[1] or one[1].strip() != one[1]] == []


LABELS = {
    "{time} per step, plus or minus {percent}",
    "Won, then lost at blind level {level} of {levels}",
}
"""Texts as long as a sentence that are part of one, or the text of a button."""


def test_every_sentence_ends_with_punctuation() -> None:
    long = [one for one in TEXTS if len(one[1].split()) > 8]
    assert [one for one in long if not one[1].endswith((".", "?", "…")) and one[1] not in LABELS] == []


def test_every_message_is_used() -> None:
    all_nodes = [node for file in MODULES for node in nodes(file)]
    names = [node for node in all_nodes if isinstance(node, ast.Name)]
    read = {one.id for one in names if isinstance(one.ctx, ast.Load)}
    read |= {one.attr for one in all_nodes if isinstance(one, ast.Attribute)}
    written = {one.id for one in names if isinstance(one.ctx, ast.Store) and re.fullmatch("[A-Z_]+", one.id)}
    constants = {one for file in WORDS for one in dir(import_module(name(file)))}
    assert written & constants <= read


def test_solo_play_imports_no_words_of_later_modules() -> None:
    later = "game.net", "game.words.online", "game.words.open_tables", "game.history", "game.words.history"
    for file in WORDS:
        if {"online", "open_tables", "history"} & {*file.parts}:
            continue
        for node in nodes(file):
            if isinstance(node, ast.ImportFrom):
                assert not (node.module or "").startswith(later), name(file)
