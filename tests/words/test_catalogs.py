"""Extraction of messages from the page and game/words, and checks of the translations."""

from __future__ import annotations

import shutil
import subprocess
import sys
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages import Catalog, Message
from babel.messages.extract import extract
from babel.messages.pofile import read_po

from assets.build import catalogs, words
from assets.build.catalogs import TEMPLATE, broken, key, languages, troubles
from assets.build.extraction import COMMENTS, KEYWORDS, template
from assets.build.page_texts import texts, translated

PAGE = (Path(__file__).parents[2] / "index.html").read_text(encoding="utf-8")


def found(page: str) -> list[str]:
    return [one.text for one in texts(page)]


# --- In the page --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("page", "said"),
    [
        ("<p>Rules</p>", ["Rules"]),
        ("<p>\n  Two\n  lines\n</p>", ["Two lines"]),
        ("<p><em>House rule:</em> at once</p>", ["<em>House rule:</em> at once"]),
        ('<p>Say: <output id="code"></output>.</p>', ["Say: <1/>."]),
        ('<p>Ask <a href="#who">them</a>.</p>', ["Ask <1>them</1>."]),
        ('<label><input type="checkbox" /> No stars</label>', ["No stars"]),
        ("<button><svg></svg><span>Stop</span><kbd>X</kbd></button>", ["Stop"]),
        ('<button aria-label="Close"><svg><text>x</text></svg></button>', ["Close"]),
        ("<td>12</td><td>Lives &amp; stars</td>", ["Lives & stars"]),
        ('<input translate="no" placeholder="Ada" /><h1 translate="no">One Mind</h1>', []),
        ('<template><p title="Here">There</p></template>', ["Here", "There"]),
        ("<script>await main()</script><py-config>{ }</py-config><!-- a note -->", []),
    ],
)
def test_every_text_of_the_page_is_found(page: str, said: list[str]) -> None:
    assert found(page) == said


def test_a_text_with_another_element_in_its_middle_is_refused() -> None:
    with pytest.raises(ValueError, match="in its middle"):
        found("<div>One <p>two</p> three</div>")


def test_translating_the_page_into_english_changes_nothing() -> None:
    assert translated(PAGE, lambda text: text) == PAGE


@pytest.mark.parametrize(
    ("page", "other", "said"),
    [
        ("<p> Rules </p>", "Regeln", "<p> Regeln </p>"),
        ("<p>Rules</p>", "A < B & C", "<p>A &lt; B &amp; C</p>"),
        ('<p aria-label="Rules"></p>', '"R" & <R>', '<p aria-label="&quot;R&quot; &amp; &lt;R&gt;"></p>'),
        ('<p>Say: <b id="code"></b>.</p>', "<1/> sagen.", '<p><b id="code"></b> sagen.</p>'),
        ('<p>Ask <a href="#">them</a>.</p>', "<1>Sie</1> fragen.", '<p><a href="#">Sie</a> fragen.</p>'),
        ("<p><em>House</em> rule</p>", "Haus<em>regel</em>", "<p>Haus<em>regel</em></p>"),
    ],
)
def test_a_text_is_translated(page: str, other: str, said: str) -> None:
    assert translated(page, lambda _: other) == said


def test_a_text_without_a_translation_is_marked_as_english() -> None:
    assert translated("<p>Rules</p>", lambda _: None) == '<p lang="en">Rules</p>'


# --- In Python ----------------------------------------------------------------------------


def test_babel_extracts_messages_with_plurals_contexts_and_comments() -> None:
    source = b"""
# Translators: When play begins.
GO = Message("Go.")
SAYS = (
    Message("You say."),
    # Translators: {name} is a player.
    Message("{name} says."),
)
YOU = Message("you", "a tag")
LIVES = Plural("one life", "{number} lives", NO_LIVES)
LONG = Message(
    "One "
    "sentence."
)
private = "Not this."
"""
    assert [*extract("python", BytesIO(source), KEYWORDS, COMMENTS)] == [
        (3, "Go.", ["Translators: When play begins."], None),
        (5, "You say.", [], None),
        (7, "{name} says.", ["Translators: {name} is a player."], None),
        (9, "you", [], "a tag"),
        (10, ("one life", "{number} lives"), [], None),
        (12, "One sentence.", [], None),
    ]


