"""The view layer: parts, lists, attributes, and what a press does."""

from __future__ import annotations

from typing import Any

import pytest

from tests.screens.dom import Document, Element, browser

with browser():
    from game.browser.page.view import Acting, At, Each, Filled, Markup, Parts, Said, Sentence, at

PAGE = """
<div data-part="all"><p data-part="text">before</p><p data-part="text"></p><input data-part="field" data-do="type" />
<ul data-part="list"></ul><svg data-part="picture"></svg>
<input type="range" data-do="slide" />
<form data-do="send"><button type="submit"></button><select data-do="choose"><option value="a"></option></select></form>
<button type="button" data-do="press" value="7"><b></b></button><button type="button" data-do="nothing"></button></div>
"""
ITEM = """<li><b data-part="name"></b></li>"""


@pytest.fixture
def element() -> Element:
    document = Document()
    holder = document.createElement("template")
    holder.innerHTML = ITEM
    holder.id = "item"
    document.templates["item"] = holder
    document.body.append(holder)
    screen = document.createElement("div")
    screen.innerHTML = PAGE
    return screen.firstElementChild


def shown(element: Element, parts: Parts) -> Filled:
    filled = Filled(element)
    filled.show(parts)
    return filled


def test_a_part_shows_a_text_in_all_its_elements(element: Element) -> None:
    shown(element, {"text": "now"})
    assert [one.textContent for one in element.querySelectorAll("[data-part=text]")] == ["now", "now"]


@pytest.mark.parametrize(("part", "hidden"), [(None, True), (False, True), (True, False), ("", False)])
def test_a_part_without_anything_is_hidden(element: Element, part: Any, hidden: bool) -> None:
    assert shown(element, {"text": part})["text"].hidden is hidden


def test_true_keeps_what_the_template_has(element: Element) -> None:
    assert shown(element, {"text": True})["text"].textContent == "before"


def test_a_live_region_says_the_same_again_but_each_text_once(element: Element) -> None:
    first, second = Said("Copied."), Said("Copied.")
    filled = shown(element, {"text": first})
    once = filled["text"].tag.contents[0]
    filled.show({"text": first})
    assert filled["text"].tag.contents[0] is once
    filled.show({"text": second})
    assert filled["text"].textContent == "Copied." and filled["text"].tag.contents[0] is not once


def test_names_in_a_sentence_are_isolated(element: Element) -> None:
    part = shown(element, {"text": Sentence("Ana waits.", ("Ana",))})["text"]
    assert part.querySelector("bdi").textContent == "Ana" and part.textContent == "Ana waits."


def test_attributes_come_and_go(element: Element) -> None:
    filled = shown(element, {"text": at("x", aria_pressed="true", data_open=True, class_="one two")})
    assert filled["text"].getAttribute("aria-pressed") == "true" and filled["text"].hasAttribute("data-open")
    assert filled["text"].className == "one two"
    filled.show({"text": at("x", aria_pressed=None, data_open=False, class_=None)})
    assert not any(filled["text"].hasAttribute(name) for name in ("aria-pressed", "data-open", "class"))


def test_a_state_of_aria_may_be_false(element: Element) -> None:
    filled = shown(element, {"text": at("x", aria_pressed=True)})
    assert filled["text"].getAttribute("aria-pressed") == "true"
    filled.show({"text": at("x", aria_pressed=False)})
    assert filled["text"].getAttribute("aria-pressed") == "false"
    filled.show({"text": at("x", aria_pressed=None)})
    assert not filled["text"].hasAttribute("aria-pressed")


def test_a_text_is_not_written_again_when_only_an_attribute_changes(element: Element) -> None:
    filled = shown(element, {"text": at("now", class_="one")})
    filled["text"].textContent = "written by hand"
    filled.show({"text": at("now", class_="two")})
    assert filled["text"].textContent == "written by hand" and filled["text"].className == "two"


def test_an_attribute_is_not_set_again_when_only_the_text_changes(element: Element) -> None:
    filled = shown(element, {"field": at(value="one")})
    filled["field"].value = "typed"
    filled.show({"field": at(value="one", aria_label="Name")})
    assert filled["field"].value == "typed"


def test_a_field_shows_its_property(element: Element) -> None:
    filled = shown(element, {"field": at(value="first")})
    filled["field"].value = "what a person types"
    filled.show({"field": at(value="first")})
    assert filled["field"].value == "what a person types"
    filled.show({"field": At(True, {"value": "second", "disabled": True})})
    assert filled["field"].value == "second" and filled["field"].disabled


def test_a_list_keeps_the_elements_of_keys_that_stay(element: Element) -> None:
    def items(*names: str) -> Parts:
        return {"list": Each("item", {name: {"name": name.upper()} for name in names})}

    filled = shown(element, items("a", "b", "c"))
    first, _, third = filled["list"].querySelectorAll("li")
    filled.show(items("a", "c", "d"))
    assert filled["list"].querySelectorAll("li")[:2] == [first, third]
    assert filled["list"].textContent == "ACD"
    filled.show(items())
    filled.show(items("a"))
    assert filled["list"].textContent == "A" and filled["list"].querySelector("li") is not first


def test_an_item_of_a_list_is_found_by_its_key(element: Element) -> None:
    filled = shown(element, {"list": Each("item", {"a": {"name": "A"}, "b": {"name": "B"}})})
    assert filled.item("list", "b")["name"] is element.querySelectorAll("li b")[1]


def test_a_hidden_list_is_empty(element: Element) -> None:
    one = Each("item", {"a": {"name": "A"}})
    filled = shown(element, {"list": one})
    filled.show({"list": None})
    assert filled["list"].hidden and not filled["list"].querySelectorAll("li")
    filled.show({"list": one})
    assert not filled["list"].hidden and filled["list"].textContent == "A"


def test_style_properties_are_set(element: Element) -> None:
    part = shown(element, {"text": at(**{"--x": "1"})})["text"]
    assert part.style.getPropertyValue("--x") == "1" and not part.hasAttribute("--x")


def test_markup_is_shown_as_it_is(element: Element) -> None:
    picture = shown(element, {"picture": Markup("<path></path>")})["picture"]
    assert picture.querySelector("path") is not None


def test_each_kind_of_element_acts_at_its_event(element: Element) -> None:
    done: list[tuple[str, str]] = []
    acts = {
        name: lambda value, name=name: done.append((name, value))
        for name in ("type", "slide", "send", "choose", "press")
    }
    acting = Acting(element, acts)
    element.querySelector("input").enter("text")  # type: ignore[union-attr]
    element.querySelector("[type=range]").enter("5")  # type: ignore[union-attr]
    element.querySelector("select").enter("a")  # type: ignore[union-attr]
    element.querySelector("[type=submit]").click()  # type: ignore[union-attr]
    element.querySelector("b").dispatch("click")  # type: ignore[union-attr]
    element.querySelector("[data-do=nothing]").click()  # type: ignore[union-attr]
    assert done == [("type", "text"), ("slide", "5"), ("choose", "a"), ("send", ""), ("press", "7")]
    acting.close()
    acting.close()
    element.querySelector("b").dispatch("click")  # type: ignore[union-attr]
    assert len(done) == 5
