"""Extraction of messages from the page and game/words, and checks of the translations."""

from __future__ import annotations

from pathlib import Path

import pytest
from babel.messages import Message

from assets.build import catalogues
from assets.build.catalogues import broken, languages, read, sentences, template, troubles
from assets.build.page_texts import texts, translated
from assets.build.sentences import Sentence, in_python

PAGE = (Path(__file__).parents[2] / "index.html").read_text(encoding="utf-8")


def found(page: str) -> list[str]:
    return [one.english for one in texts(page, "index.html")]


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


def test_every_constant_in_capitals_is_found() -> None:
    source = """
GO = "Go."
'''When play begins.'''
SAYS = "You say.", "{name} says."
LAYS = {"": "", "red": ("You lay.", "{name} lays.")}
LIVES = Counted("one life", "{number} lives", none="no lives")
MENU, SIZE = "Menu", 20
DOTS = " · "
private = "Not this."
"""
    assert [*in_python(source, "here")] == [
        Sentence("Go.", "here", "GO: When play begins."),
        Sentence("You say.", "here", "SAYS"),
        Sentence("{name} says.", "here", "SAYS"),
        Sentence("You lay.", "here", "LAYS"),
        Sentence("{name} lays.", "here", "LAYS"),
        Sentence("one life", "here", "LIVES", "{number} lives"),
        Sentence("no lives", "here", "LIVES"),
        Sentence("Menu", "here", "MENU"),
    ]


def test_no_message_is_both_singular_only_and_counted() -> None:
    assert len(sentences()) > 400


# --- In the catalogues --------------------------------------------------------------------


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
def test_no_catalogue_is_broken(language: str) -> None:
    assert [one for one in troubles(language) if one.kind == "broken"] == []


@pytest.mark.parametrize("language", languages())
def test_every_catalogue_has_the_plural_forms_of_its_language(language: str) -> None:
    catalog = read(language)
    counted = [message for message in catalog if message.pluralizable]
    assert counted
    assert {len(message.string or "") for message in counted} == {catalog.num_plurals}


def test_a_template_holds_every_message_once() -> None:
    catalog = template([Sentence("Go.", "a.py", "GO"), Sentence("Go.", "index.html", "<p>")])
    (message,) = [one for one in catalog if one.id]
    assert [where for where, _ in message.locations] == ["a.py", "index.html"]
    assert message.auto_comments == ["GO", "<p>"]


# --- The words command of build.py --------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty catalogue folder, with only three messages to translate."""
    said_now = (
        Sentence("Throwing star", "index.html", "<span>"),
        Sentence("{name} says stop.", "game/words/table.py", "SAYS_STOP"),
        Sentence("one life", "game/words/lists.py", "LIVES", "{number} lives"),
    )
    monkeypatch.setattr(catalogues, "FOLDER", tmp_path)
    monkeypatch.setattr(catalogues, "sentences", lambda: said_now)
    return tmp_path


def told(language: str) -> list[tuple[str, str]]:
    return [(one.kind, one.english) for one in troubles(language)]


def test_a_new_catalogue_starts_untranslated(folder: Path) -> None:
    catalogues.update("pl")
    begun = (folder / "pl.po").read_text(encoding="utf-8")
    assert begun.startswith("# Polish: One Mind in another language.")
    assert begun.count("msgstr[2]") == 1 and "python-brace-format" not in begun
    assert told("pl") == [("missing", one) for one in ("Throwing star", "{name} says stop.", "one life")]
    catalogues.update("pl")
    assert (folder / "pl.po").read_text(encoding="utf-8") == begun


CATALOGUE = """\
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


def test_problems_of_a_catalogue_are_listed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "de.po").write_text(CATALOGUE, encoding="utf-8")
    assert told("de") == LOOK_AT
    assert catalogues.main([]) == 1
    assert capsys.readouterr().out == "de      3 sentences: 1 missing, 2 broken, 1 fuzzy, 1 unused, 1 glossary\n"
    assert catalogues.main(["de"]) == 1
    assert "  glossary Throwing star  [throwing star = Wurfstern | Stern]\n" in capsys.readouterr().out


def test_updating_a_catalogue_keeps_all_translations(folder: Path) -> None:
    (folder / "de.po").write_text(CATALOGUE, encoding="utf-8")
    catalogues.update("de")
    text = (folder / "de.po").read_text(encoding="utf-8")
    assert told("de") == LOOK_AT
    assert '#~ msgid "Gone"\n#~ msgstr "Fort"' in text
    assert "# life = Leben" in text
    assert "# The one who says it may be a woman.\n#. SAYS_STOP\n#: game/words/table.py\n#, fuzzy\n" in text
    assert 'msgstr[0] "ein Leben"' in text


def test_a_message_that_returns_gets_its_old_translation(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "de.po").write_text(CATALOGUE, encoding="utf-8")
    catalogues.update("de")
    monkeypatch.setattr(catalogues, "sentences", lambda: (Sentence("Gone", "index.html", "<p>"),))
    catalogues.update("de")
    assert ("missing", "Gone") not in told("de")
    assert 'msgid "Gone"\nmsgstr "Fort"' in (folder / "de.po").read_text(encoding="utf-8")
