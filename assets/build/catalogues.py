"""The catalogs of translations, `game/words/languages/*.po`: kept up to date with the messages, and checked. Uses
Babel.

A translation that is marked as fuzzy is uncertain: it is reported, but still used. No translation is guessed from a
similar message.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pathlib import Path
from string import Formatter

from babel import Locale
from babel.messages import Catalog, Message
from babel.messages.pofile import read_po, write_po

from assets.build.page_texts import TAG, texts
from assets.build.sentences import Sentence, in_folder

ROOT = Path(__file__).parents[2]
PAGE, WORDS, MANIFEST = ROOT / "index.html", ROOT / "game/words", ROOT / "assets/manifest.webmanifest"
FOLDER = WORDS / "languages"

TERMS = {
    "level": ("level", "levels"),
    "life": ("life", "lives"),
    "throwing star": ("throwing star", "throwing stars"),
    "pile": ("pile", "piles"),
    "hand": ("hand", "hands"),
    "seat": ("seat", "seats"),
    "teammate": ("teammate", "teammates"),
    "together": ("together",),
    "host": ("host", "hosts"),
    "link": ("link", "links"),
    "watch": ("watch", "watches", "watching"),
    "big screen": ("big screen", "big screens"),
}
"""The terms of the game, each with its English forms. The head of a catalog gives their translations."""

GLOSSARY = re.compile(r"^#\s+(" + "|".join(TERMS) + r") = (.*)$", re.MULTILINE)

HEAD = """\
# {name}: One Mind in another language. CONTRIBUTING.md says how to go about it.
#
# Glossary: a term = what stands for it | another form of it, as far as its beginning or end is.
{glossary}"""

CHANGES = re.compile(
    r'^"(?:Project-Id-Version|Report-Msgid-Bugs-To|POT-Creation-Date|PO-Revision-Date|Last-Translator|Language-Team'
    r'|MIME-Version|Generated-By): .*"\n',
    re.MULTILINE,
)
"""Lines at the head of a catalog that carry no information."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """A problem in a catalog: `kind` is missing, fuzzy, unused, broken or glossary."""

    kind: str
    english: str
    what: str = ""


def languages() -> list[str]:
    """Return the tags of all languages with a catalog."""
    return sorted(file.stem for file in FOLDER.glob("*.po"))


def locale_of(language: str) -> Locale:
    """Return the locale of a language tag such as "pt-BR"."""
    return Locale.parse(language, sep="-")


@cache
def sentences() -> tuple[Sentence, ...]:
    """Return all messages to translate: those of the page, of its manifest, and of Python."""
    manifest = json.loads(MANIFEST.read_text(encoding="utf-8"))["description"]
    found = [
        *texts(PAGE.read_text(encoding="utf-8"), PAGE.name),
        Sentence(manifest, MANIFEST.relative_to(ROOT).as_posix(), "description"),
        *in_folder(WORDS, ROOT),
    ]
    alone, counted = ({one.english for one in found if bool(one.more) is many} for many in (False, True))
    if alone & counted:
        raise ValueError(f"said both of one thing and of a number: {alone & counted}")
    return tuple(found)


def template(found: Iterable[Sentence]) -> Catalog:
    """Return a catalog with all messages to translate, without translations."""
    catalog = Catalog()
    for one in found:
        catalog.add((one.english, one.more) if one.more else one.english, locations=[(one.where, 0)])
    for one in found:  # one entry for all places of a message
        message = catalog[one.english]
        if one.note and one.note not in message.auto_comments:
            message.auto_comments = [*message.auto_comments, one.note][:3]
    return catalog


def file_of(language: str) -> Path:
    """Return the path of a language's catalog."""
    return FOLDER / f"{language}.po"


def read(language: str) -> Catalog:
    """Return the catalog of a language. Raises ValueError if it cannot be read."""
    with file_of(language).open("rb") as file:
        catalog = read_po(file, locale=str(locale_of(language)), abort_invalid=True)
    return catalog


def new(language: str) -> Catalog:
    """Return an empty catalog for a new language."""
    locale = locale_of(language)
    glossary = "\n".join(f"# {term} =" for term in TERMS)
    name = locale.get_display_name("en")
    return Catalog(locale=locale, header_comment=HEAD.format(name=name, glossary=glossary), fuzzy=False)


def update(language: str) -> None:
    """Update a language's catalog to the current messages. Translations of removed messages stay at its end."""
    catalog = read(language) if file_of(language).exists() else new(language)
    for key, message in catalog.obsolete.items():  # a removed message may have returned
        catalog._messages.setdefault(key, message)
    catalog.obsolete.clear()
    catalog.update(template(sentences()), no_fuzzy_matching=True)
    catalog.fuzzy = False
    for key, message in [*catalog.obsolete.items()]:
        if not said(message):
            del catalog.obsolete[key]
    for message in catalog:
        message.flags &= {"fuzzy"}  # Babel mistakes "100 % if" for a format
    written = BytesIO()
    write_po(written, catalog, width=0, include_lineno=False)
    file_of(language).write_text(CHANGES.sub("", written.getvalue().decode()), encoding="utf-8")


