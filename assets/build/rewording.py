"""Replaces English texts in the sources, and in all catalogs, so that no translation is lost.

The new texts are the "translations" in a catalog from English to English. An entry that is marked as fuzzy changes the
meaning: its translations become fuzzy, and translators see the previous text.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Mapping
from pathlib import Path

from babel.messages import Message
from babel.messages.pofile import read_po

from assets.build.catalogs import Key, file_of, forms, key, languages, read, said, update, write, write_template
from assets.build.extraction import MANIFEST, PAGE, WORDS, template
from assets.build.page_texts import translated

LONGEST_LINE = 120

Reworded = Mapping[Key, Message]
"""The entries of the catalog by the messages that they replace."""


def reword(file: Path) -> None:
    """Apply the catalog `file`. Raises ValueError if it replaces a message that does not exist."""
    with file.open("rb") as opened:
        reworded = {key(message): message for message in read_po(opened) if message.id and said(message)}
    unknown = {*reworded} - {*map(key, template())}
    if unknown:
        raise ValueError(f"no such message: {unknown}")
    for language in languages():
        _in_catalog(language, reworded)
    _in_sources(reworded)
    template.cache_clear()
    write_template()
    for language in languages():
        update(language)


def _in_catalog(language: str, reworded: Reworded) -> None:
    catalog = read(language)
    for message in [*catalog]:
        change = reworded.get(key(message))
        if change is None:
            continue
        catalog.delete(message.id, message.context)
        new = forms(change)
        identity = new[0] if isinstance(change.id, str) else new
        if identity == message.id or catalog.get(identity, message.context) is None:
            flags = {*message.flags} | ({"fuzzy"} if change.fuzzy else set())
            previous = [message.id] if isinstance(message.id, str) else [*message.id]
            added = catalog.add(
                identity, message.string, flags=flags, user_comments=message.user_comments, context=message.context
            )
            added.previous_id = previous if change.fuzzy else []
    write(catalog, file_of(language))


def _in_sources(reworded: Reworded) -> None:
    def say(text: str) -> str | None:
        change = reworded.get((text, None))
        return forms(change)[0] if change else text

    PAGE.write_text(translated(PAGE.read_text(encoding="utf-8"), say), encoding="utf-8")
    description = json.loads(MANIFEST.read_text(encoding="utf-8"))["description"]
    manifest = MANIFEST.read_text(encoding="utf-8").replace(description, say(description) or description)
    MANIFEST.write_text(manifest, encoding="utf-8")
    for file in sorted(WORDS.rglob("*.py")):
        file.write_text(_in_python(file.read_text(encoding="utf-8"), reworded), encoding="utf-8")


def _in_python(source: str, reworded: Reworded) -> str:
    """Return a module with its messages replaced."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    content, edits = source.encode(), []
    starts = [0]
    for line in content.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    for call in calls:
        change = reworded.get(_key_of(call))
        for argument, text in zip(call.args, forms(change) if change else (), strict=False):
            start = starts[argument.lineno - 1] + argument.col_offset
            end = starts[(argument.end_lineno or 0) - 1] + (argument.end_col_offset or 0)
            edits.append((start, end, _literal(text, argument.col_offset)))
    for start, end, literal in sorted(edits, reverse=True):
        content = content[:start] + literal.encode() + content[end:]
    return content.decode()


def _key_of(call: ast.Call) -> Key:
    texts = [argument.value for argument in call.args if isinstance(argument, ast.Constant)]
    match call.func, texts:
        case ast.Name("Message"), [str(text)]:
            return text, None
        case ast.Name("Message"), [str(text), str(context)]:
            return text, context
        case ast.Name("Plural"), [str(one), str(more)]:
            return (one, more), None
    return "", None


def _literal(text: str, column: int) -> str:
    """Return `text` as a literal; a long one on several lines."""
    room = LONGEST_LINE - 10 - min(column, 40)
    lines, rest = [], text
    while len(rest) > room:
        at = rest.rindex(" ", 0, room) + 1
        lines.append(rest[:at])
        rest = rest[at:]
    return "\n".join(json.dumps(line, ensure_ascii=False) for line in (*lines, rest))
