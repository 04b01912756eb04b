"""The title and its dialogs on a document without a browser."""

from __future__ import annotations

import ast
import inspect
import json
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from assets.build.project import GAME
from game.core import variant
from game.words.table import UNNAMED
from game.words.title_screen import BACK_TO_OWN_TABLE, DAMAGED_LINK
from tests.screens.dom import STORED, Document, Element, browser

with browser():
    from game.browser.page import daily_result, storage
    from game.browser.shell.routes import ROUTES, Route
    from game.browser.solo import memory_store
    from game.browser.title import last_table, settings_dialog, title_screen
    from game.browser.title.joining_form import JoiningForm, join
    from game.browser.title.settings_dialog import SettingsDialog
    from game.browser.title.setup_form import SetupForm
    from game.browser.title.title_screen import TitleScreen
    from game.browser.title.variant_fields import fields_of, variant_of


def find(selector: str) -> Element:
    found = Document.current.querySelector(selector)
    assert found is not None, selector
    return found


# --- the title ------------------------------------------------------------------------


def test_a_message_stays_until_it_is_dismissed() -> None:
    title = TitleScreen({})
    assert find("#title-message").hidden
    title.say("This link is damaged.")
    assert Document.current.properties["in_view"].dataset.part == "message-words"
    assert find("#title-message p").textContent == "This link is damaged."
    assert not find("#title-message").hidden and find("[data-do=download]").hidden
    find("[data-do=dismiss]").click()
    assert find("#title-message").hidden


def test_a_message_may_offer_a_text() -> None:
    TitleScreen({}).say("This game can't be continued.", "{}")
    assert not find("[data-do=download]").hidden


@pytest.mark.parametrize(
    ("day", "streak", "played", "note"),
    [
        ("2026-01-31", 1, True, "Played today."),
        ("2026-01-31", 3, True, "3 days in a row."),
        ("2026-01-30", 3, False, "3 days in a row."),
        ("2026-01-30", 1, False, ""),
        ("2026-01-29", 3, False, ""),
    ],
)
def test_the_daily_tile_shows_the_result_of_today_and_the_streak(
    day: str, streak: int, played: bool, note: str
) -> None:
    daily_result.write(day, ("clean", "life"), streak)
    state = title_screen.Title({}, daily_result.read(), ("2026-01-31", "2026-01-30"))
    parts = title_screen.parts_of_title(state)
    assert parts["daily-note"] == note and parts["daily-hint"] is not bool(note or played)
    marks = parts["daily-marks"]
    assert bool(marks) is played and ("life" in str(marks)) is played


@pytest.mark.parametrize(
    "stored_text", ["[]", "{}", '{"day": "2026-01-31", "streak": "x"}', '{"day": 3, "streak": "1"}']
)
def test_a_damaged_result_of_a_daily_game_shows_nothing(stored_text: str) -> None:
    storage.write(daily_result.LAST, stored_text)
    assert daily_result.read() is None


def test_the_last_table_is_offered_until_it_is_forgotten() -> None:
    went: list[str] = []
    title = TitleScreen({"return": went.append})
    assert find("#last-table").hidden
    last_table.remember("#join=abc", "Ben")
    title.show_again()
    assert "Ben" in find("[data-do=return]").textContent
    assert "Ben" in str(find("#last-table [data-do=forget]").getAttribute("aria-label"))
    find("[data-do=return]").click()
    assert went == ["#join=abc"]
    find("#last-table [data-do=forget]").click()
    assert find("#last-table").hidden and not STORED


def test_the_last_table_may_be_ones_own() -> None:
    last_table.remember("#join=abc", "")
    TitleScreen({})
    assert find("[data-do=return]").textContent == BACK_TO_OWN_TABLE()


def test_who_returns_to_the_title_is_at_its_first_button() -> None:
    TitleScreen({}).show_again()
    assert Document.current.focused == find("#try")