def test_short_messages_and_placeholders_are_explained_to_translators() -> None:
    unexplained = [
        message.id
        for message in template()
        if message.id and not message.auto_comments
        if any(len(text.split()) < 4 or "{" in text for text in catalogs.english(message))
    ]
    assert unexplained == []


def test_the_template_for_translators_is_current() -> None:
    with TEMPLATE.open("rb") as file:
        written = read_po(file)
    explained = [{key(one): " ".join(one.auto_comments) for one in catalog} for catalog in (written, template())]
    assert explained[0] == explained[1]


# --- In the catalogs ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("english", "other", "why"),
    [
        ("{name} says stop.", "Stopp, sagt {name}.", ""),
        ("{name} says stop.", "Stopp, sagt {nam}.", "{nam} is no place in it"),
        ("{name} says stop.", "Stopp.", "{name} is missing"),
        ("{name} says stop.", "{name sagt Stopp.", "a brace is left over"),
        ("<em>House rule:</em> so", "<em>Hausregel:</em> so", ""),
        ("<em>House rule:</em> so", "Hausregel: so", "its markup differs"),
        ("<em>House rule:</em> so", "</em>Hausregel:<em> so", "its markup differs"),
        ("Rules", "Regeln ", "it begins or ends with a space"),
        (("one life", "{number} lives"), ("ein Leben", "{number} Leben"), ""),
        (("one life", "{number} lives"), ("ein Leben", "{n} Leben"), "{n} is no place in it"),
        (("All {levels} level.", "All {levels} levels."), ("Der Level.", "Alle {levels} Level."), ""),
        (("All {levels} level.", "All {levels} levels."), ("Der Level.", "Alle Level."), "{levels} is missing"),
        (("one life", "{number} lives"), "Leben", "it has forms for numbers, or none"),
    ],
)
def test_a_broken_translation_is_reported(
    english: str | tuple[str, str], other: str | tuple[str, str], why: str
) -> None:
    told = broken(Message(english), Message(english, other))
    assert any(why in one for one in told) if why else told == []


@pytest.mark.parametrize("language", languages())
def test_no_catalog_is_broken(language: str) -> None:
    assert [one for one in troubles(language) if one.kind == "broken"] == []


@pytest.mark.parametrize("language", languages())
def test_gettext_accepts_every_catalog(language: str) -> None:
    msgfmt = shutil.which("msgfmt")
    if msgfmt is None:
        pytest.skip("GNU gettext is not installed")
    command = [msgfmt, "--check", "--output-file=-", str(catalogs.file_of(language))]
    assert subprocess.run(command, capture_output=True, check=True).stderr == b""


# --- The words command of build.py --------------------------------------------------------


POFILTER = (
    "blank",
    "endwhitespace",
    "escapes",
    "newlines",
    "startwhitespace",
    "tabs",
    "urls",
    "xmltags",
)
"""Its checks that hold for every language. Others expect English quotation marks, numerals and capitals."""


def test_translators_tools_find_no_mistake(tmp_path: Path) -> None:
    checks = [f"--test={check}" for check in POFILTER]
    command = [sys.executable, "-m", "translate.filters.pofilter", "--progress=none", *checks]
    subprocess.run([*command, catalogs.FOLDER, tmp_path], check=True)
    assert {file.name: file.read_text(encoding="utf-8") for file in tmp_path.rglob("*.po")} == {}


