"""Choices made while Python loads."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.table import lay_for, saved_game
from tests.browser.test_loading import hold

MEMORY = "**/python.memory.*"


def test_start_pressed_while_python_loads_keeps_the_choices(new_page: Callable[..., Page], site: str) -> None:
    page = new_page()
    held = hold(page, MEMORY)
    page.goto(f"{site}?seed=1")
    expect(page.get_by_role("heading", name="One Mind")).to_be_visible()
    page.get_by_role("button", name="Play solo").click()
    lay_for(page, 3)
    page.get_by_label("Computer player 1", exact=True).fill("Zoe")
    page.get_by_text("Options", exact=True).click()
    page.get_by_label("Variant").select_option(label="Descending")
    page.get_by_label("Blind from the start").check()
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_text("Still loading. The game will start automatically.")).to_be_visible()
    held[0].continue_()
    table = page.locator(".table[data-phase=focus][data-variant='descending+blind'][data-seats='3']")
    expect(table).to_be_visible(timeout=60_000)
    expect(page.locator(".teammate .name").first).to_have_text("Zoe")
    expect(page.locator(".dialog:popover-open")).to_have_count(0)


def test_a_saved_game_is_offered_first_and_can_be_chosen_while_python_loads(
    new_page: Callable[..., Page], site: str
) -> None:
    kept = {"game": saved_game("classic", 2, until=lambda state: state.level == 4), "left": "yes", "played": "yes"}
    page = new_page()
    page.add_init_script(
        f"for (const [key, text] of Object.entries({json.dumps(kept)})) localStorage.setItem('one-mind/' + key, text);"
    )
    held = hold(page, MEMORY)
    page.goto(site)
    first = page.locator("#title button:visible").first
    expect(first).to_have_text("Continue", use_inner_text=True)
    expect(page.locator("#today .number")).to_have_text(re.compile(r"^\d+$"))
    first.click()
    held[0].continue_()
    expect(page.locator(".table[data-level='4']")).to_be_visible(timeout=60_000)


def test_a_code_entered_while_python_loads_is_read_when_it_is_there(new_page: Callable[..., Page], site: str) -> None:
    page = new_page()
    held = hold(page, MEMORY)
    page.goto(site)
    page.get_by_role("button", name="Join with a code").click()
    page.get_by_label("Table code", exact=True).fill("lusab gutih")
    page.get_by_role("button", name="Join", exact=True).click()
    expect(page.locator("#joining .form-error")).to_be_hidden()
    held[0].continue_()
    expect(page.locator("#joining .form-error")).to_contain_text("not a table code", timeout=60_000)
    expect(page.get_by_label("Table code", exact=True)).to_have_value("lusab gutih")
