"""The catalogs of translations, `game/words/languages/*.po`: updated to the current messages, and checked. Uses Babel.

A fuzzy translation is reported, and not shown.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pathlib import Path
from string import Formatter

from babel import Locale
from babel.messages import Catalog, Message
from babel.messages.pofile import denormalize, normalize, read_po, write_po

from assets.build.extraction import PROJECT, WORDS, template
from assets.build.page_texts import TAG
from assets.build.project import version

TRANSLATORS = "One Mind contributors"
FOLDER = WORDS / "languages"
TEMPLATE = FOLDER / "messages.pot"

TERMS = {
    "level": ("level", "levels"),
    "life": ("life", "lives"),
    "throwing star": ("throwing star", "throwing stars"),
    "pile": ("pile", "piles"),
    "mistake": ("mistake", "mistakes"),
    "seat": ("seat", "seats"),
    "teammate": ("teammate", "teammates"),
    "computer player": ("computer player", "computer players"),
    "host": ("host", "hosts"),
    "invite link": ("invite link", "invite links"),
    "table code": ("table code", "table codes"),
    "connection code": ("connection code",),
    "house rule": ("house rule", "house rules"),
    "watch": ("watch", "watches", "watching"),
    "TV": ("TV",),
}
"""The terms of the game, each with its English forms. The head of a catalog gives their translations."""

GLOSSARY = re.compile(r"^#\s+(" + "|".join(TERMS) + r") = (.*)$", re.MULTILINE)

HEAD = """\
# {name}: One Mind in another language. game/words/README.md says how to go about it.
#
# Glossary: a term = what stands for it | another form of it, as far as its beginning or end is.
{glossary}"""


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


def file_of(language: str) -> Path:
    """Return the path of a language's catalog."""
    return FOLDER / f"{language}.po"


def read(language: str) -> Catalog:
    """Return the catalog of a language. Raises ValueError if it cannot be read."""
    with file_of(language).open("rb") as file:
        catalog = read_po(file, locale=str(locale_of(language)), abort_invalid=True)
    for message in catalog:
        _restore_previous_text(message)
    return catalog


def _restore_previous_text(message: Message) -> None:
    """Set the previous English texts of `message`, which Babel writes as "#| msgid" but reads as comments."""
    previous = [comment for comment in message.user_comments if comment.startswith("| ")]
    texts = re.split(r"\bmsgid(?:_plural)? ", "\n".join(comment[2:] for comment in previous))[1:]
    message.previous_id = [denormalize(text.strip()) for text in texts]
    message.user_comments = [comment for comment in message.user_comments if comment not in previous]


def new(language: str) -> Catalog:
    """Return an empty catalog for a new language."""
    locale = locale_of(language)
    glossary = "\n".join(f"# {term} =" for term in TERMS)
    name = locale.get_display_name("en") or language
    head = HEAD.format(name=name, glossary=glossary)
    return Catalog(
        locale, project=PROJECT, version=version(), header_comment=head, language_team=name, last_translator=TRANSLATORS
    )


def update(language: str) -> None:
    """Update a language's catalog to the current messages, as `pybabel update` does.

    A changed message becomes fuzzy and keeps its previous text. Removed messages stay at the end.
    """
    catalog = read(language) if file_of(language).exists() else new(language)
    for identity, message in catalog.obsolete.items():  # a removed message may have returned
        catalog._messages.setdefault(identity, message)
    catalog.obsolete.clear()
    previous = {key(message): message.previous_id for message in catalog}
    catalog.update(template(), update_creation_date=False)
    for message in catalog:
        if message.fuzzy and not message.previous_id:  # Babel forgets it in the next update
            message.previous_id = previous.get(key(message), [])
    for identity, message in [*catalog.obsolete.items()]:
        if not said(message):
            del catalog.obsolete[identity]
    catalog.fuzzy = False
    write(catalog, file_of(language))


def write(catalog: Catalog, file: Path) -> None:
    """Write `catalog` in the layout of gettext's own tools."""
    for message in catalog:
        message.flags.discard("python-format")  # Babel takes "100 % if" for a format
    content = BytesIO()
    write_po(content, catalog)
    entries = content.getvalue().decode().split("\n\n")
    for at, message in enumerate(catalog):
        entries[at] = _with_previous_text(entries[at], message)
    file.write_text("\n\n".join(entries), encoding="utf-8")


def _with_previous_text(entry: str, message: Message) -> str:
    """Return the `entry` of `message` with its previous English texts, which Babel would wrap in the wrong places."""
    names = "msgid", "msgid_plural"
    texts = [f"{name} {normalize(text)}" for name, text in zip(names, message.previous_id, strict=False)]
    previous = "".join(f"#| {line}\n" for text in texts for line in text.splitlines())
    return re.sub(r"^(?=msgctxt|msgid)", lambda _: previous, entry, count=1, flags=re.MULTILINE)


def write_template() -> None:
    """Write all messages to translate, for translators' tools. Its date changes only if they change."""
    current = template()
    if TEMPLATE.exists():
        with TEMPLATE.open("rb") as file:
            before = read_po(file)
        if {*map(key, before)} == {*map(key, current)}:
            current.creation_date = before.creation_date
    write(current, TEMPLATE)


# --- Messages of a catalog ------------------------------------------------------------------


Key = tuple[str | tuple[str, ...], str | None]
"""The identity of a message: its English texts, and its context."""


def key(message: Message) -> Key:
    """Return what identifies `message` in a catalog."""
    return (message.id if isinstance(message.id, str) else tuple(message.id)), message.context


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
    catalog = read(language)
    glossary = dict(GLOSSARY.findall(catalog.header_comment))
    found = []
    wanted = [message for message in template() if message.id]
    for message in wanted:
        translation = catalog.get(message.id, message.context)
        name = english(message)[0]
        if translation is None or not said(translation):
            found.append(Trouble("missing", name))
            continue
        if translation.fuzzy:
            found.append(Trouble("fuzzy", name, " | ".join(forms(translation))))
        found += [Trouble("broken", name, why) for why in broken(message, translation)]
        found += [Trouble("glossary", name, why) for why in _beside(glossary, message, translation)]
    used = {*map(key, wanted)}
    known = [one for one in (*catalog, *catalog.obsolete.values()) if one.id and said(one)]
    return found + [Trouble("unused", english(one)[0]) for one in known if key(one) not in used]


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
    words = re.sub(r"{[^}]*}", "", " ".join(english(message)))
    for term, said_so in glossary.items():
        if _uses(term).search(words):
            stands_for = [one.strip().casefold() for one in said_so.split("|") if one.strip()]
            if stands_for and not any(one in told for one in stands_for):
                yield f"{term} = {said_so}"


@cache
def _uses(term: str) -> re.Pattern[str]:
    """Return the pattern of an English text that uses `term`."""
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, TERMS[term]))})\b", re.IGNORECASE)
