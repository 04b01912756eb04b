"""Published translations: pages, message tables, manifests, and their sizes."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from babel.messages import Catalog
from bs4 import BeautifulSoup

from assets.build import catalogs, first_paint
from assets.build import languages as shipped
from assets.build.catalogs import languages, locale_of, read
from assets.build.extraction import MANIFEST, PAGE
from assets.build.site import LATER as LATER_ARCHIVES
from game.words.language import add_catalog, listed, set_language
from game.words.lists import LIVES
from game.words.online.connecting import JOINING
from game.words.table import LIVES_LEFT, STARTED
from tests.browser.languages import pseudo
from tests.words.babel_language import BabelLanguage

PAGE_SIZE, TEMPLATES_SIZE, CATALOGS_SIZE = 13 * 1024, 4 * 1024 + 512, 13 * 1024 + 256
"""Size limits in compressed bytes: the translated page, which replaces the English one, the templates that it loads
later, and all catalogs of who plays alone. The gettext module adds 10 kB.
"""

TOGETHER = {"online": 7 * 1024 + 512}
"""The size limits of the catalogs that are fetched only to play with others."""

ALL = languages()


@pytest.fixture(scope="module")
def catalog(tmp_path_factory: pytest.TempPathFactory) -> Catalog:
    """A Polish catalog in which every message is translated, in brackets."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(catalogs, "FOLDER", tmp_path_factory.mktemp("languages"))
        catalogs.update("pl")
        catalog = read("pl")
    for message in catalog:
        if message.id:
            one = catalogs.english(message)
            message.string = pseudo(one[0]) if len(one) == 1 else tuple(f"{n}: {pseudo(one[1])}" for n in range(3))
    return catalog


@pytest.fixture(scope="module")
def compiled(catalog: Catalog) -> list[bytes]:
    return [*shipped.compiled(catalog).values()]


@pytest.fixture
def polish(compiled: list[bytes]) -> Iterator[None]:
    before = set_language(BabelLanguage("pl"), None)
    for content in compiled:
        add_catalog(GNUTranslations(BytesIO(content)))
    yield
    set_language(*before)


@pytest.mark.usefixtures("polish")
def test_the_compiled_catalogs_hold_all_messages_of_their_catalog() -> None:
    assert STARTED() == "⟦Go. Go.⟧"
    assert JOINING() == pseudo(JOINING.text)
    assert listed(["Ada", "Iris", "Juno"]) == "Ada, Iris i Juno"


@pytest.mark.usefixtures("polish")
@pytest.mark.parametrize(("number", "form"), [(1, 0), (2, 1), (4, 1), (5, 2), (12, 2), (22, 1), (25, 2)])
def test_a_count_takes_the_plural_form_of_the_catalog(number: int, form: int) -> None:
    assert LIVES(number).startswith(f"{form}: ⟦{number} ")
    assert LIVES_LEFT(number).startswith(f"{form}: ")


@pytest.mark.parametrize("language", ALL)
def test_a_catalog_has_the_plural_forms_of_its_language(language: str) -> None:
    assert read(language).plural_forms == Catalog(locale_of(language)).plural_forms


# --- Pages --------------------------------------------------------------------------------


def test_a_translated_page_declares_its_language(catalog: Catalog) -> None:
    english = shipped.with_choices(PAGE.read_text(encoding="utf-8"), ["de", "pl"])
    page = shipped.in_language(english, "pl", "Polski", shipped.sayer(catalog))
    opened = BeautifulSoup(page, "html.parser")

    def values(selector: str, attribute: str) -> list[Any]:
        return [one[attribute] for one in opened.select(selector)]

    assert all(map(opened.select, ("html[lang=pl]", "cite[lang=en]", "h1[lang=en]")))
    assert values("link[rel=manifest]", "href") == ["./assets/manifest.pl.webmanifest"]
    assert "⟦Language Language⟧ <span lang=en>(Language)</span></label>" in page
    assert "⟦Language Language⟧ <span lang=en>(Language)</span></h2>" in page and "⟦Play solo Play⟧" in page
    assert values("a[aria-current=true]", "hreflang") == ["pl"]
    assert values("link[rel=prefetch]", "href") == ["./words/gettext.pack", "./words/start.pl.mo"]
    assert values("option[translate=no]", "lang") == ["en", "de", "pl"]
    assert values("a", "href") == ["./", "./de.html", "./pl.html"]
    assert values("script[src='./assets/boot.js']", "data-languages") == ["de pl"]


