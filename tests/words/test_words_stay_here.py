"""All messages are in game/words, and every message there is used."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GAME = ROOT / "game"
WORDS = sorted((GAME / "words").rglob("*.py"))
ELSEWHERE = sorted({*GAME.rglob("*.py")} - {*WORDS})

PROSE = re.compile(r"\s*[A-Z][a-z']*,? \S.*|.*[a-z{}]{2}[.!?…]\s*", re.DOTALL)
"""Matches text that starts like a sentence or ends like one."""

FOR_DEVELOPERS = {"One Mind has {} to {} seats, not {}"}
"""Errors for developers, which the page never shows; all others start with a small letter."""

FRAGMENT = re.compile(r"[A-Z][a-z]+|.*\{\}[,:]? [a-z]{3,}.*|, [a-z{].*")
"""Matches a word as on a button, or a piece of a sentence."""

KEYS_OF_THE_KEYBOARD = {"Enter"}

SHOWN = {"textContent", "innerHTML", "innerText", "placeholder", "title", "alt", "ariaLabel"}
TOLD = {"say", "trouble", "turn_away"}
MARKUP = re.compile(r"<[^>]*>")


def name(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()


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


@pytest.mark.parametrize("file", ELSEWHERE, ids=name)
def test_no_message_is_outside_game_words(file: Path) -> None:
    found = [spelled(text) or "" for text in texts(ast.parse(file.read_text(encoding="utf-8")))]
    assert [text for text in found if PROSE.fullmatch(text) and text not in FOR_DEVELOPERS] == []
    if "browser" in file.parts:
        bare = {MARKUP.sub("", text) for text in found} - KEYS_OF_THE_KEYBOARD
        assert [text for text in bare if FRAGMENT.fullmatch(text)] == []


@pytest.mark.parametrize("file", sorted((GAME / "browser").rglob("*.py")), ids=name)
def test_browser_modules_show_no_text_of_their_own(file: Path) -> None:
    for text in shown(ast.parse(file.read_text(encoding="utf-8"))):
        assert not re.search("[A-Za-z]", MARKUP.sub("", spelled(text) or "")), f"line {text.lineno}"


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


def sentences() -> Iterator[tuple[str, str, list[str]]]:
    """Yield every named message of game/words: its file, its name, and its forms."""
    for file in WORDS:
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            match node:
                case ast.Assign([ast.Name(constant)], value):
                    forms = [spelled(one) or "" for one in _values(value)]
                    yield name(file), constant, [form for form in forms if form]
                case ast.Assign([ast.Tuple(targets)], ast.Tuple(values)):
                    for target, value in zip(targets, values, strict=True):
                        if isinstance(target, ast.Name) and isinstance(value, ast.Constant):
                            yield name(file), target.id, [spelled(value) or ""]


def _values(node: ast.expr) -> Iterator[ast.expr]:
    match node:
        case ast.Dict(values=values) | ast.Tuple(values):
            for value in values:
                yield from _values(value)
        case ast.Call(ast.Name("Counted"), forms, others):
            yield from forms
            yield from (other.value for other in others)
        case ast.Constant(str()) | ast.JoinedStr():
            yield node


SENTENCES = [*sentences()]
TEXTS = [(file, constant, form) for file, constant, forms in SENTENCES for form in forms]


def test_there_are_messages_to_check() -> None:
    assert len(TEXTS) > 100


@pytest.mark.parametrize(("file", "constant", "form"), TEXTS)
def test_every_placeholder_has_a_name(file: str, constant: str, form: str) -> None:
    places = re.findall(r"\{([^}]*)\}", form)
    assert all(re.match(r"[a-z]+", place) for place in places)
    assert "  " not in form
    assert form.strip() == form or constant == "BETWEEN_TAGS"


LABELS = {"TEMPO", "VOTES"}
"""Texts as long as a sentence that are part of one, or the text of a button."""


@pytest.mark.parametrize(("file", "constant", "form"), [one for one in TEXTS if len(one[2].split()) > 8])
def test_every_sentence_ends_with_punctuation(file: str, constant: str, form: str) -> None:
    assert form.endswith((".", "?", "…")) or constant in LABELS


def test_every_message_is_used() -> None:
    trees = [ast.parse(file.read_text(encoding="utf-8")) for file in (*WORDS, *ELSEWHERE)]
    names = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Name)]
    used = {one.id for one in names if isinstance(one.ctx, ast.Load)}
    assert {constant for _, constant, _ in SENTENCES} <= used


SAYING = {"said", "count", "done", "_by"}
"""Functions that look a message up. The last two take the forms for oneself and for others."""


def known(file: Path) -> set[str]:
    """Return the names of the messages that a module defines or imports."""
    imports = [
        node for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))) if isinstance(node, ast.ImportFrom)
    ]
    words = [alias.name for node in imports if (node.module or "").startswith("game.words") for alias in node.names]
    return {constant for where, constant, forms in SENTENCES if forms and (where == name(file) or constant in words)}


def unsaid(tree: ast.AST, known: set[str], saying: bool = False) -> Iterator[str]:
    """Yield the names of the `known` messages that are used without a translation."""
    for node in ast.iter_child_nodes(tree):
        match node:
            case ast.Name(constant, ast.Load()) if constant in known and not saying:
                yield constant
            case ast.Call(ast.Name(name), arguments, places):
                yield from unsaid(ast.Tuple([*arguments]), known, name in SAYING)
                yield from unsaid(ast.Tuple([place.value for place in places]), known)
            case _:
                yield from unsaid(node, known, saying)


UNSPOKEN = {"BETWEEN_TAGS", "RESULT_MARKS", "YOU", "DAMAGED_GAME", "GAME_OF_OTHER_VERSION"}
"""Symbols, the saved form of a missing name, and reasons that are translated when they are shown."""

SAID_A_LINE_LATER = {
    "game/words/chart.py": {"TEMPOS_HEAD", "CARDS_HEAD"},
    "game/words/history/games.py": {"PLOT_HEAD", "BEST_HEAD"},
    "game/words/online/people.py": {
        "UNCHECKED",
        "OWN",
        "HOST",
        "CAPTAIN",
        "READY",
        "STOOD_IN",
        "PRESENCE",
        "WATCHES",
    },
    "game/browser/online/ways_in/code.py": {"NOT_ANSWERED"},
    "game/browser/online/ways_in/table_connection.py": {"NOBODY"},
}


@pytest.mark.parametrize("file", [*WORDS, *ELSEWHERE], ids=name)
def test_every_message_is_translated_when_used(file: Path) -> None:
    functions = [node for node in ast.parse(file.read_text(encoding="utf-8")).body if not isinstance(node, ast.Assign)]
    found = {*unsaid(ast.Module(functions, []), known(file))}
    assert found - UNSPOKEN - SAID_A_LINE_LATER.get(name(file), set()) == set()


def test_solo_play_imports_no_words_of_later_modules() -> None:
    later = "game.net", "game.words.online", "game.history", "game.words.history"
    for file in WORDS:
        if {"online", "history"} & {*file.parts}:
            continue
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                assert not (node.module or "").startswith(later), name(file)