# --- Messages of a catalog ------------------------------------------------------------------


def said(message: Message | None) -> bool:
    """Whether `message` has a translation in all its forms."""
    if message is None or not message.string:
        return False
    return isinstance(message.string, str) or all(message.string)


def forms(message: Message) -> tuple[str, ...]:
    """Return the translations of `message`: one, or one per plural form."""
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ())


def english(message: Message) -> tuple[str, ...]:
    """Return the English of `message`: one text, or its singular and plural."""
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


def troubles(language: str) -> list[Trouble]:
    """Return the problems in a language's catalog."""
    catalog, wanted = read(language), template(sentences())
    glossary = dict(GLOSSARY.findall(catalog.header_comment))
    found = []
    for message in wanted:
        if not message.id:
            continue
        translation = catalog.get(message.id)
        name = english(message)[0]
        if translation is None or not said(translation):
            found.append(Trouble("missing", name))
            continue
        if translation.fuzzy:
            found.append(Trouble("fuzzy", name, " | ".join(forms(translation))))
        found += [Trouble("broken", name, why) for why in broken(message, translation)]
        found += [Trouble("glossary", name, why) for why in _beside(glossary, message, translation)]
    used = {english(message)[0] for message in wanted if message.id}
    kept = [*catalog, *catalog.obsolete.values()]
    found += [Trouble("unused", english(one)[0]) for one in kept if said(one) and english(one)[0] not in used | {""}]
    return found


def broken(message: Message, translation: Message) -> list[str]:
    """Return why `translation` cannot be shown; empty if it can."""
    originals = english(message)
    if isinstance(message.id, str) != isinstance(translation.string, str):
        return ["it has forms for numbers, or none, unlike the English"]
    needed = set.intersection(*(set(_places(one)) for one in originals))
    allowed = set.union(*(set(_places(one)) for one in originals))
    found = []
    *for_few, for_many = forms(translation)
    for form in (*for_few, for_many):
        try:
            places = set(_places(form))
        except ValueError:
            found.append(f"a brace is left over in “{form}”")
            continue
        found += [f"{{{place}}} is no place in it" for place in sorted(places - allowed)]
        if form is for_many:  # a form for one thing may omit the number
            found += [f"{{{place}}} is missing" for place in sorted(needed - places)]
        if Counter(_tags(form)) != Counter(_tags(originals[0])) or not _nested(form):
            found.append(f"its markup differs in “{form}”")
        if form != form.strip() and form.strip():
            found.append(f"it begins or ends with a space: “{form}”")
    return found


def _places(text: str) -> list[str]:
    """Return the placeholders in `text`. Raises ValueError for unbalanced braces."""
    return [name + (f":{spec}" if spec else "") for _, name, spec, _ in Formatter().parse(text) if name is not None]


def _tags(text: str) -> list[str]:
    return [found[0] for found in TAG.finditer(text)]


def _nested(text: str) -> bool:
    """Whether all tags are correctly nested."""
    opened: list[str] = []
    for closes, name, empty in TAG.findall(text):
        if closes:
            if not opened or opened.pop() != name:
                return False
        elif not empty:
            opened.append(name)
    return not opened


def _beside(glossary: dict[str, str], message: Message, translation: Message) -> Iterator[str]:
    """Return the glossary terms that the English uses and the translation does not."""
    told = " ".join(forms(translation)).casefold()
    for term, said_so in glossary.items():
        words = "|".join(map(re.escape, TERMS[term]))
        stands_for = [one.strip().casefold() for one in said_so.split("|") if one.strip()]
        used = re.search(rf"\b(?:{words})\b", re.sub(r"{[^}]*}", "", " ".join(english(message))), re.IGNORECASE)
        if used and stands_for and not any(one in told for one in stands_for):
            yield f"{term} = {said_so}"


# --- On the command line --------------------------------------------------------------------

KINDS = ("missing", "broken", "fuzzy", "unused", "glossary")


def report(language: str, *, at_length: bool) -> str:
    """Return a summary of the problems in one line; `at_length` adds one line per problem."""
    found = troubles(language)
    numbers = Counter(one.kind for one in found)
    total = len({one.english for one in sentences()})
    counted = ", ".join(f"{numbers[kind]} {kind}" for kind in KINDS if numbers[kind]) or "all said"
    lines = [f"{language:8}{total} sentences: {counted}"]
    if at_length:
        lines += [f"  {one.kind:9}{one.english}{f'  [{one.what}]' if one.what else ''}" for one in found]
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="build.py words", description="What the translations lack.")
    parser.add_argument("language", nargs="*", help="tell everything of this, such as de (default: a line of each)")
    parser.add_argument("--update", action="store_true", help="have in them what is said now; a new language begins")
    chosen = parser.parse_args(arguments)
    for language in chosen.language or languages():
        if chosen.update:
            update(language)
        print(report(language, at_length=bool(chosen.language)))
    return int(any(one.kind == "broken" for language in languages() for one in troubles(language)))


if __name__ == "__main__":
    sys.exit(main())