def test_a_translated_page_has_the_same_structure(catalog: Catalog) -> None:
    english = shipped.with_choices(PAGE.read_text(encoding="utf-8"), ["pl"])
    page = shipped.in_language(english, "pl", "Polski", shipped.sayer(catalog))
    others = {"lang", "data-language", "href", "aria-current", "aria-label", "placeholder", "title", "alt"}

    def skeleton(page: str) -> list[tuple[str, dict[str, Any]]]:
        tags = BeautifulSoup(page, "html.parser").select("*:not(link[rel=prefetch])")
        return [(tag.name, {name: tag[name] for name in tag.attrs.keys() - others}) for tag in tags]

    assert skeleton(page.replace(" <span lang=en>(Language)</span>", "")) == skeleton(english)


def test_the_manifest_is_translated(catalog: Catalog) -> None:
    manifest = json.loads(MANIFEST.read_text(encoding="utf-8"))
    followed = shipped.manifest_in(manifest, "pl", shipped.sayer(catalog))
    assert (followed["lang"], followed["start_url"], followed["id"]) == ("pl", "../pl.html", manifest["id"])
    assert str(followed["description"]).startswith("⟦")


def test_a_language_is_offered_when_it_is_nearly_complete(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogs, "FOLDER", tmp_path)
    catalogs.update("nl")
    assert shipped.usable("nl") is None
    begun = read("nl")
    for message in begun:
        if isinstance(message.id, str) and message.id:
            message.string = message.id
    for english, flag in (("Rules", "fuzzy"), ("Menu", "")):
        changed = begun.get(english)
        assert changed is not None
        changed.flags |= {flag} - {""}
        changed.string = changed.string if flag else "{menu}"
    catalogs.write(begun, catalogs.file_of("nl"))
    catalog = shipped.usable("nl")
    assert catalog is not None
    say = shipped.sayer(catalog)
    assert (say("Settings"), say("Rules"), say("Menu")) == ("Settings", None, None)


@pytest.mark.parametrize("language", ALL)
def test_a_translation_is_small(language: str) -> None:
    catalog = shipped.usable(language)
    if catalog is None:
        pytest.skip("it is not offered yet")
    say = shipped.sayer(catalog)
    english = shipped.with_choices(PAGE.read_text(encoding="utf-8"), ALL)
    page = shipped.in_language(english, language, shipped.own_name(language), say)
    manifest = shipped.as_json(shipped.manifest_in(json.loads(MANIFEST.read_text(encoding="utf-8")), language, say))
    catalogs = shipped.compiled(catalog)
    for name, limit in TOGETHER.items():
        assert compressed(catalogs.pop(name)) <= limit
    page, templates = first_paint.apart(page)
    assert compressed(page.encode()) <= PAGE_SIZE
    assert templates.keys() == {"online", "history"}
    assert max(compressed(each.encode()) for each in templates.values()) <= TEMPLATES_SIZE
    assert sum(map(compressed, (manifest.encode(), *catalogs.values()))) <= CATALOGS_SIZE


def compressed(content: bytes) -> int:
    return len(gzip.compress(content, 9))


@pytest.mark.usefixtures("polish")
def test_messages_of_later_modules_are_loaded_with_them() -> None:
    needed = shipped.needed_by()
    assert (STARTED.text, None) in needed["start"] and (JOINING.text, None) in needed["online"]
    assert [*needed] == ["start", *LATER_ARCHIVES]
    assert not needed["start"] & set().union(*(needed[archive] for archive in LATER_ARCHIVES))
