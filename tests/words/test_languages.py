"""Published translations: pages, message tables, manifests, and their sizes."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from babel.messages import Catalog

from assets.build import catalogues
from assets.build import languages as shipped
from assets.build.catalogues import MANIFEST, PAGE, languages, locale_of, read, sentences
from assets.build.site import LATER as LATER_ARCHIVES
from game.words.language import key, said, speak, speak_more, spoken
from game.words.lists import count, listed, lives
from game.words.online.connecting import JOINING
from game.words.table import LIVES_LEFT, STARTED
from tests.browser.languages import pseudo
from tests.words.babel_language import BabelLanguage

SMALL, LATER = 15 * 1024, 7 * 1024
"""Size limits in compressed bytes: the translated page with its table, and all that may be fetched later."""

ALL = languages()


@pytest.fixture
def catalogue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Catalog:
    """A Polish catalogue in which every message is translated, in brackets."""
    monkeypatch.setattr(catalogues, "FOLDER", tmp_path)
    catalogues.update("pl")
    catalog = read("pl")
    for message in catalog:
        if message.id:
            one = catalogues.english(message)
            message.string = pseudo(one[0]) if len(one) == 1 else tuple(f"{n}: {pseudo(one[1])}" for n in range(3))
    return catalog


@pytest.fixture
def polish(catalogue: Catalog) -> Iterator[None]:
    at_once, *later = shipped.tables(catalogue).values()
    before = speak(spoken(BabelLanguage("pl"), at_once))
    for table in later:
        speak_more(table)
    yield
    speak(before)


@pytest.mark.usefixtures("polish")
def test_a_table_holds_the_messages_of_its_catalogue() -> None:
    assert said(STARTED) == "⟦Go. Go.⟧"
    assert said(JOINING) == pseudo(JOINING)
    assert listed(["Ada", "Iris", "Juno"]) == "Ada, Iris i Juno"


@pytest.mark.usefixtures("polish")
@pytest.mark.parametrize(("number", "form"), [(1, 0), (2, 1), (4, 1), (5, 2), (12, 2), (22, 1), (25, 2)])
def test_a_count_takes_the_plural_form_of_the_catalogue(number: int, form: int) -> None:
    assert lives(number).startswith(f"{form}: ⟦{number} ")
    assert count(number, LIVES_LEFT).startswith(f"{form}: ")


@pytest.mark.parametrize("language", ALL)
def test_the_plural_forms_of_a_catalogue_are_those_of_cldr(language: str) -> None:
    locale = locale_of(language)
    found = shipped.categories(locale, read(language).plural_expr)
    assert {locale.plural_form(number) for number in range(200)} <= {*found}


def test_two_messages_never_share_a_key() -> None:
    python = set().union(*shipped.said_where().values())
    assert len({key(english) for english in python}) == len(python)
    with pytest.raises(ValueError, match="the same key"):
        shipped.table({"plumless": ["a"], "buckeroo": ["b"]})


# --- Pages --------------------------------------------------------------------------------


class Opened(HTMLParser):
    """A parsed page: its tags with their attributes, and the text of its scripts by id."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.scripts: dict[str, str] = {}
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        tag, attributes = self.tags[-1] if self.tags else ("", {})
        if tag == "script":
            self.scripts.setdefault(attributes.get("id") or "", data)

    def named(self, tag: str, **attributes: str) -> list[dict[str, str | None]]:
        return [have for name, have in self.tags if name == tag and attributes.items() <= have.items()]