def of(*messages: tuple[str | tuple[str, str], str, int]) -> Catalog:
    """Return a template of messages with their files and lines."""
    catalog = Catalog(project="One Mind")
    for english, file, line in messages:
        catalog.add(english, locations=[(file, line)])
    return catalog


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty catalog folder, with only three messages to translate."""
    current = of(
        ("Throwing star", "index.html", 8),
        ("{name} says stop.", "game/words/table.py", 12),
        (("one life", "{number} lives"), "game/words/lists.py", 9),
    )
    monkeypatch.setattr(catalogs, "FOLDER", tmp_path)
    monkeypatch.setattr(catalogs, "TEMPLATE", tmp_path / "messages.pot")
    monkeypatch.setattr(catalogs, "template", lambda: current)
    monkeypatch.setattr(words, "template", lambda: current)
    return tmp_path


def told(language: str) -> list[tuple[str, str]]:
    return [(one.kind, one.english) for one in troubles(language)]


def test_a_new_catalog_starts_untranslated(folder: Path) -> None:
    catalogs.update("pl")
    begun = (folder / "pl.po").read_text(encoding="utf-8")
    assert begun.startswith("# Polish: One Mind in another language.")
    assert begun.count("msgstr[2]") == 1 and "Language-Team: Polish" in begun
    assert told("pl") == [("missing", one) for one in ("Throwing star", "{name} says stop.", "one life")]
    catalogs.update("pl")
    assert (folder / "pl.po").read_text(encoding="utf-8") == begun


CATALOG = """\
# German: One Mind in another language.
# throwing star = Wurfstern | Stern
# life = Leben
msgid ""
msgstr ""
"Language: de\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"
"Content-Type: text/plain; charset=utf-8\\n"

msgid "Throwing star"
msgstr "Wurfding"

msgid "Gone"
msgstr "Fort"

# The one who says it may be a woman.
#, fuzzy
msgid "{name} says stop."
msgstr "{nam} sagt Stopp."

msgid "one life"
msgid_plural "{number} lives"
msgstr[0] "ein Leben"
msgstr[1] ""
"""

LOOK_AT = [
    ("glossary", "Throwing star"),
    ("fuzzy", "{name} says stop."),
    ("broken", "{name} says stop."),
    ("broken", "{name} says stop."),
    ("missing", "one life"),
    ("unused", "Gone"),
]


def test_problems_of_a_catalog_are_listed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "de.po").write_text(CATALOG, encoding="utf-8")
    assert told("de") == LOOK_AT
    assert words.main([]) == 1
    assert capsys.readouterr().out == "de      3 messages: 1 missing, 2 broken, 1 fuzzy, 1 unused, 1 glossary\n"
    assert words.main(["de"]) == 1
    assert "  glossary Throwing star  [throwing star = Wurfstern | Stern]\n" in capsys.readouterr().out


def test_updating_a_catalog_keeps_all_translations(folder: Path) -> None:
    (folder / "de.po").write_text(CATALOG, encoding="utf-8")
    catalogs.update("de")
    text = (folder / "de.po").read_text(encoding="utf-8")
    assert told("de") == LOOK_AT
    assert '#~ msgid "Gone"\n#~ msgstr "Fort"' in text
    assert "# life = Leben" in text
    assert "# The one who says it may be a woman.\n#: game/words/table.py:12\n#, fuzzy, python-brace-format\n" in text
    assert 'msgstr[0] "ein Leben"' in text


def test_a_changed_message_becomes_fuzzy_and_keeps_its_previous_text(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "de.po").write_text(CATALOG, encoding="utf-8")
    monkeypatch.setattr(catalogs, "template", lambda: of(("Throwing stars", "index.html", 8)))
    for _ in range(2):  # a second update forgets nothing
        catalogs.update("de")
        text = (folder / "de.po").read_text(encoding="utf-8")
        assert '#, fuzzy\n#| msgid "Throwing star"\nmsgid "Throwing stars"\nmsgstr "Wurfding"' in text


def test_a_message_that_returns_gets_its_old_translation(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "de.po").write_text(CATALOG, encoding="utf-8")
    catalogs.update("de")
    monkeypatch.setattr(catalogs, "template", lambda: of(("Gone", "index.html", 8)))
    catalogs.update("de")
    assert ("missing", "Gone") not in told("de")
    assert 'msgid "Gone"\nmsgstr "Fort"' in (folder / "de.po").read_text(encoding="utf-8")