def test_each_button_of_the_title_does_what_it_says() -> None:
    names = ["try", "continue", "together", "today", "clubs", "big-screen", "games"]
    did: list[str] = []
    TitleScreen({name: lambda _, name=name: did.append(name) for name in names})  # type: ignore[misc]
    for name in names:
        find(f"#{name}").click()
    find("#try-again").click()
    assert did == [*names, "try"]


# --- the setup ------------------------------------------------------------------------


def opened(start: Any = None) -> SetupForm:
    form = SetupForm(start or (lambda: None))
    find("#setup").showPopover()
    return form


def seat(players: int) -> None:
    """Choose the number of players."""
    find(f"#setup [name=players][value='{players}']").check()


def test_the_setup_shows_who_sits_where() -> None:
    opened()
    assert find("[name=name1]").getAttribute("placeholder") == "Ada"
    find("#setup [name=mate1]").enter("Dov")
    assert find("[name=name1]").getAttribute("placeholder") == "Dov"
    assert find("#look-Dov").innerHTML in find("[data-part=face1]").innerHTML


def test_the_setup_says_how_long_a_game_is() -> None:
    opened()
    before = find("#length").textContent
    seat(2)
    assert "12" in find("#length").textContent and find("#length").textContent != before


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        (("", "", ""), ("", "Ada", "Cleo")),
        (("  Zoë <b>  ", "Mo", "Mo"), ("Zoë <b>", "Mo", "Mo 3")),
        (("aaaaaaaaaaaa 3", "", "aaaaaaaaaaaa 3"), ("aaaaaaaaaaaa 3", "Ada", "aaaaaaaaaaaa 4")),
    ],
)
def test_every_player_of_a_setup_has_another_name(typed: tuple[str, ...], names: tuple[str, ...]) -> None:
    form = opened()
    seat(3)
    for number, name in enumerate(typed):
        find(f"[name=name{number}]").enter(name)
    assert tuple(name.removeprefix(UNNAMED) for name in form.read().team.names) == names


def test_a_chosen_setup_is_there_again_on_the_next_visit() -> None:
    form = opened()
    seat(3)
    find("#setup [name=variant]").enter("fifty")
    find("[name=blind]").checked = True
    find("[name=name2]").enter("  Bo ")
    setup = form.read()
    assert (setup.variant.base, setup.variant.blind, setup.team.names[2]) == ("fifty", True, "Bo")
    assert len(setup.team.names) == 3
    Document()
    assert opened().read() == setup


def test_another_game_can_begin_with_the_choices_of_the_last_one() -> None:
    form = opened()
    seat(5)
    setup = form.read()
    seat(2)
    form.open(setup)
    assert form.read() == setup and not find("#setup").matches("[hidden]")


def test_the_setup_of_a_given_deal_keeps_the_form() -> None:
    form = opened()
    seat(3)
    setup = form.read()
    assert len(form.read_for(setup.variant, 6).team.names) == 6
    assert form.read() == setup


def test_the_start_button_starts() -> None:
    started: list[bool] = []
    opened(lambda: started.append(True))
    find("#start").click()
    assert started == [True]


# --- the settings ---------------------------------------------------------------------


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    """Return each theme, contrast and motion that the page is asked to have. boot.js gives it these looks."""
    looks: list[tuple[str, ...]] = []
    monkeypatch.setattr(settings_dialog.js, "setAppearance", lambda *look: looks.append(look), raising=False)  # type: ignore[attr-defined]
    return looks


def settings() -> list[dict[str, bool]]:
    """Open the settings, and return how the sound was turned."""
    turned: list[dict[str, bool]] = []
    SettingsDialog(SimpleNamespace(turn=lambda **how: turned.append(how)))  # type: ignore[arg-type]
    return turned


def test_a_setting_applies_at_once_and_is_saved(looks: list[tuple[str, ...]]) -> None:
    turned = settings()
    find("#theme").enter("dark")
    find("#sound").check(False)
    assert looks[-1] == ("dark", "", "")
    assert turned == [{"on": True, "vibrates": True}] * 2 + [{"on": False, "vibrates": True}]
    saved = storage.read_texts(storage.SETTINGS)
    assert (saved["theme"], saved["sound"], saved["hide-address"]) == ("dark", "off", "off")
    find("#theme").enter("")
    assert looks[-1] == ("", "", "")