def test_a_translated_page_declares_its_language(catalogue: Catalog) -> None:
    english = shipped.with_choices(PAGE.read_text(encoding="utf-8"), ["de", "pl"])
    page = shipped.in_language(english, "pl", "Polski", shipped.sayer(catalogue), shipped.tables(catalogue)[""])
    opened = Opened(page)
    assert opened.named("html", lang="pl") and opened.named("cite", lang="en") and opened.named("h1", lang="en")
    assert opened.named("link", rel="manifest", href="./assets/manifest.pl.webmanifest")
    assert "⟦Language Language⟧ <span lang=en>(Language)</span></label>" in page
    assert ">Polski</h2>" in page and "⟦Play solo Play⟧" in page
    assert opened.scripts["sentences"] == shipped.tables(catalogue)[""]
    assert [have["lang"] for have in opened.named("option", translate="no")] == ["en", "de", "pl"]
    assert [have["href"] for have in opened.named("a")] == ["./", "./de.html", "./pl.html"]
    (boot,) = opened.named("script", src="./assets/boot.js")
    assert boot["data-languages"] == "de pl"


def test_a_translated_page_has_the_same_structure(catalogue: Catalog) -> None:
    english = shipped.with_choices(PAGE.read_text(encoding="utf-8"), ["pl"])
    page = shipped.in_language(english, "pl", "Polski", shipped.sayer(catalogue), shipped.tables(catalogue)[""])
    read_aloud = {"lang", "href", "aria-label", "placeholder", "title", "alt"}

    def skeleton(page: str) -> list[tuple[str, set[tuple[str, str | None]]]]:
        return [
            (tag, {(name, value) for name, value in have.items() if name not in read_aloud})
            for tag, have in Opened(page).tags
            if have.get("id") != "sentences"
        ]

    assert skeleton(page.replace(" <span lang=en>(Language)</span>", "")) == skeleton(english)


def test_the_manifest_is_translated(catalogue: Catalog) -> None:
    manifest = json.loads(MANIFEST.read_text(encoding="utf-8"))
    followed = shipped.manifest_in(manifest, "pl", shipped.sayer(catalogue))
    assert (followed["lang"], followed["start_url"], followed["id"]) == ("pl", "../pl.html", manifest["id"])
    assert str(followed["description"]).startswith("⟦")


def test_a_language_is_offered_when_it_is_nearly_complete(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogues, "FOLDER", tmp_path)
    catalogues.update("nl")
    assert shipped.usable("nl") is None
    file = catalogues.file_of("nl")
    said_all = file.read_text(encoding="utf-8")
    for one in {one.english for one in sentences() if not one.more}:
        quoted = json.dumps(one, ensure_ascii=False)
        said_all = said_all.replace(f'msgid {quoted}\nmsgstr ""', f"msgid {quoted}\nmsgstr {quoted}")
    file.write_text(said_all.replace('msgstr "Rules"', 'msgstr "{rules}"'), encoding="utf-8")
    catalog = shipped.usable("nl")
    assert catalog is not None
    say = shipped.sayer(catalog)
    assert (say("Settings"), say("Rules")) == ("Settings", None)


@pytest.mark.parametrize("language", ALL)
def test_a_translation_is_small(language: str) -> None:
    catalog = shipped.usable(language)
    if catalog is None:
        pytest.skip("it is not offered yet")
    say = shipped.sayer(catalog)
    english = shipped.with_choices(PAGE.read_text(encoding="utf-8"), ALL)
    at_once, *later = shipped.tables(catalog).values()
    page = shipped.in_language(english, language, shipped.own_name(language), say, at_once)
    manifest = shipped.as_json(shipped.manifest_in(json.loads(MANIFEST.read_text(encoding="utf-8")), language, say))
    assert compressed(page) <= SMALL
    assert sum(map(compressed, (manifest, *later))) <= LATER


def compressed(text: str) -> int:
    return len(gzip.compress(text.encode(), 9))


@pytest.mark.usefixtures("polish")
def test_messages_of_later_modules_are_loaded_with_them() -> None:
    places = shipped.said_where()
    assert STARTED in places[""] and JOINING in places["online"]
    assert [*places] == ["", *LATER_ARCHIVES]
    assert not places[""] & set().union(*(places[archive] for archive in LATER_ARCHIVES))