def test_saved_settings_apply_from_the_start(looks: list[tuple[str, ...]]) -> None:
    values = {"contrast": "more", "letter-keys": "off", "sound": "off", "vibration": ""}
    storage.write(storage.SETTINGS, json.dumps(values))
    turned = settings()
    assert looks == [("", "more", "")]
    assert Document.current.documentElement.getAttribute("data-letter-keys") == "off"
    assert turned == [{"on": False, "vibrates": True}]
    assert not find("#letter-keys").checked and find("#vibration").checked


def test_another_language_reloads_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    reloads: list[bool] = []
    monkeypatch.setattr(settings_dialog, "_go_where_the_language_is_found_out", lambda: reloads.append(True))
    settings()
    find("#theme").enter("dark")
    assert not reloads
    find("#language").enter("en")
    assert reloads == [True]


def test_the_teammates_can_forget(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = [SimpleNamespace(belief=None)]
    monkeypatch.setattr(settings_dialog, "tempo", lambda belief: "2 seconds per step")
    monkeypatch.setattr(memory_store, "recall", lambda: (kept[0] if kept else None, ""))
    monkeypatch.setattr(memory_store, "forget", kept.clear)
    settings()
    find("#settings").showPopover()
    assert find("#memory b").textContent == "2 seconds per step" and not find("#memory").hidden
    find("#forget").click()
    assert find("#memory").hidden and Document.current.focused == find("#settings button")


# --- joining --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "error"),
    [("#game=", DAMAGED_LINK()), ("two words", "three"), ("https://example.org/#join=x", "")],
)
def test_an_input_that_leads_nowhere_says_why(typed: str, error: str) -> None:
    form = JoiningForm(lambda: None)
    find("#typed-code").value = typed
    assert form.read() is None
    assert not find("#joining .form-error").hidden and error in find("#joining .form-error").textContent


def test_a_name_that_was_typed_once_is_there_again() -> None:
    JoiningForm(lambda: None)
    storage.write(storage.NAME, "Ana")
    find("#joining").showPopover()
    assert find("#caller").value == "Ana"


@pytest.mark.parametrize("where", ["lusab gutih folid", None])
def test_a_code_leads_to_its_table(where: str | None) -> None:
    went: list[object] = []
    page: Any = SimpleNamespace(go=lambda name, **what: went.append((name, what)))
    join(page, SimpleNamespace(read=lambda: where))  # type: ignore[arg-type]
    assert went == ([("together", {"where": where})] if where else [])


# --- ways -----------------------------------------------------------------------------


def calls() -> Iterator[tuple[str, ast.Call]]:
    """Yield each call of `page.go` with its way."""
    for file in sorted((GAME / "browser").rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "go":
                match node.args:
                    case [ast.Constant(value=str(name))]:
                        yield name, node


@pytest.mark.parametrize("route", ROUTES.values(), ids=ROUTES)
def test_the_function_of_each_way_is_there(route: Route) -> None:
    assert callable(route.function())


@pytest.mark.parametrize(("name", "call"), [one for one in calls() if one[0] in ROUTES], ids=lambda one: str(one)[:9])
def test_a_way_gets_what_it_takes(name: str, call: ast.Call) -> None:
    inspect.signature(ROUTES[name].function()).bind("page", **{str(one.arg): one.value for one in call.keywords})


def test_every_way_is_known() -> None:
    assert {name for name, _ in calls()} <= {*ROUTES, "title", "message", "solo", "setup", "deal", "resume"}


# --- a variant as fields ----------------------------------------------------------------


@pytest.mark.parametrize(
    "name", ["classic", "no-stars", "tens", "tens-descending+no-stars", "fifty+blind+gentle", "extreme+strict"]
)
def test_the_fields_of_a_variant_choose_it(name: str) -> None:
    assert variant_of(fields_of(variant(name))) == variant(name)
